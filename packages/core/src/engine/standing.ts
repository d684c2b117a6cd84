import type { ActionInput } from '../model/action.ts';
import type { Json } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import type { PolicyEngine } from './engine.ts';
import { pauseIn } from '../store/liftingFacts.ts';
import type { Pause } from '../store/liftingFacts.ts';

/**
 * The kind of an action that is never run: it asks for the status of a session. Guards that keep something tell it in an annotation
 * `standing`, a {@link Standing} with only what is theirs.
 */
export const STANDING = 'standing';

/** Something that is still to be done in a session. */
export interface OpenObligation {
  readonly name: string;
  readonly late: boolean;
  /** What fulfills it, in words. */
  readonly way: string;
  /** What it is bound to, where there is one for each file, tool or agent. */
  readonly target?: string;
  /** The sub-agent that brought it about; absent for the main agent. */
  readonly agentId?: string;
}

/** A fact of the policy, and the way to it where it does not hold. */
export interface StandingFact {
  readonly name: string;
  readonly holds: boolean;
  readonly way: string;
}

/** What a session has read, for a policy by which that decides where calls may go. */
export interface StandingReading {
  /** Whether it has read text that outsiders can write. */
  readonly outsiders: boolean;
  /** When it first did, in milliseconds since the epoch; absent where that is not known. */
  readonly since?: number;
  /** Whether it has read a source of secrets. */
  readonly secrets: boolean;
  /** Where it has read values, the latest last. */
  readonly sources: readonly string[];
}

/** The status of a session under a policy. */
export interface Standing {
  /** The pause of the policy that goes on; absent when every ruling counts. */
  readonly paused?: Pause;
  /** Why it is on hold; absent when it goes on. */
  readonly held?: string;
  /** What is still to be done, in the order of the policy. */
  readonly obligations: readonly OpenObligation[];
  readonly facts: readonly StandingFact[];
  /** What it has read; absent where no guard goes by it. */
  readonly read?: StandingReading;
  /** Why some of it could not be told; absent when all of it could. What is missing then may be so or otherwise. */
  readonly failed?: string;
}

/**
 * Returns the status of a session: what is open, what holds, and whether it is on hold. Evaluates the same tree as every action and
 * changes nothing. What is below a condition that does not hold for such a question is left out.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, skip } from '@licet/core';
 * import { standingOf } from '@licet/core/nodes';
 *
 * const notes = guard('notes', (_action, ctx) => {
 *   ctx.annotate('standing', { obligations: [{ name: 'notes', late: false, way: 'write them' }] });
 *   return skip();
 * });
 * (await standingOf(new PolicyEngine(notes, { default: 'pass' }), { sessionId: 's' })).obligations.length; // => 1
 * ```
 */
export async function standingOf(engine: PolicyEngine, who: Omit<ActionInput, 'kind' | 'payload'>): Promise<Standing> {
  const { context, errors } = await engine.explain({ ...who, kind: STANDING });
  const parts = context.annotations.flatMap(({ key, value }) => (key === STANDING ? [partOf(value)] : []));
  const held = parts.find(part => part.held !== undefined)?.held;
  const read = parts.find(part => part.read !== undefined)?.read;
  // A condition about what actions carry may well fail for a question that carries nothing.
  const failed = errors.find(({ code }) => code !== 'condition_failed');
  const paused = await attempt(
    () => chain(context.session.project(), ({ facts }) => pauseIn(facts, context.now)),
    () => undefined,
  );
  return {
    ...(paused !== undefined && { paused }),
    ...(held !== undefined && { held }),
    obligations: parts.flatMap(({ obligations = [] }) => obligations),
    facts: parts.flatMap(({ facts = [] }) => facts),
    ...(read !== undefined && { read }),
    ...(failed !== undefined && { failed: failed.message }),
  };
}

const partOf = (value: Json): Partial<Standing> =>
  typeof value === 'object' && value !== null ? (value as unknown as Partial<Standing>) : {};
