import { spawn } from 'node:child_process';

import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { WRITERS, writeFromAll } from '../stress/turns.ts';
import { isLongRun } from '../support/longRuns.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';
import { workerFile } from '../support/workers.ts';

const EACH = isLongRun ? 500 : 50;

const reason = missing();

describe.skipIf(reason !== undefined)(
  `PostgreSQL under several processes${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: PostgresServer;
    let schema: string;
    let state: PostgresState;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(async () => server.release());

    const begin = (name: string): void => {
      schema = `licet_${name}_${process.pid}`;
      state = postgresState({ uri: server.uri, schema, ...UNHURRIED_POSTGRES });
    };
    const end = async (): Promise<void> => {
      await state.close();
      await server.query(`drop schema ${schema} cascade`);
    };
    const worker = (...args: readonly (string | number)[]) =>
      spawn(process.execPath, [workerFile('postgres/worker.ts'), server.uri, schema, ...args.map(String)], {
        env: { ...process.env, PGAPPNAME: schema },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    /** The server ends what a killed client had sent already, and only then its connection: what that wrote is still to come. */
    const connectionsEnd = async (): Promise<void> =>
      expect
        .poll(async () => server.query(`select pid from pg_stat_activity where application_name = '${schema}'`), {
          timeout: 60_000,
        })
        .toEqual([]);
    const finished = (child: ReturnType<typeof worker>): Promise<{ code: number | null; output: string; errors: string }> =>
      new Promise(resolve => {
        let [output, errors] = ['', ''];
        child.stdout.on('data', chunk => (output += String(chunk)));
        child.stderr.on('data', chunk => (errors += String(chunk)));
        child.on('close', code => resolve({ code, output, errors }));
      });

    it(`lets 4 processes of ${EACH} evaluations take a budget of ${2 * EACH} exactly`, { timeout: 300_000 }, async () => {
      begin('budget');
      const results = await Promise.all(Array.from({ length: 4 }, (_, index) => finished(worker(`s${index}`, EACH, 2 * EACH))));
      const records = await state.audit.read({ type: 'evaluation' });
      const sessions = await state.inspect.sessions();

      expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
      expect(results.reduce((sum, { output }) => sum + Number(output.split(' ')[0]), 0)).toBe(2 * EACH);
      expect(results.reduce((sum, { output }) => sum + Number(output.split(' ')[1]), 0)).toBe(2 * EACH);
      expect(records).toHaveLength(4 * EACH * 1.02);
      expect(new Set(records.map(({ record }) => `${record.sessionId} ${record.callId}`)).size).toBe(4 * EACH);
      expect(sessions.reduce((sum, { outcomes }) => sum + outcomes.ok, 0)).toBe(
        (await state.audit.read({ type: 'outcome' })).length,
      );
      expect(await state.audit.verify()).toMatchObject({ valid: true });
      expect((await state.inspect.counters(Date.now())).map(({ charged, reserved }) => charged + reserved)).toEqual([2 * EACH]);
      await end();
    });

    it(
      `loses no write of ${WRITERS.processes} processes that write at once, and refuses none`,
      { timeout: 300_000 },
      async () => {
        begin('turns');
        const { ends, places } = await writeFromAll('the state in PostgreSQL', server.uri, schema);
        const seen = (await state.audit.read({ type: 'outcome' })).map(({ seq }) => seq);

        expect(ends).toEqual(ends.map(() => [0, '']));
        expect(places).toEqual(seen);
        expect(seen).toHaveLength(WRITERS.processes * WRITERS.writes);
        expect(await state.audit.verify()).toMatchObject({ valid: true });
        await end();
      },
    );

    it('keeps nothing half-done of a process that is killed inside a transaction', { timeout: 300_000 }, async () => {
      begin('killed');
      await state.audit.head();
      for (let round = 0; round < 3; round++) {
        const child = worker(`k${round}`, 8, 100, 'hangs');
        const done = finished(child);
        await new Promise(resolve => child.stdout.once('data', resolve).once('close', resolve));
        child.kill('SIGKILL');
        await done;
      }
      await connectionsEnd();

      const held = await state.inspect.reservations(Date.now());
      expect(held.length).toBeGreaterThan(0);
      expect(held.length).toBeLessThanOrEqual(3 * 4);
      expect(await state.inspect.reservations(Date.now() + 3_600_000)).toEqual([]);
      expect(await state.inspect.sessions()).toEqual([]);
      expect(await state.audit.head()).toMatchObject({ seq: 0 });
      // The count is one for all limits, so what the killed ones hold counts until it lapses.
      const after = await finished(worker('k9', 20, 11 + held.length));
      expect([after.errors, after.output]).toEqual(['', '11 9\n']);
      expect(await state.audit.read({ type: 'evaluation' })).toHaveLength(21);
      expect(await state.audit.verify()).toMatchObject({ valid: true });
      await end();
    });

    it('is whole after processes were killed at any point', { timeout: 300_000 }, async () => {
      begin('kills');
      const rounds = Number(process.env['LICET_KILLS'] ?? (isLongRun ? 8 : 1));
      for (let round = 0; round < rounds; round++) {
        const child = worker(`k${round}`, 100_000, 1e9);
        const done = finished(child);
        const { seq } = await state.audit.head();
        await expect.poll(async () => (await state.audit.head()).seq, { timeout: 60_000, interval: 5 }).toBeGreaterThan(seq);
        await new Promise(resolve => setTimeout(resolve, (round * 7) % 40));
        child.kill('SIGKILL');
        await done;
      }
      await connectionsEnd();
      const report = await state.audit.verify();
      const evaluations = await state.audit.read({ type: 'evaluation' });
      const sessions = await state.inspect.sessions(rounds);
      const later = Date.now() + 3_600_000;

      expect(report).toMatchObject({ valid: true });
      expect(evaluations.length).toBeGreaterThanOrEqual(rounds);
      const audited = new Set(evaluations.map(({ record }) => `${record.sessionId} ${record.callId}`)).size;
      const counted = sessions.reduce((sum, { evaluated }) => sum + evaluated, 0);
      expect(counted).toBeGreaterThanOrEqual(audited);
      expect(counted).toBeLessThanOrEqual(audited + rounds * 4);
      expect(await state.inspect.reservations(later)).toEqual([]);
      await end();
    });
  },
);
