import type { Effect, FileTarget } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { isWithin } from './lexical.ts';
import { lossTags } from './losses.ts';
import { expandGlob } from './reach.ts';
import { alike } from '../alike.ts';

/** A filter of awk that only prints the lines that fit. */
const LINE_FILTER = /^(?!\s*1\s*;?\s*$)\s*[^{}!\s][^{}]*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?\s*$/;

/** A filter of jq after which a part is left: one field, some elements. Changing what `select` finds (`|=`) keeps the rest. */
const JSON_PART =
  /^\s*\.(?:[\w"]|\[)[\w."[\]-]*\s*$|\.\[-?\d*:-?\d*\]|\b(?:limit|first|last|nth|until)\b|(?:map\(|\[\s*\.\[\]\s*\|)\s*select\(/;

/** The first word that is no option and no value of one. */
const codeOf = (words: readonly string[], takesValue: RegExp): string =>
  words.find((word, i) => !word.startsWith('-') && !takesValue.test(words[i - 1] ?? '')) ?? '';

const hasFlag = (words: readonly string[], flag: RegExp): boolean => words.some(word => flag.test(word));

const always = (): boolean => true;
const isAwkPart = (words: readonly string[]): boolean => LINE_FILTER.test(codeOf(words, /^-[Fvif]$/));
const isSearch = (words: readonly string[]): boolean => !hasFlag(words, /^(?:-\w*v\w*|--invert-match|--passthru)$/);
const isJsonPart = (words: readonly string[]): boolean => {
  const code = codeOf(words, /^--(?:arg|argjson|indent)$/);
  return JSON_PART.test(code) && !code.includes('|=');
};
const isTablePart = (words: readonly string[]): boolean =>
  hasFlag(words, /^(?:slice|sample|select|search|head|tail|dedup|filter|cut|top|uniq|nothing|decimate|bootstrap)$/);

/** By the words after the name, whether a program prints only a part of what it reads. */
const parts: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  ...alike('head tail shuf cut csvcut csvgrep sqlite3 duckdb', always),
  ...alike('awk gawk mawk nawk', isAwkPart),
  ...alike('grep egrep fgrep rg ag', isSearch),
  ...alike('jq jaq gojq yq', isJsonPart),
  ...alike('mlr xsv qsv xan csvtk', isTablePart),
  ...Object.fromEntries(
    'sed gsed'
      .split(' ')
      .map(name => [
        name,
        words =>
          hasFlag(words, /^(?:-[Ersuz]*n\w*|--quiet|--silent)$/) || hasFlag(words, /^\s*(?:\d+,\$\s*d|\d+\s*[qQ])\s*;?\s*$/),
      ]),
  ),
  uniq: words => hasFlag(words, /^-\w*[ud]\w*$|^--(?:unique|repeated)$/),
  // Whole lines that are the same are no loss.
  sort: words =>
    hasFlag(words, /^(?:-[a-zA-Z]*u|--unique$)/) &&
    hasFlag(words, /^(?:-[a-zA-Z]*[kfgnhVMid]|--(?:key|ignore-case|[a-z]+-sort|ignore-nonprinting|dictionary-order))/),
};

/** Programs that are between others in a pipe. */
const PASSES = /^(?:cat|tac|sort|uniq|tr|cut|rev|nl|column|paste|tee|pv|iconv|[gmn]?awk|g?sed|grep|jq|xsv|mlr)$/;

function isPartOf({ target, program = '' }: Effect): boolean {
  if (program.startsWith('clickhouse')) return true;
  const words = target?.type === 'program' ? target.argv.slice(1).map(word => word ?? '') : [];
  return Object.hasOwn(parts, program) && parts[program]?.(words) === true;
}

/**
 * Whether a file is read by what prints only a part of it, by its words: `head`, `sort -u -k1`, `jq '.[:5]'`. Or by what hands it on to
 * such a program in a pipe.
 */
export function isReadInPart(effects: readonly Effect[], at: number): boolean {
  const { program } = effects[at] ?? {};
  const reader = effects.slice(0, at).findLast(effect => effect.kind === 'execute' && effect.program === program);
  if (program !== undefined && reader !== undefined && isPartOf(reader)) return true;
  for (const [i, effect] of effects.entries()) {
    if (i <= at || (effect.kind === 'write' && effect.program === undefined)) continue;
    const next = effects[i + 1];
    const readsOwn = next?.kind === 'read' && next.program === effect.program;
    if (effect.kind !== 'execute' || readsOwn) return false;
    if (isPartOf(effect)) return true;
    if (!PASSES.test(effect.program ?? '')) return false;
  }
  return false;
}

/** Where a file that is written over lies, and what may be looked at. */
interface Surroundings {
  readonly cwd?: string | undefined;
  readonly root?: string | undefined;
  readonly home?: string | undefined;
  readonly files?: FileSystemPort | undefined;
}

const pathsOf = ({ lexical, resolved }: FileTarget): readonly string[] => [...new Set([lexical, resolved])];

/** Most files of a pattern that are looked at. */
const MOST = 64;

/** The files that a target names, links followed. */
const filesOf = ({ glob, resolved }: FileTarget, files: FileSystemPort): readonly string[] =>
  glob === undefined
    ? [resolved]
    : expandGlob(glob, files)
        .paths.slice(0, MOST)
        .map(path => files.realPath(path) ?? path);

/**
 * Tells whether writing a file as a whole may lose what is in it: something is, it lies in the project, and no tool makes it again.
 * Whether git holds it is asked later, once for all that an action does: see {@link isDataLost}.
 */
export function holdsData(target: FileTarget, place: Surroundings): boolean {
  const { files, root, cwd = root ?? '/', home } = place;
  if (files === undefined) return false;
  const mayHold = (path: string): boolean =>
    isWithin(path, root ?? cwd) &&
    !/\/\.git(?:\/|$)/.test(path) &&
    !lossTags(path, undefined, false, { cwd, root, home }).includes('regenerable');
  if (!mayHold(target.lexical)) return false;
  return filesOf(target, files).some(path => {
    const found = mayHold(path) ? files.identity(path) : undefined;
    if (found === undefined || (found.isFolder ?? files.list(path) !== undefined)) return false;
    return files.text?.(path)?.trim() !== '';
  });
}

/** Tells whether git knows none of the files that a target names, or not all of them. */
export function isUnknownToGit(target: FileTarget, files: FileSystemPort | undefined): boolean {
  const paths = files === undefined ? [] : filesOf(target, files);
  return paths.length > 0 && files?.isKnownToGit?.(paths) !== true;
}

/** Programs that copy whole trees: what was in the file is in the copy too. */
const COPIES = /^(?:cp|rsync|tar|zip|7z)$/;

/** Names beside a file that people and programs give to a copy of it. */
const COPY_NAMES = ['.bak', '.orig', '.old', '~'];

/**
 * Tells whether what was in a file is lost when one of an action's effects writes it as a whole. It is not where the action reads it
 * before (an edit in place, a copy) or moves it aside, where git knows the file, and where a copy lies beside it.
 */
export function isDataLost(
  target: FileTarget,
  effects: readonly Effect[],
  at: number,
  files: FileSystemPort | undefined,
): boolean {
  if (files === undefined) return false;
  const paths = pathsOf(target);
  const isTaken = ({ kind, target: other, program = '', tags = [] }: Effect, i: number): boolean => {
    if (other?.type !== 'file' || other.glob !== undefined || tags.includes('metadata')) return false;
    if (kind !== 'read' && !(kind === 'delete' && tags.includes('moved'))) return false;
    const isTree = other.recursive === true && (COPIES.test(program) || kind === 'delete');
    const isIt = pathsOf(other).some(from => paths.some(path => path === from || (isTree && isWithin(path, from))));
    return isIt && !(kind === 'read' && isReadInPart(effects, i));
  };
  const isSaid = ({ target: other, tags = [] }: Effect): boolean =>
    other?.type === 'file' && other.lexical === target.lexical && other.glob === target.glob && tags.includes('destructive');
  const before = (effect: Effect, i: number): boolean => i < at || effect.program === effects[at]?.program;
  if (effects.some((effect, i) => (before(effect, i) && isTaken(effect, i)) || isSaid(effect))) return false;
  const text = files.text?.(target.resolved);
  if (text !== undefined && COPY_NAMES.some(name => files.text?.(target.resolved + name) === text)) return false;
  return isUnknownToGit(target, files);
}

/** The part of its lines below which a text is another one, and how few lines are no data yet. */
const LEAST_KEPT = 1 / 4;
const FEW_LINES = 5;

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap(line => {
    const bare = line.replace(/\s+/g, ' ').trim();
    return bare === '' ? [] : [bare];
  });

/**
 * How many lines of a text are in the one that takes its place, where most of it is lost: fewer than a quarter of at least five. Of 1,500
 * changes of files in the history of this project none kept less than a quarter, and one in a hundred less than half. Moved and
 * indented lines are kept; a text that becomes empty is lost whatever its length.
 */
export function mostLost(before: string, after: string): { readonly kept: number; readonly of: number } | undefined {
  const [old, left] = [linesOf(before), new Map<string, number>()];
  for (const line of linesOf(after)) left.set(line, (left.get(line) ?? 0) + 1);
  if (left.size > 0 && old.length < FEW_LINES) return undefined;
  const kept = old.filter(line => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  }).length;
  return kept < old.length * LEAST_KEPT ? { kept, of: old.length } : undefined;
}
