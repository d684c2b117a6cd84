import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import type { Clock, Evaluation } from '@licet/core';
import { Budget } from '@licet/guards';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { cases } from '../support/longRuns.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => mkdtempSync(join(folder, `${count++}-`));

const PARTS = ['', '-wal', '-shm'] as const;
const MAX = 1_000;

const open = (file: string, clock?: Clock) => {
  const state = sqliteState(file, { busyTimeoutMs: 50 });
  const engine = new PolicyEngine(Budget({ max: MAX, per: 'project', name: 'calls' }), {
    sessions: state.sessions,
    approvals: state.approvals,
    audit: state.audit,
    ...(clock && { clock }),
  });
  return { ...state, engine, ask: (): Evaluation => engine.evaluateSync({ kind: 'bash', sessionId: 's' }) };
};

/** A state as a killed process leaves it: something in the file, something in the log. */
let left = '';
beforeAll(() => {
  const whole = join(fresh(), 'state.db');
  const first = open(whole);
  for (let call = 0; call < 30; call++) first.ask();
  first.close();
  const second = open(whole);
  for (let call = 0; call < 30; call++) second.ask();
  left = join(fresh(), 'state.db');
  for (const part of PARTS) copyFileSync(whole + part, left + part);
  second.close();
});

const copy = (): string => {
  const file = join(fresh(), 'state.db');
  for (const part of PARTS) if (existsSync(left + part)) copyFileSync(left + part, file + part);
  return file;
};

/** What a state that may be damaged does: it works, or it stops the action and says what to do. */
function answer(evaluation: Evaluation): void {
  if (evaluation.passed) return;
  const said = `${evaluation.code} ${evaluation.errors.map(({ code, message }) => `${code} ${message}`).join()}`;
  expect(evaluation.ruling).toBe('block');
  expect(said).toMatch(/store_unavailable|audit_unavailable|budget_exhausted/);
}

const ANYWHERE = fc.record({ part: fc.constantFrom(...PARTS), at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }) });

describe('a state with flipped bytes', () => {
  it('works or stops the action with a code, wherever they lie', () => {
    fc.assert(
      fc.property(fc.array(ANYWHERE, { minLength: 1, maxLength: 8 }), flips => {
        const file = copy();
        for (const { part, at, bits } of flips) {
          const bytes = readFileSync(file + part);
          const place = at % bytes.length;
          bytes[place] = (bytes[place] as number) ^ bits;
          writeFileSync(file + part, bytes);
        }
        const { ask, audit, inspect, close } = open(file);
        for (let call = 0; call < 3; call++) answer(ask());
        for (const look of [() => audit.verify(), () => inspect.sessions(), () => inspect.counters(0)]) {
          try {
            look();
          } catch (error) {
            expect(error).toMatchObject({ code: 'store_unavailable' });
          }
        }
        close();
      }),
      { numRuns: cases(150) },
    );
  });

  it('never shows a changed record of the trail as a true one', () => {
    const records = JSON.stringify(open(copy()).audit.read());
    fc.assert(
      fc.property(ANYWHERE, ({ at, bits }) => {
        const file = copy();
        const bytes = readFileSync(file);
        bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ bits;
        writeFileSync(file, bytes);
        const { audit, close } = open(file);
        try {
          const report = audit.verify();
          const found = JSON.stringify(audit.read());
          if (report.valid) expect(records.startsWith(found.slice(0, -1))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'store_unavailable' });
        }
        close();
      }),
      { numRuns: cases(100) },
    );
  });

  it('works again once it was moved away', () => {
    const file = copy();
    open(file).inspect.reset({ sessionId: 'nobody' });
    for (const part of ['-wal', '-shm']) rmSync(file + part);
    writeFileSync(file, readFileSync(file).fill(0xff, 0, 200));
    expect(open(file).ask().errors[0]?.message).toMatch(/damaged; a person can move it aside/);
    for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, `${file}.away${part}`);

    expect(open(file).ask().passed).toBe(true);
  });
});

describe('a state that was cut', () => {
  test.each(PARTS)('works or stops the action, wherever %j ends', part => {
    fc.assert(
      fc.property(fc.nat(), at => {
        const file = copy();
        truncateSync(file + part, at % readFileSync(file + part).length);
        const { ask, close } = open(file);
        for (let call = 0; call < 2; call++) answer(ask());
        close();
      }),
      { numRuns: cases(40) },
    );
  });

  it('loses at most the end of its log, and what is left verifies', () => {
    fc.assert(
      fc.property(fc.nat(), at => {
        const file = copy();
        truncateSync(`${file}-wal`, at % readFileSync(`${file}-wal`).length);
        const { audit, sessions, close } = open(file);
        const { valid, records } = audit.verify();
        expect(valid).toBe(true);
        expect(records).toBeGreaterThanOrEqual(30);
        expect(sessions.used({ key: 'budget:calls:project', now: Date.now() })).toBeGreaterThanOrEqual(30);
        close();
      }),
      { numRuns: 30 },
    );
  });
});

describe('a clock that jumps', () => {
  const clockAt = (start: number): Clock & { at: number } => {
    const clock = { at: start, now: () => clock.at, elapsed: () => 0, after: () => () => undefined };
    return clock;
  };

  it('never frees what was charged, and never overdraws, wherever it jumps', () => {
    const jump = fc.record({
      by: fc.oneof(fc.integer({ min: -1e10, max: 1e10 }), fc.integer({ min: -700_000, max: 700_000 })),
      settles: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(jump, { maxLength: 20 }), jumps => {
        const clock = clockAt(1e12);
        const state = sqliteState(join(fresh(), 'state.db'));
        const { sessions, approvals, audit } = state;
        const engine = new PolicyEngine(Budget({ max: 5, per: 'project', name: 'calls' }), { sessions, approvals, audit, clock });
        let charged = 0;
        for (const [call, { by, settles }] of jumps.entries()) {
          clock.at = Math.max(1, clock.at + by);
          const evaluation = engine.evaluateSync({ kind: 'bash', sessionId: 's', callId: `${call}` });
          if (evaluation.passed && settles) {
            void state.sessions.settle({ holder: `call:1:s:${call}`, now: clock.at });
            charged += 1;
          }
          const used = Number(state.sessions.used({ key: 'budget:calls:project', now: clock.at }));
          // A reservation that had run out counts again where the clock has gone back: no more is granted then.
          if (evaluation.passed) expect(used).toBeLessThanOrEqual(5);
          expect(used).toBeGreaterThanOrEqual(charged);
        }
        expect(state.audit.verify()).toMatchObject({ valid: true, records: jumps.length });
        state.close();
      }),
      { numRuns: cases(40) },
    );
  });
});

describe('a folder that comes and goes', () => {
  it('is a block while it is away, and nothing is lost when it is back', () => {
    const place = join(fresh(), 'licet');
    mkdirSync(place);
    const { ask, audit, close } = open(join(place, 'state.db'));
    for (let round = 0; round < 3; round++) {
      expect(ask().passed).toBe(true);
      renameSync(place, `${place}-away`);
      for (let call = 0; call < 2; call++) {
        expect(ask()).toMatchObject({ passed: false, ruling: 'block' });
        expect(ask().errors[0]).toMatchObject({ code: 'store_unavailable' });
      }
      renameSync(`${place}-away`, place);
    }
    expect(audit.verify()).toMatchObject({ valid: true, records: 3 });
    close();
  });
});
