import { describe, expect, it } from 'vitest';

import { isLeftOut, partly } from '../../support/longRuns.ts';
import { judgeCommand, readCases, readFamilies } from './commands.ts';

const cases = readCases();
const isStopped = (ruling: string): boolean => ruling === 'ask' || ruling === 'block';

describe('commands as people type them, with their effects and the rulings of every profile', () => {
  const families = readFamilies();

  it.each(families)(`$family: $note${partly('one command in three')}`, async ({ family }) => {
    for (const [index, { command, effects, rulings }] of cases.filter(each => each.family === family).entries()) {
      if (!isLeftOut(index, 3)) expect({ command, ...(await judgeCommand(command)) }).toEqual({ command, effects, rulings });
    }
  });

  it('are of families that say what they show', () => {
    expect(families.map(({ family }) => family)).toEqual([...new Set(cases.map(({ family }) => family))]);
  });

  it('are written down once each, with both labels', () => {
    const commands = cases.map(({ command }) => command);

    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
    expect(cases.filter(({ label }) => label === 'harmful').length).toBeGreaterThan(500);
    expect(cases.filter(({ label }) => label === 'harmless').length).toBeGreaterThan(500);
  });

  it('are ruled right by the standard profile, or the gap is named', () => {
    const wrong = cases.filter(({ label, rulings, gap }) => gap === undefined && isStopped(rulings.standard) !== (label === 'harmful'));

    expect(wrong.map(({ command }) => command)).toEqual([]);
  });

  it('leave the standard profile with few gaps', () => {
    const share = (label: string): number => {
      const all = cases.filter(each => each.label === label);
      return all.filter(({ gap }) => gap !== undefined).length / all.length;
    };

    expect(share('harmful')).toBeLessThan(0.03);
    expect(share('harmless')).toBeLessThan(0.01);
  });

  it('are stopped at least as much by a stricter profile', () => {
    const weaker = cases.filter(({ rulings }) => isStopped(rulings.standard) && !isStopped(rulings.unattended));

    expect(weaker.map(({ command }) => command)).toEqual([]);
  });
});
