import { execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '../support/freePort.ts';
import { settle } from './baseline.ts';
import { actionOf } from './job/licet.ts';
import { rego } from './job/opa.ts';
import { requests } from './job/requests.ts';
import type { Request } from './job/requests.ts';
import { quantile } from './measure.ts';

/**
 * Measures servers on the job of 1,000 requests, each server in its own process, all of them in each round one after the other, and prints
 * requests a second, latencies and processor time. Connections are kept; neither OPA nor Cedar keeps what it decides, so the row of ours that does
 * is a separate row. Every answer is checked. Only ratios within one run mean anything.
 * `pnpm bench:server [rounds] [connections,…] [--renew]`: beside the baseline, or as the new one. OPA takes part where its program is there, at `OPA` or in the path:
 * `go install github.com/open-policy-agent/opa@v1.4.2` builds it.
 */
const [rounds = '5', connectionCounts = '1,8,64'] = process.argv.slice(2).filter(word => /^[\d,]+$/u.test(word));
const ROUNDS = Number(rounds);
const CONNECTIONS = connectionCounts.split(',').map(Number);
/** Passes before those that are measured: a server on Node is being compiled for its first 20,000 requests, which is not what it does all day. */
const WARM_UP = 25;
const PASSES = 3;
const TOKEN = 'a-token-for-this-bench-only-0123456789';

interface Subject {
  readonly server: 'licet' | 'kept' | 'cedar' | 'bare' | 'opa';
  readonly path: string;
  readonly body: (request: Request) => string;
  readonly allows: (answer: unknown) => boolean;
}

const decision = (answer: unknown): boolean => (answer as { readonly decision: boolean }).decision;

const OPA = process.env['OPA'] ?? 'opa';
const hasOpa = spawnSync(OPA, ['version']).status === 0;

/** What all the others are a multiple of. */
const BARE = 'node:http, no decision';

const SUBJECTS: Readonly<Record<string, Subject>> = {
  [BARE]: { server: 'bare', path: '/', body: request => JSON.stringify(request), allows: decision },
  'licet /v1/evaluate': {
    server: 'licet',
    path: '/v1/evaluate',
    body: request => JSON.stringify({ action: actionOf(request) }),
    allows: answer => (answer as { readonly passed: boolean }).passed,
  },
  'licet AuthZEN': { server: 'licet', path: '/access/v1/evaluation', body: authzen, allows: decision },
  'licet, state and trail kept': {
    server: 'kept',
    path: '/v1/evaluate',
    body: request => JSON.stringify({ action: actionOf(request) }),
    allows: answer => (answer as { readonly passed: boolean }).passed,
  },
  'cedar-wasm on node:http': { server: 'cedar', path: '/', body: request => JSON.stringify(request), allows: decision },
  ...(hasOpa && {
    'OPA, as `opa run --server`': {
      server: 'opa' as const,
      path: '/v1/data/job/allow',
      body: (request: Request) => JSON.stringify({ input: request }),
      allows: (answer: unknown) => (answer as { readonly result: boolean }).result,
    },
  }),
};

function authzen(request: Request): string {
  const { tool = '', payload = {}, sessionId = '' } = actionOf(request);
  return JSON.stringify({
    subject: { type: 'role', id: request.role, properties: { role: request.role } },
    action: { name: 'call' },
    resource: { type: 'tool', id: tool, properties: payload },
    context: { session_id: sessionId },
  });
}

interface Cell {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's processor time for one request. */
  readonly cpu: number;
}

const all = requests();

interface Started {
  readonly url: string;
  /** Microseconds of processor time so far. */
  readonly cpu: () => Promise<number>;
  readonly end: () => void;
}

async function started(server: Subject['server']): Promise<Started> {
  if (server === 'opa') return startedOpa();
  const child = fork(fileURLToPath(new URL('serverWorker.ts', import.meta.url)), [server, TOKEN], {
    execArgv: ['--conditions=@licet/source'],
  });
  return {
    url: await heard<string>(child),
    cpu: async () => cpuOf(child),
    end() {
      child.removeAllListeners('exit');
      child.disconnect();
    },
  };
}

/** Clock ticks a second, in which Linux counts the time of other processes. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

async function startedOpa(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-opa-'));
  const policy = join(folder, 'job.rego');
  writeFileSync(policy, rego());
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(OPA, ['run', '--server', '--addr', address, '--log-level', 'error', '--disable-telemetry', policy], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://${address}`;
  for (let patience = 200; !(await fetch(`${url}/health`).catch(() => ({ ok: false }))).ok; patience--) {
    if (patience === 0) throw new Error('OPA does not start');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const cpu = async (): Promise<number> => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6;
  };
  return {
    url,
    cpu,
    end() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

const heard = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', said => resolve(said as T));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });

async function cpuOf(child: ChildProcess): Promise<number> {
  const said = heard<NodeJS.CpuUsage>(child);
  child.send('cpu');
  const { user, system } = await said;
  return user + system;
}

function ask(url: string, agent: Agent, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${TOKEN}`,
    };
    const sent = send(url, { method: 'POST', agent, headers }, response => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString('utf8'))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The whole job over so many connections, each of them one request after the other. */
async function pass(url: string, { path, allows }: Subject, bodies: readonly string[], agent: Agent): Promise<readonly number[]> {
  const times: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < bodies.length; index = next++) {
      const startedAt = performance.now();
      const answer = await ask(`${url}${path}`, agent, bodies[index] ?? '');
      times.push(performance.now() - startedAt);
      if (allows(answer) !== all[index]?.allowed)
        throw new Error(`request ${index} was answered wrongly: ${JSON.stringify(answer)}`);
    }
  };
  await Promise.all(Array.from({ length: agent.maxSockets }, work));
  return times;
}

async function cell(name: string, subject: Subject, connections: number): Promise<Cell> {
  const { url, cpu, end } = await started(subject.server);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const bodies = all.map(subject.body);
    for (let time = 0; time < WARM_UP; time++) await pass(url, subject, bodies, agent);
    const before = await cpu();
    const startedAt = performance.now();
    const times: number[] = [];
    for (let time = 0; time < PASSES; time++) times.push(...(await pass(url, subject, bodies, agent)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const used = ((await cpu()) - before) / times.length;
    return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu: used };
  } catch (error) {
    throw new Error(`${name} over ${connections}: ${(error as Error).message}`, { cause: error });
  } finally {
    agent.destroy();
    end();
  }
}

const ratios: Record<string, number> = {};
for (const connections of CONNECTIONS) {
  const found = new Map<string, Cell[]>(Object.keys(SUBJECTS).map(name => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, subject] of Object.entries(SUBJECTS)) found.get(name)?.push(await cell(name, subject, connections));
  const over = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  console.log(`\n${over}, medians of ${ROUNDS} rounds`);
  const median = (cells: readonly Cell[], read: (one: Cell) => number): number => quantile(cells.map(read), 0.5);
  const bare = found.get(BARE) ?? [];
  const [base, baseCpu] = [median(bare, one => one.perSecond), median(bare, one => one.cpu)];
  for (const [name, cells] of found) {
    const perSecond = median(cells, one => one.perSecond);
    const [p50, p99, cpu] = [median(cells, one => one.p50), median(cells, one => one.p99), median(cells, one => one.cpu)];
    console.log(
      `${name.padEnd(28)} ${Math.round(perSecond).toString().padStart(7)}/s  ${(perSecond / base).toFixed(2)}x  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  cpu ${cpu.toFixed(0)} us`,
    );
    if (name !== BARE) ratios[`${name}, ${over}: processor / bare`] = cpu / baseCpu;
  }
}
settle('server', ratios);
