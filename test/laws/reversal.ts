import { All, Any, Escalate, Not, Threshold, guard, ask } from '@licet/core';

import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { applying, atMost, equation, everywhere, law, no, same, yes } from './law.ts';

const perhaps = guard('perhaps', () => ask('it depends', { fix: 'ask the user' }));

/** How one combinator can be written as another, and what `Not` and `Escalate` do. */
export const reversalLaws: readonly Law[] = Object.freeze([
  equation('All is the quorum of every child', applying, (a, b, c) => [[All(a, b, c), Threshold(3, a, b, c)]]),
  equation('Any is the quorum of one', everywhere, (a, b, c) => [[Any(a, b, c), Threshold(1, a, b, c)]]),
  equation('a quorum and its dual are each other denied', applying, (a, b, c) => [
    [Not(Threshold(1, a, b, c)), Threshold(3, Not(a), Not(b), Not(c))],
    [Not(Threshold(2, a, b, c)), Threshold(2, Not(a), Not(b), Not(c))],
    [Not(Threshold(3, a, b, c)), Threshold(1, Not(a), Not(b), Not(c))],
  ]),
  equation('De Morgan holds', everywhere, (a, b, c) => [
    [Not(All(a, b, c)), Any(Not(a), Not(b), Not(c))],
    [Not(Any(a, b, c)), All(Not(a), Not(b), Not(c))],
  ]),
  equation('Not twice changes nothing', everywhere, a => [[Not(Not(a)), a]]),
  law('a stricter child never makes Not stricter', everywhere, async (a, b) => {
    const [mild, strict] = [buildSpec(a), All(buildSpec(a), buildSpec(b))];
    return (await ruled(mild)) === undefined || atMost(await ruled(Not(strict)), await ruled(Not(mild)));
  }),
  law('a higher quorum is never milder', applying, async (a, b, c) => {
    const children = [buildSpec(a), buildSpec(b), buildSpec(c)];
    const [one, two, three] = [1, 2, 3].map(k => ruled(Threshold(k, ...children)));
    return atMost(await one, await two) && atMost(await two, await three);
  }),
  equation('Escalate to a block, or to itself, changes nothing', everywhere, a => [
    [Escalate(a, no), a],
    [Escalate(a, a), a],
  ]),
  law('Escalate leaves alone what is not a block', { ...applying, errors: false }, async (a, b) => {
    const [primary, fallback] = [buildSpec(a), buildSpec(b)];
    const [first, instead] = [await ruled(primary), await ruled(fallback)];
    return same(await ruled(Escalate(primary, fallback)), first?.worst === 3 ? instead : first);
  }),
  law('a stricter fallback never makes Escalate milder', everywhere, async (a, b, c) => {
    const [primary, mild, strict] = [buildSpec(a), buildSpec(b), All(buildSpec(b), buildSpec(c))];
    if ((await ruled(mild)) === undefined) return true;
    return atMost(await ruled(Escalate(primary, mild)), await ruled(Escalate(primary, strict)));
  }),
  law('a stricter primary may make Escalate milder', { maxDepth: 0 }, async () => {
    const [asked, blocked] = [await ruled(Escalate(perhaps, yes)), await ruled(Escalate(no, yes))];
    return asked?.worst === 2 && blocked?.worst === 0;
  }),
]);
