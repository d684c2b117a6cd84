import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { postgresServer } from '../postgres/server.ts';
import { quantile } from './measure.ts';

/**
 * Decisions a second of one server with a SQLite file, and of one, two and three servers over one PostgreSQL, asked by 48 clients at once: a budget that
 * all share, a session of its own for each client, and a trail of everything. Only ratios to the server with SQLite within one run mean anything; on two
 * cores the servers, the database and the clients share them. `node --conditions=@licet/source test/bench/servers.ts [calls of each client] [program]`, after `pnpm build`.
 */
const CALLS = Number(process.argv[2] ?? 40);
const program = process.argv[3] ?? join(import.meta.dirname, '../../packages/cli/dist/licet.cjs');
const CLIENTS = 48;
const TOKEN = 'a-token-for-this-bench-only-0123456789';
const budget = (per: string): string => `{ budget: { max: 1000000, per: ${per}, name: bench } }`;

const database = await postgresServer();
const root = mkdtempSync(join(tmpdir(), 'licet-servers-'));
writeFileSync(join(root, 'token'), TOKEN, { mode: 0o600 });

async function started(name: string, policy: string): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const home = join(root, name);
  mkdirSync(home);
  const child = spawn(process.execPath, [program, 'serve', '--json', '--policy', policy, '--token-file', join(root, 'token')], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: home, BENCH_DATABASE: database.uri },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', part => resolve(String(part)));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
  const { url } = JSON.parse(said) as { readonly url: string };
  const end = async (): Promise<void> => {
    child.removeAllListeners('exit');
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { url, end };
}

function ask(url: string, agent: Agent, sessionId: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    const sent = send(`${url}/v1/evaluate`, { method: 'POST', agent, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve((JSON.parse(text) as { readonly passed: boolean }).passed));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ action: { kind: 'deploy', sessionId } }));
  });
}

/** Every client makes its calls one after the other, each on one server. */
async function pass(urls: readonly string[], calls: number, name: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const times: number[] = [];
  const client = async (index: number): Promise<void> => {
    for (let call = 0; call < calls; call++) {
      const startedAt = performance.now();
      if (!(await ask(urls[index % urls.length] ?? '', agent, `${name}-${index}`))) throw new Error('a call was stopped');
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  agent.destroy();
  return times;
}

/** One server with a file, and then more over the database. */
const FLEETS = [
  { store: 'sqlite', count: 1 },
  ...[1, 2, 3].map(count => ({ store: 'postgres, uri_env: BENCH_DATABASE', count })),
];

for (const per of ['session', 'project']) {
  let base: number | undefined;
  for (const [index, { store, count }] of FLEETS.entries()) {
    await database.query('drop schema if exists licet cascade');
    const folder = join(root, `${per}-${index}`);
    mkdirSync(folder);
    const policy = join(folder, 'governance.yaml');
    const kept = `{ store: ${store} }`;
    writeFileSync(policy, `version: 1\ndefault: pass\nsessions: ${kept}\naudit: ${kept}\npolicy: ${budget(per)}\n`);
    const servers = [];
    for (let each = 0; each < count; each++) servers.push(await started(`${per}-${index}-${each}`, policy));
    const urls = servers.map(({ url }) => url);
    await pass(urls, Math.min(5, CALLS), 'warm');
    const startedAt = performance.now();
    const times = await pass(urls, CALLS, 'measured');
    const rate = (times.length * 1_000) / (performance.now() - startedAt);
    base ??= rate;
    const name = `${count} ${count === 1 ? 'server ' : 'servers'} ${store.split(',')[0]}`.padEnd(18);
    const [half, most] = [0.5, 0.99].map(part => `${quantile(times, part).toFixed(1)} ms`);
    console.log(
      `budget per ${per}, ${name}  ${(rate / base).toFixed(2)} of SQLite  ${Math.round(rate)}/s  p50 ${half}  p99 ${most}`,
    );
    for (const { end } of servers) await end();
  }
}
await database.release();
rmSync(root, { recursive: true, force: true });
