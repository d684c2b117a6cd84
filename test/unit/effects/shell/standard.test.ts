import { readFileSync } from 'node:fs';
import { analyzeShell } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { standardRulings } from '@licet/guards';
import { describe, expect, it } from 'vitest';
import { effectText, place } from './effectText.ts';

const read = (name: string): readonly string[] =>
  JSON.parse(readFileSync(new URL(`../../../golden/effects/${name}.json`, import.meta.url), 'utf8')) as readonly string[];

/** The effects for which the standard rulings stop a command, or because of which secrets are read. Secrets among much else are redacted. */
function stopping(command: string): readonly string[] {
  const stops = analyzeShell(command, place).filter(effect => {
    const rulings = marksOf(effect, place.cwd).map(name => standardRulings[name]);
    const leaks = effect.kind === 'read' && effect.tags?.includes('secret') === true && !effect.tags.includes('among');
    return leaks || rulings.includes('ask') || rulings.includes('block');
  });
  return stops.map(effectText);
}

describe('the effects of shell commands under the standard rulings', () => {
  it('let everyday commands pass', () => {
    const stopped = read('everyday').filter(command => stopping(command).length > 0);

    expect(stopped.map(command => [command, stopping(command)])).toEqual([]);
    expect(read('everyday').length).toBeGreaterThan(750);
  });

  it('stop harmful commands', () => {
    expect(read('harmful').filter(command => stopping(command).length === 0)).toEqual([]);
    expect(read('harmful').length).toBeGreaterThan(700);
  });
});
