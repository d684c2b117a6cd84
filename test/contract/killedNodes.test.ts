import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { STORIES, call, processOf } from './nodeStates.ts';
import type { Step } from './nodeStates.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STRIDE = isLongRun ? 1 : 23;

/** A process that dies at one of its statements: what it has begun is rolled back, and nothing is written after that. */
function dying(at: number) {
  let [statements, isDead] = [0, false];
  const open: OpenDriver = path => {
    const driver = installedSqlite(path);
    const counted = <T>(run: () => T): T => {
      statements += 1;
      if (!isDead && statements >= at) {
        isDead = true;
        driver.close();
      }
      if (isDead) throw new Error('killed');
      return run();
    };
    return {
      exec: sql => counted(() => driver.exec(sql)),
      prepare(sql) {
        const statement = counted(() => driver.prepare(sql));
        return {
          run: (...params) => counted(() => statement.run(...params)),
          get: (...params) => counted(() => statement.get(...params)),
          all: (...params) => counted(() => statement.all(...params)),
        };
      },
      close: () => void (isDead || driver.close()),
    };
  };
  return { open, isDead: () => isDead };
}

/** One process: it plays steps of a story, one after the other. */
function player(policy: string, { sessions, audit }: ReturnType<typeof sqliteState>) {
  const engine = processOf(policy, sessions, audit);
  return async (index: number, [command, , status = 'ok', session]: Step): Promise<string> => {
    const action = call(command, `c${index}`, session);
    const evaluation = await engine.evaluate(action);
    if (evaluation.passed) await engine.postAction(action, { status });
    return evaluation.ruling;
  };
}

/**
 * Plays a story in a process that is killed at one of its statements, and goes on in another one with the call at which it died.
 * Returns what was ruled, and whether the process lived to the end of the story.
 */
async function killedAt(at: number, { policy, steps }: (typeof STORIES)[string], file: string) {
  const { open, isDead } = dying(at);
  const first = sqliteState(file, { open });
  const said: string[] = [];
  const play = player(policy, first);
  for (const [index, each] of steps.entries()) {
    const ruling = await play(index, each);
    if (isDead()) break;
    said.push(ruling);
  }
  const lived = !isDead();
  first.close();
  const second = sqliteState(file);
  const before = second.audit.read().map(({ record }) => record);
  const ended = before.some(({ type, callId }) => type === 'outcome' && callId === `c${said.length}`);
  const ruled = before.findLast(each => each.type === 'evaluation' && each.callId === `c${said.length}`);
  // A call whose end is known is not made once more.
  if (ended && ruled?.type === 'evaluation') said.push(ruled.ruling);
  const goOn = player(policy, second);
  for (const [index, each] of steps.entries()) if (index >= said.length) said.push(await goOn(index, each));
  const report = second.audit.verify();
  const records = second.audit.read().map(({ record }) => record);
  second.close();
  return { said, lived, report, records };
}

describe('a process that is killed at any statement', () => {
  it.each(Object.entries(STORIES))('leaves all that a call means to the nodes, or nothing: %s', async (name, story) => {
    const wanted = story.steps.map(([, ruling]) => ruling);
    let [at, count] = [8, 0];
    for (let lived = false; !lived; at += STRIDE, count += 1) {
      const found = await killedAt(at, story, join(folder, `${name.replaceAll(/\W/gu, '-')}-${at}.db`));
      lived = found.lived;
      expect({ at, said: found.said, valid: found.report.valid }).toEqual({ at, said: wanted, valid: true });
      // A fact is earned in the step in which its call ended, or not at all.
      const ended = new Set(found.records.flatMap(each => (each.type === 'outcome' ? [each.callId] : [])));
      const earned = found.records.flatMap(each =>
        each.type === 'fact' && each.change === 'established' && /^\w+$/u.test(each.name) && each.name !== 'hold'
          ? [each.callId]
          : [],
      );
      expect(earned.filter(each => !ended.has(each))).toEqual([]);
    }
    expect(count).toBeGreaterThan(3);
  });
});
