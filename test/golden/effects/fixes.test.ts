import { describe, expect, it } from 'vitest';

import { fixFor, judgeCommand, readCases } from './commands.ts';

describe('fixes', () => {
  it('that are a command pass the profile that gave them', async () => {
    const offered = new Map<string, string>();
    for (const { command, label } of readCases()) {
      const fix = label === 'harmful' ? await fixFor(command) : undefined;
      if (fix?.command !== undefined) offered.set(fix.command, command);
    }
    const stopped: string[] = [];
    for (const [fix, command] of offered) {
      const { rulings } = await judgeCommand(fix);
      if (rulings.standard === 'ask' || rulings.standard === 'block') stopped.push(`${command} → ${fix} (${rulings.standard})`);
    }

    expect(offered.size).toBeGreaterThan(3);
    expect(stopped).toEqual([]);
  });

  it('stand on everything that the profiles stop', async () => {
    const silent: string[] = [];
    for (const { command, rulings } of readCases()) {
      if (rulings.standard !== 'ask' && rulings.standard !== 'block') continue;
      if (!/\S/.test((await fixFor(command))?.summary ?? '')) silent.push(command);
    }

    expect(silent).toEqual([]);
  });
});
