import { describe, expect, it } from 'vitest';

import { evaluateBy, fromOrigins, unalias } from '../../../../packages/effects/src/code/evaluation.ts';
import type { Evaluator, Reading, Rule } from '../../../../packages/effects/src/code/evaluation.ts';
import { buildScopes, lookUp } from '../../../../packages/effects/src/code/scopes.ts';
import type { Scope } from '../../../../packages/effects/src/code/scopes.ts';
import { ownCallable, reference, text, unknownValue } from '../../../../packages/effects/src/code/value.ts';
import { createWork } from '../../../../packages/effects/src/work.ts';

interface Toy {
  readonly type: string;
  readonly inner?: Toy;
}

const evaluate: Rule<Toy> = evaluateBy<Toy>({
  wrap: (node, scope, evaluator) => (node.inner === undefined ? text('end') : evaluate(node.inner, scope, evaluator)),
});
const evaluator = (units: number = 1_000): Evaluator => ({
  cwd: undefined,
  home: undefined,
  active: new Set(),
  work: createWork(units),
  scopes: new Map(),
  isTooDeep: false,
});
const [scope] = buildScopes<Toy>(
  { type: 'program' },
  {
    childrenOf: () => [],
    opens: () => undefined,
    declare: () => undefined,
    handOver: () => undefined,
    changes: () => false,
  },
).values() as Iterable<Scope<Toy>> as unknown as [Scope<Toy>];
const nested = (depth: number): Toy => (depth === 0 ? { type: 'wrap' } : { type: 'wrap', inner: nested(depth - 1) });

describe('the value of an expression', () => {
  it('is that of its rule', () => {
    expect(evaluate(nested(3), scope, evaluator())).toEqual(text('end'));
  });

  it('is unknown without a rule, and without a budget', () => {
    expect(evaluate({ type: 'other' }, scope, evaluator())).toBe(unknownValue);
    expect(evaluate(nested(3), scope, evaluator(0))).toBe(unknownValue);
  });

  it('is unknown where it is too deep: that counts for the whole source', () => {
    const deep = evaluator();

    expect(evaluate(nested(2_000), scope, deep)).toBe(unknownValue);
    expect(deep.isTooDeep).toBe(true);
    expect(evaluate(nested(1), scope, deep)).toBe(unknownValue);
  });

  it('is unknown within itself', () => {
    const cycle: { type: string; inner?: Toy } = { type: 'wrap' };
    cycle.inner = cycle;

    expect(evaluate(cycle, scope, evaluator())).toBe(unknownValue);
  });
});

describe('what a name may be', () => {
  const reading: Reading<Toy> = {
    evaluate,
    refer: reference,
    stepInto: (value, step) => (value.type === 'record' ? (value.fields.get(String(step)) ?? unknownValue) : unknownValue),
    elementsOf: ({ fields }) => [...fields.keys()].map(text),
  };

  it('is where it comes from', () => {
    expect(fromOrigins(['own'], evaluator(), reading)).toBe(ownCallable);
    expect(fromOrigins(['opaque'], evaluator(), reading)).toBe(unknownValue);
    expect(fromOrigins([{ reference: 'fs' }], evaluator(), reading)).toEqual(reference('fs'));
    expect(fromOrigins([{ value: text('a') }, { reference: 'fs' }], evaluator(), reading)).toMatchObject({ type: 'choice' });
    expect(fromOrigins([{ node: nested(1), scope, steps: [] }], evaluator(), reading)).toEqual(text('end'));
    expect(fromOrigins([{ node: nested(1), scope, steps: ['field'] }], evaluator(), reading)).toBe(unknownValue);
  });

  it('is unknown while that is being found out', () => {
    const origins = ['own'] as const;
    const busy = evaluator();
    busy.active.add(origins);

    expect(fromOrigins(origins, busy, reading)).toBe(unknownValue);
    expect(lookUp('a', scope)).toBeUndefined();
  });
});

it('finds one name for all ways to reach the same thing, and ends where they lead in a circle', () => {
  expect(unalias('window.window.fs', [[/^window\./, '']])).toBe('fs');
  expect(
    unalias('a', [
      [/^a/, 'b'],
      [/^b/, 'a'],
    ]),
  ).toBe('a');
  expect(unalias('a', [[/^a/, 'aa']]).length).toBeLessThan(20);
});
