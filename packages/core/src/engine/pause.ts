import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first, isPromiseLike } from '../model/maybe.ts';
import type { Obligations } from '../model/obligations.ts';
import type { Mode } from '../model/settings.ts';
import type { Verdict } from '../model/verdict.ts';
import type { SessionState } from '../ports/session.ts';
import { pauseIn } from '../store/liftingFacts.ts';
import type { Pause } from '../store/liftingFacts.ts';
import { decide, lets } from './decide.ts';
import type { Frame } from './frame.ts';
import type { PlanNode } from './plan.ts';
import { framesOf } from './walk.ts';
import type { Decision } from '../model/evaluation.ts';

/**
 * Returns the pause under which an action goes ahead that the policy would stop. None where a floor stops it, could not decide, or was not
 * asked; none where the state cannot be read.
 */
function pauseFor(root: Frame): MaybePromise<Pause | undefined> {
  if (!isClear(root)) return undefined;
  try {
    const state = root.session.project();
    return isPromiseLike(state) ? pauseOn(state, root.now) : pauseIn(state.facts, root.now);
  } catch {
    return undefined;
  }
}

function pauseOn(state: PromiseLike<SessionState>, now: number): PromiseLike<Pause | undefined> {
  return state.then(({ facts }) => pauseIn(facts, now)).then(undefined, () => undefined);
}

/** Whether every floor was asked, and lets the action through: those of the policy, and any that a guard has brought along. */
export function isClear(root: Frame): boolean {
  if (!floorsLet(root)) return false;
  if (!root.plan.floored) return true;
  const asked = new Set(framesOf(root).map(({ plan }) => plan));
  return floorsOf(root.plan).every(plan => asked.has(plan));
}

/** Whether every floor that was asked lets the action through. */
function floorsLet({ plan, verdict, children }: Frame): boolean {
  const isLet = plan.guard.floor !== true || (verdict !== undefined && (verdict.applicable === false || lets(verdict)));
  return isLet && (children === undefined || children.every(floorsLet));
}

function floorsOf(plan: PlanNode): readonly PlanNode[] {
  return [...(plan.guard.floor === true ? [plan] : []), ...plan.children.flatMap(floorsOf)];
}

/**
 * Decides about an action that goes ahead although the policy would stop it: the policy only observes, or a human has paused it. Then
 * the agent is told what the policy says. Undefined where the ruling counts.
 */
export function decideUnruled(
  root: Frame,
  verdict: Verdict,
  obligations: Obligations,
  mode: Mode,
): MaybePromise<Decision | undefined> {
  if (lets(verdict)) return undefined;
  if (mode === 'observe') return goAhead(root, decide(verdict, mode));
  const paused = pauseFor(root);
  return paused === undefined ? undefined : decidePaused(paused, root, verdict, obligations);
}

function decidePaused(
  paused: MaybePromise<Pause | undefined>,
  root: Frame,
  verdict: Verdict,
  obligations: Obligations,
): MaybePromise<Decision | undefined> {
  return chain(paused, pause => {
    if (pause === undefined) return undefined;
    return goAhead(root, { ...decide(verdict, 'enforce', obligations), enforced: 'warn', passed: true, obligations });
  });
}

const goAhead = (root: Frame, decision: Decision): MaybePromise<Decision> => chain(noteUnruled(root), () => decision);

/** Tells the guards that watch. What one of them cannot take, it goes without. */
function noteUnruled(root: Frame): MaybePromise<void> {
  if (!root.plan.watches) return undefined;
  const { session } = root.run;
  const watching = framesOf(root).filter(({ plan }) => plan.guard.watches === true && plan.guard.commit !== undefined);
  session.phase = 'commit';
  session.deferring = true;
  const told = first(watching, frame =>
    attempt<undefined>(
      () => chain(frame.plan.guard.commit?.(frame.run.action, frame), () => undefined),
      () => undefined,
    ),
  );
  return chain(told, () => chain(session.establish(), () => void (session.phase = 'check')));
}
