import { installedPostgres, postgresState } from '@licet/adapters/postgres';
import { sqliteState } from '@licet/adapters/sqlite';

import { tokenEngine } from './engine.ts';
import { UNHURRIED_POSTGRES } from '../support/unhurried.ts';

/**
 * One process that uses, spends or revokes tokens on a store that it shares with others. It prints what came of it as JSON; with `spend`
 * and `revoke` it then stays, to be killed.
 */
const [kind = '', place = '', schema = '', what = '', subject = '', count = '1'] = process.argv.slice(2);

const driver = async () => ({ Pool: (await installedPostgres()).Pool });
const state =
  kind === 'sqlite'
    ? sqliteState(place, { busyTimeoutMs: 60_000 })
    : postgresState({ uri: place, schema, driver, maxConnections: 4, ...UNHURRIED_POSTGRES });
const engine = tokenEngine(state);

const use = async (call: number): Promise<string> => {
  const callId = `${process.pid}-${call}`;
  const request = { token: subject };
  const action = { kind: 'tool', tool: 'crm.find', principal: { id: 'ann' }, request, sessionId: `s${process.pid}`, callId };
  return (await engine.evaluate(action)).code;
};

const say = (told: unknown): boolean => process.stdout.write(`${JSON.stringify(told)}\n`);

if (what === 'use') {
  say(await Promise.all(Array.from({ length: Number(count) }, (_, call) => use(call))));
  await state.close();
} else {
  if (what === 'spend') say([await use(0)]);
  else if (what === 'revoke') say([await engine.revoke(subject)]);
  else say([await engine.revokePrincipal(subject)]);
  setInterval(() => undefined, 1_000);
}
