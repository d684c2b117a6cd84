import type { GivenRuling, RecordedCall, RecordedEvent } from '@licet/core/store';
import { isGovernanceError } from '@licet/core';
import type { Effect, Evaluation, Ruling } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import { tellingArgument } from '@licet/core/text';

import { ReplayStops } from './replayStops.ts';
import type { ReplayedStops } from './replayStops.ts';
import { saidOf, simulate } from './simulation.ts';
import { effectsOfOneCall } from './standstill.ts';
import type { SimulatedPolicy, Simulation } from './simulation.ts';

/** A call that represents others of its kind. */
export interface ReplayExample {
  readonly words: string;
  readonly sessionId: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** Calls that two policies judge differently in the same way. */
export interface ReplayChange {
  readonly change: 'wider' | 'narrower';
  readonly before: GivenRuling;
  readonly after: GivenRuling;
  /** The program that is run, the folder or the host that is reached, or the tool. */
  readonly about: string;
  readonly calls: number;
  /** Whose calls they are, and how many: principals where they are known, else agents, else sessions. At most ten. */
  readonly whose: readonly { readonly who: string; readonly calls: number }[];
  /** The first of them, at most three. */
  readonly examples: readonly ReplayExample[];
}

type Counts = Readonly<Record<Ruling, number>>;

/** What two policies say of recorded sessions. */
export interface ReplayReport extends ReplayedStops {
  readonly sessions: number;
  readonly calls: number;
  /** Calls that are not whole in the record: judged as far as they are there. */
  readonly inexact: number;
  readonly before: Counts;
  readonly after: Counts;
  /** How many questions people are asked, for every hundred calls; `before` is absent where nothing is known of it. */
  readonly asksPer100: { readonly before?: number; readonly after: number };
  /** Calls of which the record says something else than the policy of before does today. */
  readonly drift: { readonly recorded: number; readonly different: number };
  /** What changes, the most calls first. */
  readonly changes: readonly ReplayChange[];
  /** Changed calls that are in none of `changes`, because there were too many different ones. */
  readonly ungrouped: number;
}

/** The two policies of a replay. */
export interface ReplayPolicies {
  /** Without it, what was recorded is compared; calls of which nothing was recorded are then only counted. */
  readonly older?: SimulatedPolicy;
  readonly newer: SimulatedPolicy;
}

/** Collects what a replay finds. */
export interface Replay {
  /** Takes what happened next. */
  take(event: RecordedEvent): Promise<void>;
  report(): ReplayReport;
}

const MOST_GROUPS = 500;
const MOST_WHO = 1_000;
const MOST_ASKED = 10_000;
const SHOWN_WHO = 10;
const EXAMPLES = 3;

/**
 * Lets two policies judge recorded sessions again, each with the state that would have come about under it, and counts what changes.
 * What it keeps does not grow with the number of calls. A function chooses the policies of a session by its first call, such as built
 * for the folder that the session ran in.
 *
 * @example
 * ```ts
 * import { All, ask, guard, pass } from '@licet/core';
 * import { replay } from '@licet/analysis';
 *
 * const open = guard('open', () => pass());
 * const careful = guard('careful', ({ kind }) => (kind === 'bash' ? ask('it runs something', { fix: 'ask the user' }) : pass()));
 * const found = replay({ older: { built: { policy: open, settings: {} } }, newer: { built: { policy: All(open, careful), settings: {} } } });
 * await found.take({ type: 'call', at: 0, exact: true, action: { kind: 'bash', payload: { command: 'ls' }, sessionId: 's', callId: '1' } });
 * await found.take({ type: 'call', at: 0, exact: true, action: { kind: 'read', payload: { file_path: 'a' }, sessionId: 's', callId: '2' } });
 * found.report().asksPer100; // => { before: 0, after: 50 }
 * found.report().changes.map(({ change, about, calls }) => [change, about, calls]); // => [['narrower', 'ls', 1]]
 * ```
 */
export function replay(policies: ReplayPolicies | ((first: RecordedCall) => ReplayPolicies)): Replay {
  const tally = new Tally();
  const pairs = new WeakMap<ReplayPolicies, Pair>();
  const bySession = new Map<string, Pair>();
  const pairOf = (event: RecordedEvent): Pair | undefined => {
    const known = bySession.get(event.type === 'call' ? event.action.sessionId : event.sessionId);
    if (known !== undefined || event.type !== 'call') return known;
    const chosen = typeof policies === 'function' ? policies(event) : policies;
    const pair = pairs.get(chosen) ?? pairUp(chosen);
    pairs.set(chosen, pair);
    bySession.set(event.action.sessionId, pair);
    return pair;
  };
  return {
    async take(event) {
      const pair = pairOf(event);
      if (event.type === 'call' && pair !== undefined) return judge(event, pair, tally);
      if (event.type === 'end') bySession.delete(event.sessionId);
      if (event.type === 'call') return;
      await pair?.was?.happened(event);
      await pair?.is.happened(event);
    },
    report: () => tally.report(),
  };
}

/** Both policies, with what they find out about a call together. */
interface Pair {
  readonly was: Simulation | undefined;
  readonly is: Simulation;
  /** Begins with the next call. */
  readonly next: () => void;
}

/** The effects of a call are found once for both policies, where both look for them in the same way. */
function pairUp({ older, newer }: ReplayPolicies): Pair {
  const shared = newer.effects && effectsOfOneCall(newer.effects);
  const sharing = (policy: SimulatedPolicy): SimulatedPolicy =>
    shared !== undefined && policy.effects === newer.effects ? { ...policy, effects: shared.effects } : policy;
  return { was: older && simulate(sharing(older)), is: simulate(sharing(newer)), next: shared?.next ?? (() => undefined) };
}

async function judge(event: RecordedCall, { was, is, next }: Pair, tally: Tally): Promise<void> {
  next();
  const old = was === undefined ? event.said : saidOf(await was.call(event));
  const evaluation = await is.call(event);
  tally.call(event, old, saidOf(evaluation), evaluation);
}

const none = (): Record<Ruling, number> => ({ pass: 0, warn: 0, ask: 0, block: 0 });

interface Group {
  readonly change: ReplayChange['change'];
  readonly before: GivenRuling;
  readonly after: GivenRuling;
  readonly about: string;
  calls: number;
  readonly whose: Map<string, number>;
  readonly examples: ReplayExample[];
}

class Tally {
  readonly #sessions = new Set<string>();
  readonly #groups = new Map<string, Group>();
  readonly #asked = new Set<string>();
  readonly #stops = new ReplayStops();
  readonly #before = none();
  readonly #after = none();
  #calls = 0;
  #compared = 0;
  #inexact = 0;
  #recorded = 0;
  #drift = 0;
  #ungrouped = 0;

  call(event: RecordedCall, old: GivenRuling | undefined, fresh: GivenRuling, evaluation: Evaluation): void {
    if (this.#isAgain(event)) return;
    this.#sessions.add(event.action.sessionId);
    this.#calls++;
    if (!event.exact) this.#inexact++;
    this.#after[fresh.ruling]++;
    this.#stops.take(event, callWords(event.action), evaluation, fresh.ruling === 'ask');
    if (old === undefined) return;
    this.#compared++;
    this.#before[old.ruling]++;
    if (event.said !== undefined) {
      this.#recorded++;
      if (event.said.ruling !== old.ruling) this.#drift++;
    }
    if (old.ruling !== fresh.ruling) this.#changed(event, old, fresh, evaluation);
  }

  /** A call that a human said yes to is judged once more in the record: it is one call. */
  #isAgain({ action: { sessionId, callId }, said, granted }: RecordedCall): boolean {
    if (callId === undefined || said?.ruling !== 'ask') return false;
    const key = `${sessionId}\n${callId}`;
    if (granted === true) return this.#asked.delete(key);
    this.#asked.add(key);
    const [oldest] = this.#asked;
    if (this.#asked.size > MOST_ASKED && oldest !== undefined) this.#asked.delete(oldest);
    return false;
  }

  #changed(event: RecordedCall, before: GivenRuling, after: GivenRuling, evaluation: Evaluation): void {
    const change = severityOf(after.ruling) < severityOf(before.ruling) ? 'wider' : 'narrower';
    const about = aboutOf(evaluation);
    const key = [before.ruling, before.guard, before.code, after.ruling, after.guard, after.code, about].join('\n');
    let group = this.#groups.get(key);
    if (group === undefined) {
      if (this.#groups.size >= MOST_GROUPS) return void this.#ungrouped++;
      this.#groups.set(key, (group = { change, before, after, about, calls: 0, whose: new Map(), examples: [] }));
    }
    group.calls++;
    const { principal, agentId, sessionId } = event.action;
    const who = principal?.id ?? agentId ?? `session ${sessionId}`;
    const known = group.whose.get(who);
    if (known !== undefined || group.whose.size < MOST_WHO) group.whose.set(who, (known ?? 0) + 1);
    if (group.examples.length < EXAMPLES) group.examples.push({ words: callWords(event.action), sessionId, at: event.at });
  }

  report(): ReplayReport {
    const per100 = (asks: number, calls: number): number => (calls === 0 ? 0 : Math.round((10_000 * asks) / calls) / 100);
    const changes = [...this.#groups.values()].toSorted((a, b) => b.calls - a.calls);
    return {
      sessions: this.#sessions.size,
      calls: this.#calls,
      inexact: this.#inexact,
      before: { ...this.#before },
      after: { ...this.#after },
      asksPer100: {
        ...(this.#compared > 0 && { before: per100(this.#before.ask, this.#compared) }),
        after: per100(this.#after.ask, this.#calls),
      },
      drift: { recorded: this.#recorded, different: this.#drift },
      changes: changes.map(({ whose, ...group }) => ({
        ...group,
        whose: [...whose]
          .map(([who, calls]) => ({ who, calls }))
          .toSorted((a, b) => b.calls - a.calls)
          .slice(0, SHOWN_WHO),
      })),
      ungrouped: this.#ungrouped,
      ...this.#stops.report(),
    };
  }
}

const LONGEST = 200;

/** A call in the words of people: its command, or its tool and the argument that tells most. */
export function callWords({ kind, tool, payload = {} }: Pick<RecordedCall['action'], 'kind' | 'tool' | 'payload'>): string {
  const { command } = payload;
  if (typeof command === 'string') return cut(command);
  const about = tellingArgument(payload);
  return cut(`${tool ?? kind}${about === undefined ? '' : ` ${about}`}`);
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text).toWellFormed();

/** What a call is about, so that calls of one kind come together. */
function aboutOf(evaluation: Evaluation): string {
  const { action } = evaluation;
  const effects = judgedEffects(evaluation);
  const program = effects.find(({ program: name }) => name !== undefined)?.program;
  if (action.kind === 'bash') return program ?? cut(callWords(action).split(/\s/u)[0] ?? '');
  const [place] = effects.flatMap(effect => placeOf(effect, action.cwd ?? '/'));
  return place ?? action.tool ?? action.kind;
}

/** What an evaluated action does, and nothing where that cannot be known. */
export function judgedEffects({ context }: Evaluation): readonly Effect[] {
  try {
    return context.effects;
  } catch (error) {
    if (isGovernanceError(error)) return [];
    throw error;
  }
}

/** The first folder below the project that a path is in, or the first two of a path elsewhere; a host. */
function placeOf({ target }: Effect, cwd: string): readonly string[] {
  if (target === undefined || (target.type !== 'network' && target.type !== 'file')) return [];
  if (target.type === 'network') return [target.host ?? 'a host'];
  const { lexical } = target;
  const inside = lexical.startsWith(`${cwd}/`);
  const parts = lexical.slice(inside ? cwd.length + 1 : 1).split('/');
  const depth = inside ? 1 : 2;
  return [`${inside ? '' : '/'}${parts.slice(0, depth).join('/')}${parts.length > depth ? '/' : ''}`];
}
