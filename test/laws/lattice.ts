import { All, Any, Threshold, guard, warn } from '@licet/core';

import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { applying, atMost, equation, everywhere, law, no, same, silent, yes } from './law.ts';

const doubtful = guard('doubtful', () => warn('it is doubtful'));

/** How `All` and `Any` behave as the two joins of one chain. */
export const latticeLaws: readonly Law[] = Object.freeze([
  equation('the order of children never changes a ruling', everywhere, (a, b, c) => [
    [All(a, b, c), All(c, a, b)],
    [Any(a, b, c), Any(b, a, c)],
    [Threshold(2, a, b, c), Threshold(2, c, b, a)],
  ]),
  equation('a duplicate never changes All or Any', everywhere, (a, b) => [
    [All(a, b, a), All(a, b)],
    [Any(a, b, a), Any(a, b)],
    [All(a, a), a],
    [Any(a, a), a],
  ]),
  equation('nesting never changes All or Any', everywhere, (a, b, c) => [
    [All(All(a, b), c), All(a, All(b, c))],
    [All(a, All(b, c)), All(a, b, c)],
    [Any(Any(a, b), c), Any(a, Any(b, c))],
    [Any(a, Any(b, c)), Any(a, b, c)],
  ]),
  equation('a node with one child rules as the child', everywhere, a => [
    [All(a), a],
    [Any(a), a],
    [Threshold(1, a), a],
  ]),
  equation('pass changes nothing in All, block changes nothing in Any', applying, a => [
    [All(a, yes), a],
    [Any(a, no), a],
  ]),
  equation('block decides All, pass decides Any', everywhere, a => [
    [All(a, no), no],
    [Any(a, yes), yes],
  ]),
  equation('absorption holds where every child applies', applying, (a, b) => [
    [All(a, Any(a, b)), a],
    [Any(a, All(a, b)), a],
  ]),
  equation('distribution holds where every child applies', applying, (a, b, c) => [
    [All(a, Any(b, c)), Any(All(a, b), All(a, c))],
    [Any(a, All(b, c)), All(Any(a, b), Any(a, c))],
  ]),
  law('absorption and distribution fail where a child is skipped', applying, async a => {
    const some = buildSpec(a);
    const absorbed = same(await ruled(All(silent, Any(silent, some))), await ruled(silent));
    const left = await ruled(All(doubtful, Any(silent, no)));
    const right = await ruled(Any(All(doubtful, silent), All(doubtful, no)));
    return !absorbed && !same(left, right);
  }),
  law('one more child never makes All milder or Any stricter', everywhere, async (a, b, c) => {
    const [one, two, more] = [buildSpec(a), buildSpec(b), buildSpec(c)];
    const all = atMost(await ruled(All(one, two)), await ruled(All(one, two, more)));
    return all && atMost(await ruled(Any(one, two, more)), await ruled(Any(one, two)));
  }),
  law('a stricter child never makes All, Any or Threshold milder', everywhere, async (a, b, c) => {
    const [mild, other, strict] = [buildSpec(a), buildSpec(b), All(buildSpec(a), buildSpec(c))];
    if ((await ruled(mild)) === undefined) return true;
    for (const node of [All, Any, Threshold.bind(undefined, 1), Threshold.bind(undefined, 2)]) {
      if (!atMost(await ruled(node(mild, other)), await ruled(node(strict, other)))) return false;
    }
    return true;
  }),
]);
