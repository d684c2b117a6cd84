import { homedir } from 'node:os';
import { dirname } from 'node:path';

import { PolicyEngine, guard, pass } from '@licet/core';
import type { ActionInput, Evaluation, Registry } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { allowOnceDefinition } from '@licet/guards/state';
import type { GrantKind } from '@licet/guards/state';

import { loadGrounding } from '../grounding/loadGrounding.ts';
import { asQuestion } from '../policy/openEngine.ts';
import { ownProgram } from '../policy/ownProgram.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { registry } from '../policy/registry.ts';
import type { Subject } from './subject.ts';

/** What an exception would not open, and what blocks it all the same. */
export interface Unlifted {
  /** In words: `reading .env`. */
  readonly what: string;
  readonly guard: string;
  readonly reason: string;
}

/** What an exception opens, by parts: those that stay blocked, and how many there are. */
export interface Lifting {
  readonly parts: number;
  readonly unlifted: readonly Unlifted[];
}

/**
 * Judges what an exception is about as if every exception were made already, by the policies that govern a folder. What is blocked even so, no
 * exception opens. A pattern with sets or braces and the digest of an action are not judged.
 */
export async function liftingOf(subject: Subject, policy: string | undefined, cwd: string): Promise<Lifting> {
  const calls = callsOf(subject, cwd);
  if (calls.length === 0) return { parts: 0, unlifted: [] };
  const engines = await enginesOf(policy, cwd);
  const unlifted: Unlifted[] = [];
  for (const { what, action } of calls)
    for (const engine of engines) {
      const evaluation = await engine.explain({ ...action, cwd, sessionId: 'exception' });
      if (evaluation.ruling !== 'block') continue;
      unlifted.push({ what, ...blockerOf(evaluation) });
      break;
    }
  return { parts: calls.length, unlifted };
}

function blockerOf({ determining, guard: named, reason = '' }: Evaluation): Pick<Unlifted, 'guard' | 'reason'> {
  const found = determining.find(({ ruling }) => ruling === 'block');
  return { guard: found?.guard ?? named, reason: (found?.reason ?? reason).split('\n')[0] ?? '' };
}

/** An engine for each policy, in which every exception is made and nothing is remembered. */
async function enginesOf(policy: string | undefined, cwd: string): Promise<readonly PolicyEngine[]> {
  const { kept, above, file, root } = await readPolicies(policy, cwd, false);
  const { openGrounding } = await loadGrounding();
  const { celCondition } = await import('../policy/compile.ts');
  const home = homedir();
  const { definitions, resources } = openGrounding({ root: dirname(file), writes: false });
  const nodes = { registry: lifted(registry(definitions)), resources, conditions: celCondition, home, program: ownProgram() };
  const layers = [...above.map(layer => ({ compiled: layer.kept.compiled, root: layer.root ?? root })), { ...kept, root }];
  return layers.map(
    layer =>
      new PolicyEngine(asQuestion(buildPolicy(layer.compiled, { ...nodes, root: layer.root })), {
        effects: analyzeEffects({ root: layer.root, home }),
        audit: { append: () => undefined },
      }),
  );
}

/** The nodes of a registry, with exceptions that are made for everything. */
const lifted = (nodes: Registry): Registry => ({
  ...nodes,
  get: kind =>
    kind === allowOnceDefinition.kind ? { ...allowOnceDefinition, build: () => guard(kind, () => pass()) } : nodes.get(kind),
});

interface Call {
  readonly what: string;
  readonly action: ActionInput;
}

function callsOf({ path, pattern, kinds = [], command, cwd: folder }: Subject, cwd: string): readonly Call[] {
  if (command !== undefined)
    return [
      {
        what: `\`${command}\``,
        action: { kind: 'bash', tool: 'Bash', payload: { command }, ...(folder !== undefined && { cwd: folder }) },
      },
    ];
  const file = path ?? exampleOf(pattern ?? '');
  return file === undefined ? [] : kinds.map(kind => callOn(kind, file, shortened(path ?? pattern ?? '', cwd)));
}

const shortened = (path: string, cwd: string): string => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);

function callOn(kind: GrantKind, file: string, name: string): Call {
  if (kind === 'read') return { what: `reading \`${name}\``, action: { kind, tool: 'Read', payload: { file_path: file } } };
  if (kind === 'write')
    return { what: `writing \`${name}\``, action: { kind, tool: 'Write', payload: { file_path: file, content: '' } } };
  const command = `rm -- '${file.replaceAll("'", String.raw`'\''`)}'`;
  return { what: `deleting \`${name}\``, action: { kind: 'bash', tool: 'Bash', payload: { command } } };
}

/** A file that a pattern with stars finds. */
function exampleOf(pattern: string): string | undefined {
  const plain = pattern.replaceAll(/\\./gsu, '');
  if (/[?[\]{}()]/u.test(plain)) return undefined;
  return pattern.replaceAll(/\\(.)|\*+/gsu, (_all, escaped: string | undefined) => escaped ?? 'example');
}
