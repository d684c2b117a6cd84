import type { Runtime } from '@licet/adapters/runtimes';

import type { Machine } from '../baseline.ts';
import { machine } from '../baseline.ts';
import { declarations } from '../flow/declarations.ts';
import { measureAll, sumOf } from '../flow/measure.ts';
import type { Suites } from '../flow/traces.ts';
import { keptTraces } from '../flow/traces.ts';
import type { Answer } from './ask.ts';
import { askAbout } from './ask.ts';
import { costOf } from './cost.ts';
import type { ListedCall } from './lists.ts';
import type { Subject } from './subject.ts';
import type { Tallies } from './tally.ts';
import { differing, tally } from './tally.ts';

/** What a hook came to. */
export interface Standing extends Subject, Tallies {
  /** The cost of one call, as a multiple of a start of Node. */
  readonly cost: number;
}

/** AgentDojo by the guard `flow`, or why it was left out. */
export type FlowRow =
  | {
      readonly attacks: number;
      readonly stopped: number;
      /** Attacks that we wrote for injections whose ground truth has no call. */
      readonly own: number;
      readonly ownStopped: number;
      readonly tasks: number;
      readonly tasksWithQuestions: number;
    }
  | { readonly skipped: string };

/** A run of the scoreboard. */
export interface Board {
  readonly date: string;
  readonly machine: Machine;
  readonly host: string;
  /** One call in so many was asked about. */
  readonly every: number;
  readonly hooks: readonly Standing[];
  readonly flow: FlowRow;
}

/** How a run is made. */
export interface BoardOptions {
  readonly host: string;
  readonly runtime: Runtime;
  readonly every: number;
  readonly rounds: number;
  readonly date: string;
  /** Is told about the progress. */
  readonly say: (line: string) => void;
}

/** Two runs of one hook gave different answers, so that neither can be shown. */
export class UnequalRuns extends Error {
  override readonly name = 'UnequalRuns';
}

/** The suites of AgentDojo, replayed through `flow` with the declarations of `bench:flow`. */
export async function flowRow(suites: Suites | undefined): Promise<FlowRow> {
  if (suites === undefined)
    return { skipped: 'AgentDojo is not installed; `npx -y pnpm@12 bench:flow` installs it and exports its ground truths' };
  const { attacks, written, stopped, writtenStopped, tasks } = sumOf(await measureAll(suites, name => declarations[name] ?? {}));
  const all = Object.values(suites).reduce((sum, suite) => sum + Object.keys(suite.tasks).length, 0);
  return { attacks, stopped, own: written, ownStopped: writtenStopped, tasks: all, tasksWithQuestions: tasks };
}

async function askTwice(subject: Subject, calls: readonly ListedCall[], { runtime, say }: BoardOptions): Promise<Tallies> {
  const runs: (readonly Answer[])[] = [];
  for (const turn of ['first', 'second']) {
    let done = 0;
    runs.push(
      await askAbout(subject, runtime, calls, () => {
        done += 1;
        if (done % 1_000 === 0) say(`${subject.name}, ${turn} run: ${done} of ${calls.length}`);
      }),
    );
  }
  const [first = [], second = []] = runs;
  const unequal = differing(calls, first, second);
  if (unequal.length > 0)
    throw new UnequalRuns(
      `${subject.name} answered ${unequal.length} calls differently when asked again: ${JSON.stringify(unequal.slice(0, 5))}`,
    );
  return tally(calls, first);
}

/**
 * Asks every hook about every call, twice, in a new project each time.
 * @throws {@link UnequalRuns} when the answers of two runs differ.
 */
export async function runBoard(
  subjects: readonly Subject[],
  calls: readonly ListedCall[],
  options: BoardOptions,
): Promise<Board> {
  const { host, runtime, every, rounds, date } = options;
  // The tools in the lists are those of Claude Code; another host has other names for them.
  const asked = host === 'claude-code' ? calls : calls.filter(({ command }) => command !== undefined);
  const tallies: Tallies[] = [];
  for (const subject of subjects) tallies.push(await askTwice(subject, asked, options));
  const costs = costOf(subjects, runtime, rounds);
  const hooks = subjects.flatMap((subject, index): Standing[] => {
    const [found, cost] = [tallies[index], costs[index]];
    return found === undefined || cost === undefined ? [] : [{ ...subject, ...found, cost }];
  });
  return { date, machine: machine(), host, every, hooks, flow: await flowRow(keptTraces()) };
}
