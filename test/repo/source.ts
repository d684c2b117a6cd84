import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseSync } from 'oxc-parser';
import type { Comment, Program } from 'oxc-parser';

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

export const PACKAGES = [
  'core',
  'effects',
  'guards',
  'capabilities',
  'analysis',
  'importers',
  'sandbox',
  'epistemic',
  'adapters',
  'server',
  'console',
  'cli',
] as const;

/** A source file of a package. */
export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly package: string;
  /** From the package's `src`. */
  readonly inside: string;
  readonly text: string;
  readonly lines: number;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Every file below a folder of the repository that ends in `ending`. */
export function files(folder: string, ending: string): readonly string[] {
  return filesBelow(folder).filter(path => path.endsWith(ending));
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Every source file of every package. */
export const SOURCES: readonly Source[] = PACKAGES.flatMap(name =>
  files(`packages/${name}/src`, '.ts').map(path => {
    const text = read(path);
    return { path, package: name, inside: path.slice(`packages/${name}/src/`.length), text, lines: text.split('\n').length - 1 };
  }),
);

/** A node of a syntax tree, as far as these tests look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface Parsed {
  readonly program: Program;
  readonly comments: readonly Comment[];
}

export function parse(source: Source): Parsed {
  const { program, comments, errors } = parseSync(source.path, source.text);
  if (errors.length > 0) throw new Error(`${source.path}: ${errors[0]?.message ?? ''}`);
  return { program, comments };
}

/** Every node below and including one, each before what it holds. */
export function nodesOf(node: unknown): readonly Node[] {
  const found: Node[] = [];
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if ('type' in each && typeof each.type === 'string') found.push(each as Node);
    else if (!Array.isArray(each)) return;
    for (const member of Object.values(each)) visit(member);
  };
  visit(node);
  return found;
}

/** The line, from 1, that an offset lies on. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
