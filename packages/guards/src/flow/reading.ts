import { isRecord } from '@licet/core/nodes';

import type { Declarations, FlowTool } from './declaration.ts';
import type { Hashing } from './hashing.ts';
import type { Fields, Selecting } from './records.ts';
import { countRecords, isNamedByWords, isUntrustedField, partiesOf, recordsIn, selects, textOf, unwrapped } from './records.ts';
import { secretsIn } from './secrets.ts';
import { fetchedAddress, flatArguments, isActing, isNamed } from './sinks.ts';
import type { FlowAddition } from './parts.ts';
import { noAddition } from './parts.ts';
import type { FlowState } from './state.ts';
import { MOST } from './state.ts';
import { MAKING_VERBS, verbOf } from './tables.ts';
import { countWords, fold, hostOf, isLong, isMeasure, linkOf, referencesIn, runsOf, wordsOf } from './words.ts';

/** A result that is read. */
export interface Reading {
  readonly tool: string;
  readonly args: Fields;
  readonly output: unknown;
  readonly state: FlowState;
  readonly hashing: Hashing;
  readonly declared: Declarations;
}

const LONGEST_TEXT = 100_000;

/** Returns what a result adds to what the session knows. */
export function readResult(reading: Reading): FlowAddition {
  const { tool, args, declared } = reading;
  const spec = declared.of(tool);
  const page = fetchedAddress(tool, args, declared);
  const { result, isCut } = unwrapped(reading.output, page !== undefined);
  if (isActing(tool, args, declared)) return readReceipt(result, reading);
  if (reading.output === undefined) return { ...noAddition(), isTainted: spec.trusted !== true };
  const { state } = reading;
  const selecting: Selecting = { tool: spec, state, isOwner: declared.isOwner };
  const walk = new Walk(reading, selecting, page, isCut || hasCrowd(result, selecting));
  walk.visit(result, undefined, !isCut && isOnlyRecord(result, reading));
  const added = walk.finish(result);
  if (!isCut) return added;
  return { ...added, isTainted: spec.trusted !== true || added.isTainted, isCut, hasMoreSecrets: spec.secret === true };
}

/** Returns what a text adds that came from a host. */
export function readPage({ tool, args, output, state, hashing, declared }: Reading, host: string): FlowAddition {
  const selecting: Selecting = { tool: {}, state, isOwner: declared.isOwner };
  const walk = new Walk({ tool, args, output, state, hashing, declared }, selecting, host, true);
  const text = textOf(output);
  walk.visit(text, undefined, false);
  return walk.finish(text);
}

/** A call that makes something vouches for its id. Any long text in its answer that it did not send itself is text of outsiders. */
function readReceipt(result: unknown, { tool, args, hashing, declared }: Reading): FlowAddition {
  const added = noAddition();
  if (MAKING_VERBS.has(verbOf(tool)) && isRecord(result))
    for (const [key, value] of Object.entries(result))
      if (
        /^(?:id_?|.*_id)$/iu.test(key) &&
        (typeof value === 'string' || typeof value === 'number') &&
        referencesIn(String(value)).length === 0
      )
        added.values.push([hashing.of(fold(String(value))), 'made']);
  if (declared.of(tool).trusted === true) return added;
  const sent = fold(textOf(args));
  const answers = recordsIn(result).flatMap(record => Object.values(record));
  for (const text of [result, ...answers]) {
    if (typeof text !== 'string' || !isLong(text) || sent.includes(fold(text))) continue;
    added.isTainted = true;
    addRuns(text, added, hashing);
  }
  return added;
}

function addRuns(text: string, added: FlowAddition, hashing: Hashing): void {
  if (text.length > LONGEST_TEXT) added.isCut = true;
  for (const run of runsOf(text.slice(0, LONGEST_TEXT))) added.runs.add(hashing.ofRun(run));
}

/** Whether the user's words choose several records that are between different people: a planted one may be among them. */
function hasCrowd(result: unknown, selecting: Selecting): boolean {
  if (selecting.tool.closed === true) return false;
  const hits = recordsIn(result).filter(record => selects(record, selecting));
  return new Set(hits.map(record => partiesOf(record, selecting))).size > 1;
}

/** Whether a result is the only record of a lookup whose arguments the user named. */
function isOnlyRecord(result: unknown, { tool, args, state, declared }: Reading): boolean {
  if (countRecords(result) !== 1) return false;
  const asked = flatArguments(tool, args, declared).filter(({ kind, value }) => kind !== 'detail' && typeof value === 'string');
  return asked.length > 0 && asked.every(({ value }) => isNamed(String(value), state) || isNamedByWords(String(value), state));
}

/** One way through a result. */
class Walk {
  readonly #added: FlowAddition = noAddition();
  readonly #reading: Reading;
  readonly #selecting: Selecting;
  readonly #page: string | undefined;
  readonly #isCrowd: boolean;
  readonly #tool: FlowTool;

  constructor(reading: Reading, selecting: Selecting, page: string | undefined, isCrowd: boolean) {
    this.#reading = reading;
    this.#selecting = selecting;
    this.#page = page;
    this.#isCrowd = isCrowd;
    this.#tool = selecting.tool;
  }

  visit(value: unknown, key: string | undefined, isSelected: boolean): void {
    if (isRecord(value)) {
      const chosen = isSelected || (!this.#isCrowd && selects(value, this.#selecting));
      for (const [name, each] of Object.entries(value)) this.visit(each, name, chosen);
    } else if (Array.isArray(value)) {
      for (const each of value)
        this.visit(each, key ?? '', isSelected || (typeof each === 'string' && this.#isNamedItem(key, each)));
    } else if (typeof value === 'string') {
      const isText =
        this.#tool.trusted !== true && (key === undefined ? !isMeasure(value) : isUntrustedField(key, value, this.#tool));
      if (isText) this.#readText(value, isSelected);
      else this.#readFact(value, key, isSelected);
    } else if (typeof value === 'number') this.#readFact(String(value), key, isSelected);
  }

  /** What the source is adds to what was in it. */
  finish(result: unknown): FlowAddition {
    const { tool, args, hashing, declared } = this.#reading;
    const added = this.#added;
    const first = flatArguments(tool, args, declared).find(({ value }) => typeof value === 'string' && value !== '');
    added.source = this.#page ?? (first === undefined ? tool : `${tool} ${String(first.value)}`);
    if (this.#tool.secret === true) {
      added.hasReadSecret = true;
      const text = textOf(result);
      if (text.length > LONGEST_TEXT) added.hasMoreSecrets = true;
      for (const secret of secretsIn(text).slice(0, 2 * MOST.secrets)) added.secrets.add(hashing.ofSecret(secret));
    }
    return added;
  }

  /** An item of a list of bare texts is chosen by its name, or by the word that it begins with: `External` chooses `External_0`. */
  #isNamedItem(key: string | undefined, item: string): boolean {
    if (isLong(item) || isUntrustedField(key ?? '', item, this.#tool)) return false;
    const { state } = this.#reading;
    const [first = ''] = wordsOf(fold(item).replaceAll('_', ' '));
    return isNamed(item, state) || (first.length >= 4 && first.length < item.length && state.words.has(first));
  }

  #readText(text: string, isSelected: boolean): void {
    if (text.trim() === '') return;
    const { hashing, state } = this.#reading;
    const added = this.#added;
    added.isTainted = true;
    addRuns(text, added, hashing);
    const host = this.#page !== undefined && isNamed(this.#page, state) ? hostOf(this.#page) : undefined;
    for (const reference of referencesIn(text.slice(0, LONGEST_TEXT))) {
      if (added.values.length > MOST.allowed + MOST.sightings) return;
      if (isSelected || (host !== undefined && hostOf(reference) === host && !reference.includes('@')))
        added.values.push([hashing.of(linkOf(reference)), 'linked']);
      else added.values.push([hashing.of(reference), 'text']);
    }
  }

  #readFact(value: string, key: string | undefined, isSelected: boolean): void {
    const folded = fold(value);
    if (folded === '') return;
    const { directory, trusted } = this.#tool;
    const { hashing } = this.#reading;
    if (trusted !== true && countWords(value) > 4) this.#added.isTainted = true;
    if (this.#added.values.length > MOST.allowed + MOST.sightings) return;
    const hash = hashing.of(folded);
    const isListed = directory === true || (Array.isArray(directory) && key !== undefined && directory.includes(key));
    if (isSelected) this.#added.values.push([hash, 'selected']);
    if (isListed) this.#added.values.push([hash, 'directory']);
    if (!isSelected && !isListed) this.#added.values.push([hash, 'fact']);
  }
}
