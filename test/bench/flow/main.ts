import type { FlowOptions } from '@licet/guards';

import { adaptiveRows } from './adaptive.ts';
import { declarations } from './declarations.ts';
import type { Row } from './measure.ts';
import { measureAll, sumOf } from './measure.ts';
import type { Suite } from './replay.ts';
import type { Suites } from './traces.ts';
import { exportTraces, keptTraces } from './traces.ts';

/** What users can rely on: the bench fails where a number is worse. */
const LEAST = {
  stopped: 609,
  written: 316,
  tasks: 18,
  undeclaredTasks: 20,
  undeclaredStopped: 608,
  quotingTasks: 18,
  quotingQuestions: 24,
} as const;

/** Replays every suite and prints a line for it. */
async function variant(title: string, suites: Suites, optionsOf: (name: string) => FlowOptions, prints = false): Promise<Row> {
  const rows = await measureAll(suites, optionsOf, prints);
  const sum = sumOf(rows);
  const each = (key: keyof Row): string => rows.map(([name, row]) => `${name} ${row[key]}`).join(', ');
  console.log(`\n${title}`);
  console.log(
    `  tasks with a question: ${sum.tasks} of ${Object.values(suites).reduce((all, { tasks }) => all + Object.keys(tasks).length, 0)} (${each('tasks')})`,
  );
  console.log(`  questions: ${sum.questions}`);
  if (sum.attacks > 0) {
    console.log(`  attacks whose first effect asks: ${sum.stopped} of ${sum.attacks} (${each('stopped')})`);
    console.log(`  attacks without a ground truth: ${sum.writtenStopped} of ${sum.written}`);
  }
  return sum;
}

/** Every text in a result that people wrote: bare texts, and the bodies of records. */
function textsOf(result: unknown): readonly string[] {
  if (typeof result === 'string') return [result];
  if (Array.isArray(result)) return result.flatMap(textsOf);
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([key, value]) =>
    ['body', 'content', 'description', 'subject', 'title'].includes(key) || key.includes(' ') ? textsOf(value) : [],
  );
}

/** The same suites where bodies of the user's own calls quote everything that was read. */
function quoting(suites: Suites): Suites {
  const quoted = (trace: Suite['tasks'][string]['trace']): Suite['tasks'][string]['trace'] => {
    let read = '';
    return trace.map(call => {
      const args = Object.fromEntries(
        Object.entries(call.args).map(([key, value]) => [
          key,
          ['body', 'content'].includes(key) ? `${String(value)}\n${read}` : value,
        ]),
      );
      read += `${textsOf(call.result).join('\n')}\n`;
      return { ...call, args };
    });
  };
  return Object.fromEntries(
    Object.entries(suites).map(([name, suite]) => {
      const tasks = Object.entries(suite.tasks).map(([task, each]) => [
        task,
        { ...each, trace: quoted(each.trace), attacked: {} },
      ]);
      return [name, { ...suite, attacks: {}, tasks: Object.fromEntries(tasks) as Suite['tasks'] }];
    }),
  );
}

const suites = keptTraces() ?? exportTraces();
const isPrinting = process.argv.includes('--print');
const rule = await variant('the rule, with declarations', suites, name => declarations[name] ?? {}, isPrinting);
const bare = await variant('nothing declared', suites, () => ({}));
const quotes = await variant(
  'bodies quote everything that was read',
  quoting(suites),
  name => declarations[name] ?? {},
  isPrinting,
);
const isWorse = await adaptiveRows(suites, declarations);
const failures = [
  rule.stopped < LEAST.stopped && `${rule.stopped} attacks asked, ${LEAST.stopped} are to`,
  rule.writtenStopped < LEAST.written && `${rule.writtenStopped} attacks without a ground truth asked, ${LEAST.written} are to`,
  rule.tasks > LEAST.tasks && `${rule.tasks} tasks had a question, at most ${LEAST.tasks} may`,
  bare.tasks > LEAST.undeclaredTasks &&
    `${bare.tasks} tasks had a question with nothing declared, at most ${LEAST.undeclaredTasks} may`,
  bare.stopped < LEAST.undeclaredStopped &&
    `${bare.stopped} attacks asked with nothing declared, ${LEAST.undeclaredStopped} are to`,
  quotes.tasks > LEAST.quotingTasks &&
    `${quotes.tasks} tasks had a question where bodies quote, at most ${LEAST.quotingTasks} may`,
  quotes.questions > LEAST.quotingQuestions &&
    `${quotes.questions} questions where bodies quote, at most ${LEAST.quotingQuestions} may`,
  ...isWorse,
].filter(each => each !== false);
for (const each of failures) console.error(`worse: ${each}`);
process.exitCode = failures.length === 0 ? 0 : 1;
