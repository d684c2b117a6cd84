import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { joinable } from 'licet/source/pins/joinable.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { describe, expect, it } from 'vitest';

function compiled(policy: object): CompiledPolicy {
  const result = compilePolicy(JSON.stringify({ version: 1, default: 'pass', policy }), '/w/governance.yaml');
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return result.compiled;
}

const facts = (...names: string[]): object => ({
  facts: { facts: Object.fromEntries(names.map(name => [name, { earned_by: { runs: 'npm test' } }])) },
});
const gate = (fact: string): object => ({ when: { if: { runs: 'git commit' }, then: { requires: fact } } });
const rule = { bash_safety: { otherwise: 'pass', blocked_prefixes: ['npm publish'] } };
const ACCEPTED = { all: [facts('tests'), gate('tests')] };

const kinds = (node: NodeData | undefined): readonly string[] =>
  node === undefined ? [] : node.kind === 'all' ? (node.children ?? []).flatMap(kinds) : [node.kind];

const join = (accepted: object, onDisk: object, isSamePlace = true): readonly [kinds: readonly string[], isPartial: boolean] => {
  const { policy, isPartial } = joinable(compiled(accepted), compiled(onDisk).policy, isSamePlace);
  return [kinds(policy), isPartial];
};

describe('joinable', () => {
  it('keeps rulings, and what the accepted policy has for every action', () => {
    expect(join(ACCEPTED, { all: [rule, facts('tests'), gate('tests')] })).toEqual([['bash_safety', 'facts', 'when'], false]);
    expect(join({ budget: { max: 5 } }, { all: [{ budget: { max: 3 } }, rule] })).toEqual([['budget', 'bash_safety'], false]);
    expect(join({ budget: { max: 5, name: 'a' } }, { budget: { max: 3, name: 'a' } })).toEqual([['budget'], false]);
  });

  it.each([
    ['earns a fact in another way', ACCEPTED, { facts: { facts: { tests: { earned_by: { runs: 'ls' } } } } }],
    ['earns another fact, too', ACCEPTED, facts('tests', 'more')],
    ['earns a fact where no fact was', rule, facts('tests')],
    [
      'settles the counter of a budget',
      { budget: { max: 3, name: 'a' } },
      { budget: { max: 9, name: 'a', on_failure: 'refund' } },
    ],
    ['lets an action count for less', { budget: { max: 3, name: 'a' } }, { budget: { max: 3, name: 'a', estimate: 0 } }],
    ['lets an action go ahead again', { single_use: { name: 'a' } }, { single_use: { name: 'a', on_failure: 'refund' } }],
    [
      'earns a fact always that was earned sometimes',
      { all: [{ when: { if: { kind: 'read' }, then: facts('tests') } }, gate('tests')] },
      facts('tests'),
    ],
  ])('leaves out what %s', (_what, accepted, onDisk) => {
    expect(join(accepted, onDisk)).toEqual([[], true]);
    expect(join(accepted, { all: [rule, { all: [onDisk, rule] }] })).toEqual([['bash_safety', 'bash_safety'], true]);
    expect(join(accepted, { any: [rule, onDisk] })).toEqual([[], true]);
  });

  it('leaves out what may rest on a rule that is left out, so that nothing is stopped for want of it', () => {
    expect(join(rule, { all: [facts('reviewed'), gate('reviewed'), rule] })).toEqual([['bash_safety'], true]);
  });

  it('takes no rule of another folder for the same', () => {
    expect(join(ACCEPTED, { all: [facts('tests'), rule] }, false)).toEqual([['bash_safety'], true]);
  });
});
