import { GovernanceError } from '@licet/core';
import { expandBraces, MAX_ALTERNATIVES, compileGlob } from './glob.ts';
import { escapeGlob, patternCovers, isMagic, toSegments, unescapeGlob } from './segments.ts';
import { collapse } from './lexical.ts';
import type { Segment } from './segments.ts';

/** One alternative of a pattern after brace expansion. */
interface PatternAlternative {
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
const isPlain = (source: string): boolean => /^[\w./*@+,=: -]+$/.test(source) && !source.includes('..');

/** The longest text that every match must contain, for a test that costs next to nothing. */
const requiredText = (glob: string): string => {
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
const compileAlternative = (absolute: string, floating: boolean, deep: boolean): PatternAlternative => {
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

/** What patterns are anchored to; fixed when the policy is loaded. */
export interface PatternAnchors {
  /** The policy root: relative patterns start here. Absolute, without `..` and trailing slash. */
  readonly root: string;
  /** What `~/` means. */
  readonly home?: string | undefined;
  /**
   * What a match means. `grant` opens paths: patterns match exactly what they say. `restrict` closes paths and reads every pattern
   * in its widest sense: see `compilePattern`.
   */
  readonly mode: 'grant' | 'restrict';
  /** The file system takes `A` and `a` for the same name. Default false. */
  readonly caseFold?: boolean | undefined;
}

/** A compiled pattern. */
export interface PathPattern {
  /** As it is written in the policy. */
  readonly source: string;
  /** A text that every path must contain to match; empty when there is none that is certain. */
  readonly required: string;
  /** Made when they are first asked for: most patterns of a policy have nothing to do with the path at hand. */
  readonly alternatives: readonly PatternAlternative[];
}

/** A pattern that cannot be used, found when the policy is loaded. */
export class PathPatternError extends GovernanceError {
  override readonly name = 'PathPatternError';

  constructor(message: string, options?: ErrorOptions) {
    super('invalid_pattern', message, options);
    Object.freeze(this);
  }
}

const MAX_PATTERN_LENGTH = 8192;

/** A bracket, brace or group that never ends, or a range that runs backwards, matches nothing that anybody meant. */
const brokenGroup = (source: string): string | undefined => {
  const open: string[] = [];
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') {
      const body = /^\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/s.exec(source.slice(at))?.[0];
      if (body === undefined) return 'expected `]` after `[`; write `\\[` for the character itself';
      const range = /(?<from>[^\\[!^-])-(?<to>[^\]\\])/g;
      for (const [, from = '', to = ''] of body.matchAll(range))
        if (from > to) return `expected a range that goes up, found \`${from}-${to}\``;
      at += body.length - 1;
    } else if (char === '{') open.push('}');
    else if (char === '(' && /[?*+@!]/.test(source.charAt(at - 1))) open.push(')');
    else if (char === open.at(-1)) open.pop();
  }
  const [missing] = open;
  return missing === undefined ? undefined : `expected \`${missing}\` after \`${missing === '}' ? '{' : '('}\``;
};

/** The same with braces that hold no others: nothing can be wrong in it. Most patterns are such, and each process compiles hundreds. */
const isSound = (source: string): boolean =>
  /^[\w./*@+,=: -]*(?:\{[\w./*@+,=: -]*\}[\w./*@+,=: -]*)*$/.test(source) && source !== '' && !source.includes('..');

const faultOf = (source: string, anchors: PatternAnchors): string | undefined => {
  if (source.length <= MAX_PATTERN_LENGTH && isSound(source)) return undefined;
  if (source === '') return 'expected a path pattern, found an empty text';
  if (source.length > MAX_PATTERN_LENGTH) return `expected at most ${MAX_PATTERN_LENGTH} characters, found ${source.length}`;
  if (/[\u0000-\u001f\u007f]/.test(source) || !source.isWellFormed())
    return 'expected printable characters, found a control character';
  if (/^!(?!\()/.test(source)) return 'expected a pattern, found `!`: list exceptions as separate patterns';
  if (/[?*+@!]\([^)]*!\(|!\([^)]*[?*+@!]\(/.test(source))
    return 'expected no group inside or around `!(…)`: what it matches is not certain';
  if (/^~(?!\/|$)/.test(source)) return 'expected `~/`, found the home of another user';
  if (source.startsWith('~') && anchors.home === undefined) return 'expected a known home folder for `~/`';
  if (/[*?[\]{}].*\/\.\.(?:\/|$)/.test(source)) return 'expected no `..` behind a wildcard';
  return brokenGroup(source);
};

/** Makes two spellings of one name equal; the same for paths and patterns. */
export const foldPathName = (text: string, anchors: Pick<PatternAnchors, 'mode' | 'caseFold'>): string => {
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const composed = isAscii ? text : text.normalize('NFC');
  const trimmed = anchors.mode === 'restrict' && /\s/.test(composed) ? composed.replace(/\s+(?=\/|$)/g, '') : composed;
  if (anchors.caseFold !== true) return trimmed;
  if (isAscii) return trimmed.toLowerCase();
  return trimmed
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
};

/** Whether braces may stand for many alternatives, so that they must be counted; one plain list of names never does. */
const mayBeMany = (source: string): boolean =>
  source.includes('{') && (/\{.*(?:\{|\.\.)/s.test(source) || source.split(',').length > MAX_ALTERNATIVES);

/** The same for a pattern as it is written: what neither braces nor folding can change. */
const requiredOf = (source: string, { caseFold }: PatternAnchors): string => {
  const required = requiredText(isPlain(source) ? source : beforeBraces(source)).trim();
  if (required === '.') return '';
  return caseFold === true ? required.toLowerCase() : required;
};

const beforeBraces = (source: string): string =>
  source.includes('..') || /[^\x20-\x7e]/.test(source) ? '' : source.replace(/^~/, '').replace(/\{.*$/, '');

/**
 * Compiles one pattern of a policy. The rules, the same wherever a policy holds a path:
 *
 * | pattern | matches |
 * |---|---|
 * | `src/app.ts`, `src/`, `src/**` | that file or folder below the root, and everything in it; never `src-old` |
 * | `src/*` | the direct entries of `src` |
 * | `.env*`, `*.pem`, `app` | no slash: the name at any depth below the root |
 * | `**` `/.env*` | the name at any depth below the root |
 * | `/etc/**`, `~/.ssh/` | absolute, or below the home folder |
 *
 * `*` and `?` stay within one part and match leading dots; `[a-z]`, `{a,b}` and `@(a|b)` work; `\` takes a wildcard's meaning
 * away. The last part may be a folder: a last part without a wildcard always means what is below it too.
 * With mode `restrict` a pattern means more: what is below a match is matched for wildcards as well, patterns without a slash or
 * with a leading `**` `/` hold outside the root too, and spaces at the end of a name do not count.
 *
 * @throws {PathPatternError} for an empty, over-long or unprintable pattern, a leading `!`, nested negation, `..` behind a wildcard,
 * an unknown home, a bracket, brace or group that never ends, and braces with more than 1,000 alternatives.
 */
export const compilePattern = (source: string, anchors: PatternAnchors): PathPattern => {
  const fault = faultOf(source, anchors);
  if (fault !== undefined) throw new PathPatternError(`bad path pattern \`${source.slice(0, 80)}\`: ${fault}`);
  if (mayBeMany(source) && expandBraces(source).length > MAX_ALTERNATIVES)
    throw new PathPatternError(`bad path pattern \`${source.slice(0, 80)}\`: expected at most ${MAX_ALTERNATIVES} alternatives`);
  const pattern = Object.freeze(new LazyPattern(source, anchors));
  try {
    if (source.includes('(')) void pattern.alternatives;
  } catch (cause) {
    throw new PathPatternError(`bad path pattern \`${source.slice(0, 80)}\`: expected fewer groups`, { cause });
  }
  return pattern;
};

/** A pattern of which as little is made as is asked for: a process that judges one call holds hundreds, and needs a few. */
class LazyPattern implements PathPattern {
  readonly source: string;
  readonly #anchors: PatternAnchors;
  #required: string | undefined;
  #alternatives: readonly PatternAlternative[] | undefined;

  constructor(source: string, anchors: PatternAnchors) {
    this.source = source;
    this.#anchors = anchors;
  }

  get required(): string {
    return (this.#required ??= requiredOf(this.source, this.#anchors));
  }

  get alternatives(): readonly PatternAlternative[] {
    return (this.#alternatives ??= Object.freeze(expandBraces(this.source).map(text => alternativeOf(text, this.#anchors))));
  }
}

const alternativeOf = (text: string, anchors: PatternAnchors): PatternAlternative => {
  const deep = anchors.mode === 'restrict';
  const fold = (written: string): string => {
    const folded = foldPathName(written, anchors);
    return anchors.caseFold === true ? folded.replace(/\[:(?:upper|lower):\]/g, '[:alpha:]') : folded;
  };
  if (text.startsWith('/')) return compileAlternative(fold(text), false, deep);
  if (text.startsWith('~')) return compileAlternative(fold(`${escapeGlob(anchors.home ?? '')}/${text.slice(1)}`), false, deep);
  const plain = text.replace(/^(?:\.\/+)+/, '');
  const anyDepth = !plain.includes('/') && plain !== '.' && plain !== '..';
  const floats = anyDepth || plain.startsWith('**/');
  const escapedRoot = escapeGlob(anchors.root);
  return compileAlternative(fold(`${escapedRoot}/${anyDepth && plain !== '**' ? '**/' : ''}${plain}`), floats && deep, deep);
};

/** Whether everything that `narrow` matches, with what is below it, is also matched by `wide`. No where that cannot be shown. */
export const patternIncludes = (wide: PathPattern, narrow: PathPattern): boolean =>
  narrow.alternatives.every(inner => wide.alternatives.some(outer => patternCovers(outer.segments, inner.segments)));

/** Whether everything that `narrow` matches is also matched by `wide`, as far as that can be shown. */
const isNarrower = (narrow: PathPattern, wide: PathPattern): boolean =>
  narrow.alternatives.every(inner => wide.alternatives.some(outer => patternCovers(outer.segments, inner.written)));

/**
 * Whether `left` is more specific than `right`: all that it matches is matched by `right` too, and not the reverse. This is
 * a partial order on purpose. `src/gen/**` is more specific than `src/**`, and `config/.env.example` than `.env*`; but neither
 * of `secrets/**` and `*.md` is: a path that matches both is a tie, and ties go to the stricter rule.
 */
export const isMoreSpecific = (left: PathPattern, right: PathPattern): boolean =>
  isNarrower(left, right) && !isNarrower(right, left);

/**
 * Of the rules that match one path, those that no other one is more specific than. The caller takes the strictest of them,
 * so "the most specific wins, ties go to the stricter" holds without a made-up score.
 */
export const mostSpecific = <T extends { readonly pattern: PathPattern }>(rules: readonly T[]): readonly T[] =>
  rules.filter(rule => !rules.some(other => isMoreSpecific(other.pattern, rule.pattern)));
