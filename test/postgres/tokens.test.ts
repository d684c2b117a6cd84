import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe } from 'vitest';

import { tokensAcrossProcesses } from '../tokens/processes.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';

const reason = missing();

describe.skipIf(reason !== undefined)(`processes on one PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const schema = `licet_tokens_${process.pid}`;
  let server: PostgresServer;
  let state: PostgresState;
  beforeAll(async () => {
    server = await postgresServer();
    state = postgresState({ uri: server.uri, schema, ...UNHURRIED_POSTGRES });
  });
  afterAll(async () => {
    await state.close();
    await server.query(`drop schema ${schema} cascade`);
    await server.release();
  });

  tokensAcrossProcesses(() => ({ sessions: state.sessions, audit: state.audit, args: ['postgres', server.uri, schema] }));
});
