import type { Json } from '@licet/core';
import { stringify } from 'yaml';

import { UsageError } from '../exit.ts';
import { didYouMean } from '@licet/core/text';
import { fromAgentKernel } from './from/agentKernel.ts';
import { fromAorta } from './from/aorta.ts';
import { fromClaudePermissions } from './from/claudePermissions.ts';
import { fromSafetyNet } from './from/safetyNet.ts';
import { fromVerdikt } from './from/verdikt.ts';
import type { Left, Source } from './source.ts';
import { readSource } from './source.ts';

/** A policy as the mapping of a governance.yaml, without its version. */
export interface Draft {
  readonly default?: 'pass' | 'ask' | 'block';
  readonly include?: readonly string[];
  readonly facts?: Json;
  readonly access?: Json;
  readonly nodes: readonly Json[];
}

/** What turns a configuration of another tool: it takes and leaves what it has looked at. */
export type Importer = (source: Source) => Draft;

const IMPORTERS: Readonly<Record<string, Importer>> = {
  verdikt: fromVerdikt,
  aorta: fromAorta,
  'agent-kernel': fromAgentKernel,
  'claude-permissions': fromClaudePermissions,
  'cc-safety-net': fromSafetyNet,
};

/** The tools whose configurations can be imported. */
export const importKinds: readonly string[] = Object.freeze(Object.keys(IMPORTERS));

/** A policy that was made of another tool's configuration, and everything that could not be turned. */
export interface ImportedPolicy {
  readonly text: string;
  readonly left: readonly Left[];
}

/** Turns a configuration into the text of a governance.yaml. Throws a {@link UsageError} for a tool or a text that is not known. */
export function importPolicy(kind: string, text: string): ImportedPolicy {
  const turn = Object.hasOwn(IMPORTERS, kind) ? IMPORTERS[kind] : undefined;
  if (turn === undefined)
    throw new UsageError(
      `there is no import from \`${kind}\`${didYouMean(kind, importKinds)}: choose one of ${importKinds.join(', ')}`,
    );
  const source = readSource(text);
  const { default: fallback = 'pass', include, facts, access, nodes } = turn(source);
  const left = source.left();
  const policy = nodes.length > 1 ? { all: nodes } : nodes[0];
  const body = {
    version: 1,
    default: fallback,
    ...(include !== undefined && include.length > 0 && { include }),
    ...(facts !== undefined && { facts }),
    ...(access !== undefined && { access }),
    ...(policy !== undefined && { policy }),
  };
  const notes = left.map(({ line, path, why }) => `# line ${line}: ${path}: ${why}`.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' '));
  const account =
    notes.length === 0 ? ['# Everything in it could be turned.'] : ['# What could not be turned, or not wholly:', ...notes];
  const head = [`# Imported from ${kind} by \`licet import\`.`, ...account].join('\n');
  return { text: `${head}\n${stringify(body, { lineWidth: 120, singleQuote: true, schema: 'core' })}`, left };
}
