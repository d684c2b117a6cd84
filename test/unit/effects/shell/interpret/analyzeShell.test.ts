import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';
import { referenceGroups } from '../referenceGroups.ts';
import { effectText, isEffect, place } from '../effectText.ts';

describe.each(referenceGroups())('analyzeShell on the reference: $note', ({ cases }) => {
  it.each(cases.map(({ command, want, not }) => [command, want, not] as const))('%j', (command, want, not) => {
    const effects = analyzeShell(command, place);

    const missing = want.filter(text => !effects.some(effect => isEffect(effect, text)));
    const unwanted = not.filter(text => effects.some(effect => isEffect(effect, text)));
    expect({ missing, unwanted, found: missing.length + unwanted.length > 0 ? effects.map(effectText) : [] }).toEqual({
      missing: [],
      unwanted: [],
      found: [],
    });
  });
});
