import type { Action, ActionInput } from '../model/action.ts';
import type { GovernanceContext } from '../model/context.ts';
import type { EngineOptions } from '../engine/engineOptions.ts';
import { resolveOptions } from '../engine/engineOptions.ts';
import { modeOf } from '../engine/evaluationMode.ts';
import { Frame, Run } from '../engine/frame.ts';
import { freezeAction } from '../engine/freezeAction.ts';
import { planTree } from '../engine/plan.ts';
import { SessionScope } from '../engine/scope.ts';
import { pass } from '../model/verdict.ts';
import { fakeClock } from './fakeClock.ts';

/** What the context of a test may be given; everything has a default. */
export type TestContextOptions = Pick<EngineOptions, 'sessions' | 'effects' | 'clock'> & {
  /** What the guard may do to the session. @defaultValue 'check' */
  readonly phase?: 'check' | 'commit' | 'record';
};

/**
 * Makes the context that a guard's `check` gets from the engine, for calling `check` on its own. The clock is stopped
 * at 0 and nothing is stored anywhere else. Errors are not caught here: that is the engine's work.
 *
 * @example
 * ```ts
 * import { guard, pass, warn } from '@licet/core';
 * import { testContext } from '@licet/core/testing';
 *
 * const patient = guard('patient', (_action, ctx) => (ctx.now > 100 ? warn('it is late') : pass()));
 * const { action, ctx } = testContext({ kind: 'bash' });
 * patient.check(action, ctx).ruling; // => 'pass'
 * ```
 */
export function testContext(
  input: ActionInput,
  { phase = 'check', ...options }: TestContextOptions = {},
): { readonly action: Action; readonly ctx: GovernanceContext } {
  const action = freezeAction(input);
  const resolved = resolveOptions({ clock: fakeClock(), ...options });
  const run = new Run(action, modeOf(), {
    options: resolved,
    policyDigest: 'test',
    placeOf: undefined,
    nextId: () => 'test',
    books: { openSession: each => new SessionScope(resolved, each) },
  });
  run.session.phase = phase;
  return { action, ctx: new Frame(run, planTree({ name: 'test', check: () => pass() }), undefined) };
}
