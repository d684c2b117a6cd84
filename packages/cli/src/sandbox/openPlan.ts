import { homedir } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';

import { planSandbox } from '@licet/sandbox';
import type { SandboxPlan } from '@licet/sandbox';

import { PolicyError } from '../exit.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { ownProgram } from '../policy/ownProgram.ts';
import { realOf } from '../policy/policyFiles.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { registry } from '../policy/registry.ts';

/** The policy of a folder, open, with the plan that was computed from it. */
export interface OpenedPlan {
  readonly plan: SandboxPlan;
  readonly opened: OpenedPolicy;
  readonly found: NearestPolicy;
}

/**
 * Opens the policy that governs a folder and computes its plan. No option names another policy: an agent could name one that it has written.
 *
 * @param records - Whether decisions are written down.
 */
export async function openPlan(from: string, records: boolean): Promise<OpenedPlan> {
  const found = await readPolicies(undefined, from, records);
  const root = realOf(found.root);
  const other = found.above.find(layer => layer.root !== undefined && realOf(layer.root) !== root);
  if (other !== undefined)
    throw new PolicyError(
      'policy_invalid',
      `the policy of \`${other.root}\` governs here too, and a sandbox has one project: run the command in \`${other.root}\``,
    );
  const opened = await openEngine(found, records ? { records } : { records, looks: true });
  const layers = [...found.above, found];
  const sources = layers.flatMap(({ kept }) => kept.sources.map(({ file }) => file)).filter(file => isAbsolute(file));
  const program = ownProgram().map(file => resolve(file));
  const plan = planSandbox({
    policy: opened.policy,
    registry: registry(),
    root,
    home: realOf(homedir()),
    default: opened.settings.default,
    governing: [
      ...new Set([...sources, ...program].flatMap(file => [file, realOf(dirname(file)) === dirname(file) ? file : realOf(file)])),
    ],
  });
  return { plan, opened, found };
}
