import type { SessionEvent } from '@licet/core/store';
import { emptySession, foldSession } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ruling = fc.constantFrom('pass', 'warn', 'ask', 'block');
const evaluated = fc
  .record({
    evaluationId: fc.nat({ max: 9 }).map(String),
    call: fc.option(fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 90 })), { nil: undefined }),
    ruling,
    passed: fc.boolean(),
  })
  .map(({ call, ...rest }): SessionEvent => ({
    type: 'evaluated',
    at: 0,
    kind: 'bash',
    code: 'ok',
    risk: 0,
    ...(call !== undefined && { callId: `call-${call}` }),
    ...rest,
  }));
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  { weight: 4, arbitrary: evaluated },
  fc.record({
    type: fc.constant('outcome' as const),
    at: fc.constant(0),
    evaluationId: fc.constant('1'),
    status: fc.constantFrom('ok', 'error', 'denied', 'cancelled', 'unknown'),
  }),
  fc.record({
    type: fc.constant('fact' as const),
    at: fc.constant(0),
    name: fc.constantFrom('tests_passing', 'reviewed', '__proto__'),
    value: fc.constantFrom(true, false, null, 1),
  }),
);
// More than a session remembers: what is older than fifty events has been forgotten, also where all arrive together.
const events = fc.array(event, { maxLength: 120, size: 'max' });

describe('foldSession', () => {
  it('gives the same whether events arrive one by one or together', () => {
    fc.assert(
      fc.property(events, fc.nat(), (all, cut) => {
        const at = cut % (all.length + 1);
        const together = foldSession(emptySession('s'), ...all);

        expect(foldSession(foldSession(emptySession('s'), ...all.slice(0, at)), ...all.slice(at))).toEqual(together);
        expect(all.reduce((state, each) => foldSession(state, each), emptySession('s'))).toEqual(together);
      }),
    );
  });

  it('changes no state that it has given out, and gives out nothing that can be changed', () => {
    fc.assert(
      fc.property(events, event, (all, next) => {
        const before = foldSession(emptySession('s'), ...all);
        const copy = structuredClone(before);
        foldSession(before, next);

        expect(before).toEqual(copy);
        expect([before, before.rulings, before.outcomes, before.facts, before.recent].every(Object.isFrozen)).toBe(true);
      }),
    );
  });

  it('gives the same facts whether they are separate events or come with another one', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', '7');
    const facts = fc.array(fc.tuple(fc.constantFrom(1, 2, null), name, name), { maxLength: 8 });
    const carrier = fc.oneof(evaluated, fc.constant({ type: 'outcome', at: 0, evaluationId: '1', status: 'ok' } as const));
    fc.assert(
      fc.property(facts, facts, carrier, (before, with_, said) => {
        const alone = (sets: typeof before) =>
          sets.flatMap(([value, ...names]) => names.map((each): SessionEvent => ({ type: 'fact', at: 0, name: each, value })));
        const start = foldSession(emptySession('s'), ...alone(before));
        const apart = foldSession(start, ...alone(with_), said);
        const together = foldSession(start, { ...said, facts: with_ } as SessionEvent);

        expect({ ...together, version: 0, recent: [] }).toEqual({ ...apart, version: 0, recent: [] });
        expect(Object.keys(together.facts)).toEqual(Object.keys(apart.facts));
        expect([together.version, together.recent.at(-1)]).toEqual([start.version + 1, said]);
      }),
    );
  });

  it('keeps the last fifty events', () => {
    const facts = Array.from({ length: 70 }, (_, index): SessionEvent => ({ type: 'fact', at: index, name: 'n', value: index }));

    const { recent, version } = foldSession(emptySession('s'), ...facts);

    expect(version).toBe(70);
    expect(recent.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, index) => index + 20));
  });

  it('forgets a fact that becomes null, and takes any name for one', () => {
    const fact = (name: string, value: boolean | null): SessionEvent => ({ type: 'fact', at: 0, name, value });

    const { facts } = foldSession(emptySession('s'), fact('a', true), fact('__proto__', true), fact('a', null));

    expect(Object.keys(facts)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
