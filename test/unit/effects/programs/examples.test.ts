import { readFileSync, readdirSync } from 'node:fs';
import { analyzeShell } from '@licet/effects';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

import { findDescriptor } from '../../../../packages/effects/src/programs/index.ts';
import { effectText, isEffect, place } from '../shell/effectText.ts';

/** A call in `/w`, with the effects that must be found in it, or must not: `kind target #tag`, divided by semicolons; the kind may be `*`. */
const Example = z.union([
  z.strictObject({ command: z.string().min(1), finds: z.string().min(1) }),
  z.strictObject({ command: z.string().min(1), without: z.string().min(1) }),
]);

const folder = new URL('../../../golden/effects/examples/', import.meta.url);

const programs = readdirSync(folder).flatMap(name =>
  Object.entries(z.record(z.string(), z.array(Example).min(1)).parse(parse(readFileSync(new URL(name, folder), 'utf8')))),
);

const parts = (text: string): readonly string[] => text.split(';').map(part => part.trim());

test('there are at least 1,590 examples', () => {
  expect(programs.flatMap(([, examples]) => examples).length).toBeGreaterThanOrEqual(1_590);
});

describe.each(programs)('examples of %s', (name, examples) => {
  it('are those of a program that is described', () => {
    expect(findDescriptor(name)).toBeDefined();
  });

  it.each(examples)('$command', example => {
    const effects = analyzeShell(example.command, place);

    if ('finds' in example) {
      const missing = parts(example.finds).filter(part => !effects.some(effect => isEffect(effect, part)));
      expect({ missing, found: missing.length > 0 ? effects.map(effectText) : [] }).toEqual({ missing: [], found: [] });
    } else {
      const unwanted = parts(example.without);
      expect(effects.filter(effect => unwanted.some(part => isEffect(effect, part))).map(effectText)).toEqual([]);
    }
  });
});
