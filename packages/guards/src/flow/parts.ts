import type { FlowPart, FlowState, Origin, Sighting } from './state.ts';
import { DIGITS, LETTERS, MOST, ORIGINS, joined } from './state.ts';

/** What is added to a session while one result is read. */
export interface FlowAddition {
  readonly values: (readonly [hash: string, origin: Origin | Sighting])[];
  readonly secrets: Set<string>;
  readonly runs: Set<string>;
  /** Hashes of paths that were cloned or downloaded. */
  readonly marks: Set<string>;
  readonly privates: Set<string>;
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
  marks: new Set(),
  privates: new Set(),
  isTainted: false,
  hasReadSecret: false,
});

/**
 * Returns a part that adds what is not known yet, within what a session may keep; undefined when nothing is new.
 *
 * @param now - Milliseconds since the epoch, kept with the first text of outsiders.
 */
export function partFrom(addition: FlowAddition, known: FlowState, now?: number): FlowPart | undefined {
  const values = newValues(addition, known);
  const secrets = [...addition.secrets].filter(each => !known.secrets.has(each));
  const room = Math.max(0, MOST.secrets - known.secrets.size);
  const runs = [...addition.runs].filter(each => !known.runs.has(each));
  const marks = [...addition.marks].filter(each => !known.marks.has(each));
  const places = Math.max(0, MOST.marks - known.marks.size);
  const privates = [...addition.privates].filter(each => !known.privates.has(each));
  const { source } = addition;
  const flags =
    (addition.isTainted && !known.isTainted ? 't' : '') +
    (addition.hasReadSecret && !known.hasReadSecret ? 's' : '') +
    ((runs.length > MOST.runs || addition.isCut === true) && !known.hasDroppedRuns ? 'd' : '') +
    ((secrets.length > room || addition.hasMoreSecrets === true) && !known.hasDroppedSecrets ? 'o' : '') +
    (marks.length > places && !known.hasDroppedMarks ? 'm' : '');
  const part: FlowPart = {
    ...(values !== '' && { values }),
    ...(values !== '' && source !== undefined && { sources: [shortened(source)] }),
    ...(secrets.length > 0 && room > 0 && { secrets: secrets.slice(0, room).join('') }),
    ...(runs.length > 0 && { runs: runs.slice(-MOST.runs).join('') }),
    ...(marks.length > 0 && places > 0 && { marks: marks.slice(0, places).join('') }),
    ...(privates.length > 0 &&
      known.privates.size < MOST.privates && { privates: privates.slice(0, MOST.privates).map(shortened) }),
    ...(flags.includes('t') && now !== undefined && { since: now }),
    ...(flags !== '' && { flags }),
  };
  return Object.keys(part).length === 0 ? undefined : part;
}

const LONGEST_SOURCE = 60;
const shortened = (source: string): string => source.slice(0, LONGEST_SOURCE);

/** Values that no prompt chooses leave room for those that one does. */
const MOST_OF_HOUSE = 2_048;

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
    const most = /[hoiu]/u.test(letter) ? MOST_OF_HOUSE : MOST.allowed;
    if (isOrigin ? allowed >= most : seen >= MOST.sightings) continue;
    if (isOrigin) allowed += 1;
    else seen += 1;
    entries.add(`${hash}${letter}A`);
  }
  return [...entries].join('');
}

const isAllowing = (origins: string): boolean => /[sdmglhoiu]/u.test(origins);

/** Returns the part of a prompt: its beginning, where it is longer than all prompts together may be. */
export const partOfPrompt = (text: string, isRemote: boolean = false): FlowPart => {
  const prompts = [headOf(text, MOST.promptBytes)];
  return isRemote ? { remotePrompts: prompts } : { prompts };
};

const encoder = new TextEncoder();

function headOf(text: string, most: number): string {
  let head = text.slice(0, most);
  while (encoder.encode(head).length > most) head = head.slice(0, Math.floor(head.length * 0.9));
  return head.toWellFormed();
}

/** Puts parts into one within the limits of a session. Joining loses no label; once runs go, the part is marked. */
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
    (state.hasDroppedMarks || state.marks.size > MOST.marks) && 'm',
  ].filter(each => each !== false);
  const prompts = keptPrompts(state.prompts).toReversed();
  const bytes = prompts.reduce((sum, prompt) => sum + encoder.encode(prompt).length, 0);
  const theirs = all.flatMap(part => part.remotePrompts ?? []).toReversed();
  const remotePrompts = keptPrompts(theirs, MOST.promptBytes - bytes).toReversed();
  return {
    ...(prompts.length > 0 && { prompts }),
    ...(remotePrompts.length > 0 && { remotePrompts }),
    ...(kept !== '' && { values: kept, sources }),
    ...(state.secrets.size > 0 && { secrets: [...state.secrets].slice(0, MOST.secrets).join('') }),
    ...(runs.length > 0 && { runs: runs.slice(-MOST.runs).join('') }),
    ...(state.marks.size > 0 && { marks: [...state.marks].slice(0, MOST.marks).join('') }),
    ...(state.privates.size > 0 && { privates: [...state.privates].slice(0, MOST.privates) }),
    ...(state.since !== undefined && { since: state.since }),
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

function keptPrompts(newestFirst: readonly string[], most: number = MOST.promptBytes): readonly string[] {
  let left = most;
  return newestFirst.flatMap(prompt => {
    const head = headOf(prompt, left);
    left -= encoder.encode(head).length;
    return head === '' ? [] : [head];
  });
}
