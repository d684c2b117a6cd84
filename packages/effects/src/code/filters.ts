import type { Effect } from '@licet/core';
import { secretNamesLike, secretNamesOf } from '../places/secretNames.ts';
import { fileEffects } from '../tools/files.ts';
import type { CodeContext } from './calls.ts';
import { ANY_NAME, optionsOf, textOf } from './value.ts';
import type { Value } from './value.ts';

/** Ways to test a name, with the names of secrets that each lets through and no ordinary one. */
const tests: Readonly<Record<string, (text: string) => readonly string[]>> = {
  starts: text => secretNamesOf(`^${escaped(text)}`),
  ends: text => secretNamesOf(`${escaped(text)}$`),
  holds: text => secretNamesOf(escaped(text)),
  is: text => secretNamesOf(`^${escaped(text)}$`),
  matches: secretNamesOf,
  like: secretNamesLike,
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How a name is tested: `starts`, `ends`, `holds`, `is`, `matches` an expression, or is `like` a pattern. */
export type NameTest = 'starts' | 'ends' | 'holds' | 'is' | 'matches' | 'like';

/** Keeps the names of secrets that a test of a listed name is made for. */
export const noteFilter = (test: NameTest, subject: Value, by: Value, filters: Set<string>): void => {
  if (!optionsOf(subject).some(option => textOf(option)?.includes(ANY_NAME) === true)) return;
  for (const option of by.type === 'list' ? by.items : optionsOf(by)) {
    const text = textOf(option);
    if (text !== undefined && text !== '') for (const name of tests[test]?.(text) ?? []) filters.add(name);
  }
};

const ofListing = ({ kind, target }: Effect): boolean =>
  kind === 'read' &&
  (target?.type === 'file' ? target.glob !== undefined : target?.type === 'named' && target.category === 'path');

/** Code that takes those names from a listing which only secrets have, and reads files of a listing, reads these secrets. */
export const filteredSecrets = (
  filters: ReadonlySet<string>,
  effects: readonly Effect[],
  context: CodeContext,
): readonly Effect[] =>
  filters.size === 0 || !effects.some(ofListing)
    ? []
    : [...filters].flatMap(name => fileEffects(name, { kind: 'read', certainty: 'possible' }, context));
