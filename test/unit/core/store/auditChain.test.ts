import { canonicalJson } from '@licet/core/text';
import { GENESIS, chainCheck, chainHash } from '@licet/core/store';
import type { AuditRecord } from '@licet/core';
import type { ChainLink, ChainReport } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const outcome = (index: number): AuditRecord => ({
  type: 'outcome',
  at: index,
  evaluationId: `e${index}`,
  sessionId: 's',
  status: 'ok',
});

const chained = (records: readonly AuditRecord[], from = 0): readonly ChainLink[] => {
  let prev = GENESIS;
  return records.map((record, index) => {
    const text = canonicalJson(record);
    const link = { seq: from + index + 1, prev, text, hash: chainHash(prev, from + index + 1, text) };
    prev = link.hash;
    return link;
  });
};

const check = (links: readonly ChainLink[], ...anchors: readonly { seq: number; hash: string }[]): ChainReport => {
  const checking = chainCheck({ anchors });
  for (const link of links) checking.add(link);
  return checking.report();
};

const trail = fc.integer({ min: 1, max: 12 }).map(count => chained(Array.from({ length: count }, (_, index) => outcome(index))));

describe('chainCheck', () => {
  it('finds nothing wrong with an untouched trail, and its head is the last record', () => {
    fc.assert(
      fc.property(trail, links => {
        const report = check(links, links[0] as ChainLink, links.at(-1) as ChainLink);

        expect(report).toMatchObject({ valid: true, records: links.length, first: 1, head: { seq: links.length } });
      }),
    );
  });

  it('finds an edited record at its place, whatever was edited', () => {
    fc.assert(
      fc.property(trail, fc.nat(), fc.constantFrom('text', 'prev', 'hash'), (links, at, part) => {
        const index = at % links.length;
        const edited = links.map((link, each) =>
          each === index
            ? { ...link, [part]: part === 'text' ? `${link.text} ` : `${link[part].slice(1)}0f`.slice(0, 64) }
            : link,
        );
        fc.pre(edited[index]?.[part] !== links[index]?.[part]);

        expect(check(edited)).toMatchObject({ valid: false, bad: { seq: index + 1 } });
      }),
    );
  });

  it('finds a record that is gone, and one that was put in, at its place', () => {
    fc.assert(
      fc.property(trail, fc.nat(), (links, at) => {
        const index = at % links.length;
        const without = links.filter((_, each) => each !== index);
        const doubled = links.toSpliced(index, 0, links[index] as ChainLink);

        if (index < links.length - 1) expect(check(without).bad?.seq).toBe(index + 1);
        expect(check(without, links.at(-1) as ChainLink).bad?.seq).toBe(index + 1);
        expect(check(doubled).bad?.seq).toBe(index + 2);
      }),
    );
  });

  it('finds two records that changed places at the first of them', () => {
    fc.assert(
      fc.property(trail, fc.nat(), fc.nat(), (links, one, other) => {
        const [a, b] = [one % links.length, other % links.length].toSorted((x, y) => x - y) as [number, number];
        fc.pre(a !== b);
        const swapped = links.with(a, links[b] as ChainLink).with(b, links[a] as ChainLink);

        expect(check(swapped).bad?.seq).toBe(a === 0 ? 1 : a + 1);
      }),
    );
  });

  it('finds a cut end against an anchor, and a trail that was rewritten', () => {
    fc.assert(
      fc.property(trail, fc.nat(), (links, at) => {
        const kept = at % links.length;
        const head = links.at(-1) as ChainLink;

        expect(check(links.slice(0, kept), head).bad?.seq).toBe(kept + 1);
        expect(check(chained(links.map(() => outcome(99))), head)).toMatchObject({ valid: false, bad: { seq: head.seq } });
      }),
    );
  });

  it('takes a trail that begins later only after a rotation', () => {
    const rotation: AuditRecord = {
      type: 'rotation',
      at: 1,
      evaluationId: 'trail',
      sessionId: '@trail',
      first: 3,
      file: 1,
    };
    const links = chained([outcome(1), outcome(2), outcome(3), rotation, outcome(4)]);

    expect(check(links.slice(2))).toMatchObject({ valid: true, first: 3, records: 3 });
    expect(check(links.slice(3))).toMatchObject({ valid: false, bad: { seq: 3 } });
    expect(check(links.slice(1, 3))).toMatchObject({ valid: false, bad: { seq: 1, why: 'the records 1 to 1 are missing' } });
  });

  it('has nothing to say about an empty trail but that an anchor is missing', () => {
    expect(check([])).toEqual({ valid: true, records: 0, first: 1, head: { seq: 0, hash: GENESIS } });
    expect(check([], { seq: 2, hash: GENESIS }).bad?.seq).toBe(1);
  });
});

describe('a check of the chain', () => {
  const [link] = chained([outcome(1)]);

  it('finds that two anchors of one place contradict each other, in whichever order they come', () => {
    const [right, wrong] = [
      { seq: 1, hash: link?.hash ?? '' },
      { seq: 1, hash: 'f'.repeat(64) },
    ];
    for (const anchors of [
      [right, wrong],
      [wrong, right],
    ])
      expect(link && chainCheck({ anchors }).add(link)).toBe(false);
    expect(link && chainCheck({ anchors: [right, right] }).add(link)).toBe(true);
  });

  it('reads a record that only looks like the end of one', () => {
    const text = 'x"type":"rotation"}';

    expect(chainCheck().add({ seq: 1, prev: GENESIS, text, hash: chainHash(GENESIS, 1, text) })).toBe(true);
  });
});
