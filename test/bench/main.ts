import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { settle } from './baseline.ts';
import type { Ratios } from './baseline.ts';
import { ENGINES } from './job/engines.ts';
import { requests } from './job/requests.ts';
import type { Measurement } from './measure.ts';
import { quantile } from './measure.ts';

/**
 * Measures the engine and its rivals, each in fresh processes and in interleaved rounds, and prints ratios. Only ratios
 * within one run mean anything. `pnpm bench [rounds] [--renew]`; five rounds take about six minutes, none only compares with the
 * baseline.
 */
const ROUNDS = Number(process.argv.slice(2).find(word => /^\d+$/u.test(word)) ?? 3);
const SIZES = [1, 10, 50, 100, 1_000];
const TREES = ['closures', 'licetSync', 'licetTrace', 'licetAwaited', 'licetAsync'] as const;

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const { NODE_EXTRA_CA_CERTS: _ca, ...env } = process.env;

function start(file: string, ...args: readonly string[]): unknown {
  const command = ['--conditions=@licet/source', here(file), ...args];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as unknown;
}

/** Runs every subject once per round and returns the medians over the rounds. */
function rounds(subjects: readonly (readonly string[])[]): readonly Measurement[] {
  const found = subjects.map((): Measurement[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, subject] of subjects.entries()) found[index]?.push(start('worker.ts', ...subject) as Measurement);
  }
  return found.map(each => {
    const of = (read: (one: Measurement) => number | undefined): number =>
      quantile(
        each.map(one => read(one) ?? Number.NaN),
        0.5,
      );
    return { median: of(one => one.median), best: of(one => one.best), p50: of(one => one.p50), p99: of(one => one.p99) };
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  console.log(line(head));
  console.log(
    `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
  );
  for (const row of rows) console.log(line(row));
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const times = (value: number): string => `${value < 20 ? value.toFixed(1) : count(value)}x`;

function job(): void {
  const all = requests();
  const allowed = all.filter(request => request.allowed).length;
  const names = Object.keys(ENGINES);
  const measured = rounds(names.map(name => ['job', name]));
  const base = measured[0]?.median ?? Number.NaN;
  console.log(`\n## The same 1,000 decisions by every engine (${allowed} allowed; all of them agree)\n`);
  table(
    ['engine', 'ns/decision', 'x hand-written', 'p50', 'p99'],
    measured.map(({ median, p50, p99 }, index) => [
      names[index] ?? '',
      count(median),
      times(median / base),
      count(p50 ?? Number.NaN),
      count(p99 ?? Number.NaN),
    ]),
  );
}

function trees(): void {
  const subjects = SIZES.flatMap(size => TREES.map(name => ['tree', name, String(size)] as const));
  const measured = rounds(subjects);
  console.log('\n## Trees: an All of Anys of five leaves\n');
  table(
    ['leaves', ...TREES.map(name => `${name} ns`), 'sync ns/leaf', 'async ns/leaf', 'sync x closures'],
    SIZES.map((size, row) => {
      const line = TREES.map((_, column) => measured[row * TREES.length + column]?.median ?? Number.NaN);
      const [closures = Number.NaN, sync = Number.NaN] = line;
      return [
        count(size),
        ...line.map(count),
        count(sync / size),
        count((line.at(-1) ?? Number.NaN) / size),
        times(sync / closures),
      ];
    }),
  );
}

function hook(): void {
  console.log('\n## The hook process against `node -e 0`\n');
  if (!existsSync(here('../../packages/cli/dist/licet.cjs'))) {
    console.log('skipped: the bundle is not there; run `pnpm build` first');
    return;
  }
  const renew = process.argv.filter(word => word === '--renew');
  spawnSync(process.execPath, ['--conditions=@licet/source', here('hook.ts'), ...renew], { env, stdio: 'inherit' });
}

console.log(`Node ${process.version}, ${ROUNDS} rounds, medians of CPU time. Times vary between machines: read the ratios.`);
if (ROUNDS > 0) {
  job();
  trees();
}
const { nanoseconds, ratios } = start('ratios.ts') as {
  readonly nanoseconds: number;
  readonly ratios: Ratios;
};
console.log(`\nAn action that one guard passes: ${nanoseconds} ns at best.`);
settle('engine', ratios);
if (ROUNDS > 0) hook();
