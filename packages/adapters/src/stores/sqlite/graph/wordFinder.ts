import { resolve, wordStarts } from '@licet/epistemic/store';
import type { Database } from './driver.ts';

/** An alias with the row key of its concept. */
export type Renamed = readonly [alias: string, target: number];

/** The concepts that words stand for, and the aliases that lead to them. */
export interface Meant {
  /** Row keys; some may be there twice. */
  readonly keys: readonly number[];
  readonly renamed: readonly Renamed[];
}

/** Finds what words mean that are neither names nor aliases: forms, and the concepts in a phrase. */
export type FindWords = (unclear: readonly string[]) => Meant;

/**
 * Prepares the statements that look for words, without loading the graph. Only names and aliases that begin like one of
 * the words are read, from the indexes on them, and resolved by the same rules as in a snapshot.
 */
export function wordFinder(database: Database): FindWords {
  const between = (table: string, column: string) =>
    database.prepare(`SELECT folded, ${column} FROM ${table} WHERE folded >= ? AND folded < ?`).raw();
  const [named, renamed] = [between('concept_primitives', 'key'), between('concept_aliases', 'target')];
  return unclear => {
    const [byName, byAlias] = [new Map<string, number>(), new Map<string, number>()];
    for (const range of new Map(unclear.flatMap(wordStarts))) {
      for (const [name, key] of named.iterate(...range) as IterableIterator<[string, number]>) byName.set(name, key);
      for (const [alias, key] of renamed.iterate(...range) as IterableIterator<[string, number]>) byAlias.set(alias, key);
    }
    const lexicon = { byName, byAlias };
    const matches = unclear.flatMap(concept => resolve(lexicon, concept, true));
    const keys = matches.flatMap(match => ('index' in match ? [match.index] : match.by === 'ambiguous' ? match.candidates : []));
    const found = new Set(keys);
    return { keys, renamed: [...byAlias].filter(([, key]) => found.has(key)) };
  };
}
