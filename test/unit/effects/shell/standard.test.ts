import { fileURLToPath } from 'node:url';
import { analyzeShell } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { standardRulings } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { wantedGroups } from '../../../support/wantedCases.ts';
import { effectText, place } from './effectText.ts';

const read = (name: string): ReturnType<typeof wantedGroups> =>
  wantedGroups(fileURLToPath(new URL(`../../../golden/effects/shell_${name}.yaml`, import.meta.url)));

/** The effects for which the standard rulings stop a command, or because of which secrets are read. Secrets among much else are redacted. */
function stopping(command: string): readonly string[] {
  const stops = analyzeShell(command, place).filter(effect => {
    const rulings = marksOf(effect, place.cwd).map(name => standardRulings[name]);
    const leaks = effect.kind === 'read' && effect.tags?.includes('secret') === true && !effect.tags.includes('among');
    return leaks || rulings.includes('ask') || rulings.includes('block');
  });
  return stops.map(effectText);
}

const everyday = read('everyday');
const harmful = read('harmful');

describe('the effects of shell commands under the standard rulings', () => {
  it.each([...everyday, ...harmful])('$note', ({ cases }) => {
    const wrong = cases.filter(([command, { want }]) => stopping(command).length > 0 !== (want === 'stop'));

    expect(wrong.map(([command]) => [command, stopping(command)])).toEqual([]);
  });

  it('are written down for many commands of both kinds', () => {
    const wanted = [...everyday, ...harmful].flatMap(({ cases }) => cases.map(([, { want }]) => want));

    expect(wanted.filter(want => want === 'run').length).toBeGreaterThan(750);
    expect(wanted.filter(want => want === 'stop').length).toBeGreaterThan(700);
  });
});
