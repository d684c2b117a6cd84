import type { Json } from '@licet/core';

import { commandsFoundBy } from '../../patterns.ts';
import type { Source } from '../../source.ts';

/** A fact of governance.yaml. */
export interface Fact {
  readonly earned_by?: { readonly runs: readonly string[]; readonly output?: string } | 'human';
  readonly reset_by?: { readonly writes: readonly string[] };
  readonly all_of?: readonly string[];
}

/** The facts of an org spec by their names, and the files whose change is a separate achievement. */
export interface Achievements {
  readonly facts: Readonly<Record<string, Fact>>;
  /** By the name of the achievement: only an obligation can be fulfilled by a change of files. */
  readonly writes: Readonly<Record<string, readonly string[]>>;
}

const BY_HAND = 'only a program that succeeds earns a fact here: a human grants this one by `licet fact grant`';

/** A fact that something asks for, and where. */
export interface Asked {
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** Whether a change of files does as well. */
  readonly orWrites?: boolean;
}

/** Turns what a command that succeeds earns, what takes it away, and what counts as what. What is asked for and earned by nothing is granted by a human. */
export function achievementsOf(source: Source, asked: readonly Asked[], computed: Readonly<Record<string, Fact>>): Achievements {
  const facts: Record<string, Fact> = { ...computed };
  const writes: Record<string, string[]> = {};
  for (const index of source.indices('achievement_triggers')) {
    const trigger = triggerOf(source, index);
    if (trigger === undefined) continue;
    const { name, fact, files } = trigger;
    if (files !== undefined) writes[name] = [...(writes[name] ?? []), files];
    else facts[name] = merged(facts[name], fact);
  }
  Object.assign(facts, countsAs(source));
  for (const { name, path, orWrites = false } of [...asked, ...askedByParts(source)]) {
    if (Object.hasOwn(facts, name) || (orWrites && Object.hasOwn(writes, name))) continue;
    facts[name] = { earned_by: 'human' };
    source.leave(path, `nothing earns \`${name}\`: a human grants it by \`licet fact grant ${name}\``);
  }
  return { facts, writes };
}

interface Trigger {
  readonly name: string;
  readonly fact: Fact;
  /** Set for a trigger by a change of a file. */
  readonly files?: string;
}

function triggerOf(source: Source, index: number): Trigger | undefined {
  const at = (key: string): unknown => source.at('achievement_triggers', index, key);
  const take = (...keys: readonly string[]): void => keys.forEach(key => source.take('achievement_triggers', index, key));
  const [name, command, output] = [at('marks') ?? at('achievement'), at('command_pattern'), at('output_contains')];
  if (typeof name !== 'string') {
    const why = 'a change of files makes a fact void here, not a command or its output: `reset_by: { writes }`';
    source.leave(['achievement_triggers', index], at('clears') === undefined ? 'it marks nothing' : why);
    return undefined;
  }
  const runs = typeof command === 'string' ? commandsFoundBy(command) : undefined;
  const files = at('path_pattern');
  if (command === undefined && output === undefined && typeof files === 'string') {
    take('tool', 'path_pattern', 'marks', 'achievement');
    return { name, fact: {}, files: files.includes('/') ? files : `**/${files}` };
  }
  if (runs === undefined || (at('exit_code') ?? 0) !== 0 || files !== undefined) {
    source.leave(['achievement_triggers', index], BY_HAND);
    return { name, fact: { earned_by: 'human' } };
  }
  take('marks', 'achievement', 'command_pattern', 'tool', 'exit_code', 'reset_on_file_change', 'output_contains');
  const reset = at('reset_on_file_change') === false ? {} : { reset_by: { writes: ['**'] } };
  return { name, fact: { earned_by: { runs, ...(typeof output === 'string' && { output }) }, ...reset } };
}

/** Several triggers of one mark are several programs that earn it. One that resets resets for all; one that wants an output wants it of all. */
function merged(known: Fact | undefined, more: Fact): Fact {
  const [one, other] = [known?.earned_by, more.earned_by];
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === 'object' ? (known ?? more) : more;
  const output = one.output ?? other.output;
  return {
    earned_by: { runs: [...new Set([...one.runs, ...other.runs])], ...(output !== undefined && { output }) },
    ...((known?.reset_by ?? more.reset_by) && { reset_by: { writes: ['**'] } }),
  };
}

function countsAs(source: Source): Readonly<Record<string, Fact>> {
  const found: Record<string, Fact> = {};
  for (const index of source.indices('counts_as')) {
    const parts = source.texts('counts_as', index, 'when');
    const name = source.at('counts_as', index, 'marks');
    if (parts.length === 0) continue;
    if (typeof name !== 'string') continue;
    source.take('counts_as', index, 'when');
    source.take('counts_as', index, 'marks');
    found[name] = { all_of: parts.map(({ text }) => text) };
  }
  return found;
}

/** The parts of computed facts, each where it is named. */
const askedByParts = (source: Source): readonly Asked[] =>
  source
    .indices('counts_as')
    .flatMap(index => source.texts('counts_as', index, 'when').map(({ text: name, path }) => ({ name, path })));

/** The commands that earn a fact, one after the other; undefined where a human grants a part of it. */
export function waysTo(name: string, facts: Readonly<Record<string, Fact>>): readonly string[] | undefined {
  const { earned_by: way, all_of: parts } = facts[name] ?? {};
  if (parts === undefined) return typeof way === 'object' && way.output === undefined ? way.runs.slice(0, 1) : undefined;
  const ways = parts.map(each => (each === name ? undefined : waysTo(each, facts)));
  return ways.every(each => each !== undefined) ? ways.flat() : undefined;
}

/** Tells whether a change of files makes a fact void. */
export function isVoided(name: string, facts: Readonly<Record<string, Fact>>): boolean {
  const { reset_by: reset, all_of: parts = [] } = facts[name] ?? {};
  return reset !== undefined || parts.some(each => each !== name && isVoided(each, facts));
}

/** The facts as governance.yaml has them. */
export const factsJson = (facts: Readonly<Record<string, Fact>>): Json =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const { earned_by: way } = fact;
      const [only, ...more] = typeof way === 'object' ? way.runs : [];
      const isOne = typeof way === 'object' && only !== undefined && more.length === 0;
      return [name, (isOne ? { ...fact, earned_by: { ...way, runs: only } } : fact) as unknown as Json];
    }),
  );
