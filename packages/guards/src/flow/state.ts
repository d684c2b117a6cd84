import type { Json } from '@licet/core';
import type { SessionState } from '@licet/core/store';
import { isRecord } from '@licet/core/nodes';

import { fold, referencesIn, wordsOf } from './words.ts';

/** What the names of the facts begin with that keep what a session has read. */
export const FLOW_FACT = '@flow/';

/** How a value came to be allowed: the first letter of the word that people see. */
export type Origin = 'selected' | 'directory' | 'made' | 'granted' | 'linked';

/** What is remembered of a value only to tell people where it was read. */
export type Sighting = 'fact' | 'text';

const LETTERS: Readonly<Record<Origin | Sighting, string>> = {
  selected: 's',
  directory: 'd',
  made: 'm',
  granted: 'g',
  linked: 'l',
  fact: 'f',
  text: 't',
};
const ORIGINS: ReadonlySet<string> = new Set(['s', 'd', 'm', 'g', 'l']);

/** The most that a session keeps. Past it lists of allowed values grow no more, and the oldest runs go. */
export const MOST = Object.freeze({
  promptBytes: 16_000,
  allowed: 3_072,
  sightings: 768,
  secrets: 512,
  runs: 9_216,
  sources: 64,
});

const HASH = 8;
const ENTRY = HASH + 2;
const RUN = 4;
const LONGEST_SOURCE = 60;

/**
 * What a session has read, as one part of it: what one result, one prompt or one answer adds. Parts only add to each other, so that calls
 * and processes that write at once lose nothing. Every text in it is a keyed hash, except prompts and the names of sources.
 */
export interface FlowPart {
  /** Prompts of the user, oldest first. */
  readonly prompts?: readonly string[];
  /** Entries: the hash of a value, the letter of its origin, and the number of its source among `sources`. */
  readonly values?: string;
  readonly secrets?: string;
  /** Hashes of runs of four words of untrusted text. */
  readonly runs?: string;
  readonly sources?: readonly string[];
  /** `t` text of outsiders was read, `s` a secret source was read, `d` runs were dropped, `o` secrets were. */
  readonly flags?: string;
}

/** What is known of one value. */
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
  readonly isTainted: boolean;
  readonly hasReadSecret: boolean;
  readonly hasDroppedRuns: boolean;
  /** Whether there were more secrets than a session keeps: any text may then hold one. */
  readonly hasDroppedSecrets: boolean;
}

const parts = new WeakMap<object, FlowState>();

/** Reads what a session has read from its facts. */
export function flowStateOf(session: SessionState): FlowState {
  const { facts } = session;
  const known = parts.get(facts) ?? joined(partsOf(facts).map(([, part]) => part));
  parts.set(facts, known);
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
export function joined(all: readonly FlowPart[]): FlowState {
  const prompts = all.flatMap(part => part.prompts ?? []).toReversed();
  const names = fold(prompts.join('\n\n').replaceAll(GLUED_SENTENCE, '$1. '));
  const values = new Map<string, Known>();
  const [secrets, runs] = [new Set<string>(), new Set<string>()];
  let flags = '';
  for (const part of all) {
    flags += part.flags ?? '';
    readValues(part, values);
    for (const each of pieces(part.secrets ?? '', HASH)) secrets.add(each);
    for (const each of pieces(part.runs ?? '', RUN)) runs.add(each);
  }
  return {
    prompts,
    names,
    references: referencesIn(names),
    words: new Set(wordsOf(names)),
    values,
    secrets,
    runs,
    isTainted: flags.includes('t'),
    hasReadSecret: flags.includes('s'),
    hasDroppedRuns: flags.includes('d'),
    hasDroppedSecrets: flags.includes('o'),
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a value has an origin. */
export const hasOrigin = ({ values }: FlowState, hash: string, origin: Origin | Sighting): boolean =>
  values.get(hash)?.origins.includes(LETTERS[origin]) === true;

/** Where a value was read, and as what; undefined for one that was read nowhere. */
export function sightingOf({ values }: FlowState, hash: string): { readonly as: Sighting; readonly source: string } | undefined {
  const known = values.get(hash);
  if (known?.source === undefined) return undefined;
  return { as: /[fsd]/u.test(known.origins) ? 'fact' : 'text', source: known.source };
}

/** What is added to a session while one result is read. */
export interface FlowAddition {
  readonly values: (readonly [hash: string, origin: Origin | Sighting])[];
  readonly secrets: Set<string>;
  readonly runs: Set<string>;
  source?: string;
  isTainted: boolean;
  hasReadSecret: boolean;
  /** Whether there was more than was looked at. */
  isCut?: boolean;
  /** Whether a secret source holds more than was looked at. */
  hasMoreSecrets?: boolean;
}

/** Returns an addition that adds nothing. */
export const noAddition = (): FlowAddition => ({
  values: [],
  secrets: new Set(),
  runs: new Set(),
  isTainted: false,
  hasReadSecret: false,
});

/** Returns a part that adds what is not known yet, within what a session may keep; undefined when nothing is new. */
export function partFrom(addition: FlowAddition, known: FlowState): FlowPart | undefined {
  const values = newValues(addition, known);
  const secrets = [...addition.secrets].filter(each => !known.secrets.has(each));
  const room = Math.max(0, MOST.secrets - known.secrets.size);
  const runs = [...addition.runs].filter(each => !known.runs.has(each));
  const { source } = addition;
  const flags =
    (addition.isTainted && !known.isTainted ? 't' : '') +
    (addition.hasReadSecret && !known.hasReadSecret ? 's' : '') +
    ((runs.length > MOST.runs || addition.isCut === true) && !known.hasDroppedRuns ? 'd' : '') +
    ((secrets.length > room || addition.hasMoreSecrets === true) && !known.hasDroppedSecrets ? 'o' : '');
  const part: FlowPart = {
    ...(values !== '' && { values }),
    ...(values !== '' && source !== undefined && { sources: [source.slice(0, LONGEST_SOURCE)] }),
    ...(secrets.length > 0 && room > 0 && { secrets: secrets.slice(0, room).join('') }),
    ...(runs.length > 0 && { runs: runs.slice(-MOST.runs).join('') }),
    ...(flags !== '' && { flags }),
  };
  return Object.keys(part).length === 0 ? undefined : part;
}

function newValues({ values }: FlowAddition, known: FlowState): string {
  let [allowed, seen] = [0, 0];
  for (const { origins } of known.values.values()) {
    if (isAllowing(origins)) allowed += 1;
    else seen += 1;
  }
  const entries = new Set<string>();
  for (const [hash, origin] of values) {
    const letter = LETTERS[origin];
    if (known.values.get(hash)?.origins.includes(letter) === true || entries.has(`${hash}${letter}A`)) continue;
    const isOrigin = ORIGINS.has(letter);
    if (isOrigin ? allowed >= MOST.allowed : seen >= MOST.sightings) continue;
    if (isOrigin) allowed += 1;
    else seen += 1;
    entries.add(`${hash}${letter}A`);
  }
  return [...entries].join('');
}

const isAllowing = (origins: string): boolean => /[sdmgl]/u.test(origins);

/** Returns the part of a prompt: its beginning, where it is longer than all prompts together may be. */
export const partOfPrompt = (text: string): FlowPart => ({ prompts: [headOf(text, MOST.promptBytes)] });

const encoder = new TextEncoder();

function headOf(text: string, most: number): string {
  let head = text.slice(0, most);
  while (encoder.encode(head).length > most) head = head.slice(0, Math.floor(head.length * 0.9));
  return head.toWellFormed();
}

/**
 * Puts parts into one, within what a session may keep: the newest prompts, the oldest allowed values, the newest runs. Joining loses no
 * label; once runs go, the part says so.
 */
export function compacted(all: readonly FlowPart[]): FlowPart {
  const state = joined(all);
  const sources = [...new Set([...state.values.values()].flatMap(({ source }) => source ?? []))].slice(-MOST.sources);
  const runs = [...state.runs];
  const kept = keptValues(state, sources);
  const flags = [
    state.isTainted && 't',
    state.hasReadSecret && 's',
    (state.hasDroppedRuns || runs.length > MOST.runs) && 'd',
    (state.hasDroppedSecrets || state.secrets.size > MOST.secrets) && 'o',
  ].filter(each => each !== false);
  const prompts = keptPrompts(state.prompts).toReversed();
  return {
    ...(prompts.length > 0 && { prompts }),
    ...(kept !== '' && { values: kept, sources }),
    ...(state.secrets.size > 0 && { secrets: [...state.secrets].slice(0, MOST.secrets).join('') }),
    ...(runs.length > 0 && { runs: runs.slice(-MOST.runs).join('') }),
    ...(flags.length > 0 && { flags: flags.join('') }),
  };
}

function keptValues({ values }: FlowState, sources: readonly string[]): string {
  let [allowed, seen, text] = [0, 0, ''];
  for (const [hash, { origins, source }] of values) {
    const number = source === undefined ? -1 : sources.indexOf(source);
    const digit = number < 0 ? '.' : DIGITS.charAt(number);
    for (const letter of origins) {
      const isOrigin = ORIGINS.has(letter);
      if (isOrigin ? allowed++ >= MOST.allowed : seen++ >= MOST.sightings) continue;
      text += hash + letter + digit;
    }
  }
  return text;
}

function keptPrompts(newestFirst: readonly string[]): readonly string[] {
  let left = MOST.promptBytes;
  return newestFirst.flatMap(prompt => {
    const head = headOf(prompt, left);
    left -= encoder.encode(head).length;
    return head === '' ? [] : [head];
  });
}
