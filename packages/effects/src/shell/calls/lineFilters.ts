import { absolutePath, isWithin } from '../../places/lexical.ts';
import { governedNamesOf } from '../../places/governedAmong.ts';
import { secretNamesOf } from '../../places/secretNames.ts';
import { secretsBelow } from '../../places/secretsBelow.ts';
import type { Argument } from '../../programs/call.ts';
import type { Printed } from '../../programs/output.ts';
import type { Field } from '../words/field.ts';
import { patternField, literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { MOST_CHOICES } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import type { ResolvedCall } from './call.ts';
import { isOfKind } from './resolve.ts';

/** The secrets that a list of what git is told to ignore has in it, by name, and whatever else lies there: below folders, or everywhere. */
export function ignoredFiles(within: readonly Argument[], frame: Frame): Stream | undefined {
  const { cwd } = frame.state;
  if (cwd === undefined || frame.place !== 'here') return undefined;
  const folders = within.flatMap(({ text }) => (text?.startsWith(':') === false ? (absolutePath(text, cwd) ?? []) : []));
  const found = secretsBelow({ type: 'file', lexical: cwd, resolved: cwd, recursive: true }, frame.run.options);
  const named = found.filter(path => folders.length === 0 || folders.some(folder => isWithin(path, folder)));
  const others = (folders.length === 0 ? [cwd] : folders).map(folder => patternField(folder === cwd ? '**' : `${folder}/**`));
  return { paths: [...named.slice(0, MOST_CHOICES - 1).map(path => literal(path)), ...others], origins: [], isIgnored: true };
}

/** Those of the names that a filter of lines lets through, as far as its pattern can be read. */
function namesThrough(paths: readonly Field[], pattern: string | undefined, isInverted: boolean): readonly Field[] {
  if (pattern === undefined || pattern.length > 200 || /[+*}]\s*\)\s*[+*{]|^\^[!?]/.test(pattern)) return paths;
  try {
    const test = new RegExp(pattern, 'i');
    return paths.filter(({ text, glob }) => glob || test.test(text) !== isInverted);
  } catch {
    return paths;
  }
}

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
  return pattern === undefined || call.has('-v') ? paths : joined(paths.flatMap(path => matching(path, pattern)));
}

function byScript(script: string, paths: readonly Field[]): readonly Field[] | undefined {
  const expression = PRINTS_MATCHES.exec(script)?.[1];
  if (expression !== undefined) return joined(paths.flatMap(path => matching(path, expression)));
  const folder = PUTS_BEFORE.exec(script)?.[2];
  if (folder !== undefined) return paths.map(path => ({ ...path, text: folder + path.text }));
  return PRINTS_COLUMN.test(script) ? paths : undefined;
}

/** Patterns of which each name that is left may match any, as one: the last name is where a copy goes. */
function joined(fields: readonly Field[]): readonly Field[] {
  const [first] = fields;
  const isPlain = fields.every(({ text, glob }) => glob && !/[,{}\\/]/.test(text));
  if (first === undefined || fields.length < 2 || !isPlain) return fields;
  return [{ ...first, text: `{${fields.map(({ text }) => text).join(',')}}` }];
}

/** An expression that says nothing but a part of the name. */
const PLAIN_PART = /^(\^?)((?:[\w-]|\\\.)+)(\$?)$/;

/** Some of the files below a folder, which are told apart by what no name says: `**` are all of them. */
export const someOf = (all: Field): Field => ({ ...all, text: all.text.replace(/\*\*$/, '**/**') });

/** Which of the names that a wildcard matches also match an expression. */
function matching(path: Field, expression: string): readonly Field[] {
  const [, folder = '', wild] = /^(|.*\/)(\*\*?|\.\*)$/.exec(path.glob ? path.text : '') ?? [];
  if (wild === undefined) return [path];
  const isLeft = (name: string): boolean => wild === '**' || name.startsWith('.') === (wild === '.*');
  const within = wild === '**' ? `${folder}**/` : folder;
  const names = secretNamesOf(expression).filter(isLeft);
  if (names.length > 0) return names.map(name => ({ ...path, text: within + name }));
  // The last name of a list is where a copy goes.
  const governed = wild === '**' ? governedNamesOf(expression).join(',') : '';
  if (governed !== '') return [someOf(path), { ...path, text: `${folder}{${governed},}` }];
  const [, from, part = '', to] = PLAIN_PART.exec(expression) ?? [];
  if (wild === '**' || from === undefined) return [wild === '**' ? someOf(path) : path];
  const said = part.replaceAll('\\', '');
  if (from === '') return [{ ...path, text: `${folder}${wild}${said}${to === '' ? '*' : ''}` }];
  return said.startsWith('.') === (wild === '.*') ? [{ ...path, text: `${folder}${said}${to === '' ? '*' : ''}` }] : [];
}
