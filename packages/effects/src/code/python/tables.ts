import type { Effect } from '@licet/core';
import { absolutePath } from '../../places/lexical.ts';
import { holdsData, isUnknownToGit } from '../../places/overwritten.ts';
import { fileEffects } from '../../tools/files.ts';
import type { CodeCall } from '../calls.ts';
import type { Place, Scan } from '../interpreter.ts';
import { lookUp } from '../scopes.ts';
import { optionsOf, textOf, unknownValue } from '../value.ts';
import { argumentsOf } from './evaluate.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';
import { nameOf } from './scope.ts';

/** Methods of tables that write a file as a whole. Source: the manuals of pandas and polars. */
const WRITES =
  /^(?:to_(?:csv|parquet|json|excel|feather|pickle|orc|xml)|(?:write|sink)_(?:csv|parquet|json|ndjson|excel|ipc|avro|delta))$/;

/** Functions that read a file as a table. */
const READS = /^(?:read|scan)_\w+$/;

/** Methods that give a part of a table: some rows, or not all columns. */
const TAKES_PART =
  /^(?:head|limit|tail|sample|slice|nlargest|nsmallest|filter|query|drop|truncate|gather_every|top_k|bottom_k|first|last)$/;

/** Longest chain of methods and names that is followed. */
const MOST_STEPS = 32;

/** Whether an expression is a part of a table that is read from a file: `pl.read_csv(f).head(5)`, `df[:5]`, by whatever names. */
function isPartOf(node: PythonNode | undefined, path: string, scan: Scan<PythonNode>, place: Place<PythonNode>): boolean {
  const pending: [PythonNode | undefined, boolean][] = [[node, false]];
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const [at, isPart = false] = pending.shift() ?? [];
    if (at === undefined) return false;
    const called = at.type === 'call' ? childIn(at, 'function') : undefined;
    const method = nameOf(called?.type === 'attribute' ? childIn(called, 'attribute') : called);
    if (called !== undefined && READS.test(method)) {
      const [from = unknownValue] = argumentsOf(at, place.scope, scan.evaluator).args;
      if (isPart && optionsOf(from).some(option => textOf(option) === path)) return true;
    } else if (called !== undefined) {
      const isAll = method === 'sample' && /\bfrac\s*=\s*1(?:\.0*)?\s*[,)]/.test(at.text);
      pending.push([childIn(called, 'object'), isPart || (TAKES_PART.test(method) && !isAll)]);
    } else if (at.type === 'subscript') {
      const by = childIn(at, 'subscript')?.type;
      pending.push([childIn(at, 'value'), isPart || by === 'slice' || by === 'comparison_operator']);
    } else if (at.type === 'attribute') pending.push([childIn(at, 'object'), isPart]);
    else if (at.type === 'identifier')
      for (const origin of lookUp(nameOf(at), place.scope) ?? [])
        if (typeof origin === 'object' && 'node' in origin) pending.push([origin.node, isPart]);
  }
  return false;
}

/** What is lost where a part of a table takes the place of the file that it was read from, and git does not hold that. */
export function judgeTable(
  callee: PythonNode,
  { args, named, certainty }: Omit<CodeCall, 'name'>,
  scan: Scan<PythonNode>,
  place: Place<PythonNode>,
): readonly Effect[] {
  const { context } = scan;
  const { paths, root } = context;
  if (callee.type !== 'attribute' || !WRITES.test(nameOf(childIn(callee, 'attribute')))) return [];
  const given = args[0] ?? named.get('path_or_buf') ?? named.get('path') ?? named.get('file') ?? unknownValue;
  return optionsOf(given).flatMap(option => {
    const text = textOf(option);
    if (text === undefined || absolutePath(text, paths.cwd) === undefined) return [];
    if (!isPartOf(childIn(callee, 'object'), text, scan, place)) return [];
    return fileEffects(text, { kind: 'write', certainty, tags: ['destructive'] }, context).filter(
      ({ target }) => target?.type === 'file' && holdsData(target, { ...paths, root }) && isUnknownToGit(target, paths.files),
    );
  });
}
