import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { AuditSink, BuiltPolicy, Condition, EngineOptions } from '@licet/core';
import { PolicyEngine, buildPolicy, uuids } from '@licet/core';
import { analyzeEffects } from '@licet/guards';

import { cheapClock, cheapRandom } from '../hook/cheapHost.ts';
import { jsonlAudit } from '../hook/jsonlAudit.ts';
import type { KeptPolicy } from './cache.ts';
import { PolicyError } from './readPolicy.ts';
import { registry } from './registry.ts';

/** How a policy is to be run. */
export interface OpenOptions {
  /** The policy's file; absolute. Patterns, state and the audit trail start from its folder. */
  readonly file: string;
  /** Whether decisions are written down. A process that only asks a question writes nothing. */
  readonly records: boolean;
}

/** A policy that is ready to decide. */
export interface OpenedPolicy extends BuiltPolicy {
  readonly engine: PolicyEngine;
}

/** Builds the engine of a compiled policy, with the state that its settings ask for. */
export async function openEngine(
  { compiled, policyDigest }: Pick<KeptPolicy, 'compiled' | 'policyDigest'>,
  { file, records }: OpenOptions,
): Promise<OpenedPolicy> {
  const [root, home] = [dirname(file), homedir()];
  const conditions: { conditions?: (text: string) => Condition } = {};
  if (compiled.usesCel) conditions.conditions = (await import('./compile.ts')).celCondition;
  const built = buildPolicy(compiled, { registry: registry(), root, home, ...conditions });
  const { default: fallback, mode, guardTimeoutMs, approvals } = built.settings;
  const options: EngineOptions = {
    effects: analyzeEffects({ root, home }),
    policyDigest,
    clock: cheapClock,
    ids: uuids(() => cheapClock.now(), cheapRandom()),
    ...(fallback !== undefined && { default: fallback }),
    ...(mode !== undefined && { mode }),
    ...(guardTimeoutMs !== undefined && { guardTimeoutMs }),
    ...(approvals?.timeoutMs !== undefined && { approvalTimeoutMs: approvals.timeoutMs }),
    ...(records && auditOption(built, root)),
  };
  if (records) refuseForeignStores(built);
  return { ...built, engine: new PolicyEngine(built.policy, options) };
}

function auditOption({ settings }: BuiltPolicy, root: string): { readonly audit?: AuditSink } {
  const { store = 'jsonl', path } = settings.audit ?? {};
  if (store === 'none' || store === 'memory') return {};
  if (store !== 'jsonl')
    throw new PolicyError(`the policy keeps its audit trail in \`${store}\`, which the hook cannot write: use \`jsonl\``);
  return { audit: jsonlAudit(path === undefined ? join(root, '.licet', 'audit.jsonl') : resolve(root, path)) };
}

/** A store that is asked for and not there would be a limit that nobody counts: refuse it instead. */
function refuseForeignStores({ settings }: BuiltPolicy): void {
  for (const name of ['sessions', 'approvals'] as const) {
    const store = settings[name]?.store ?? 'memory';
    if (store !== 'memory') throw new PolicyError(`the policy keeps its ${name} in \`${store}\`, which the hook cannot reach`);
  }
}
