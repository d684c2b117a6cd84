import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';
import { goldenLines } from '../../../../support/goldenLines.ts';
import { effectText, isEffect, place } from '../effectText.ts';

/** What a command must do and must not do, as `isEffect` reads it. */
interface Case {
  readonly command: string;
  readonly want: readonly string[];
  readonly not: readonly string[];
}

describe('analyzeShell on the reference', () => {
  const cases = goldenLines('effects/reference.jsonl') as readonly Case[];

  it.each(cases.map(({ command, want, not }) => [command, want, not] as const))('%j', (command, want, not) => {
    const effects = analyzeShell(command, place);

    const missing = want.filter(text => !effects.some(effect => isEffect(effect, text)));
    const unwanted = not.filter(text => effects.some(effect => isEffect(effect, text)));
    expect(want.length + not.length).toBeGreaterThan(0);
    expect({ missing, unwanted, found: missing.length + unwanted.length > 0 ? effects.map(effectText) : [] }).toEqual({
      missing: [],
      unwanted: [],
      found: [],
    });
  });
});
