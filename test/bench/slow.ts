import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { ActionInput } from '@licet/core';

import { slowActions } from '../support/slowActions.ts';
import { slowShapes } from '../support/slowShapes.ts';

/**
 * Prints what each of the slow actions costs, in milliseconds of processor time: in the library, with the guards of the standard profile
 * on this machine's files, and as the call of a hook process of the built bundle (build first; its time by the clock is next to it).
 * `node --conditions=@licet/source test/bench/slow.ts [--library] [part of a name]`. What takes longer than LIMIT_MS in the library is stopped.
 */
const LIMIT_MS = Number(process.env['LIMIT_MS'] ?? 10_000);

interface Result {
  readonly ms: number;
  readonly ruling: string;
  readonly code: string;
  readonly effects: number;
  readonly note?: string;
}

const root = mkdtempSync(join(tmpdir(), 'licet-slow-'));
mkdirSync(join(root, 'src'));
writeFileSync(join(root, 'src', 'a.ts'), '');

const start = async (): Promise<Worker> => {
  const worker = new Worker(new URL('slowWorker.ts', import.meta.url), { workerData: { root } });
  await new Promise(resolve => worker.once('message', resolve));
  return worker;
};

const ask = (worker: Worker, index: number): Promise<Result> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve({ ms: Number.POSITIVE_INFINITY, ruling: 'stopped', code: '', effects: 0 }), LIMIT_MS);
    worker.once('message', result => {
      clearTimeout(timer);
      resolve(result as Result);
    });
    worker.postMessage(index, []);
  });

const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const { NODE_EXTRA_CA_CERTS: _ca, ...inherited } = process.env;
const env = { ...inherited, LICET_RESIDENT: '0' };

interface HookTime {
  readonly cpu: number;
  readonly wall: number;
}

/** What the shell says of its children's time, as `0m1.250s 0m0.040s`, in milliseconds. */
const sumOf = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );

/** The interpreter's command for code: a runtime has no tool of that kind. */
const commandOf = ({ language, code }: Readonly<Record<string, unknown>>): string =>
  `${language === 'python' ? 'python3 -' : 'node --input-type=module -'} <<'END_OF_CODE'\n${String(code)}\nEND_OF_CODE\n`;

/** The whole life of a hook process: start, policy, decision, trail. */
const asHook = ({ kind, tool = 'Bash', payload = {} }: ActionInput): HookTime => {
  const event = { hook_event_name: 'PreToolUse', session_id: 'slow', cwd: root, tool_use_id: 'toolu_slow', tool_name: tool };
  const input = JSON.stringify({ ...event, tool_input: kind === 'execute_code' ? { command: commandOf(payload) } : payload });
  const startedAt = performance.now();
  const words = [process.execPath, bundle, 'hook', 'claude-code'];
  const { stdout } = spawnSync('/bin/sh', ['-c', '"$0" "$@" >/dev/null 2>&1; times', ...words], { input, cwd: root, env });
  return { cpu: sumOf(String(stdout).trim().split('\n').at(-1) ?? ''), wall: performance.now() - startedAt };
};

const withHooks = !process.argv.includes('--library');
const wanted = process.argv.slice(2).find(word => word !== '--library') ?? '';
const chosen = [...[...slowActions, ...slowShapes].entries()].filter(([, { name }]) => name.includes(wanted));
const results: { readonly name: string; readonly result: Result; readonly hook: HookTime }[] = [];
if (withHooks) {
  spawnSync(process.execPath, [bundle, 'init'], { cwd: root, env });
  asHook({ kind: 'bash', payload: { command: 'ls' } });
}
let worker = await start();
for (const [index, { name, action }] of chosen) {
  const result = await ask(worker, index);
  results.push({ name, result, hook: withHooks ? asHook(action) : { cpu: 0, wall: 0 } });
  if (result.ms === Number.POSITIVE_INFINITY) {
    await worker.terminate();
    worker = await start();
  }
}
await worker.terminate();
rmSync(root, { recursive: true, force: true });
const column = (ms: number): string => `${ms.toFixed(0).padStart(6)} ms`;
for (const { name, result, hook } of results.toSorted((a, b) => b.result.ms - a.result.ms)) {
  const { ms, ruling, code, effects, note = '' } = result;
  const times = `${column(ms)} ${column(hook.cpu)} (${hook.wall.toFixed(0)})`.padEnd(28);
  console.log(`${times} ${name.padEnd(50)} ${ruling.padEnd(6)} ${code.padEnd(28)} ${String(effects).padStart(6)}  ${note}`);
}
const above = (limit: number, time: (one: (typeof results)[number]) => number): number =>
  results.filter(one => time(one) > limit).length;
console.log(
  `${results.length} actions; above 250 ms in the library: ${above(250, ({ result }) => result.ms)}; above 1000 ms as a hook: ${above(1000, ({ hook }) => hook.cpu)}`,
);
