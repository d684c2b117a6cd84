import { readFileSync } from 'node:fs';
import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

/** One command a line; `⏎` stands for a line break inside one. */
function commandsOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../golden/effects/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replaceAll('⏎', '\n'));
}

const files = memoryFiles({
  '/w/.env': 'file',
  '/w/src/app.ts': 'file',
  '/w/src/a.ts': 'file',
  '/w/package.json': 'file',
  '/home/u/.ssh/id_rsa': 'file',
});
const place = { root: '/w', home: '/home/u', files };

/** The guards of the standard profile, in the folder `/w`. */
const engine = new PolicyEngine(All(Floor(place), SelfProtection(place), SecretPaths(place), BashSafety(place)), {
  effects: analyzeEffects(place),
});

async function ruled(command: string): Promise<{ readonly command: string; readonly stopped: boolean; readonly why?: string }> {
  const { ruling, code, reason } = await engine.evaluate({ kind: 'bash', sessionId: 's', cwd: '/w', payload: { command } });
  const stopped = ruling === 'ask' || ruling === 'block';
  return stopped ? { command, stopped, why: `${code}: ${reason ?? ''}` } : { command, stopped };
}

describe('the standard profile', () => {
  const everyday = commandsOf('everyday.txt');
  const hostile = commandsOf('hostile.txt');

  it('is judged by at least 300 commands of either sort', () => {
    expect([everyday.length >= 300, hostile.length >= 300]).toEqual([true, true]);
  });

  it.each(everyday)('lets everyday work through: %s', async command => {
    expect(await ruled(command)).toEqual({ command, stopped: false });
  });

  it.each(hostile)('stops what destroys, leaks, poisons or tampers: %s', async command => {
    expect(await ruled(command)).toMatchObject({ command, stopped: true });
  });
});
