import { secretNamesLike, secretNamesOf } from '../../places/secretNames.ts';
import type { Field } from '../words/field.ts';
import type { ResolvedCall } from './resolveCall.ts';
import { namesThrough } from './ignored.ts';

/** Programs that pass a list of lines on, with fewer of them or in another order. */
export const LINE_FILTERS: RegExp =
  /^(?:grep|egrep|fgrep|rg|ag|ack|head|tail|sort|uniq|tac|shuf|tee|nl|fzf|sponge|ts|pv|less|more|cat|bat|unbuffer|stdbuf)$/;

/** Those of them that pick lines by an expression. */
export const SEARCHES: RegExp = /^(?:[efz]?grep|rg|ag|ack)$/;

/** The expression that lines must match, in scripts that print the lines which do, and no others. */
const PRINTS_MATCHES = /^(?:\$0\s*~\s*)?\/((?:[^/\\]|\\.)+)\/(?:I?p|\s*\{\s*print(?:\s*\$(?:\d+|NF))?\s*;?\s*\})?$/;

/** A script that prints one column: of a long listing, the names. */
const PRINTS_COLUMN = /^\{\s*print\s*\$(?:\d+|NF)\s*;?\s*\}$/;

/** A script that puts a folder before each name. */
const PUTS_BEFORE = /^s(.)\^\1([^&\\]*)\1g?$/;

/** The names that a program leaves of a list on its input; nothing when it makes something else of it. */
export function namesLeft(call: ResolvedCall, paths: readonly Field[], isIgnored?: true): readonly Field[] | undefined {
  const [program = ''] = call.path;
  const pattern = call.values('-e')[0]?.text ?? call.operands[0]?.text;
  if (/^(?:g?sed|[gmn]?awk)$/.test(program)) return byScript(pattern ?? '', paths);
  if (!LINE_FILTERS.test(program)) return undefined;
  if (isIgnored === true) return SEARCHES.test(program) ? namesThrough(paths, pattern, call.has('-v')) : paths;
  if (pattern === undefined || call.has('-v') || !SEARCHES.test(program)) return paths;
  return paths.flatMap(path => matching(path, pattern));
}

function byScript(script: string, paths: readonly Field[]): readonly Field[] | undefined {
  const expression = PRINTS_MATCHES.exec(script)?.[1];
  if (expression !== undefined) return paths.flatMap(path => matching(path, expression));
  const folder = PUTS_BEFORE.exec(script)?.[2];
  if (folder !== undefined) return paths.map(path => ({ ...path, text: folder + path.text }));
  return PRINTS_COLUMN.test(script) ? paths : undefined;
}

/** The names that a search by name finds: those of secrets, when its pattern is made for them. */
export function namesFound(call: ResolvedCall, all: Field): readonly Field[] {
  const pattern = call.operands[0]?.text;
  const names = pattern === undefined ? [] : call.has('-g') ? secretNamesLike(pattern) : secretNamesOf(pattern);
  const isHidden = call.path[0] === 'locate' || ['-H', '-u', '--hidden', '--unrestricted'].some(option => call.has(option));
  const found = names.filter(name => isHidden || !name.startsWith('.'));
  return found.length === 0 ? [all] : found.map(name => ({ ...all, text: `**/${name}` }));
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
