import { posix } from 'node:path';

import { SOURCES, nodesOf, parse } from './source.ts';
import type { Source } from './source.ts';

/** An import or a re-export of a source file. */
export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
  /** Loaded only when it is wanted. */
  readonly isLater: boolean;
}

const known = new Map<string, readonly Import[]>();

/** What a file imports, read once: many rules ask. */
export function importsOf(source: Source): readonly Import[] {
  const imports = known.get(source.path) ?? readImports(source);
  known.set(source.path, imports);
  return imports;
}

function readImports(source: Source): readonly Import[] {
  return nodesOf(parse(source).program).flatMap(node => {
    const { type, source: origin, importKind, exportKind } = node;
    const isImport = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'].includes(type);
    if (!isImport || typeof origin !== 'object' || origin === null || !('value' in origin)) return [];
    const typeOnly = importKind === 'type' || exportKind === 'type';
    return [{ from: String(origin.value), typeOnly, isLater: type === 'ImportExpression' }];
  });
}

/**
 * The circles of source files: each a set of files that all reach each other by relative imports that count. Every file is in one circle at most.
 *
 * @param counts - Whether an import is followed.
 */
export function circles(counts: (each: Import) => boolean): readonly (readonly string[])[] {
  const next = new Map(
    SOURCES.map(source => [
      source.path,
      importsOf(source)
        .filter(each => each.from.startsWith('.') && counts(each))
        .map(({ from }) => posix.join(posix.dirname(source.path), from)),
    ]),
  );
  return componentsOf(next).filter(files => files.length > 1 || files.some(file => next.get(file)?.includes(file)));
}

/** The strongly connected components of a graph, as Tarjan finds them. */
function componentsOf(next: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const place = lowest.size;
    let low = place;
    lowest.set(file, place);
    open.push(file);
    for (const to of next.get(file) ?? []) low = Math.min(low, lowest.get(to) ?? visit(to));
    if (low < place) lowest.set(file, low);
    else {
      const files = open.splice(open.indexOf(file));
      for (const each of files) lowest.set(each, Number.POSITIVE_INFINITY);
      found.push(files);
    }
    return low;
  };
  for (const file of next.keys()) if (!lowest.has(file)) visit(file);
  return found;
}
