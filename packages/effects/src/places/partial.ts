import type { Effect } from '@licet/core';
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
