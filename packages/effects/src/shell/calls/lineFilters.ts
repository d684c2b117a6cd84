import { secretNamesOf } from '../../places/secretNames.ts';
import type { Printed } from '../../programs/output.ts';
import type { Field } from '../words/field.ts';
import type { Stream } from '../words/stream.ts';
import type { ResolvedCall } from './resolveCall.ts';
import { isOfKind } from './described.ts';
import { namesThrough } from './ignored.ts';

/** Whether lines of the input are passed on whole: fewer of them, or in another order. */
export const passesLines = (printed: Printed | undefined): boolean => isOfKind(printed, 'input', 'lines', 'matches');

/** The expression that lines must match, in scripts that print the lines which do, and no others. */
const PRINTS_MATCHES = /^(?:\$0\s*~\s*)?\/((?:[^/\\]|\\.)+)\/(?:I?p|\s*\{\s*print(?:\s*\$(?:\d+|NF))?\s*;?\s*\})?$/;

/** A script that prints one column: of a long listing, the names. */
const PRINTS_COLUMN = /^\{\s*print\s*\$(?:\d+|NF)\s*;?\s*\}$/;

/** A script that puts a folder before each name. */
const PUTS_BEFORE = /^s(.)\^\1([^&\\]*)\1g?$/;

/** The names that a call leaves of a list on its input; nothing when it makes something else of it. */
export function namesLeft(
  printed: Printed | undefined,
  call: ResolvedCall,
  { paths = [], isIgnored }: Stream,
): readonly Field[] | undefined {
  const pattern = call.values('-e')[0]?.text ?? call.operands[0]?.text;
  if (printed === 'sed' || printed === 'awk') return byScript(pattern ?? '', paths);
  if (!passesLines(printed)) return undefined;
  if (printed !== 'matches') return paths;
  if (isIgnored === true) return namesThrough(paths, pattern, call.has('-v'));
  return pattern === undefined || call.has('-v') ? paths : paths.flatMap(path => matching(path, pattern));
}

function byScript(script: string, paths: readonly Field[]): readonly Field[] | undefined {
  const expression = PRINTS_MATCHES.exec(script)?.[1];
  if (expression !== undefined) return paths.flatMap(path => matching(path, expression));
  const folder = PUTS_BEFORE.exec(script)?.[2];
  if (folder !== undefined) return paths.map(path => ({ ...path, text: folder + path.text }));
  return PRINTS_COLUMN.test(script) ? paths : undefined;
}

/** An expression that says nothing but a part of the name. */
const PLAIN_PART = /^(\^?)((?:[\w-]|\\\.)+)(\$?)$/;

/** Which of the names that a wildcard stands for match an expression. */
function matching(path: Field, expression: string): readonly Field[] {
  const [, folder = '', wild] = /^(|.*\/)(\*\*?|\.\*)$/.exec(path.glob ? path.text : '') ?? [];
  if (wild === undefined) return [path];
  const isLeft = (name: string): boolean => wild === '**' || name.startsWith('.') === (wild === '.*');
  const within = wild === '**' ? `${folder}**/` : folder;
  const names = secretNamesOf(expression).filter(isLeft);
  if (names.length > 0) return names.map(name => ({ ...path, text: within + name }));
  const [, from, part = '', to] = PLAIN_PART.exec(expression) ?? [];
  if (wild === '**' || from === undefined) return [path];
  const said = part.replaceAll('\\', '');
  if (from === '') return [{ ...path, text: `${folder}${wild}${said}${to === '' ? '*' : ''}` }];
  return said.startsWith('.') === (wild === '.*') ? [{ ...path, text: `${folder}${said}${to === '' ? '*' : ''}` }] : [];
}
