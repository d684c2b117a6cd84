import type { PostgresDriver } from '@licet/adapters/postgres';
import { installedPostgres, postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe } from 'vitest';

import { STORIES } from '../contract/nodeStates.ts';
import { killedNodesContract } from '../contract/killedNodes.ts';
import { isLongRun } from '../support/longRuns.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

const reason = missing();

/** A process that dies at one of its statements: its connections end, so what they have begun is rolled back. */
function dying(at: number) {
  let [statements, isDead] = [0, false];
  const driver = async (): Promise<PostgresDriver> => {
    const { Pool } = await installedPostgres();
    const counted = new WeakSet<object>();
    class Dying extends Pool {
      override async connect() {
        if (isDead) throw new Error('killed');
        const client = await super.connect();
        if (counted.has(client)) return client;
        counted.add(client);
        const query = client.query.bind(client);
        client.query = async (sql, params) => {
          statements += 1;
          if (statements >= at) isDead = true;
          if (!isDead) return query(sql, params);
          await query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
          throw new Error('killed');
        };
        return client;
      }
    }
    return { Pool: Dying };
  };
  return { driver, isDead: () => isDead };
}

describe.skipIf(reason !== undefined)(`PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let server: PostgresServer;
  const schemas = new Set<string>();
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    for (const schema of schemas) await server.query(`drop schema if exists ${schema} cascade`);
    await server.release();
  });

  killedNodesContract(
    'PostgreSQL',
    (story, diesAt = Infinity) => {
      const schema =
        `licet_${story.slice(0, 30)}_${diesAt === Infinity ? story.split('_').at(-1) : diesAt}_${process.pid}`.toLowerCase();
      schemas.add(schema);
      const { driver, isDead } = dying(diesAt);
      return { ...postgresState({ uri: server.uri, schema, driver, maxConnections: 2 }), isDead };
    },
    { from: 12, stride: isLongRun ? 9 : 47, stories: Object.keys(STORIES).slice(0, isLongRun ? undefined : 1) },
  );
});
