import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { diagrams } from '../../../packages/analysis/src/bdd.ts';
import type { Bool, Diagrams } from '../../../packages/analysis/src/bdd.ts';

type Formula =
  | { readonly of: 'variable'; readonly at: number }
  | { readonly of: 'not' | 'and' | 'or'; readonly parts: readonly Formula[] };

const { formula } = fc.letrec<{ formula: Formula }>(tie => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.nat(3).map(at => ({ of: 'variable' as const, at })),
    fc.record({ of: fc.constantFrom('and' as const, 'or' as const), parts: fc.array(tie('formula'), { maxLength: 3 }) }),
    fc.record({ of: fc.constant('not' as const), parts: fc.tuple(tie('formula')) }),
  ),
}));

const drawn = (what: Formula, { and, or, not }: Diagrams, variables: readonly Bool[]): Bool => {
  if (what.of === 'variable') return variables[what.at] ?? 0;
  const parts = what.parts.map(part => drawn(part, { and, or, not } as Diagrams, variables));
  return what.of === 'not' ? not(parts[0] ?? 0) : (what.of === 'and' ? and : or)(...parts);
};

const holds = (what: Formula, values: number): boolean => {
  if (what.of === 'variable') return (values & (1 << what.at)) !== 0;
  if (what.of === 'not') return !holds(what.parts[0] as Formula, values);
  return what.of === 'and' ? what.parts.every(part => holds(part, values)) : what.parts.some(part => holds(part, values));
};

it('gives equal functions the same number, and others another one', () => {
  fc.assert(
    fc.property(formula, formula, (one, other) => {
      const room = diagrams();
      const variables = [room.variable(), room.variable(), room.variable(), room.variable()];
      const isEqual = Array.from({ length: 16 }, (_, values) => holds(one, values) === holds(other, values)).every(Boolean);

      expect(drawn(one, room, variables) === drawn(other, room, variables)).toBe(isEqual);
    }),
  );
});

it('chooses by a condition', () => {
  const { choose, variable, and, or, not, yes, no } = diagrams();
  const [a, b, c] = [variable(), variable(), variable()];

  expect(choose(a, b, c)).toBe(or(and(a, b), and(not(a), c)));
  expect([choose(yes, b, c), choose(no, b, c), choose(a, b, b)]).toEqual([b, c, b]);
  expect([and(), or()]).toEqual([yes, no]);
});

it('gives up with a code when it needs more nodes than it may have', () => {
  const { variable } = diagrams(4);
  variable();
  variable();

  expect(variable).toThrow(expect.objectContaining({ code: 'work_exceeded' }));
});
