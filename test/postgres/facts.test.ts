import { postgresState } from '@licet/adapters/postgres';
import type { SessionEvent } from '@licet/core/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkAnswers } from '../stress/factsAnswers.ts';
import { CROWD, crowd, ended, start } from '../stress/processes.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

const reason = missing();

describe.skipIf(reason !== undefined)(`facts on one PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const schema = `licet_facts_${process.pid}`;
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  }, 120_000);
  afterAll(async () => {
    await server.query(`drop schema if exists ${schema} cascade`);
    await server.release();
  });

  it(
    `${CROWD.processes} processes earn a fact, make it void and ask for it, one is killed, the server starts again, and the trail agrees with every answer`,
    { timeout: 500_000 },
    async () => {
      const state = postgresState({ uri: server.uri, schema, ...UNHURRIED_POSTGRES });
      await state.audit.head();
      const worker = (name: string, rounds: number) => start('factsWorker.ts', [server.uri, name, String(rounds), schema]);
      const children = crowd(worker);
      const all = Promise.all(children.map(ended));
      await new Promise<void>(resolve => {
        let calls = 0;
        children[1]?.stdout?.on('data', chunk => (calls += String(chunk).length) >= CROWD.rounds / 2 && resolve());
        children[1]?.once('close', () => resolve());
      });
      await server.process?.stop('crash');
      await server.process?.start();
      const [killed, ...others] = await all;
      // One more, alone: it earns, asks, makes void and asks, whatever the others have left.
      others.push(await ended(worker('p30', 5)));

      expect(killed?.signal).toBe('SIGKILL');
      expect(others.map(({ code, errors }) => [code, errors])).toEqual(others.map(() => [0, '']));
      const records = (await state.audit.read()).map(({ record }) => record);
      expect(await state.audit.verify()).toMatchObject({ valid: true, records: records.length });
      const rows = await server.query<{ event: string }>(
        `select event from ${schema}.events where session = 's' order by version`,
      );
      const { earned, opened, closed } = checkAnswers(
        rows.map(({ event }) => JSON.parse(event) as SessionEvent),
        records,
      );
      expect(Math.min(earned, opened, closed)).toBeGreaterThan(0);
      await state.close();
    },
  );
});
