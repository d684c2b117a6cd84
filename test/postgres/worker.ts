import type { PostgresDriver } from '@licet/adapters/postgres';
import { installedPostgres, postgresState } from '@licet/adapters/postgres';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';

import { UNHURRIED, UNHURRIED_POSTGRES } from '../support/unhurried.ts';

/** Evaluates calls against one budget. With `hangs`, its transactions never end: it waits before its first commit for ever. */
const [uri = '', schema = '', name = '', count = '0', max = '0', hangs = ''] = process.argv.slice(2);

const driver = async (): Promise<PostgresDriver> => {
  const { Pool } = await installedPostgres();
  if (hangs === '') return { Pool };
  class Hanging extends Pool {
    override async connect() {
      const client = await super.connect();
      const query = client.query.bind(client);
      client.query = async (sql, params) => {
        if (sql !== 'commit') return query(sql, params);
        process.stdout.write('before the commit\n');
        return new Promise(() => undefined);
      };
      return client;
    }
  }
  return { Pool: Hanging };
};

const { sessions, approvals, audit, close } = postgresState({ uri, schema, driver, maxConnections: 4, ...UNHURRIED_POSTGRES });
const engine = new PolicyEngine(Budget({ max: Number(max), per: 'project' }), { sessions, approvals, audit, ...UNHURRIED });
let passed = 0;
let blocked = 0;

const one = async (index: number): Promise<void> => {
  const action = { kind: 'bash', sessionId: name, callId: String(index) };
  const evaluation = await engine.evaluate(action);
  if (evaluation.code === 'store_unavailable') throw new Error(evaluation.errors[0]?.message ?? evaluation.code);
  if (index % 50 === 0 && (await engine.evaluate(action)).passed !== evaluation.passed)
    throw new Error('the same call was ruled differently');
  if (evaluation.passed) passed++;
  else blocked++;
  if (evaluation.passed && index % 3 === 0) await engine.postAction(evaluation, { success: true });
};

for (let index = 0; index < Number(count); index += 4)
  await Promise.all([0, 1, 2, 3].filter(each => index + each < Number(count)).map(async each => one(index + each)));
await close();
process.stdout.write(`${passed} ${blocked}\n`);
