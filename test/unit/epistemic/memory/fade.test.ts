import type { GroundingResult, MemoryInput } from '@licet/epistemic';
import { defineMemory, groundIn, memoryGraph } from '@licet/epistemic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, puts } from '../support/shorthand.ts';

const DAY = 86_400_000;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Edges from later names to earlier ones, so that no graph has a cycle. */
const graphs = fc.tuple(
  ...NAMES.map((name, at) =>
    fc
      .uniqueArray(
        fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('REQ', 'DEP', 'A'), fc.nat(Math.max(0, at - 1)), fc.nat(3)),
        { maxLength: at === 0 ? 0 : 4, selector: each => each.join() },
      )
      .map(edges => [name, '0123', ...edges.map(([from, type, to, depth]) => `${from}:${type}>${NAMES[to]}@${depth}`)].join(' ')),
  ),
);

const uses = fc.array(fc.record({ name: fc.constantFrom(...NAMES), day: fc.nat(60), isSuccess: fc.boolean() }), { maxLength: 6 });

const questions = fc.array(
  fc.record({
    concepts: fc.subarray(NAMES, { minLength: 1, maxLength: 3 }),
    day: fc.nat(120),
    minDepth: fc.constantFrom(undefined, 'D1' as const, 'D3' as const),
    reachability: fc.constantFrom('edge' as const, 'component' as const),
    memory: fc.nat(1),
  }),
  { minLength: 1, maxLength: 12 },
);

const INPUTS: readonly MemoryInput[] = [
  { halfLife: '10d', strengthen: 0.5 },
  { halfLife: '30d', floor: 'D0', expires: { D2: '25d' } },
];

const readAll = ({ gaps, trace }: GroundingResult): string =>
  JSON.stringify([gaps, trace.primitives, trace.pathway, trace.acts, trace.conceptIds]);

describe('grounding in faded knowledge', () => {
  it('gives what a fresh look gives, whatever was asked before and whenever the trace is read', () => {
    const memories = INPUTS.map(defineMemory);
    fc.assert(
      fc.property(graphs, uses, questions, (texts, counted, asked) => {
        const graph = memoryGraph();
        graph.write(puts(texts));
        for (const { name, day, isSuccess } of counted) {
          const at = new Date(day * DAY).toISOString();
          const metrics = isSuccess
            ? { groundingCount: 1, failureCount: 0, lastGrounded: at, lastFailed: null }
            : { groundingCount: 0, failureCount: 1, lastGrounded: null, lastFailed: at };
          graph.write([{ type: 'use', id: idOf(name), metrics }]);
        }
        const snapshot = graph.snapshot();
        const answers = asked.map(({ concepts, day, memory, ...options }) => {
          const all = { ...options, memory: memories[memory], now: day * DAY };
          // A snapshot that no question has met remembers nothing.
          return [groundIn(snapshot, concepts, all), groundIn({ ...snapshot }, concepts, all)] as const;
        });
        for (const [remembered, fresh] of answers) expect(readAll(remembered)).toBe(readAll(fresh));
      }),
      { numRuns: 300 },
    );
  });

  it('says why, whichever moment was asked before: at the floor only the reason changes', () => {
    const graph = memoryGraph();
    graph.write(puts(['a 012']));
    const memory = defineMemory({ halfLife: '100d', expires: { D2: '10d' } });
    const snapshot = graph.snapshot();
    const reasonOn = (day: number): unknown =>
      groundIn(snapshot, ['a'], { minDepth: 'D2', memory, now: day * DAY }).gaps.map(gap => 'reason' in gap && gap.reason);

    expect([11, 99, 100, 150, 99, 11].map(reasonOn)).toEqual(
      ['expired', 'expired', 'unused', 'unused', 'expired', 'expired'].map(reason => [reason]),
    );
  });
});
