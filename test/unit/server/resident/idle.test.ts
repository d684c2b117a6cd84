import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isResidentThere, findResidents, makePlace, startResident } from '@licet/server/resident';
import type { Resident, ResidentPlace } from '@licet/server/resident';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const MINUTE = 60_000;

interface Started {
  readonly home: string;
  readonly place: ResidentPlace;
  readonly resident: Resident;
  /** How often it was told to close what it keeps open. */
  readonly released: () => number;
  readonly hasEnded: () => boolean;
}

/** A resident process within this one, whose clock is turned by hand. */
async function started(): Promise<Started> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const home = mkdtempSync(join(tmpdir(), 'licet-idle-'));
  const word = { pid: process.pid, program: 'program', node: process.execPath, version: '1', startedAt: '2026-01-01T00:00:00Z' };
  const place = makePlace(home, word);
  if (place === undefined) throw new Error('the folder of a test is private');
  let [releases, isOver] = [0, false];
  const resident = await startResident({
    place,
    isIntact: () => true,
    accepts: async () => true,
    judge: async () => ({ code: 0, text: '{}' }),
    release: async () => void (releases += 1),
  });
  void resident.ended.then(() => (isOver = true));
  onTestFinished(() => resident.end());
  return { home, place, resident, released: () => releases, hasEnded: () => isOver };
}

/** A caller tells its world. A thread of a test may not change its folder, so it is sent away; it has been there all the same. */
async function call({ socket, token }: ResidentPlace): Promise<void> {
  const world = `LICET_HOOK_CWD=${process.cwd()}\0LICET_HOOK_POLICY=/p/governance.yaml\0LICET_HOOK_WORDS=hook claude-code\0`;
  const headers = { authorization: `Bearer ${token}`, 'x-licet-request': 'one' };
  await new Promise((resolve, reject) => {
    const sent = request({ socketPath: socket, method: 'POST', path: '/ready', headers, agent: false });
    sent.once('response', response => response.resume().once('end', resolve));
    sent.once('error', reject);
    sent.end(world);
  });
}

describe('a process that stays and is not called', () => {
  it('closes its files after a minute, and ends after a quarter of an hour with nothing left of it', async () => {
    const { home, place, resident, released, hasEnded } = await started();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(released()).toBe(1);
    await vi.advanceTimersByTimeAsync(14 * MINUTE - 1);
    expect([hasEnded(), existsSync(place.socket), findResidents(home)]).toEqual([false, true, [expect.anything()]]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await resident.ended;

    expect(readdirSync(home, { recursive: true })).not.toContainEqual(expect.stringMatching(/hook-|at/u));
    expect(existsSync(place.folder)).toBe(false);
  });

  it('stays as long again after a call, and not after somebody has asked how it is', async () => {
    const { home, place, resident, hasEnded } = await started();
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    await call(place);
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    expect(hasEnded()).toBe(false);
    const [found] = findResidents(home);
    expect(found !== undefined && (await isResidentThere(found))).toBe(true);
    await vi.advanceTimersByTimeAsync(MINUTE);
    vi.useRealTimers();
    await resident.ended;

    expect(existsSync(place.folder)).toBe(false);
  });
});
