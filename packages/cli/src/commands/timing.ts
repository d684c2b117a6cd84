import type { Runtime } from '@licet/adapters/runtimes';
import { readAll } from '@licet/core/store';
import { openTrail } from '../audit/openTrail.ts';
import { dim, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { runHook } from '../init/probes.ts';
import { hookOf } from '../init/installedHook.ts';
import type { InstalledHook } from '../init/installedHook.ts';
import { loadRuntimes, readTargets } from '../init/targets.ts';

/** How long one thing took, in milliseconds. */
interface Row {
  readonly runtime: string;
  readonly what: string;
  readonly count: number;
  readonly avg: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

interface Options {
  readonly runs?: string;
  readonly json?: boolean;
}

/**
 * Measures what governance costs. Every installed hook is started as its settings say, with calls that are never made: an empty input shows what starting
 * costs, and what a call takes beyond that is handling. Next to it is how long decisions took in the audit trail, by runtime.
 */
export async function timing(
  words: readonly string[],
  { runs = '10', json = false }: Options,
  terminal: Terminal,
): Promise<number> {
  const rounds = Number(runs);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1_000)
    throw new UsageError(`\`--runs\` must be a whole number from 1 to 1000, found \`${runs}\``);
  const { root, named } = readTargets(words);
  const hooks = (await loadRuntimes(named)).flatMap(runtime => hookOf(runtime, root) ?? []);
  if (hooks.length === 0) throw new UsageError('no hook is installed here: run `licet init`');
  const rows = [...hooks.flatMap(hook => measure(hook, root, rounds)), ...(await decided(root))];
  if (json) terminal.print(jsonText(rows));
  else printRows(rows, terminal);
  return 0;
}

/** Starting and handling apart, for a call of each sort. */
function measure(hook: InstalledHook, root: string, rounds: number): readonly Row[] {
  const { runtime } = hook;
  const event = (made: ReturnType<Runtime['calls']['run']>, callId = 'licet-timing'): object =>
    runtime.sample({ ...made, cwd: root, sessionId: 'licet-timing', callId });
  const call = (...made: Parameters<typeof event>): string => JSON.stringify(event(...made));
  const timed = (input: string): readonly number[] => Array.from({ length: rounds }, () => once(hook, input, root));
  once(hook, '', root);
  const start = timed('');
  const typical = rowOf(runtime.title, 'start-up', start);
  const handling = (what: string, times: readonly number[]): Row =>
    rowOf(
      runtime.title,
      what,
      times.map(ms => Math.max(0, ms - typical.p50)),
    );
  const read = runtime.calls.read(`${root}/README.md`);
  /** A call is judged before it is reported: an outcome of one that was not would be an anomaly in the trail. */
  const reported = ({ event: name, handler }: NonNullable<InstalledHook['after']>, id: string): number => {
    once(hook, call(read, id), root);
    return once({ ...hook, handler }, JSON.stringify({ ...event(read, id), hook_event_name: name, tool_response: {} }), root);
  };
  const { after } = hook;
  const ids = Array.from({ length: rounds }, (_, index) => `licet-timing-${process.pid}-${index}`);
  return [
    typical,
    handling('before: a read', timed(call(read))),
    handling('before: a command', timed(call(runtime.calls.run('git status')))),
    ...(after === undefined
      ? []
      : [
          handling(
            'after: a read',
            ids.map(id => reported(after, id)),
          ),
        ]),
  ];
}

function once({ runtime, handler }: InstalledHook, input: string, root: string): number {
  const started = performance.now();
  runHook(runtime, { handler }, input, root);
  return performance.now() - started;
}

/** How long the engine took to decide, as the trail has it; nothing where there is no trail. */
async function decided(root: string): Promise<readonly Row[]> {
  const times = new Map<string, number[]>();
  try {
    const { reader } = await openTrail({}, root);
    for await (const { record } of readAll(reader, {})) {
      if (record.type !== 'evaluation' || record.sessionId === 'licet-timing') continue;
      const name = record.runtime ?? 'other hosts';
      times.set(name, [...(times.get(name) ?? []).slice(-MOST_KEPT), record.durationMs]);
    }
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
  return Array.from(times, ([name, all]) => rowOf(name, 'decided (trail)', all));
}

/** So many of the last decisions count. */
const MOST_KEPT = 10_000;

function rowOf(runtime: string, what: string, times: readonly number[]): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const avg = times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length);
  return { runtime, what, count: times.length, avg, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
}

const NUMBERS = ['avg', 'p50', 'p95', 'max'] as const;

function printRows(rows: readonly Row[], terminal: Terminal): void {
  const line = (runtime: string, what: string, numbers: readonly string[]): string =>
    `${runtime.padEnd(14)} ${what.padEnd(18)}${numbers.map(text => text.padStart(9)).join('')}`;
  terminal.print(dim(line('runtime', 'what, in ms', ['times', ...NUMBERS]), terminal));
  for (const { runtime, what, count, ...row } of rows)
    terminal.print(line(runtime, what, [`${count}`, ...NUMBERS.map(name => row[name].toFixed(1))]));
}
