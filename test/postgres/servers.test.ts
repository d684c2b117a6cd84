import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { BUNDLE, humanEnv, project } from '../support/cli.ts';
import { isLongRun } from '../support/longRuns.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

const CLIENTS = 48;
/** Calls of each client, and how many of all of them the policy lets through. */
const [EACH, MOST] = isLongRun ? [25, 1_000] : [6, 200];
const TOKEN = 'a-token-that-three-servers-have-in-common-01';
const VARIABLE = 'LICET_TEST_SERVERS';
const POLICY = `version: 1
default: pass
guard_timeout_ms: 100000
sessions: { store: postgres, uri_env: ${VARIABLE} }
audit: { store: postgres, uri_env: ${VARIABLE} }
policy: { budget: { max: ${MOST}, per: project, name: shared } }
`;

/** One machine of three: a server with its own home. */
interface Machine {
  readonly child: ChildProcess;
  readonly url: string;
}

/** What was said about a call. Undefined where nothing was: the client asks another machine. */
type Answer = { readonly id: string; readonly passed: boolean } | undefined;

interface Called {
  readonly sessionId: string;
  readonly callId: string;
}

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
      for (const name of ['one', 'two', 'three']) machines.push(await started(root, name, database.uri));
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
        const answers = new Map<string, NonNullable<Answer>[]>();
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
        /** Asks one machine after the other until one has an answer. */
        const insist = async (call: Called, first: number): Promise<NonNullable<Answer>> => {
          for (let time = first; ; time++) {
            const said = await ask(machines[time % machines.length]?.url ?? '', call);
            if (said !== undefined) return said;
            await new Promise(resolve => setTimeout(resolve, 20));
          }
        };
        const client = async (index: number): Promise<void> => {
          for (let turn = 0; turn < EACH; turn++) {
            const call = { sessionId: `client-${index}`, callId: `call-${turn}` };
            const said = [await insist(call, index)];
            const fault = faults.get(++answered);
            if (fault !== undefined) making.push(fault());
            // The answer was lost on the way: the same call comes again, to another machine.
            if (turn % 3 === 0) said.push(await insist(call, index + 1));
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
    const { child, url } = await started(root, 'home', 'postgres://nobody@127.0.0.1:1/none', options, 'LICET_DATABASE');

    // No database answers: that is no yes.
    expect(await ask(url, { sessionId: 's', callId: 'c' })).toBeUndefined();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill('SIGKILL');
  });
});

/** A state that cannot be read or written stops a call and decides nothing about it: the same call may be asked again. */
const isNoAnswer = (code: string): boolean => code.endsWith('_unavailable');

/** Undefined for every answer that is no decision: no connection, another status, or a state that cannot be written. */
async function ask(url: string, call: Called): Promise<Answer> {
  try {
    const response = await fetch(`${url}/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ action: { kind: 'deploy', ...call } }),
    });
    if (response.status !== 200) return undefined;
    const { id, passed, code } = (await response.json()) as NonNullable<Answer> & { readonly code: string };
    return isNoAnswer(code) ? undefined : { id, passed };
  } catch {
    return undefined;
  }
}

async function started(
  root: string,
  name: string,
  uri: string,
  options: readonly string[] = ['--token-file', 'token'],
  variable: string = VARIABLE,
): Promise<Machine> {
  const home = join(root, name);
  mkdirSync(home);
  const child = spawn(process.execPath, [BUNDLE, 'serve', '--json', ...options], {
    cwd: root,
    env: { ...humanEnv(), HOME: home, NO_COLOR: '1', [variable]: uri },
  });
  const said = await new Promise<string>((resolve, reject) => {
    let [text, complaint] = ['', ''];
    child.stderr.on('data', part => void (complaint += String(part)));
    child.stdout.on('data', part => {
      text += String(part);
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', () => reject(new Error(complaint)));
  });
  return { child, url: (JSON.parse(said) as { readonly url: string }).url };
}
