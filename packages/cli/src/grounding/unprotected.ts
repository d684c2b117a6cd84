import { relative, resolve } from 'node:path';

import type { Registry } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { SEEDS } from '@licet/epistemic';
import type { PolicyIssue } from '@licet/core/yaml';

import { scalarPlace } from '../policy/scalarPlace.ts';

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
