import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { InvariantError } from '@licet/core';
import type { Registry } from '@licet/core';
import type { CompiledPolicy, FindResource, NodeData } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';
import { policyRegistry, SEEDS } from '@licet/epistemic';
import type { ConceptGraph, PolicyRegistry } from '@licet/epistemic';
import { LineCounter, parseDocument, visit } from 'yaml';

/** Where a policy was read from. */
interface Read {
  readonly text: string;
  /** The policy's file and folder; absolute. */
  readonly file: string;
  readonly root: string;
}

/**
 * Warns of files that decide and that nothing keeps the agent from changing: a graph, a seed or a module of callbacks
 * outside `.licet`, which no node protects (`self_protection` with its `paths`).
 */
export function unprotectedFiles(
  { policy, settings }: Pick<CompiledPolicy, 'policy' | 'settings'>,
  read: Read,
  nodes: Registry,
): readonly PolicyIssue[] {
  const graphs = Object.values(settings.graphs ?? {});
  const seeds = graphs.flatMap(graph => graph.seeds ?? []).filter(seed => !Object.hasOwn(SEEDS, seed));
  const files = [
    ...graphs.flatMap(({ path }) => path ?? []),
    ...seeds,
    ...told(policy, ({ kind, params = {} }) => nodes.get(kind)?.files?.(params)),
  ];
  const named = told(policy, ({ kind, params = {} }) => nodes.get(kind)?.protects?.(params)).map(patternText);
  return [...new Set(files.filter(file => typeof file === 'string'))]
    .filter(file => !isProtected(relative(read.root, resolve(read.root, file)), named))
    .map(file => issue(file, read));
}

function isProtected(file: string, named: readonly string[]): boolean {
  return file.split(/[\\/]/u).slice(0, -1).includes('.licet') || named.some(pattern => covers(pattern, file));
}

/** Whether a pattern is the file, or a folder above it. */
function covers(pattern: string, file: string): boolean {
  const folder = pattern.replace(/^\.\//u, '').replace(/\*{0,2}$/u, '');
  return folder === file || (folder.endsWith('/') && file.startsWith(folder));
}

function patternText(pattern: unknown): string {
  if (typeof pattern === 'string') return pattern;
  return typeof pattern === 'object' && pattern !== null && 'pattern' in pattern ? String(pattern.pattern) : '';
}

/** What the definitions say of the nodes of a policy. */
function told<T>(node: NodeData, say: (node: NodeData) => readonly T[] | undefined): readonly T[] {
  return [...(say(node) ?? []), ...(node.children ?? []).flatMap(child => told(child, say))];
}

function issue(path: string, { text, file }: Read): PolicyIssue {
  const message = `expected \`${path}\`, which decides, where the agent cannot change it: put it into \`.licet\`, or name it in the \`paths\` of \`self_protection\``;
  return { code: 'unprotected_file', message, file, ...scalarPlace(text, path), path: [] };
}

/**
 * Answers what the nodes of a policy refer to while it is only read: a graph must be declared under `graphs` and is not
 * opened, so that a policy can be checked where its server is down; a module of callbacks must exist and is not loaded, because loading runs its code.
 */
export function references(file: string): FindResource {
  return (category, name, settings) => {
    if (category === 'policies') return moduleAt(dirname(file), name);
    if (category === 'graph' && Object.hasOwn(settings.graphs ?? {}, name)) return UNOPENED;
    const hint = category === 'graph' ? `: declare it under \`graphs\`` : '';
    throw new InvariantError('unknown_reference', `there is no ${category} \`${name}\`${hint}`);
  };
}

function moduleAt(root: string, path: string): PolicyRegistry {
  if (statSync(resolve(root, path), { throwIfNoEntry: false })?.isFile() === true) return policyRegistry();
  throw new InvariantError('unknown_reference', `expected a module of policy callbacks at \`${path}\`, found no file`);
}

const never = (): never => {
  throw new InvariantError('wrong_phase', 'a policy that is only read has no graph to look into');
};

const UNOPENED: ConceptGraph = Object.freeze({
  kind: 'unopened',
  snapshot: never,
  find: never,
  write: never,
  proposals: never,
  clear: never,
  close: () => undefined,
});

/**
 * Returns the line of a text that is a key or a value in a parsed policy, from 1: comments are skipped. A text of an included file is not found: the place is the start then.
 */
export function scalarPlace(text: string, wanted: string): { readonly line: number; readonly column: number } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true });
  let start = 0;
  visit(document, {
    Scalar(_key, { value, range }) {
      if (value !== wanted) return undefined;
      start = range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}
