import type { Action } from '../model/action.ts';
import type { Condition } from '../model/condition.ts';
import type { GovernanceContext, SessionView } from '../model/context.ts';
import { GovernanceError } from '../model/errors.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, inTurn } from '../model/maybe.ts';
import type { HistoryReader } from '../model/tally.ts';
import type { CelValues } from './environment.ts';
import { historyKey } from './historyCalls.ts';
import type { HistoryCall } from './historyCalls.ts';
import type { Found, HistorySlots } from './historySlots.ts';

/** A compiled expression. */
export type Program = (values: CelValues) => unknown;

/** A question with its expressions compiled. */
type Asked = Omit<HistoryCall, 'values'> & { readonly values: readonly Program[] };

/** A condition that looks at what happened before. */
interface HistoryCondition {
  readonly calls: readonly Asked[];
  readonly program: (values: CelValues) => boolean;
  readonly seen: HistorySlots;
  readonly valuesOf: (action: Action, ctx: GovernanceContext) => CelValues;
  /** Evaluates within the steps that a condition may take. */
  readonly bounded: <T>(action: Action, work: () => T) => T;
}

/** The counter of a question. */
type Place = { readonly key: string } | { readonly failed: unknown };

/** What a condition went by when it was asked. */
interface Remembered {
  readonly values: CelValues;
  readonly places: readonly Place[];
  readonly answer: boolean;
}

/** What a counter holds, and how much of it was taken at a time that is still to come. */
interface Held {
  readonly used: number;
  readonly ahead: number;
}

/** Answers a condition for what its counters hold. */
type Answer = (action: Action, values: CelValues, places: readonly Place[], held: readonly (Held | undefined)[]) => boolean;

function answering({ calls, program, seen, bounded }: HistoryCondition): Answer {
  return (action, values, places, held) => {
    const answers = (['most', 'least'] as const).map(reading =>
      seen.during(
        calls.map(({ asks }, index) => foundBy(asks, places[index], held[index], reading)),
        () => bounded(action, () => program(values)),
      ),
    );
    if (answers[0] === answers[1]) return answers[0] === true;
    const why = 'the clock was set back, and whether the condition holds depends on what was counted before';
    throw new GovernanceError('condition_failed', why);
  };
}

/** Makes the test of a condition that looks at what happened before, and what counts for it. */
export function historyTest(condition: HistoryCondition): { readonly test: Condition['test']; readonly reader: HistoryReader } {
  const { calls, valuesOf, bounded } = condition;
  const asked = new WeakMap<SessionView, Remembered[]>();
  const answerFor = answering(condition);
  const lookAt = (places: readonly Place[], { session }: GovernanceContext): MaybePromise<readonly (Held | undefined)[]> =>
    inTurn(
      places.map((place, index) => [place, calls[index]?.tally.windowMs] as const),
      ([place, windowMs]) => ('key' in place ? heldOf(place.key, windowMs, session) : undefined),
    );
  const again = ({ values, places, answer }: Remembered, ctx: GovernanceContext): MaybePromise<Amounts | undefined> =>
    attempt<Amounts | undefined>(
      () =>
        chain(lookAt(places, ctx), held =>
          answerFor(ctx.action, values, places, held) === answer ? amountsBy(places, held) : undefined,
        ),
      () => undefined,
    );
  const test: Condition['test'] = (action, ctx) => {
    const values = valuesOf(action, ctx);
    const places = bounded(action, () => calls.map(call => placeOf(call, action, values)));
    return chain(lookAt(places, ctx), held => {
      const answer = answerFor(action, values, places, held);
      asked.set(ctx.session, [...(asked.get(ctx.session) ?? []), { values, places, answer }]);
      return answer;
    });
  };
  const recheck: HistoryReader['recheck'] = ctx =>
    chain(
      inTurn(asked.get(ctx.session) ?? [], one => again(one, ctx)),
      all => (all.includes(undefined) ? undefined : new Map(all.flatMap(each => [...(each ?? [])]))),
    );
  return { test, reader: Object.freeze({ tallies: calls.map(({ tally }) => tally), recheck }) };
}

type Amounts = ReadonlyMap<string, number>;

const heldOf = (key: string, windowMs: number | undefined, session: SessionView): MaybePromise<Held> =>
  chain(session.used(key, windowMs), used =>
    windowMs === undefined || used === 0 ? { used, ahead: 0 } : chain(session.ahead(key, windowMs), ahead => ({ used, ahead })),
  );

function placeOf({ tally, per, values }: Asked, action: Action, given: CelValues): Place {
  try {
    const key = historyKey(
      tally.name,
      action,
      per,
      values.map(value => value(given)),
    );
    return key === undefined
      ? { failed: new TypeError('an argument in a pattern must be compared with a text, a number or a boolean') }
      : { key };
  } catch (failed) {
    return { failed };
  }
}

function foundBy(asks: Asked['asks'], place: Place | undefined, held: Held | undefined, reading: 'most' | 'least'): Found {
  if (held === undefined) return { failed: place !== undefined && 'failed' in place ? place.failed : undefined };
  const amount = Math.max(0, reading === 'most' ? held.used : held.used - held.ahead);
  if (asks === 'happened') return amount > 0;
  return asks === 'count' ? BigInt(Math.round(amount)) : amount;
}

const amountsBy = (places: readonly Place[], held: readonly (Held | undefined)[]): Amounts =>
  new Map(places.flatMap((place, index) => ('key' in place ? [[place.key, held[index]?.used ?? 0] as const] : [])));
