import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { slowActions } from '../support/slowActions.ts';

/**
 * Prints how long each of the slow actions takes in the library, with the guards of the standard profile on this machine's files:
 * `node --conditions=@licet/source test/bench/slow.ts [part of a name]`. One that takes longer than LIMIT_MS is stopped.
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

let worker = await start();
const results: (readonly [string, Result])[] = [];
for (const [index, { name }] of slowActions.entries()) {
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue;
  const result = await ask(worker, index);
  results.push([name, result]);
  if (process.env['VERBOSE'] !== undefined) console.error(name, result.ms);
  if (result.ms === Number.POSITIVE_INFINITY) {
    await worker.terminate();
    worker = await start();
  }
}
await worker.terminate();
rmSync(root, { recursive: true, force: true });
for (const [name, { ms, ruling, code, effects, note = '' }] of results.toSorted(([, a], [, b]) => b.ms - a.ms))
  console.log(
    `${ms.toFixed(0).padStart(8)} ms  ${name.padEnd(50)} ${ruling.padEnd(6)} ${code.padEnd(28)} ${String(effects).padStart(6)}  ${note}`,
  );
console.log(`${results.length} actions; above 250 ms: ${results.filter(([, { ms }]) => ms > 250).length}`);
