import type { FlowOptions } from '@licet/guards';

import type { Suite } from './replay.ts';
import { Session } from './replay.ts';
import type { Suites } from './traces.ts';
import { written } from './written.ts';

/** What one suite came to. */
export interface Row {
  tasks: number;
  questions: number;
  attacks: number;
  stopped: number;
  written: number;
  writtenStopped: number;
}

/** Replays one suite: its tasks alone, and each with each attack. */
export async function measure(name: string, suite: Suite, options: FlowOptions, prints = false): Promise<Row> {
  const row: Row = { tasks: 0, questions: 0, attacks: 0, stopped: 0, written: 0, writtenStopped: 0 };
  for (const [task, { prompt, trace, attacked }] of Object.entries(suite.tasks)) {
    const clean = new Session(`${name} ${task}`, options);
    await clean.prompt(prompt);
    const questions = await clean.runAll(trace);
    row.tasks += questions.length > 0 ? 1 : 0;
    row.questions += questions.length;
    if (prints) for (const { reason } of questions) console.log(`  ${name} ${task}: ${reason}`);
    for (const [attack, { calls }] of Object.entries(suite.attacks)) {
      const own = calls.length === 0 && name === 'workspace' ? written[attack] : undefined;
      if (calls.length === 0 && own === undefined) continue;
      const session = new Session(`${name} ${task} ${attack}`, options);
      await session.prompt(prompt);
      await session.runAll(attacked[attack] ?? []);
      const isStopped = await session.stops(own ?? calls);
      if (prints && !isStopped) console.log(`  let through: ${name} ${task} ${attack}`);
      if (own === undefined) {
        row.attacks += 1;
        row.stopped += isStopped ? 1 : 0;
      } else {
        row.written += 1;
        row.writtenStopped += isStopped ? 1 : 0;
      }
    }
  }
  return row;
}

/** Replays every suite, and returns what each came to, by its name. */
export async function measureAll(
  suites: Suites,
  optionsOf: (name: string) => FlowOptions,
  prints = false,
): Promise<readonly (readonly [string, Row])[]> {
  const rows: (readonly [string, Row])[] = [];
  for (const [name, suite] of Object.entries(suites)) rows.push([name, await measure(name, suite, optionsOf(name), prints)]);
  return rows;
}

/** What the suites came to together. */
export function sumOf(rows: readonly (readonly [string, Row])[]): Row {
  const sum = (key: keyof Row): number => rows.reduce((all, [, row]) => all + row[key], 0);
  return {
    tasks: sum('tasks'),
    questions: sum('questions'),
    attacks: sum('attacks'),
    stopped: sum('stopped'),
    written: sum('written'),
    writtenStopped: sum('writtenStopped'),
  };
}
