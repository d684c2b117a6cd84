import { compareTrees } from '@licet/analysis';
import type { Ruling } from '@licet/core';
import type { Comparison, NodeRange } from '@licet/core/nodes';
import type { Formula, Side } from '@licet/analysis';

import { EFFECTS_FAIL } from '../../packages/analysis/src/compareTrees.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { reference } from './reference.ts';
import type { LeafSays, PolicySpec } from './policySpec.ts';

const SAYS: readonly LeafSays[] = ['skip', 'pass', 'warn', 'ask', 'block', 'throw'];
const RULINGS: readonly Ruling[] = ['pass', 'warn', 'ask', 'block'];
const ANSWERS = [true, false, 'throws'] as const;
type Answer = (typeof ANSWERS)[number];

interface Assignment {
  readonly leaves: Readonly<Record<string, LeafSays>>;
  readonly answer: Answer;
}

function trees(names: readonly string[]): fc.Arbitrary<Formula> {
  const leaf = fc.constantFrom(...names).map((name): Formula => ({ leaf: name }));
  const { tree } = fc.letrec<{ tree: Formula }>(tie => {
    const some = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
    const node = fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.record({ join: fc.record({ by: fc.constantFrom('worst' as const, 'best' as const) }), of: some }),
      some.chain(of =>
        fc.record({
          join: fc.record({ by: fc.constant('kthBest' as const), k: fc.integer({ min: 1, max: of.length }) }),
          of: fc.constant(of),
        }),
      ),
      fc.record({ join: fc.constant({ by: 'reverse' as const }), of: fc.tuple(tie('tree')) }),
      fc.record({ join: fc.constant({ by: 'escalated' as const }), of: fc.tuple(tie('tree'), tie('tree')) }),
      fc.record({
        join: fc.constant({ by: 'branch' as const }),
        if: fc.constant({ name: 'c', fails: 'c!' }),
        of: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
      }),
    );
    const worth = fc.option(fc.constantFrom('ask' as const, 'warn' as const), { nil: undefined, freq: 8 });
    return { tree: fc.tuple(node, worth).map(([made, onError]) => (onError === undefined ? made : { ...made, onError })) };
  });
  return tree;
}

const KINDS = { worst: 'all', best: 'any', reverse: 'not', escalated: 'escalate' } as const;

function specOf(tree: Formula, { leaves, answer }: Assignment): PolicySpec {
  const label = tree.onError === undefined ? {} : { onError: tree.onError };
  if ('leaf' in tree) return { kind: 'leaf', says: leaves[tree.leaf] ?? 'skip', ...label };
  const of = tree.of.map(child => specOf(child, { leaves, answer }));
  if ('if' in tree) return { kind: 'when', if: answer, of: of as [PolicySpec, PolicySpec?], ...label };
  if (tree.join.by === 'kthBest') return { kind: 'threshold', pass: tree.join.k, of, ...label };
  return { kind: KINDS[tree.join.by], of, ...label } as PolicySpec;
}

/** The ruling of a side, each combination of what it looks at tried once. */
function tried(side: Side, own: 'old' | 'fresh'): (assignment: Assignment) => number {
  const known = new Map<string, number>();
  return assignment => {
    const { leaves, answer } = assignment;
    const key = `${leaves['shared']} ${leaves[own]} ${answer}`;
    const found = known.get(key) ?? comesTo(side, assignment);
    known.set(key, found);
    return found;
  };
}

function comesTo({ tree, default: fallback, observes }: Side, assignment: Assignment): number {
  if (observes === true) return 0;
  const { known } = reference(specOf(tree, assignment));
  return known === 'skipped' ? RULINGS.indexOf(fallback) : Math.max(...known);
}

/** Whether what an old and a new leaf say fits what is known of them: the table of `Comparison`, written down once more. */
function fits(older: LeafSays, newer: LeafSays, comparison: Comparison): boolean {
  switch (comparison) {
    case 'unknown':
      return true;
    case 'equal':
      return older === newer;
    case 'wider':
      return fits(newer, older, 'narrower');
    case 'wider_or_no_longer':
      return fits(newer, older, 'narrower_or_newly');
    default: {
      if (older === 'throw' || newer === 'throw') return older === newer;
      if (older === 'skip') return newer === 'skip' || newer === 'block' || comparison === 'narrower_or_newly';
      return newer !== 'skip' && SAYS.indexOf(newer) >= SAYS.indexOf(older);
    }
  }
}

function assignments(comparison: Comparison): readonly Assignment[] {
  return SAYS.flatMap(shared =>
    SAYS.flatMap(old =>
      SAYS.filter(fresh => fits(old, fresh, comparison)).flatMap(fresh =>
        ANSWERS.map(answer => ({ leaves: { shared, old, fresh }, answer })),
      ),
    ),
  );
}

const sides = (own: string): fc.Arbitrary<Side> =>
  fc.record({
    tree: trees(['shared', own]),
    default: fc.constantFrom(...RULINGS),
    observes: fc.constantFrom(false, false, false, true),
  });

describe('two trees compared for all that their leaves may say', () => {
  it('have the ruling that trying every combination in the reference model gives', () => {
    const comparisons = ['equal', 'narrower', 'narrower_or_newly', 'wider', 'wider_or_no_longer', 'unknown'] as const;
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        sides('old'),
        sides('fresh'),
        fc.constantFrom(...comparisons),
        fc.boolean(),
        (older, newer, comparison, isSame) => {
          const after = isSame ? { ...newer, tree: swapped(older.tree) } : newer;
          const [was, is] = [tried(older, 'old'), tried(after, 'fresh')];
          const differences = assignments(comparison).map(each => is(each) - was(each));
          const proof = compareTrees(older, after, { leaves: [['old', 'fresh', comparison]], implied: [] });

          expect(proof).toEqual({
            neverMilder: differences.every(each => each >= 0),
            neverStricter: differences.every(each => each <= 0),
            gaveUp: false,
          });
          seen.add(`${proof.neverMilder} ${proof.neverStricter}`);
        },
      ),
      { numRuns: isLongRun ? 10_000 : 500 },
    );
    expect(seen.size).toBe(4);
  }, 600_000);

  it('use that one condition implies another', () => {
    const when = (name: string): Side => ({
      tree: { join: { by: 'branch' }, if: { name, fails: undefined }, of: [{ leaf: 'x' }] },
      default: 'pass',
    });

    expect(compareTrees(when('narrow'), when('wide'), { leaves: [], implied: [['narrow', 'wide']] })).toMatchObject({
      neverMilder: true,
      neverStricter: false,
    });
    expect(compareTrees(when('narrow'), when('wide'), { leaves: [], implied: [] })).toMatchObject({
      neverMilder: false,
      neverStricter: false,
    });
  });

  it('let nodes that ask every action for its effects fail together, and with a condition that asks for them first', () => {
    const fails = { rulings: ['pass'], applies: 'always', fails: 'without_effects' } as const;
    const side = (first: string, of: readonly string[]): Side => ({
      tree: {
        join: { by: 'worst' },
        of: [{ leaf: first }, { join: { by: 'escalated' }, of: of.map(leaf => ({ leaf })) }],
      },
      default: 'pass',
    });
    const compared = (ranges: readonly (readonly [string, NodeRange])[]) =>
      compareTrees(side('a', ['b', 'c']), side('a', ['b', 'd']), { leaves: [], implied: [], ranges: new Map(ranges) });
    const when: Side = {
      tree: { join: { by: 'branch' }, if: { name: 'c', fails: EFFECTS_FAIL }, of: [{ leaf: 'a' }, { leaf: 'a' }] },
      default: 'pass',
    };
    const always: Side = { tree: { leaf: 'a' }, default: 'pass' };

    expect(
      compared([
        ['a', fails],
        ['b', fails],
      ]),
    ).toMatchObject({ neverMilder: true, neverStricter: true });
    expect(compared([['b', fails]])).toMatchObject({ neverMilder: false, neverStricter: false });
    expect(compareTrees(when, always, { leaves: [], implied: [], ranges: new Map([['a', fails]]) })).toMatchObject({
      neverMilder: true,
      neverStricter: true,
    });
    expect(compareTrees(when, always, { leaves: [], implied: [] })).toMatchObject({ neverMilder: false, neverStricter: true });
  });

  it('give up where it needs too much, and prove nothing then', () => {
    const tree: Formula = {
      join: { by: 'kthBest', k: 10 },
      of: Array.from({ length: 20 }, (_, index) => ({ leaf: `${index}` })),
    };

    expect(compareTrees({ tree, default: 'pass' }, { tree, default: 'pass' }, { leaves: [], implied: [] }, 100)).toEqual({
      neverMilder: false,
      neverStricter: false,
      gaveUp: true,
    });
  });
});

/** The same tree over the new leaf, so that pairs that are in order come up often. */
function swapped(tree: Formula): Formula {
  if ('leaf' in tree) return tree.leaf === 'old' ? { ...tree, leaf: 'fresh' } : tree;
  return { ...tree, of: tree.of.map(swapped) };
}
