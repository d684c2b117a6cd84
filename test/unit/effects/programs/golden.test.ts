import { readdirSync } from 'node:fs';
import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { standardRulings } from '@licet/guards';
import { describe, expect, it } from 'vitest';
import { effectText, place, targetText } from '../shell/effectText.ts';
import { goldenLines } from '../../../support/goldenLines.ts';

interface Wanted {
  readonly kind: string;
  readonly target?: string;
  readonly tags?: readonly string[];
}

/** A command with the effects that must be found; an empty list means that nothing may be found which `standard` would stop. */
interface Case {
  readonly command: string;
  readonly expect: readonly Wanted[];
  readonly note?: string;
}

const folder = new URL('../../../golden/effects/programs/', import.meta.url);

const files = readdirSync(folder)
  .filter(name => name.endsWith('.jsonl'))
  .map(name => [name, goldenLines(`effects/programs/${name}`) as readonly Case[]] as const);

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
  const cases = files.flatMap(([, all]) => all);

  expect(cases.length).toBeGreaterThanOrEqual(700);
  expect(cases.filter(({ expect: wanted }) => wanted.length === 0).length).toBeGreaterThanOrEqual(300);
  expect(cases.filter(({ expect: wanted }) => wanted.length > 0).length).toBeGreaterThanOrEqual(300);
});

describe.each(files)('%s', (_name, cases) => {
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
