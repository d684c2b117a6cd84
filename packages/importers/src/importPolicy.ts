import { didYouMean } from '@licet/core/text';
import { Document, isMap, isSeq, stringify } from 'yaml';

import type { Draft, Importer, TestCase } from './draft.ts';
import { fromAgentKernel } from './from/agentKernel.ts';
import { fromAorta } from './from/aorta.ts';
import { fromClaudePermissions } from './from/claudePermissions.ts';
import { fromDogwood } from './from/dogwood.ts';
import { fromSafetyNet } from './from/safetyNet.ts';
import { fromVerdikt } from './from/verdikt.ts';
import { ImportError } from './importError.ts';
import type { Left } from './source.ts';
import { readSource } from './source.ts';

const IMPORTERS = {
  verdikt: fromVerdikt,
  aorta: fromAorta,
  'agent-kernel': fromAgentKernel,
  'claude-permissions': fromClaudePermissions,
  'cc-safety-net': fromSafetyNet,
} as const satisfies Readonly<Record<string, Importer>>;

/** Those whose configuration is a separate language. */
const READERS: Readonly<Record<string, (text: string) => Draft & { readonly left: readonly Left[] }>> = { dogwood: fromDogwood };

const KINDS: readonly string[] = [...Object.keys(IMPORTERS), ...Object.keys(READERS)];

function turn(kind: string, text: string): Draft & { readonly left: readonly Left[] } {
  const read = READERS[kind];
  if (read !== undefined) return read(text);
  const source = readSource(text);
  const draft = IMPORTERS[kind as keyof typeof IMPORTERS](source);
  return { ...draft, left: source.left() };
}

/** A policy that was made of another tool's configuration, and everything that could not be turned. */
export interface ImportedPolicy {
  readonly text: string;
  readonly cases: readonly TestCase[];
  readonly left: readonly Left[];
}

/** Turns a configuration into the text of a governance.yaml. Throws a {@link ImportError} for a tool or a text that is not known. */
export function importPolicy(kind: string, text: string): ImportedPolicy {
  const known = KINDS.find(each => each === kind);
  if (known === undefined)
    throw new ImportError(`there is no import from \`${kind}\`${didYouMean(kind, KINDS)}: choose one of ${KINDS.join(', ')}`);
  const { default: fallback = 'pass', include, facts, access, capabilities, nodes, cases, left } = turn(known, text);
  const policy = nodes.length > 1 ? { all: nodes } : nodes[0];
  const body = {
    version: 1,
    default: fallback,
    ...(include !== undefined && include.length > 0 && { include }),
    ...(facts !== undefined && { facts }),
    ...(access !== undefined && { access }),
    ...(capabilities !== undefined && { capabilities }),
    ...(policy !== undefined && { policy }),
  };
  const notes = left.map(({ line, path, why }) => `# line ${line}: ${path}: ${why}`.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' '));
  const account =
    notes.length === 0 ? ['# Everything in it could be turned.'] : ['# What could not be turned, or not wholly:', ...notes];
  const head = [`# Imported from ${kind} by \`licet import\`.`, ...account].join('\n');
  return { text: `${head}\n${stringify(body, { lineWidth: 120, singleQuote: true, schema: 'core' })}`, cases: once(cases), left };
}

/** What two parts of a configuration say of the same call needs one case. */
const once = (cases: readonly TestCase[]): readonly TestCase[] => [
  ...new Map(cases.map(each => [JSON.stringify(each), each])).values(),
];

/** Returns the text of a governance.test.yaml with some cases, each on its own line. */
export function testsText(kind: string, cases: readonly TestCase[]): string {
  const document = new Document({ cases });
  const items = document.get('cases', true);
  for (const item of isSeq(items) ? items.items : []) {
    if (!isMap(item)) continue;
    const steps = item.get('session', true);
    for (const each of isSeq(steps) ? steps.items : [item]) if (isMap(each)) each.flow = true;
  }
  document.commentBefore = ` What the configuration of ${kind} says of these calls. Run it after every change of the policy:  licet test`;
  return document.toString({ lineWidth: 0, singleQuote: true });
}
