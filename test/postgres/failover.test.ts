import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { project } from '../support/cli.ts';
import { isLongRun } from '../support/longRuns.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';
import { ask, insist } from './ask.ts';
import { TOKEN, endMachine, startMachine } from './machines.ts';
import type { Machine } from './machines.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { standbyOf } from './standby.ts';
import type { Standby } from './standby.ts';

/** Clients, calls of each of them, and how many calls of all the policy lets through. */
const [CLIENTS, EACH, MOST] = isLongRun ? [16, 60, 700] : [6, 20, 90];
const VARIABLE = 'LICET_TEST_FAILOVER';
const STORE = `{ store: postgres, uri_env: ${VARIABLE} }`;
const POLICY = `version: 1
default: pass
guard_timeout_ms: 100000
sessions: ${STORE}
audit: ${STORE}
policy: { when: { if: { kind: work }, then: { budget: { max: ${MOST}, per: project, name: shared } } } }
`;

/** How long the primary is away before a person promotes the standby, and what the servers must recover within after that. */
const [AWAY_MS, RECOVERY_MS] = [1_500, 10_000];

/** A database that the environment names cannot be crashed. */
const reason = missing() ?? (process.env['DATABASE_URL'] === undefined ? undefined : 'DATABASE_URL names one server');

describe.skipIf(reason !== undefined)(`a standby that is promoted${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let primary: PostgresServer;
  let standby: Standby;
  let root: string;
  let uri: string;
  const machines: Machine[] = [];
  const start = (name: string): Promise<Machine> => startMachine({ root, name, env: { [VARIABLE]: uri } });
  beforeAll(async () => {
    primary = await postgresServer();
    standby = await standbyOf(primary);
    const second = new URL(standby.uri).host;
    uri = `${primary.uri.replace(/\/postgres$/u, `,${second}/postgres`)}?target_session_attrs=read-write`;
    root = project(POLICY);
    writeFileSync(join(root, 'token'), `${TOKEN}\n`, { mode: 0o600 });
    for (const name of ['one', 'two']) machines.push(await start(name));
  }, 120_000);
  afterAll(async () => {
    for (const { child } of machines) child.kill('SIGKILL');
    await standby.release();
    await primary.release();
  });

  it(
    `takes over by itself: nothing passes open, ${MOST} of ${CLIENTS * EACH} calls pass, and each answer is in its trail`,
    { timeout: 300_000 },
    async () => {
      const urls = machines.map(({ url }) => url);
      const passed: string[] = [];
      let answered = 0;
      let recovered: Promise<number> | undefined;
      const failOver = async (): Promise<number> => {
        await primary.process?.stop('crash');
        await new Promise(resolve => setTimeout(resolve, AWAY_MS));
        const probe = { kind: 'probe', sessionId: 'away', callId: 'away' };
        expect(await Promise.all(urls.map(url => ask(url, TOKEN, probe)))).toEqual([undefined, undefined]);
        const began = performance.now();
        await standby.promote();
        await Promise.all(
          urls.map((url, index) => insist([url], 0, () => ask(url, TOKEN, { ...probe, sessionId: `after-${index}` }))),
        );
        return performance.now() - began;
      };
      const client = async (index: number): Promise<void> => {
        for (let turn = 0; turn < EACH; turn++) {
          const call = { kind: 'work', sessionId: `client-${index}`, callId: String(turn) };
          const answer = await insist(urls, index + turn, url => ask(url, TOKEN, call));
          if (answer.passed) passed.push(answer.id);
          if (++answered === Math.floor((CLIENTS * EACH) / 3)) recovered = failOver();
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
      const time = (await recovered) ?? Number.POSITIVE_INFINITY;
      console.warn(`the servers recovered ${Math.round(time)} ms after the standby was promoted`);

      const state = postgresState({ uri: standby.uri, ...UNHURRIED_POSTGRES });
      const trail = await state.audit.read({ type: 'evaluation' });
      const written = new Set(trail.map(({ record }) => record.evaluationId));
      expect(passed.filter(id => !written.has(id))).toEqual([]);
      expect(passed).toHaveLength(MOST);
      expect(await state.audit.verify()).toMatchObject({ valid: true });
      expect(time).toBeLessThan(RECOVERY_MS);
      await state.close();
    },
  );

  it('is found by a server that starts while the first host of its address takes no writes', { timeout: 120_000 }, async () => {
    await primary.process?.start([], { replica: true });
    if (machines[0] !== undefined) await endMachine(machines[0], 'SIGTERM');
    machines[0] = await start('one');
    const { url } = machines[0];

    expect((await ask(url, TOKEN, { kind: 'probe', sessionId: 'late', callId: 'late' }))?.passed).toBe(true);
  });
});
