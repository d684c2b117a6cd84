import { readFileSync } from 'node:fs';
import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';
import { effectText, isEffect, place } from '../effectText.ts';

/** What a command must do and must not do, as `isEffect` reads it. */
interface Case {
  readonly command: string;
  readonly want: readonly string[];
  readonly not: readonly string[];
}

const folder = new URL('../../../../golden/effects/', import.meta.url);

const files = ['reference.jsonl'];

const read = (name: string): readonly Case[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Case);

describe.each(files)('analyzeShell on %s', name => {
  it.each(read(name).map(({ command, want, not }) => [command, want, not] as const))('%j', (command, want, not) => {
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
