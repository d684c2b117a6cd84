import { collapse } from './lexical.ts';
import { compileGlob } from './glob.ts';
import { escapeGlob, isMagic, toSegments, unescapeGlob } from './segments.ts';
import type { Segment } from './segments.ts';

/** One alternative of a pattern after brace expansion. */
export interface PatternAlternative {
  /** Whether the absolute path, already folded, matches. */
  matches(path: string): boolean;
  /** The literal folder that all matches lie in or are. */
  readonly base: string;
  /** The whole of what matches, as parts. */
  readonly segments: readonly Segment[];
  /** The parts as written: without what is below when the pattern does not end in a slash or `**`. */
  readonly written: readonly Segment[];
  /** True when it may match below any folder, so that only a walk finds what it matches. */
  readonly floating: boolean;
}

/** Names, slashes and the simplest wildcards. */
export const isPlain = (source: string): boolean => /^[\w./*@+,=: -]+$/.test(source) && !source.includes('..');

/** The longest text that every match must contain, for a test that costs next to nothing. */
export const requiredText = (glob: string): string => {
  const simple = isPlain(glob) ? glob : glob.replace(/(?:\\|\[|[?*+@!]\().*$/s, '');
  return simple.split(/[*?/]/).reduce((best, run) => (run.length > best.length ? run : best), '');
};

const below = (path: string, base: string): string | undefined => {
  if (base === '/') return path.slice(1);
  if (!path.startsWith(base)) return undefined;
  return path.length === base.length ? '' : path[base.length] === '/' ? path.slice(base.length + 1) : undefined;
};

const anyRun: Segment = { kind: 'any', text: '**' };

/** Compiles one alternative of a pattern that has no braces left. */
export const compileAlternative = (absolute: string, floating: boolean, deep: boolean): PatternAlternative => {
  const parts = absolute.split('/').filter(part => part !== '' && part !== '.');
  const isTree = absolute.endsWith('/') || parts.at(-1) === '**' || !isMagic(parts.at(-1) ?? '');
  while (parts.at(-1) === '**') parts.pop();
  const found = parts.findIndex(isMagic);
  const first = found < 0 ? parts.length : found;
  const base = collapse(`/${unescapeGlob(parts.slice(0, first).join('/'))}`);
  const rest = parts.slice(first).join('/');
  const required = requiredText(rest);
  let glob = rest.includes('(') ? compileGlob(rest, isTree || deep) : undefined;
  const matchesRest = (path: string): boolean => {
    if (rest === '') return true;
    if (!path.includes(required)) return false;
    return (glob ??= compileGlob(rest, isTree || deep))(path);
  };
  const matches = (path: string): boolean => {
    const relative = below(path, base);
    if (relative === undefined) return floating && matchesRest(path.slice(1));
    return matchesRest(relative);
  };
  const own = [...toSegments(escapeGlob(base)), ...toSegments(rest)];
  const written = floating ? [anyRun, ...toSegments(rest)] : own;
  const isExplicit = absolute.endsWith('/') || absolute.endsWith('**');
  const segments = floating || isTree || deep ? written.concat(anyRun) : written;
  return { matches, base, segments, written: isExplicit ? segments : written, floating };
};
