import type { Json } from '@licet/core';
import type { SessionState } from '@licet/core/store';
import { isRecord } from '@licet/core/nodes';

import { fold, referencesIn, wordsOf } from './words.ts';

/** What the names of the facts begin with that keep what a session has read. */
export const FLOW_FACT = '@flow/';

/**
 * How a value came to be allowed. Of code: `house` is from the project's own files, `own` was said by the agent before it read text of outsiders, `hit` is an address that
 * a search found, `guide` is a package that a page names which the user named.
 */
export type Origin = 'selected' | 'directory' | 'made' | 'granted' | 'linked' | 'house' | 'own' | 'hit' | 'guide';

/** What is remembered of a value only to tell people where it was read; `part` is a part of a secret, which must not be in an address. */
export type Sighting = 'fact' | 'text' | 'part';

/** The letter that an entry has for its origin. */
export const LETTERS: Readonly<Record<Origin | Sighting, string>> = {
  selected: 's',
  directory: 'd',
  made: 'm',
  granted: 'g',
  linked: 'l',
  house: 'h',
  own: 'o',
  hit: 'i',
  guide: 'u',
  fact: 'f',
  text: 't',
  part: 'p',
};
/** The letters of origins by which a value is allowed. */
export const ORIGINS: ReadonlySet<string> = new Set('sdmglhoiu');

/** The most that a session keeps. Past it lists of allowed values grow no more, and the oldest runs go. */
export const MOST = Object.freeze({
  promptBytes: 16_000,
  allowed: 3_072,
  sightings: 768,
  secrets: 512,
  runs: 8_192,
  sources: 64,
  marks: 1_024,
  privates: 16,
});

const HASH = 8;
const ENTRY = HASH + 2;
const SHORT_HASH = 4;

/**
 * What a session has read, as one part of it: what one result, one prompt or one answer adds. Parts only add to each other, so that calls
 * and processes that write at once lose nothing. Every text in it is a keyed hash, except prompts and the names of sources.
 */
export interface FlowPart {
  /** Prompts of the user, oldest first. */
  readonly prompts?: readonly string[];
  /** Prompts that a remote caller has reported: they name values for remote callers only. */
  readonly remotePrompts?: readonly string[];
  /** Entries: the hash of a value, the letter of its origin, and the number of its source among `sources`. */
  readonly values?: string;
  readonly secrets?: string;
  /** Hashes of runs of four words of untrusted text. */
  readonly runs?: string;
  readonly sources?: readonly string[];
  /** Hashes of paths below which everything comes from elsewhere: clones and downloads of this session. */
  readonly marks?: string;
  /** Places whose text is not public: repositories and mail that no prompt names. */
  readonly privates?: readonly string[];
  /** When text of outsiders was first read, in milliseconds since the epoch. */
  readonly since?: number;
  /** `t` text of outsiders was read, `s` a secret source was read, `d` runs were dropped, `o` secrets were, `m` marks were. */
  readonly flags?: string;
}

interface Known {
  readonly origins: string;
  readonly source: string | undefined;
}

/** What a session has read, as guards ask for it. */
export interface FlowState {
  readonly prompts: readonly string[];
  /** The prompts, folded, newest first. */
  readonly names: string;
  /** The addresses in the prompts. */
  readonly references: readonly string[];
  /** The words of the prompts. */
  readonly words: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Known>;
  readonly secrets: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
  readonly privates: ReadonlySet<string>;
  /** When text of outsiders was first read; undefined where that is not known. */
  readonly since: number | undefined;
  readonly isTainted: boolean;
  readonly hasReadSecret: boolean;
  readonly hasDroppedRuns: boolean;
  /** Whether there were more secrets than a session keeps: any text may then hold one. */
  readonly hasDroppedSecrets: boolean;
  /** Whether there were more clones and downloads than a session keeps: any path may then be below one. */
  readonly hasDroppedMarks: boolean;
}

const local = new WeakMap<object, FlowState>();
const remote = new WeakMap<object, FlowState>();

/** Reads what a session has read from its facts. For a remote caller the prompts that remote callers report count as well. */
export function flowStateOf(session: SessionState, isRemote: boolean = false): FlowState {
  const { facts } = session;
  const states = isRemote ? remote : local;
  const known =
    states.get(facts) ??
    joined(
      partsOf(facts).map(([, part]) => part),
      isRemote,
    );
  states.set(facts, known);
  return !known.isTainted && isUnreported(session) ? { ...known, isTainted: true } : known;
}

const MOST_UNREPORTED = 8;

/** Whether calls run in a session and no result of any was ever reported: what they read is then taken for text of outsiders. */
const isUnreported = ({ passed, outcomes }: SessionState): boolean =>
  passed > MOST_UNREPORTED && Object.values(outcomes).every(count => count === 0);

/** Returns the parts that a session keeps, oldest first, by the names of their facts. */
export function partsOf(facts: SessionState['facts']): readonly (readonly [name: string, part: FlowPart])[] {
  const found: [string, FlowPart][] = [];
  for (const name in facts) if (name.startsWith(FLOW_FACT) && isPart(facts[name])) found.push([name, facts[name]]);
  return found;
}

const isPart = (value: Json | undefined): value is Json & FlowPart => isRecord(value);

/** A sentence that begins without a space: `www.acme.com.They sent`. */
const GLUED_SENTENCE = /([\p{L}\p{N}])\.(?=\p{Lu}\p{Ll}+\s)/gu;

/** Puts parts together: sets are united, and a flag that one has is set. */
export function joined(all: readonly FlowPart[], isRemote: boolean = false): FlowState {
  const promptsIn = ({ prompts: own = [], remotePrompts = [] }: FlowPart): readonly string[] =>
    isRemote ? [...own, ...remotePrompts] : own;
  const prompts = all.flatMap(promptsIn).toReversed();
  const names = fold(prompts.join('\n\n').replaceAll(GLUED_SENTENCE, '$1. '));
  const values = new Map<string, Known>();
  const [secrets, runs, marks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let flags = '';
  let since: number | undefined;
  for (const part of all) {
    flags += part.flags ?? '';
    readValues(part, values);
    for (const each of pieces(part.secrets ?? '', HASH)) secrets.add(each);
    for (const each of pieces(part.runs ?? '', SHORT_HASH)) runs.add(each);
    for (const each of pieces(part.marks ?? '', SHORT_HASH)) marks.add(each);
    if (part.since !== undefined) since = Math.min(part.since, since ?? part.since);
  }
  return {
    prompts,
    names,
    references: referencesIn(names),
    words: new Set(wordsOf(names)),
    values,
    secrets,
    runs,
    marks,
    privates: new Set(all.flatMap(part => part.privates ?? [])),
    since,
    isTainted: flags.includes('t'),
    hasReadSecret: flags.includes('s'),
    hasDroppedRuns: flags.includes('d'),
    hasDroppedSecrets: flags.includes('o'),
    hasDroppedMarks: flags.includes('m'),
  };
}

function readValues({ values = '', sources = [] }: FlowPart, into: Map<string, Known>): void {
  for (const entry of pieces(values, ENTRY)) {
    const hash = entry.slice(0, HASH);
    const letter = entry.charAt(HASH);
    const known = into.get(hash);
    const source = sources[DIGITS.indexOf(entry.charAt(HASH + 1))] ?? known?.source;
    if (known?.origins.includes(letter) !== true) into.set(hash, { origins: (known?.origins ?? '') + letter, source });
  }
}

const pieces = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.floor(text.length / size) }, (_none, at) => text.slice(at * size, (at + 1) * size));

/** Digits of the numbers of sources. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a value has an origin. */
export const hasOrigin = ({ values }: FlowState, hash: string, origin: Origin | Sighting): boolean =>
  values.get(hash)?.origins.includes(LETTERS[origin]) === true;

/** Where a value was read, and as what; undefined for one that was read nowhere. */
export function sightingOf(
  { values }: FlowState,
  hash: string,
): { readonly as: 'fact' | 'text'; readonly source: string } | undefined {
  const known = values.get(hash);
  if (known?.source === undefined) return undefined;
  return { as: /[fsdhi]/u.test(known.origins) ? 'fact' : 'text', source: known.source };
}
