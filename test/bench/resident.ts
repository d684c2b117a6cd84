import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { quantile } from './measure.ts';

/**
 * Times what a resident process takes for a warm call of a hook: over its socket as the launcher asks, one call after the other, in a project
 * with the policy that `init` writes, state on the disk and the caller's world looked up each time. `node test/bench/resident.ts [calls]
 * [projects] [--profile FOLDER]`, after `pnpm build`. With many projects and calls it shows whether memory stays flat.
 */
const numbers = process.argv
  .slice(2)
  .filter(word => /^\d+$/u.test(word))
  .map(Number);
const [CALLS = 5_000, PROJECTS = 1] = numbers;
const profile = process.argv.includes('--profile') ? process.argv[process.argv.indexOf('--profile') + 1] : undefined;
const WARM_UP = 1_000;
const BATCH = 250;
const LOOKS = 10;
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'licet-resident-'));
const clockFile = join(root, 'times');
/** Notes, inside of the server, how long each request took: from its arrival until its answer was handed to the operating system to send. */
const stopwatch = join(root, 'stopwatch.cjs');
writeFileSync(
  stopwatch,
  `const { subscribe } = require('node:diagnostics_channel');
const { ServerResponse } = require('node:http');
const { writeFileSync } = require('node:fs');
const { end } = ServerResponse.prototype;
const times = [];
subscribe('http.server.request.start', ({ response }) => { response.startedAt = process.hrtime.bigint(); });
ServerResponse.prototype.end = function (...words) {
  const { url } = this.req;
  if (url === '/ready' || url === '/judge') times.push([url, Number(process.hrtime.bigint() - this.startedAt) / 1e6]);
  return end.apply(this, words);
};
process.on('exit', () => writeFileSync(${JSON.stringify(clockFile)}, JSON.stringify(times)));
`,
);
const home = join(root, 'home');
mkdirSync(home);
const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' };

/** An ordinary small project: a repository with sources, tests, documents, dependencies and a file of secrets. */
function project(name: string): string {
  const folder = join(root, name);
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

interface Place {
  readonly socket: string;
  readonly auth: string;
}

/** Starts a process that stays, and waits until it has said where it is. */
async function resident(): Promise<{ readonly place: Place; readonly pid: number; readonly end: () => Promise<void> }> {
  const flags = [
    '--max-semi-space-size=2',
    '--max-old-space-size=256',
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    '--require',
    stopwatch,
  ];
  // None stays while the program is so young that a change of it could not be seen.
  await new Promise(resolve => setTimeout(resolve, 2_500));
  const child = spawn(process.execPath, [...flags, bundle, 'resident'], {
    cwd: '/',
    env: { HOME: home, LICET_HOOK_NODE: process.execPath },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pointer = join(home, '.licet', 'run', 'at', bundle);
  for (let patience = 300; !existsSync(pointer); patience--) {
    if (patience === 0) throw new Error('no process stays');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const folder = readFileSync(pointer, 'utf8').trim();
  const auth = readFileSync(join(folder, 'auth'), 'utf8')
    .trim()
    .replace(/^authorization: /u, '');
  const end = async (): Promise<void> => {
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { place: { socket: join(folder, 'socket'), auth }, pid: child.pid ?? 0, end };
}

function post(place: Place, agent: Agent, path: string, id: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: place.auth, 'x-licet-request': id, 'content-length': Buffer.byteLength(body) };
    const method = path === '/status' ? 'GET' : 'POST';
    const sent = send({ socketPath: place.socket, path, method, agent, headers }, response => {
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

/** The processor time of a process in microseconds, and its memory in megabytes. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
function used(pid: number): { readonly cpu: number; readonly rss: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ');
  const rss = Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  return { cpu: ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6, rss };
}

const folders = Array.from({ length: PROJECTS }, (_, index) => project(`project${index}`));
const { place, pid, end } = await resident();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let calls = 0;
const world = (folder: string): string =>
  Object.entries({
    ...env,
    CLAUDE_PROJECT_DIR: folder,
    LICET_HOOK_CWD: folder,
    LICET_HOOK_POLICY: join(folder, 'governance.yaml'),
    LICET_HOOK_WORDS: 'hook claude-code',
    LICET_HOOK_NODE: process.execPath,
  })
    .map(([name, value]) => `${name}=${value}\0`)
    .join('');

/** One call, as the launcher makes it: who asks, then what it is about. Returns the milliseconds of both. */
async function call(folder: string, command: string): Promise<readonly [number, number]> {
  const id = String(++calls);
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: `bench-${Math.floor(calls / 200)}`,
    cwd: folder,
    tool_use_id: `toolu_${calls}`,
    tool_name: 'Bash',
    tool_input: { command },
    permission_mode: 'default',
  };
  const startedAt = performance.now();
  await post(place, agent, '/ready', id, world(folder));
  const readyAt = performance.now();
  const answer = await post(place, agent, '/judge', id, JSON.stringify(event));
  if (!/^\S+ 0\n/u.test(answer) || answer.includes('"deny"')) throw new Error(answer);
  return [readyAt - startedAt, performance.now() - readyAt];
}

async function run(count: number): Promise<readonly (readonly [number, number])[]> {
  const times = [];
  for (let each = 0; each < count; each++) times.push(await call(folders[each % PROJECTS] ?? '', 'ls'));
  return times;
}

async function bare(count: number): Promise<readonly number[]> {
  const times = [];
  for (let each = 0; each < count; each++) {
    const startedAt = performance.now();
    await post(place, agent, '/status', '1', '');
    times.push(performance.now() - startedAt);
  }
  return times;
}

await run(WARM_UP);
const unused = used(pid);
const idle = await bare(2_000);
console.log(`a request about nothing: ${((used(pid).cpu - unused.cpu) / idle.length).toFixed(0)} us of processor time`);
const line = (name: string, times: readonly number[]): void =>
  console.log(`${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(3)} ms  p99 ${quantile(times, 0.99).toFixed(3)} ms`);
line('a request about nothing', idle);
interface Batch {
  /** Microseconds of the server's processor time for one call. */
  readonly cpu: number;
  readonly times: readonly (readonly [number, number])[];
}

const batches: Batch[] = [];
for (let done = 0; done < CALLS; done += BATCH) {
  const before = used(pid);
  const times = await run(BATCH);
  const { cpu, rss } = used(pid);
  batches.push({ cpu: (cpu - before.cpu) / BATCH, times });
  if ((done / BATCH) % Math.ceil(CALLS / BATCH / LOOKS) === 0)
    console.log(`${calls} calls in ${PROJECTS} projects: ${rss.toFixed(0)} MB`);
}
const show = (name: string, some: readonly Batch[]): void => {
  console.log(
    `${name}: ${quantile(
      some.map(({ cpu }) => cpu),
      0.5,
    ).toFixed(0)} us of processor time a call`,
  );
  const times = some.flatMap(batch => batch.times);
  line(
    '  ready',
    times.map(([first]) => first),
  );
  line(
    '  judge',
    times.map(([, second]) => second),
  );
  line(
    '  both',
    times.map(([first, second]) => first + second),
  );
};
show('all batches', batches);
// Other work on the machine only ever makes a batch slower.
show('the best tenth', batches.toSorted((a, b) => a.cpu - b.cpu).slice(0, Math.ceil(batches.length / 10)));
agent.destroy();
await end();
const inside = JSON.parse(readFileSync(clockFile, 'utf8')) as readonly (readonly [string, number])[];
const [readied, judged] = ['/ready', '/judge'].map(path =>
  inside.flatMap(([of, time]) => (of === path ? time : [])).slice(WARM_UP),
) as [number[], number[]];
const sums = readied.map((time, index) => time + (judged[index] ?? 0));
/** The same count of calls that follow each other, where they were quickest. */
const quickest = (times: readonly number[]): readonly number[] =>
  Array.from({ length: Math.floor(times.length / BATCH) }, (_, index) => times.slice(index * BATCH, (index + 1) * BATCH))
    .toSorted((a, b) => quantile(a, 0.5) - quantile(b, 0.5))
    .slice(0, Math.ceil(times.length / BATCH / 10))
    .flat();
console.log('inside of the server, without the transport');
for (const [name, times] of [
  ['ready', readied],
  ['judge', judged],
  ['both', sums],
] as const) {
  line(`  ${name}`, times);
  line(`  ${name}, the best tenth`, quickest(times));
}
rmSync(root, { recursive: true, force: true });
