import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { project } from '../support/cli.ts';
import { isLongRun } from '../support/longRuns.ts';
import { ask, insist, isNoAnswer } from './ask.ts';
import type { Answer } from './ask.ts';
import { TOKEN, startMachine } from './machines.ts';
import type { Machine } from './machines.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

const CLIENTS = 48;
/** Calls of each client, and how many of all of them the policy lets through. */
const [EACH, MOST] = isLongRun ? [25, 1_000] : [6, 200];
const VARIABLE = 'LICET_TEST_SERVERS';
const POLICY = `version: 1
default: pass
guard_timeout_ms: 100000
sessions: { store: postgres, uri_env: ${VARIABLE} }
audit: { store: postgres, uri_env: ${VARIABLE} }
policy: { budget: { max: ${MOST}, per: project, name: shared } }
`;

const reason = missing();

describe.skipIf(reason !== undefined)(
  `three servers over one PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let database: PostgresServer;
    let state: PostgresState;
    const machines: Machine[] = [];
    beforeAll(async () => {
      database = await postgresServer();
      await database.query('drop schema if exists licet cascade');
      state = postgresState({ uri: database.uri });
      const root = project(POLICY);
      writeFileSync(join(root, 'token'), `${TOKEN}\n`, { mode: 0o600 });
      for (const name of ['one', 'two', 'three'])
        machines.push(await startMachine({ root, name, env: { [VARIABLE]: database.uri } }));
    }, 120_000);
    afterAll(async () => {
      for (const { child } of machines) child.kill('SIGKILL');
      await state.close();
      await database.query('drop schema if exists licet cascade');
      await database.release();
    });

    it(
      `lets ${CLIENTS} clients take ${MOST} of ${CLIENTS * EACH} calls exactly, while one is killed and the database starts again`,
      { timeout: 300_000 },
      async () => {
        const answers = new Map<string, Answer[]>();
        const urls = machines.map(({ url }) => url);
        let answered = 0;
        const faults = new Map<number, () => Promise<void>>([
          [Math.floor((CLIENTS * EACH) / 4), async () => void machines[0]?.child.kill('SIGKILL')],
          [
            Math.floor((CLIENTS * EACH) / 2),
            async () => {
              await database.process?.stop('crash');
              await database.process?.start();
            },
          ],
        ]);
        const making: Promise<void>[] = [];
        const client = async (index: number): Promise<void> => {
          for (let turn = 0; turn < EACH; turn++) {
            const call = { kind: 'deploy', sessionId: `client-${index}`, callId: `call-${turn}` };
            const decided = async (first: number): Promise<Answer> => insist(urls, first, async url => ask(url, TOKEN, call));
            const said = [await decided(index)];
            const fault = faults.get(++answered);
            if (fault !== undefined) making.push(fault());
            // The answer was lost on the way: the same call comes again, to another machine.
            if (turn % 3 === 0) said.push(await decided(index + 1));
            answers.set(`${call.sessionId} ${call.callId}`, said);
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
        await Promise.all(making);

        const twice = [...answers.values()].filter(([first, ...more]) => more.some(({ passed }) => passed !== first?.passed));
        expect(twice).toEqual([]);
        const written = new Map<string, Set<boolean>>();
        for (let after = 0; ;) {
          const page = await state.audit.read({ type: 'evaluation', after, limit: 500 });
          for (const { record } of page) {
            if (record.type !== 'evaluation' || isNoAnswer(record.code)) continue;
            // The server marks the calls of its callers.
            const key = `${record.sessionId} ${record.callId?.replace('remote:', '')}`;
            written.set(key, (written.get(key) ?? new Set()).add(record.ruling === 'pass'));
          }
          if (page.length === 0) break;
          after = page.at(-1)?.seq ?? after;
        }
        for (const [call, [said]] of answers) expect([call, [...(written.get(call) ?? [])]]).toEqual([call, [said?.passed]]);
        const passed = [...answers.values()].filter(([said]) => said?.passed).length;
        expect(passed).toBe(MOST);
        expect((await state.inspect.counters(Date.now())).map(({ charged, reserved }) => charged + reserved)).toEqual([MOST]);
        expect(await state.audit.verify()).toMatchObject({ valid: true });
      },
    );
  },
);

describe('the example for Compose', () => {
  const folder = new URL('../../examples/compose/', import.meta.url);
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly command?: readonly string[]; readonly network_mode?: string }>>;
  };
  const servers = Object.values(services).filter(({ network_mode: network }) => network === 'service:proxy');

  it('has three servers, and a proxy that knows each of them', () => {
    const ports = servers.map(({ command = [] }) => command[command.indexOf('--port') + 1]);
    expect(new Set(ports).size).toBe(3);
    expect(read('Caddyfile')).toContain(`reverse_proxy ${ports.map(port => `127.0.0.1:${port}`).join(' ')} {`);
  });

  it('starts them with options that there are, and with a policy that loads', async () => {
    const [{ command = [] } = {}] = servers;
    const root = project(read('governance.yaml'));
    writeFileSync(join(root, 'token'), `${TOKEN}\n`, { mode: 0o600 });
    const options = command.map((word, index) =>
      command[index - 1] === '--port'
        ? '0'
        : word.replace('/tmp/token', 'token').replace(/\$\{LICET_NAME.*\}/u, 'pdp.example.com'),
    );
    const { child, url } = await startMachine({
      root,
      name: 'home',
      env: { LICET_DATABASE: 'postgres://nobody@127.0.0.1:1/none' },
      options,
    });

    // No database answers: that is no yes.
    expect(await ask(url, TOKEN, { kind: 'deploy', sessionId: 's', callId: 'c' })).toBeUndefined();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill('SIGKILL');
  });
});
