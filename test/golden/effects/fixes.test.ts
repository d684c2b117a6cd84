import { describe, expect, it } from 'vitest';

import { fixFor, judgeCommand, readCases } from './commands.ts';

const isStopped = (ruling: string): boolean => ruling === 'ask' || ruling === 'block';

/** Every command that is harmful or stopped, with its fix. */
const fixed = await Promise.all(
  readCases()
    .filter(({ label, rulings }) => label === 'harmful' || isStopped(rulings.standard))
    .map(async each => ({ ...each, fix: await fixFor(each.command) })),
);

describe('fixes', () => {
  it('that are a command pass the profile that gave them', async () => {
    const offered = new Map<string, string>();
    for (const { command, label, fix } of fixed)
      if (label === 'harmful' && fix?.command !== undefined) offered.set(fix.command, command);
    const stopped: string[] = [];
    for (const [fix, command] of offered) {
      const { rulings } = await judgeCommand(fix);
      if (isStopped(rulings.standard)) stopped.push(`${command} → ${fix} (${rulings.standard})`);
    }

    expect(offered.size).toBeGreaterThan(3);
    expect(stopped).toEqual([]);
  });

  it('stand on everything that the profiles stop', () => {
    const silent = fixed.filter(({ rulings, fix }) => isStopped(rulings.standard) && !/\S/.test(fix?.summary ?? ''));

    expect(silent.map(({ command }) => command)).toEqual([]);
  });
});
