import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Counts evaluations per second with the trail off, in lines and in SQLite, at both levels of durability, in one process and
 * in four at once; every variant in every round, in a new random order. Only ratios within one run mean anything.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const MS = Number(process.argv[3] ?? 1_000);

interface Variant {
  readonly store: string;
  readonly durability: string;
  readonly processes: number;
}

const STORES = [
  ['off', 'normal'],
  ['sqlite', 'normal'],
  ['sqlite', 'full'],
  ['sqlite in groups', 'full'],
] as const;
const variants: readonly Variant[] = [1, 4].flatMap(processes =>
  STORES.map(([store, durability]) => ({ store, durability, processes })),
);

const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'));
let files = 0;

const once = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=@licet/source', join(import.meta.dirname, 'auditWorker.ts'), ...args]);
    let [output, errors] = ['', ''];
    child.stdout.on('data', chunk => (output += String(chunk)));
    child.stderr.on('data', chunk => (errors += String(chunk)));
    child.on('close', code => (code === 0 ? resolve(Number(output)) : reject(new Error(errors))));
  });

async function perSecond({ store, durability, processes }: Variant): Promise<number> {
  const file = join(folder, String(files++));
  const start = String(Date.now() + 1_500);
  const rates = await Promise.all(Array.from({ length: processes }, () => once([store, durability, file, start, String(MS)])));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

const results = new Map(variants.map(variant => [variant, [] as number[]]));
for (let round = 0; round < ROUNDS; round++)
  for (const variant of variants.toSorted(() => Math.random() - 0.5)) results.get(variant)?.push(await perSecond(variant));
rmSync(folder, { recursive: true, force: true });

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const reference = median(
  results.get(variants.find(({ store, processes }) => store === 'sqlite' && processes === 1) as Variant) ?? [],
);
console.log(`Node ${process.versions.node}, ${ROUNDS} rounds of ${MS} ms`);
console.log('trail             durability  processes   evaluations/s   of sqlite normal 1');
for (const [{ store, durability, processes }, rates] of results)
  console.log(
    `${store.padEnd(18)}${durability.padEnd(12)}${String(processes).padStart(9)}${median(rates).toFixed(0).padStart(16)}${(median(rates) / reference).toFixed(2).padStart(20)}`,
  );
