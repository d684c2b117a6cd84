import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { ActionInput } from '@licet/core';

import { slowActions } from '../support/slowActions.ts';

/**
 * Prints how long each of the slow actions takes in the library, with the guards of the standard profile on this machine's files:
 * `node --conditions=@licet/source test/bench/slow.ts [--hook] [part of a name]`. One that
 * takes longer than LIMIT_MS is stopped. With `--hook` each is the call of a hook process of the built bundle: build first.
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
const { NODE_EXTRA_CA_CERTS: _ca, ...env } = process.env;

/** The whole life of a hook process: start, policy, decision, trail. */
const asHook = ({ tool = 'Bash', payload = {} }: ActionInput): number => {
  const event = { hook_event_name: 'PreToolUse', session_id: 'slow', cwd: root, tool_use_id: 'toolu_slow', tool_name: tool };
  const input = JSON.stringify({ ...event, tool_input: payload });
  const startedAt = performance.now();
  spawnSync(process.execPath, [bundle, 'hook', 'claude-code'], { input, cwd: root, env });
  return performance.now() - startedAt;
};

const wanted = process.argv.slice(2).find(word => word !== '--hook') ?? '';
const chosen = [...slowActions.entries()].filter(([, { name }]) => name.includes(wanted));
const results: (readonly [string, Result])[] = [];
if (process.argv.includes('--hook')) {
  spawnSync(process.execPath, [bundle, 'init'], { cwd: root, env });
  asHook({ kind: 'bash', payload: { command: 'ls' } });
  for (const [, { name, action }] of chosen) results.push([name, { ms: asHook(action), ruling: '', code: '', effects: 0 }]);
} else {
  let worker = await start();
  for (const [index, { name }] of chosen) {
    const result = await ask(worker, index);
    results.push([name, result]);
    if (result.ms === Number.POSITIVE_INFINITY) {
      await worker.terminate();
      worker = await start();
    }
  }
  await worker.terminate();
}
rmSync(root, { recursive: true, force: true });
for (const [name, { ms, ruling, code, effects, note = '' }] of results.toSorted(([, a], [, b]) => b.ms - a.ms))
  console.log(
    `${ms.toFixed(0).padStart(8)} ms  ${name.padEnd(50)} ${ruling.padEnd(6)} ${code.padEnd(28)} ${String(effects).padStart(6)}  ${note}`,
  );
const most = process.argv.includes('--hook') ? 1000 : 250;
console.log(`${results.length} actions; above ${most} ms: ${results.filter(([, { ms }]) => ms > most).length}`);
