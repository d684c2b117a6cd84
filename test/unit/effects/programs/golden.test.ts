import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { standardRulings } from '@licet/guards';
import { describe, expect, it } from 'vitest';
import { effectText, place, targetText } from '../shell/effectText.ts';
import * as z from 'zod';
import { goldenGroups } from '../../../support/goldenCases.ts';

const Wanted = z.strictObject({
  kind: z.string(),
  target: z.string().optional(),
  tags: z.array(z.string()).optional(),
});
type Wanted = z.infer<typeof Wanted>;

/** A command with the effects that must be found; an empty list means that nothing may be found which `standard` would stop. */
const Case = z.strictObject({ command: z.string().min(1), expect: z.array(Wanted), note: z.string().optional() });

const folder = new URL('../../../golden/effects/programs/', import.meta.url);

const files = readdirSync(folder)
  .filter(name => name.endsWith('.yaml'))
  .map(name => ({ name, groups: goldenGroups(fileURLToPath(new URL(name, folder)), Case) }));

const is = (effect: Effect, { kind, target, tags = [] }: Wanted): boolean =>
  effect.kind === kind &&
  (target === undefined || targetText(effect) === target) &&
  tags.every(tag => effect.tags?.includes(tag) === true);

function stops(effect: Effect): boolean {
  const marks = new Set(effect.tags);
  if (marks.has('secret') && !marks.has('metadata')) return true;
  return marksOf(effect, '/w').some(name => standardRulings[name] === 'ask' || standardRulings[name] === 'block');
}

it('has at least 700 commands, hostile and innocent', () => {
  const cases = files.flatMap(({ groups }) => groups.flatMap(group => group.cases));

  expect(cases.length).toBeGreaterThanOrEqual(700);
  expect(cases.filter(({ expect: wanted }) => wanted.length === 0).length).toBeGreaterThanOrEqual(300);
  expect(cases.filter(({ expect: wanted }) => wanted.length > 0).length).toBeGreaterThanOrEqual(300);
});

describe.each(files.flatMap(({ name, groups }) => groups.map(group => ({ name, ...group }))))('$name: $note', ({ cases }) => {
  it.each(cases)('$command', ({ command, expect: wanted }) => {
    const effects = analyzeShell(command, place);

    const missing = wanted.filter(one => !effects.some(effect => is(effect, one)));
    expect({ command, missing, found: missing.length > 0 ? effects.map(effectText) : [] }).toEqual({
      command,
      missing: [],
      found: [],
    });
    if (wanted.length === 0) expect(effects.filter(stops).map(effectText)).toEqual([]);
  });
});
