import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine, guard, memorySessions, pass } from '@licet/core';
import { Budget } from '@licet/guards';

import { quantile } from './measure.ts';

/**
 * What it costs to remember: evaluations with state and trail in one SQLite file, against one bare insert into such a
 * file, in one process and in four on the same file. The insert with an index is the row of a trail as anybody would write it,
 * without a chain. Only ratios within one run mean anything.
 * `node --conditions=@licet/source test/bench/state.ts [rounds]`
 */
const COUNT = 1_500;
const WARM_UP = 1_500;

type Prepare = (file: string, name: string) => (index: number) => unknown;

const insert: Prepare = file => {
  const driver = installedSqlite(file);
  driver.exec('pragma busy_timeout = 30000; pragma journal_mode = wal; pragma synchronous = normal');
  driver.exec('create table if not exists rows (id integer primary key, text text not null)');
  const statement = driver.prepare('insert into rows (text) values (?)');
  const text = 'x'.repeat(435);
  return () => statement.run(text);
};

const insertIndexed: Prepare = (file, name) => {
  const driver = installedSqlite(file);
  driver.exec('pragma busy_timeout = 30000; pragma journal_mode = wal; pragma synchronous = normal');
  driver.exec(`
    create table if not exists audit (id integer primary key, ts, session, tool, verdict, guard, line, hash);
    create index if not exists audit_session on audit (session, ts)`);
  const statement = driver.prepare(
    'insert into audit (ts, session, tool, verdict, guard, line, hash) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const [text, hash] = ['x'.repeat(435), '0'.repeat(64)];
  return index => statement.run(index, name, 'Bash', 'pass', 'yes', text, hash);
};

const evaluating =
  (uses: { sessions: boolean; audit: boolean; budget: boolean; outcome?: boolean }): Prepare =>
  (file, name) => {
    const state = sqliteState(file, { busyTimeoutMs: 30_000 });
    const policy = uses.budget ? Budget({ max: 1e9, per: 'project' }) : guard('yes', () => pass());
    const sessions = uses.sessions ? state.sessions : memorySessions();
    const engine = new PolicyEngine(policy, { sessions, ...(uses.audit && { audit: state.audit }) });
    const payload = { command: 'npm test -- --run' };
    return index => {
      const evaluation = engine.evaluateSync({ kind: 'bash', tool: 'Bash', sessionId: name, callId: `${index}`, payload });
      if (!evaluation.passed) throw new Error('the state could not be used');
      return uses.outcome === true ? engine.postAction(evaluation, { status: 'ok' }) : undefined;
    };
  };

const SUBJECTS: Readonly<Record<string, Prepare>> = {
  'bare insert': insert,
  'bare insert with an index': insertIndexed,
  'evaluation, nothing kept': evaluating({ sessions: false, audit: false, budget: false }),
  'with sessions': evaluating({ sessions: true, audit: false, budget: false }),
  'with a trail': evaluating({ sessions: false, audit: true, budget: false }),
  'with sessions and trail': evaluating({ sessions: true, audit: true, budget: false }),
  'the same, and its outcome': evaluating({ sessions: true, audit: true, budget: false, outcome: true }),
  'with a budget, and its outcome': evaluating({ sessions: true, audit: true, budget: true, outcome: true }),
};

interface Timing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

async function measureHere(subject: string, file: string, name: string): Promise<Timing> {
  const run = (SUBJECTS[subject] as Prepare)(file, name);
  const times: number[] = [];
  let startedAt = 0n;
  for (let index = -WARM_UP; index < COUNT; index++) {
    const from = process.hrtime.bigint();
    if (index === 0) startedAt = from;
    const running = run(index);
    if (running instanceof Promise) await running;
    if (index >= 0) times.push(Number(process.hrtime.bigint() - from) / 1_000);
  }
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  return { perSecond: COUNT / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function inProcess(subject: string, file: string, name: string): Promise<Timing> {
  const args = ['--conditions=@licet/source', fileURLToPath(import.meta.url), subject, file, name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', chunk => (output += String(chunk)));
  await new Promise((resolve, reject) => child.on('close', code => (code === 0 ? resolve(code) : reject(new Error(subject)))));
  return JSON.parse(output) as Timing;
}

async function main(rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'));
  const median = (values: readonly number[]): number => quantile(values, 0.5);
  for (const processes of [1, 4]) {
    const found = new Map(Object.keys(SUBJECTS).map(subject => [subject, [] as Timing[][]]));
    for (let round = 0; round < rounds; round++) {
      for (const [subject, all] of found) {
        const file = join(folder, `${processes}-${round}-${subject}.db`);
        all.push(await Promise.all(Array.from({ length: processes }, async (_, index) => inProcess(subject, file, `p${index}`))));
      }
    }
    console.log(`\n${processes} process${processes === 1 ? '' : 'es'}, ${COUNT} each, medians of ${rounds} rounds`);
    console.log(
      `${''.padEnd(36)}${'per second'.padStart(12)}${'p50 us'.padStart(9)}${'x insert'.padStart(10)}${'p99 us'.padStart(9)}`,
    );
    const base = median((found.get('bare insert') ?? []).flat().map(({ p50 }) => p50));
    for (const [subject, all] of found) {
      const p50 = median(all.flat().map(each => each.p50));
      const perSecond = median(all.map(each => each.reduce((sum, one) => sum + one.perSecond, 0)));
      const p99 = median(all.flat().map(each => each.p99));
      const cells = [
        Math.round(perSecond).toString().padStart(12),
        p50.toFixed(1).padStart(9),
        (p50 / base).toFixed(1).padStart(10),
      ];
      console.log(`${subject.padEnd(36)}${cells.join('')}${Math.round(p99).toString().padStart(9)}`);
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

const [first = '3', file, name = ''] = process.argv.slice(2);
if (file === undefined) await main(Number(first));
else console.log(JSON.stringify(await measureHere(first, file, name)));
