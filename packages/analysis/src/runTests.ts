import { memorySessions, PolicyEngine } from '@licet/core';
import type { Effect, Evaluation } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy } from '@licet/core/policy';
import { PROJECT_SESSION } from '@licet/core/store';

import { judgedEffects } from './replay.ts';
import { stillClock } from './standstill.ts';
import type { PolicyTests, TestCase, TestStep, Wanted } from './testFile.ts';

/** What tests are run against. */
export interface TestSubject {
  readonly built: BuiltPolicy;
  /** Finds effects, among the files of the tests. */
  readonly effects?: EffectAnalyzer;
  /** The folder that calls start in where a case names none; absolute. */
  readonly cwd: string;
  /** Is shown every evaluation, for coverage. */
  readonly onEvaluation?: (evaluation: Evaluation) => void;
  /** Says what a call that may run does not find among the files of the tests. */
  readonly hintsOf?: (evaluation: Evaluation) => readonly string[];
  /** Changes the files of the tests as calls do that have run, and makes them as they were for the next case. */
  readonly changes?: {
    readonly change: (effects: readonly Effect[], payload: Evaluation['action']['payload']) => void;
    readonly reset: () => void;
  };
}

/** What a call came to where it was to come to something else. */
export interface TestFailure {
  /** Which step of the case, from 0. */
  readonly step: number;
  /** Which of the repetitions of the step, from 1. */
  readonly time: number;
  readonly want: Wanted;
  readonly got: Required<Wanted>;
  readonly reason?: string;
}

/** How a case ended. It stops at its first failure. */
export interface TestResult {
  readonly name: string;
  readonly line: number;
  readonly passed: boolean;
  readonly failure?: TestFailure;
  /** What may make a call of it come to something else in a project. Absent where nothing does. */
  readonly hints?: readonly string[];
}

/**
 * Runs tests of a policy, each in its own session on a stopped clock. No human is asked: an `ask` stays an `ask`,
 * and an outcome after it says that a human said yes. `only` chooses cases by their names.
 *
 * @example
 * ```ts
 * import { block, guard, pass } from '@licet/core';
 * import { parsePolicyTests, runPolicyTests } from '@licet/analysis';
 *
 * const policy = guard('no_network', ({ kind }) => (kind === 'network' ? block('the network is closed', { fix: 'work offline' }) : pass()));
 * const tests = parsePolicyTests('cases:\n  - { fetch: "https://example.com", want: block }\n  - { bash: ls, want: ask }\n');
 * const results = await runPolicyTests(tests, { built: { policy, settings: { default: 'pass' } }, cwd: '/project' });
 * results.map(({ passed, failure }) => [passed, failure?.got.ruling]); // => [[true, undefined], [false, 'pass']]
 * ```
 */
export async function runPolicyTests(
  { cases, now }: Pick<PolicyTests, 'cases' | 'now'>,
  subject: TestSubject,
  only: (name: string) => boolean = () => true,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const each of cases) if (only(each.name)) results.push(await runCase(each, now, subject));
  return results;
}

async function runCase({ name, line, facts, project, steps }: TestCase, now: number, subject: TestSubject): Promise<TestResult> {
  subject.changes?.reset();
  const clock = stillClock(now);
  const sessions = memorySessions();
  for (const [session, established] of [
    [SESSION, facts],
    [PROJECT_SESSION, project],
  ] as const) {
    const events = Object.entries(established).map(([fact, value]) => ({ type: 'fact' as const, at: now, name: fact, value }));
    if (events.length > 0) await sessions.append(session, events);
  }
  const { built, effects, hintsOf } = subject;
  const hints = new Set<string>();
  const see = (evaluation: Evaluation): void => {
    subject.onEvaluation?.(evaluation);
    if (evaluation.passed) for (const hint of hintsOf?.(evaluation) ?? []) hints.add(hint);
  };
  const audit = { append: (): void => undefined };
  const engine = new PolicyEngine(built, { sessions, clock, audit, ...(effects !== undefined && { effects }) });
  for (const [index, step] of steps.entries()) {
    clock.set(clock.now() + step.waitMs);
    const failure = await runStep(step, index, engine, { ...subject, onEvaluation: see });
    if (failure !== undefined) return { name, line, passed: false, failure, ...hinted(hints) };
  }
  return { name, line, passed: true, ...hinted(hints) };
}

const hinted = (hints: ReadonlySet<string>): Pick<TestResult, 'hints'> => (hints.size === 0 ? {} : { hints: [...hints] });

async function runStep(
  { action, times, outcome, output, want }: TestStep,
  step: number,
  engine: PolicyEngine,
  { cwd, onEvaluation, changes }: TestSubject,
): Promise<TestFailure | undefined> {
  if (action === undefined) return undefined;
  for (let time = 1; time <= times; time++) {
    const evaluation = await engine.evaluate({ cwd, ...action, sessionId: SESSION, callId: `${step}-${time}` });
    onEvaluation?.(evaluation);
    const { ruling, guard, code, reason, passed } = evaluation;
    if (want !== undefined && !fits(want, evaluation))
      return { step, time, want, got: { ruling, guard, code }, ...(reason !== undefined && { reason }) };
    // A fact that the call earns is bound to the files as it leaves them.
    if ((passed || ruling === 'ask') && outcome === 'ok') changes?.change(judgedEffects(evaluation), evaluation.action.payload);
    if (passed || ruling === 'ask')
      await engine.postAction(evaluation, {
        status: outcome,
        ...(output !== undefined && { output }),
        ...(!passed && { askedBy: 'runtime' }),
      });
  }
  return undefined;
}

const SESSION = 'test';

/** The guard may be any of those that the ruling rests on. */
function fits(want: Wanted, { ruling, guard, code, determining }: Evaluation): boolean {
  if (want.ruling !== ruling) return false;
  const speaking = [{ guard, code }, ...determining];
  return speaking.some(each => (want.guard ?? each.guard) === each.guard && (want.code ?? each.code) === each.code);
}

/** Tells whether tests notice that they run against another policy than the one that they were written for. */
export async function isNoticed({ cases, now }: Pick<PolicyTests, 'cases' | 'now'>, subject: TestSubject): Promise<boolean> {
  for (const each of cases) if (!(await runCase(each, now, subject)).passed) return true;
  return false;
}
