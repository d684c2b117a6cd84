import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { SessionEvent } from '@licet/core/store';
import { emptySession, foldSession } from '@licet/core/store';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { cases } from '../../../../support/longRuns.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-events-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${count++}.db`);

const evaluated = (index: number, callId = `c${index}`): SessionEvent => ({
  type: 'evaluated',
  at: index,
  evaluationId: `e${index}`,
  callId,
  kind: 'bash',
  ruling: index % 3 === 0 ? 'block' : 'pass',
  passed: index % 3 !== 0,
  code: 'c',
  risk: 0,
});

const rowsOf = (file: string): readonly { version: number; folded: string }[] => {
  const driver = installedSqlite(file);
  const rows = driver.prepare('select version, folded from sessions').all() as { version: number; folded: string }[];
  driver.close();
  return rows;
};

describe('the events of a session', () => {
  it('come to the same state wherever a reader stops by', () => {
    const { sessions, close } = sqliteState(fresh());
    let expected = emptySession('s');
    for (let index = 0; index < 200; index++) {
      const event = evaluated(index, `c${index % 70}`);
      expected = foldSession(expected, event);
      void sessions.append('s', [event]);

      expect(sessions.load('s')).toEqual(expected);
    }
    close();
  });

  it('are read only where something was added since a process looked last', () => {
    let rows = 0;
    const { sessions, close } = sqliteState(fresh(), {
      open(path) {
        const driver = installedSqlite(path);
        return {
          exec: sql => driver.exec(sql),
          prepare(sql) {
            const statement = driver.prepare(sql);
            const all: typeof statement.all = (...params) => {
              const found = statement.all(...params);
              rows += found.length;
              return found;
            };
            return { run: (...params) => statement.run(...params), get: (...params) => statement.get(...params), all };
          },
          close: () => driver.close(),
        };
      },
    });
    for (let index = 0; index < 60; index++) void sessions.append('s', [evaluated(index)]);
    void sessions.load('s');
    expect(rows).toBe(60);

    for (let index = 60; index < 63; index++) {
      void sessions.append('s', [evaluated(index), { type: 'fact', at: index, name: 'x', value: index }]);
      rows = 0;
      expect(sessions.load('s')).toMatchObject({ facts: { x: index }, version: 60 + (index - 59) * 2 });
      expect(rows).toBeLessThanOrEqual(4);
    }
    close();
  });

  it('are those of another process, also after it has reset the session and come as far again', () => {
    const file = fresh();
    const [one, other] = [sqliteState(file), sqliteState(file)];
    const fact = (value: number): SessionEvent => ({ type: 'fact', at: 0, name: 'x', value });
    void one.sessions.append('s', [evaluated(1), fact(1), evaluated(2)]);
    expect(one.sessions.load('s')).toMatchObject({ version: 3, facts: { x: 1 } });

    void other.sessions.append('s', [fact(2), fact(3)]);
    expect(one.sessions.load('s')).toMatchObject({ version: 5, facts: { x: 3 } });

    void other.inspect.reset({});
    void other.sessions.append('s', [evaluated(11), evaluated(12), evaluated(13), fact(7), fact(3)]);
    expect(one.sessions.load('s')).toEqual(other.sessions.load('s'));
    expect(one.sessions.load('s')).toMatchObject({ version: 5, evaluated: 3, facts: { x: 3 } });
    void other.inspect.reset({});
    void other.sessions.append('s', [evaluated(21), fact(8), evaluated(22)]);
    void one.sessions.append('s', [evaluated(23)]);
    expect(one.sessions.load('s')).toEqual(other.sessions.load('s'));
    void other.inspect.reset({ sessionId: 's' });
    expect(one.sessions.load('s')).toEqual(emptySession('s'));
    one.close();
    other.close();
  });

  it('give one state to every reader, whatever processes write, take back and forget between', () => {
    const step = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom('facts', 'both', 'evaluated', 'apart', 'taken back', 'reset', 'look'),
      facts: fc.nat(3),
    });
    const story = fc.array(step, { maxLength: 40 });
    fc.assert(
      fc.property(story, steps => {
        const file = fresh();
        const processes = [sqliteState(file), sqliteState(file)];
        let expected = emptySession('s');
        for (const [index, { who, what, facts }] of steps.entries()) {
          const { sessions, audit, inspect } = processes[who] as ReturnType<typeof sqliteState>;
          const set = Array.from({ length: facts }, (_, at): SessionEvent => ({
            type: 'fact',
            at: index,
            name: `f${at}`,
            value: index,
          }));
          const told = evaluated(index, `c${index % 5}`);
          const groups =
            { facts: [set], both: [[...set, told]], evaluated: [[told]], apart: [set, [told]] }[what as 'facts'] ?? [];
          for (const events of groups) expected = foldSession(expected, ...events);
          const write = (): void => groups.forEach(events => void sessions.append('s', events));
          if (what === 'apart') audit.joint.together?.(write);
          else write();
          if (what === 'taken back')
            expect(() =>
              audit.joint.together?.(() => {
                void sessions.append('s', set);
                void sessions.append('s', [told]);
                throw new Error('taken back');
              }),
            ).toThrow();
          if (what === 'reset') {
            void inspect.reset({ sessionId: 's' });
            expected = emptySession('s');
          }
          if (what === 'look') expect(sessions.load('s')).toEqual(expected);
        }
        for (const { sessions } of processes) expect(sessions.load('s')).toEqual(expected);
        for (const { close } of processes) close();
      }),
      { numRuns: cases(40) },
    );
  });

  it('go on from what was committed, after a step that lost to another process was taken back', () => {
    const { sessions, audit, close } = sqliteState(fresh());
    void sessions.append('s', [evaluated(0)]);
    const lost = (): void => {
      void sessions.append('s', [evaluated(1)]);
      void sessions.append('s', [evaluated(2)], 7);
    };
    expect(() => audit.joint.together?.(lost)).toThrow('expected 7');
    void sessions.append('s', [evaluated(3)]);

    expect(sessions.load('s')).toMatchObject({ version: 2, evaluated: 2 });
    close();
  });

  it('withdraw an earlier evaluation of the same call, on either side of a fold', () => {
    const { sessions, close } = sqliteState(fresh());
    for (let index = 0; index < 63; index++) void sessions.append('s', [evaluated(index)]);
    void sessions.append('s', [evaluated(63, 'again')]);
    void sessions.append('s', [evaluated(64, 'again')]);

    expect(sessions.load('s')).toMatchObject({ version: 65, evaluated: 64 });
    close();
  });

  it('are folded once for every 64, and a look folds nothing', () => {
    const file = fresh();
    const { sessions, inspect, close } = sqliteState(file);
    for (let index = 0; index < 63; index++) void sessions.append('s', [evaluated(index)]);
    void sessions.load('s');
    void inspect.sessions();
    expect(rowsOf(file)).toMatchObject([{ version: 0 }]);

    void sessions.append('s', [evaluated(63)]);
    expect(rowsOf(file)).toMatchObject([{ version: 64 }]);
    void sessions.append(
      's',
      Array.from({ length: 300 }, (_, index) => evaluated(64 + index)),
    );
    expect(rowsOf(file)).toMatchObject([{ version: 364 }]);
    close();
  });

  it('keep a session in the list that nothing has happened in', async () => {
    const { sessions, inspect, close } = sqliteState(fresh());

    expect(sessions.append('s', [])).toBe(0);
    expect(await inspect.sessions()).toEqual([emptySession('s')]);
    close();
  });

  it('are appended to no session whose end is gone', () => {
    const file = fresh();
    const { sessions, close } = sqliteState(file);
    for (let index = 0; index < 70; index++) void sessions.append('s', [evaluated(index)]);
    const driver = installedSqlite(file);
    driver.exec('delete from events where version > 60');
    driver.close();

    expect(() => sessions.append('s', [evaluated(70)])).toThrow(/damaged/);
    close();
  });

  it('are appended to no session that another process has folded further than its events reach', () => {
    const file = fresh();
    const [mine, other] = [sqliteState(file), sqliteState(file)];
    void mine.sessions.append('s', [evaluated(0)]);
    for (let index = 1; index < 70; index++) void other.sessions.append('s', [evaluated(index)]);
    const driver = installedSqlite(file);
    driver.exec('delete from events where version > 60');
    driver.close();

    expect(() => mine.sessions.append('s', [evaluated(61)])).toThrow(/damaged/);
    expect(() => other.sessions.append('s', [evaluated(64)])).toThrow(/damaged/);
    mine.close();
    other.close();
  });

  it('are appended after a transaction was taken back, whatever it has folded', () => {
    const { sessions, audit, close } = sqliteState(fresh());
    for (let index = 0; index < 63; index++) void sessions.append('s', [evaluated(index)]);
    expect(() =>
      audit.joint.together?.(() => {
        void sessions.append('s', [evaluated(63), evaluated(64)]);
        throw new Error('taken back');
      }),
    ).toThrow();
    expect(sessions.append('s', [evaluated(63)])).toBe(64);
    close();
  });
});
