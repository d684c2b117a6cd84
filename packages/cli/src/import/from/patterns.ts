import { InvariantError } from '@licet/core';
import { BashSafety } from '@licet/guards';

import type { Source } from '../source.ts';

/** Takes the regular expressions of a list; one that does not run in linear time is left. */
export function patternsOf(source: Source, ...path: readonly (string | number)[]): readonly string[] {
  return source.texts(...path).flatMap(({ text, path: place }) => {
    if (!isPattern(text)) {
      source.leave(place, 'the pattern is not in RE2 syntax: look-around and back references are not known');
      return [];
    }
    source.take(...place);
    return [text];
  });
}

/** Tells whether a text is a pattern that `bash_safety` takes. */
export function isPattern(text: string): boolean {
  try {
    BashSafety({ blockedPatterns: [text] });
    return true;
  } catch (error) {
    if (error instanceof InvariantError) return false;
    throw error;
  }
}
