import { UNKNOWN, best, definite, escalated, isDefinite, kthBest, reverse, worst } from '@licet/core/algebra';
import type { Interval, Maybe } from '@licet/core/algebra';
import type { Severity } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

const ends: readonly Severity[] = [0, 1, 2, 3];
const intervals: readonly Interval[] = ends.flatMap(low =>
  ends.filter(high => high >= low).map(high => ({ best: low, worst: high })),
);
const all: readonly Maybe<Interval>[] = [undefined, ...intervals];
const point = (severity: Severity): Interval => definite(severity);
const triples = all.flatMap(a => all.flatMap(b => all.map(c => [a, b, c] as const)));

const atMost = (a: Maybe<Interval>, b: Maybe<Interval>): boolean =>
  a === undefined || b === undefined || (a.best <= b.best && a.worst <= b.worst);

describe('algebra, over every triple of intervals', () => {
  it('keeps both ends in their order', () => {
    for (const triple of triples) {
      for (const result of [
        worst(triple),
        best(triple),
        kthBest(triple, 2),
        reverse(triple[0]),
        escalated(triple[0], () => triple[1]),
      ]) {
        expect(result === undefined || result.best <= result.worst).toBe(true);
      }
    }
  });

  it('takes the worst and the best of what applies', () => {
    for (const triple of triples) {
      const applying = triple.filter(each => each !== undefined);
      const [lows, highs] = [applying.map(each => each.best), applying.map(each => each.worst)];
      const none = applying.length === 0;
      expect(worst(triple)).toEqual(none ? undefined : { best: Math.max(...lows), worst: Math.max(...highs) });
      expect(best(triple)).toEqual(none ? undefined : { best: Math.min(...lows), worst: Math.min(...highs) });
    }
  });

  it('is commutative, and associative with one child more', () => {
    for (const [a, b, c] of triples) {
      expect(worst([a, b, c])).toEqual(worst([worst([a, b]), c]));
      expect(best([a, b, c])).toEqual(best([c, best([b, a])]));
      expect(kthBest([a, b, c], 2)).toEqual(kthBest([c, a, b], 2));
    }
  });

  it('obeys De Morgan, absorption and distribution where everything applies', () => {
    for (const [a, b, c] of triples) {
      expect(reverse(worst([a, b, c]))).toEqual(best([reverse(a), reverse(b), reverse(c)]));
      expect(reverse(reverse(a))).toEqual(a);
      if (a === undefined || b === undefined || c === undefined) continue;
      expect(worst([a, best([a, b])])).toEqual(a);
      expect(worst([a, best([b, c])])).toEqual(best([worst([a, b]), worst([a, c])]));
      expect(reverse(kthBest([a, b, c], 1))).toEqual(kthBest([reverse(a), reverse(b), reverse(c)], 3));
    }
  });

  it('is the quorum of one and of all', () => {
    for (const triple of triples) {
      expect(kthBest(triple, 1)).toEqual(best(triple));
      if (triple.every(each => each !== undefined)) expect(kthBest(triple, 3)).toEqual(worst(triple));
    }
  });

  it('is monotone, but for the primary of an escalation', () => {
    for (const [a, b, c] of triples) {
      if (!atMost(a, b) || a === undefined || b === undefined) continue;
      expect(atMost(worst([a, c]), worst([b, c]))).toBe(true);
      expect(atMost(kthBest([a, c], 2), kthBest([b, c], 2))).toBe(true);
      expect(atMost(reverse(b), reverse(a))).toBe(true);
      expect(
        atMost(
          escalated(c, () => a),
          escalated(c, () => b),
        ),
      ).toBe(true);
    }
    expect(
      atMost(
        escalated(point(2), () => point(0)),
        escalated(point(3), () => point(0)),
      ),
    ).toBe(false);
  });
});

describe('algebra', () => {
  it('knows a quorum that cannot be reached', () => {
    expect(kthBest([point(0), undefined], 2)).toEqual(point(3));
    expect(kthBest([undefined, undefined], 1)).toBeUndefined();
    expect(kthBest([], 1)).toBeUndefined();
  });

  it('has no value for no children', () => {
    expect([worst([]), best([])]).toEqual([undefined, undefined]);
  });

  it('asks the fallback only where the primary may block', () => {
    const never = (): never => {
      throw new Error('asked');
    };
    for (const primary of intervals.filter(each => each.worst < 3)) expect(escalated(primary, never)).toBe(primary);
    expect(escalated(undefined, never)).toBeUndefined();
    expect(escalated(UNKNOWN, () => point(0))).toEqual({ best: 0, worst: 2 });
    expect(escalated(point(3), () => undefined)).toEqual(point(3));
  });

  it('calls one point definite', () => {
    expect(intervals.filter(isDefinite)).toEqual(ends.map(point));
  });
});
