import type { ActionInput } from '@licet/core';
import { PolicyEngine, guard, pass } from '@licet/core';

import { ENGINES } from './job/engines.ts';
import { actionOf } from './job/licet.ts';
import { requests } from './job/requests.ts';
import { quantile } from './measure.ts';
import { ACTIONS } from './tree/leaves.ts';
import { closures, licetAwaited, licetSync, licetTrace } from './tree/subjects.ts';

/**
 * Measures ratios to named peers in one process, in turns of about a millisecond, and prints them as JSON: of each subject the best
 * turn counts, so that what else the machine does stays out of them. Started by `main.ts`.
 */
const TURNS = 600;
const WARM_UP = 150;
const all = requests();

type Turn = () => unknown;

const overJob = async (name: string): Promise<Turn> => {
  const engine = await ENGINES[name]?.(all);
  return () => {
    for (const request of all) void engine?.decide(request);
  };
};

const over = (times: number, decide: (action: ActionInput) => unknown, actions: readonly ActionInput[]): Turn => {
  return () => {
    for (let time = 0; time < times; time++) for (const action of actions) void decide(action);
  };
};

const one = new PolicyEngine(
  guard('fine', () => pass()),
  { default: 'block' },
);
const passing = all.map(request => ({ ...actionOf(request), callId: `call-${request.index}` }));
const plain = passing.map(({ kind, tool = '', payload = {} }) => ({ kind, tool, payload }));
const tree = (decide: (action: ActionInput) => unknown): Turn => over(4, decide, ACTIONS);

/** What is measured, and what it is a multiple of. */
const SUBJECTS: Readonly<Record<string, readonly [turn: Turn, peer: string]>> = {
  'hand-written': [await overJob('hand-written'), ''],
  casl: [await overJob('casl'), 'hand-written'],
  'the job': [await overJob('licet'), 'hand-written'],
  'the job, trace read': [await overJob('licet, trace read'), 'hand-written'],
  'an action that passes': [over(1, action => one.evaluateSync(action), plain), 'casl'],
  'with principal, session and call id': [over(1, action => one.evaluateSync(action), passing), 'casl'],
  closures: [tree(closures(50)), ''],
  '50 leaves': [tree(licetSync(50)), 'closures'],
  '50 leaves, awaited': [tree(licetAwaited(50)), 'closures'],
  '50 leaves, trace read': [tree(licetTrace(50)), 'closures'],
};

const times = Object.fromEntries(Object.keys(SUBJECTS).map(name => [name, [] as number[]]));
for (let turn = -WARM_UP; turn < TURNS; turn++) {
  for (const [name, [run]] of Object.entries(SUBJECTS)) {
    const startedAt = performance.now();
    run();
    if (turn >= 0) times[name]?.push(performance.now() - startedAt);
    await Promise.resolve();
  }
}
const best = (name: string): number => quantile(times[name] ?? [], 0);
const found = Object.entries(SUBJECTS).flatMap(([name, [, peer]]): [string, number][] =>
  peer === '' ? [] : [[`${name} / ${peer}`, best(name) / best(peer)]],
);
const nanoseconds = (best('an action that passes') * 1e6) / plain.length;
console.log(JSON.stringify({ nanoseconds: Math.round(nanoseconds), ratios: Object.fromEntries(found) }));
