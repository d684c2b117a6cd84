import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';

/** Milliseconds by the clock, and of the processor time of all threads, which does not count what the neighbours do meanwhile. */
export interface Inside {
  readonly wall: number;
  readonly cpu: number;
}

/** The requests of a call, and the bare answers beside them. */
export type Path = '/ready' | '/judge' | '/bare';

/** A daemon, in its own home and with its own projects. */
export interface Subject {
  readonly folders: readonly string[];
  /** What every caller says of itself. */
  readonly env: Readonly<Record<string, string>>;
  readonly post: (path: string, id: string, body: string) => Promise<string>;
  /** The processor time of all its threads in microseconds, and its memory in megabytes. */
  readonly used: () => { readonly cpu: number; readonly rss: number };
  /** Ends it, and returns what each request took inside of it. */
  readonly end: () => Promise<Readonly<Record<Path, readonly Inside[]>>>;
}

/** Most times that are kept of each request: what the stopwatch keeps is memory of the process that it looks at. */
const MOST_TIMES = 20_000;

/**
 * Notes, inside of the server, how long each request took: from its arrival until its answer was handed to the operating system to send.
 * And answers `/bare` as a server of a few lines would, in the same process and over the same socket: what a request costs on this machine.
 */
const stopwatch = (times: string): string => `
const { subscribe } = require('node:diagnostics_channel');
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const { createServer, ServerResponse } = http;
const { end } = ServerResponse.prototype;
const times = { '/ready': [], '/judge': [], '/bare': [] };
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e3; };
subscribe('http.server.request.start', ({ response }) => { response.startedAt = [performance.now(), cpu()]; });
ServerResponse.prototype.end = function (...words) {
  const [wall, used] = this.startedAt;
  const kept = times[this.req.url];
  if (kept !== undefined && kept.length < ${MOST_TIMES}) kept.push({ wall: performance.now() - wall, cpu: cpu() - used });
  return end.apply(this, words);
};
const text = 'x'.repeat(140);
const bare = (request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part));
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length });
    response.end(text);
  });
};
http.createServer = (options, listener) =>
  createServer(options, (request, response) => (request.url === '/bare' ? bare : listener)(request, response));
process.on('exit', () => writeFileSync(${JSON.stringify(times)}, JSON.stringify(times)));
`;

/** An ordinary small project: a repository with sources, tests, documents, dependencies and a file of secrets. */
function makeProject(folder: string, bundle: string, env: Readonly<Record<string, string>>): string {
  for (const [sub, count] of [
    ['src', 40],
    ['test', 20],
    ['docs', 10],
    ['node_modules/left-pad', 5],
  ] as const) {
    mkdirSync(join(folder, sub), { recursive: true });
    for (let each = 0; each < count; each++) writeFileSync(join(folder, sub, `file${each}.ts`), `export const a = ${each};\n`);
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "example" }\n');
  writeFileSync(join(folder, '.env'), 'API_KEY=example\n');
  execFileSync('git', ['init', '-q', folder]);
  execFileSync(process.execPath, [bundle, 'init'], { cwd: folder, env, stdio: 'ignore' });
  return folder;
}

/** Starts a process that stays, of a built program, in its own folder, and waits until it has said where it is. */
export async function startSubject(
  bundle: string,
  root: string,
  { projects, profile }: { readonly projects: number; readonly profile: string | undefined },
): Promise<Subject> {
  const home = join(root, 'home');
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' };
  const folders = Array.from({ length: projects }, (_, index) => makeProject(join(root, `project${index}`), bundle, env));
  const [watch, times] = [join(root, 'stopwatch.cjs'), join(root, 'times')];
  writeFileSync(watch, stopwatch(times));
  const flags = [
    '--max-semi-space-size=2',
    '--max-old-space-size=256',
    '--require',
    watch,
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
  ];
  // None stays while the program is so young that a change of it could not be seen.
  await new Promise(resolve => setTimeout(resolve, 2_500));
  const child = spawn(process.execPath, [...flags, bundle, 'resident'], {
    cwd: '/',
    env: { HOME: home, LICET_HOOK_NODE: process.execPath },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const folder = await folderOf(join(home, '.licet', 'run', 'at', bundle));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    folders,
    env,
    post: poster(folder, agent),
    used: () => used(child.pid ?? 0),
    async end() {
      agent.destroy();
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      return JSON.parse(readFileSync(times, 'utf8')) as Record<Path, Inside[]>;
    },
  };
}

async function folderOf(pointer: string): Promise<string> {
  for (let patience = 300; !existsSync(pointer); patience--) {
    if (patience === 0) throw new Error('no process stays');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return readFileSync(pointer, 'utf8').trim();
}

/** Asks over the socket of a resident process, as the launcher does. */
function poster(folder: string, agent: Agent): Subject['post'] {
  const authorization = readFileSync(join(folder, 'auth'), 'utf8')
    .trim()
    .replace(/^authorization: /u, '');
  return (path, id, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization, 'x-licet-request': id, 'content-length': Buffer.byteLength(body) };
      const sent = send({ socketPath: join(folder, 'socket'), path, method: 'POST', agent, headers }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${path}: ${response.statusCode}`)),
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
}

function used(pid: number): { readonly cpu: number; readonly rss: number } {
  const tasks = readdirSync(`/proc/${pid}/task`).map(task => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'));
  const rss = Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  return { cpu: tasks.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1e3, rss };
}
