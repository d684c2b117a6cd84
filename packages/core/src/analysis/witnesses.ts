import type { ActionInput } from '../model/action.ts';
import { PolicyEngine } from '../engine/engine.ts';
import type { Evaluation } from '../engine/evaluation.ts';
import type { EffectAnalyzer } from '../model/effects.ts';
import type { Json } from '../model/json.ts';
import { severityOf } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { BuiltPolicy } from '../model/settings.ts';
import { memorySessions } from '../store/memorySessions.ts';

/** An action to be tried with two policies. */
export interface Candidate {
  /** The action in the words of people: a command, a path, a tool. */
  readonly words: string;
  readonly action: Omit<ActionInput, 'sessionId'>;
  /** Facts of the session. */
  readonly facts?: readonly string[];
  /** How often it is done; the rulings of the last time count. @defaultValue 1 */
  readonly times?: number;
}

/** What one policy says of a witness. */
export interface Said {
  readonly ruling: Ruling;
  readonly guard: string;
  readonly code: string;
}

/** An action that two policies judge differently: both engines were asked. */
export interface Witness extends Candidate {
  readonly change: 'wider' | 'narrower';
  readonly old: Said;
  readonly new: Said;
}

/** What candidates are tried in. */
export interface TrialWorld {
  readonly effects: EffectAnalyzer;
  readonly cwd: string;
  /** The time of all trials, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Tries candidates with two policies and returns those that they judge differently, the shortest first: one for each change of guards,
 * codes and rulings. A policy that only observes lets everything pass.
 */
export async function findWitnesses(
  older: BuiltPolicy,
  newer: BuiltPolicy,
  candidates: readonly Candidate[],
  world: TrialWorld,
): Promise<readonly Witness[]> {
  const found = new Map<string, Witness>();
  const sorted = candidates.toSorted(
    (a, b) => (a.times ?? 1) - (b.times ?? 1) || a.words.length - b.words.length || (a.words < b.words ? -1 : 1),
  );
  for (const candidate of sorted) {
    const once = candidate.times === undefined ? { ...world, effects: remembered(world.effects) } : world;
    const [old, fresh] = [await saidBy(older, candidate, once), await saidBy(newer, candidate, once)];
    if (old.ruling === fresh.ruling) continue;
    const change = severityOf(fresh.ruling) < severityOf(old.ruling) ? 'wider' : 'narrower';
    const key = [change, old.ruling, old.guard, old.code, fresh.ruling, fresh.guard, fresh.code].join();
    if (!found.has(key)) found.set(key, { ...candidate, change, old, new: fresh });
  }
  return [...found.values()];
}

/** Both policies judge one and the same action: its effects are found once. */
function remembered(effects: EffectAnalyzer): EffectAnalyzer {
  let found: ReturnType<EffectAnalyzer> | undefined;
  return action => (found ??= effects(action));
}

async function saidBy(
  built: BuiltPolicy,
  { action, facts = [], times = 1 }: Candidate,
  { effects, cwd, now }: TrialWorld,
): Promise<Said> {
  const sessions = memorySessions();
  const events = facts.map(name => ({ type: 'fact' as const, at: now, name, value: true satisfies Json }));
  if (events.length > 0) await sessions.append(SESSION, events);
  const clock = { now: () => now, elapsed: () => 0, after: () => () => undefined };
  const engine = new PolicyEngine(built, { sessions, effects, clock });
  let evaluation: Evaluation | undefined;
  for (let time = 1; time <= times; time++) {
    evaluation = await engine.evaluate({ cwd, ...action, sessionId: SESSION, callId: `${time}` });
    if (time < times && evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  }
  const { enforced = 'block', guard = 'engine', code = 'blocked' } = evaluation ?? {};
  return { ruling: enforced, guard, code };
}

const SESSION = 'trial';
