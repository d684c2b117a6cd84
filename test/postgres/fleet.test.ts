import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { giveAnswer } from '@licet/core/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { project } from '../support/cli.ts';
import { freePort } from '../support/freePort.ts';
import { LONG_RUN, isLongRun } from '../support/longRuns.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';
import { workerFile } from '../support/workers.ts';
import { ask } from './ask.ts';
import { TOKEN, endMachine, startMachine } from './machines.ts';
import type { Machine } from './machines.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

/** Clients, calls of each of them, requests for approval of each, and how many calls of all the policy lets through. */
const [CLIENTS, EACH, APPROVALS, MOST] = isLongRun ? [16, 330, 6, 5_000] : [4, 20, 2, 60];
const VARIABLE = 'LICET_TEST_FLEET';
const STORE = `{ store: postgres, uri_env: ${VARIABLE} }`;
const POLICY = `version: 1
default: pass
guard_timeout_ms: 100000
sessions: ${STORE}
approvals: { store: postgres, uri_env: ${VARIABLE}, channel: out_of_band }
audit: ${STORE}
policy:
  all:
    - when: { if: { kind: work }, then: { budget: { max: ${MOST}, per: project, name: shared } } }
    - when: { if: { kind: deploy }, then: { human_approval: { reason: it reaches others } } }
`;

/** More than the ten minutes that a reservation lasts: for such a clock, what others hold has lapsed. */
const STEP_MS = 601_000;
/** What the fleet must recover within, by itself. */
const RECOVERY_MS = 10_000;

/** What a client says of a call. */
interface Line {
  readonly passed?: boolean;
  readonly agree?: boolean;
  readonly deploy?: string;
  readonly status?: string;
  readonly passes?: number;
  readonly fault?: string;
}

const reason = missing();

describe.skipIf(reason !== undefined)(`a fleet over one PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let database: PostgresServer;
  let state: PostgresState;
  let root: string;
  const ports: number[] = [];
  const machines: Machine[] = [];
  const clients: ChildProcess[] = [];
  const lines: Line[] = [];

  /** Starts a machine on its port. The second one's clock can make steps, and the third one's is wrong from the start. */
  const start = async (index: number): Promise<void> => {
    const clock = { CLOCK_STEP: String(STEP_MS), CLOCK_SHIFT: String(index === 2 ? -STEP_MS : 0) };
    machines[index] = await startMachine({
      root,
      name: `machine-${index}`,
      env: { [VARIABLE]: database.uri, ...clock },
      options: ['--token-file', 'token', '--port', String(ports[index])],
      node: ['--import', new URL('shiftedClock.mjs', import.meta.url).href],
    });
  };
  beforeAll(async () => {
    database = await postgresServer();
    await database.query('drop schema if exists licet cascade');
    state = postgresState({ uri: database.uri, ...UNHURRIED_POSTGRES });
    root = project(POLICY);
    writeFileSync(join(root, 'token'), `${TOKEN}\n`, { mode: 0o600 });
    for (const index of [0, 1, 2]) {
      ports.push(await freePort());
      await start(index);
    }
  }, 120_000);
  afterAll(async () => {
    for (const { child } of machines) child.kill('SIGKILL');
    for (const child of clients) child.kill('SIGKILL');
    await state.close();
    await database.query('drop schema if exists licet cascade');
    await database.release();
  });

  const urls = (): readonly string[] => machines.map(({ url }) => url);

  /** Returns how long each machine needs until it decides again, in milliseconds, at most. */
  const recovery = async (name: string): Promise<number> => {
    const began = performance.now();
    const decides = async (url: string, index: number): Promise<void> => {
      for (let turn = 0; ; turn++) {
        const call = { kind: 'probe', sessionId: `probe-${name}-${index}`, callId: String(turn) };
        if ((await ask(url, TOKEN, call)) !== undefined) return;
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    };
    await Promise.all(urls().map(decides));
    return performance.now() - began;
  };

  /** What happens to the fleet, each when this part of all calls was answered. Each returns how long the fleet needed to recover. */
  const faults: readonly (readonly [part: number, make: () => Promise<number>])[] = [
    [0.1, async () => (machines[1]?.child.kill('SIGUSR2'), recovery('step'))],
    [
      0.2,
      async () => {
        if (machines[0] !== undefined) await endMachine(machines[0], 'SIGKILL');
        await start(0);
        return recovery('killed');
      },
    ],
    [
      0.4,
      async () => {
        await database.process?.stop('crash');
        await database.process?.start();
        return recovery('database');
      },
    ],
    [
      0.6,
      async () => {
        let longest = 0;
        for (const [index, machine] of machines.entries()) {
          await endMachine(machine, 'SIGTERM');
          await start(index);
          longest = Math.max(longest, await recovery(`rolling-${index}`));
        }
        return longest;
      },
    ],
    [0.8, async () => (machines[1]?.child.kill('SIGUSR2'), recovery('step again'))],
  ];

  /**
   * Answers every second request with yes and the others with no, as a person on another machine would, until it is told to end. What asks once more for
   * a call that was answered gets no answer: a yes is for one call.
   */
  const answering = (signal: AbortSignal): Promise<void> => {
    const answered = new Map<unknown, string>();
    const turn = async (): Promise<void> => {
      for (const stored of await state.approvals.pending(Date.now())) {
        const { id, action, questions } = stored.request;
        const number = action.payload['number'];
        const isFirst = (answered.get(number) ?? id) === id;
        const answer = { granted: questions.map(() => answered.size % 2 === 0), by: 'ann', channel: 'code' } as const;
        if (isFirst && (await giveAnswer(state, stored, answer, Date.now())).taken) answered.set(number, id);
      }
    };
    return (async () => {
      while (!signal.aborted) {
        // The database may be away: the person answers later.
        await turn().catch(() => undefined);
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    })();
  };

  it(
    `lets ${CLIENTS} clients take ${MOST} of ${CLIENTS * EACH} calls exactly, and each approval once, through a kill, a crash of the database, a rolling restart and clocks that are ten minutes wrong${isLongRun ? '' : ` (all: ${LONG_RUN})`}`,
    { timeout: 900_000 },
    async () => {
      const recoveries: Promise<number>[] = [];
      let waiting = Promise.resolve(0);
      const due = [...faults];
      const heard = (line: Line): void => {
        lines.push(line);
        const [next] = due;
        if (next === undefined || lines.length < next[0] * CLIENTS * EACH) return;
        due.shift();
        waiting = waiting.then(next[1]);
        recoveries.push(waiting);
      };
      const ending = new AbortController();
      const person = answering(ending.signal);
      const first = urls();
      const codes = Array.from({ length: CLIENTS }, async (_, index) => {
        const words = [TOKEN, String(index), String(EACH), String(APPROVALS), ...first];
        const child = spawn(process.execPath, [workerFile('postgres/clientWorker.ts'), ...words], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        clients.push(child);
        createInterface(child.stdout).on('line', text => heard(JSON.parse(text) as Line));
        return new Promise<number | null>(resolve => child.once('close', resolve));
      });
      expect(await Promise.all(codes)).toEqual(codes.map(() => 0));
      const times = await Promise.all(recoveries);
      ending.abort();
      await person;
      console.warn(`the fleet recovered in ${times.map(time => Math.round(time)).join(', ')} ms`);

      expect(lines.filter(({ fault, agree }) => fault !== undefined || agree === false)).toEqual([]);
      expect(lines.filter(({ passed }) => passed)).toHaveLength(MOST);
      const asked = lines.filter(line => line.deploy !== undefined);
      expect(asked).toHaveLength(CLIENTS * APPROVALS);
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['granted', 'denied']));
      for (const { status, passes } of asked) expect(passes).toBe(status === 'granted' ? 1 : 0);
      expect((await state.inspect.counters(Date.now())).map(({ charged, reserved }) => charged + reserved)).toEqual([MOST]);
      expect(await state.audit.verify()).toMatchObject({ valid: true });
      expect(times).toHaveLength(faults.length);
      expect(Math.max(...times)).toBeLessThan(RECOVERY_MS);
    },
  );
});
