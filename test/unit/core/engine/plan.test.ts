import { All, Not, pass } from '@licet/core';
import type { Guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { keepsSomething, planTree } from '../../../../packages/core/src/engine/plan.ts';

const guard = (name: string, more: object = {}): Guard => ({ name, check: () => pass(), ...more });
const plan = (node: Guard) => planTree(node);

describe('a prepared tree', () => {
  it('counts its nodes, here and below', () => {
    const prepared = plan(All(guard('a'), Not(guard('b'))));

    expect([prepared.size, ...prepared.children.map(({ size }) => size)]).toEqual([4, 1, 2]);
  });

  it('knows above what happens below', () => {
    const prepared = plan(All(guard('a'), Not(guard('b', { commit: () => undefined, stopped: () => undefined, floor: true }))));

    expect(prepared).toMatchObject({ commits: true, stops: true, floored: true, keeps: true, watches: false });
    expect(prepared.children[0]).toMatchObject({ commits: false, stops: false, floored: false, keeps: false });
  });

  it('calls a node by its id, else by its name', () => {
    expect([plan(guard('a')).name, plan(guard('a', { id: 'x' })).name]).toEqual(['a', 'x']);
    expect(plan(guard('a', { id: 'x' })).pass.guard).toBe('x');
  });

  it('is refused with the same id twice', () => {
    expect(() => plan(All(guard('a', { id: 'x' }), Not(guard('b', { id: 'x' }))))).toThrow(
      expect.objectContaining({ code: 'duplicate_node' }),
    );
  });

  it('is refused where it contains itself, or holds what is no guard', () => {
    const circle: { name: string; check: () => ReturnType<typeof pass>; children: unknown[] } = {
      name: 'a',
      check: () => pass(),
      children: [],
    };
    circle.children.push(circle);

    expect(() => plan(circle as Guard)).toThrow('contains itself');
    expect(() => plan({ name: 'a' } as Guard)).toThrow(expect.objectContaining({ code: 'invalid_guard' }));
  });
});

it('does more than check when it takes, records, hears or watches', () => {
  const keeps = (more: object): boolean => keepsSomething({ name: 'a', check: () => pass(), ...more });

  expect(
    [{}, { watches: true }, { commit: () => undefined }, { record: () => undefined }, { decided: () => undefined }].map(keeps),
  ).toEqual([false, true, true, true, true]);
});
