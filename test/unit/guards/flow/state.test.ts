import { emptySession } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { hashingOf } from '../../../../packages/guards/src/flow/hashing.ts';
import type { FlowPart } from '../../../../packages/guards/src/flow/state.ts';
import { compacted, noAddition, partFrom, partOfPrompt } from '../../../../packages/guards/src/flow/parts.ts';
import { MOST, flowStateOf, hasOrigin, joined } from '../../../../packages/guards/src/flow/state.ts';

const hashing = hashingOf('s');
const valuesOf = (from: number, to: number): (readonly [string, 'selected'])[] =>
  Array.from({ length: to - from }, (_none, at) => [hashing.of(`value ${from + at}`), 'selected'] as const);
const runsOf = (from: number, to: number): Set<string> =>
  new Set(Array.from({ length: to - from }, (_none, at) => hashing.ofRun(`run ${from + at} of many words`)));
const allowed = (part: FlowPart | undefined): number => joined(part === undefined ? [] : [part]).values.size;

describe('what a session has read', () => {
  it('is the same in whatever order its parts are joined, and however often', () => {
    const a = partFrom({ ...noAddition(), values: valuesOf(0, 3), isTainted: true }, joined([])) ?? {};
    const b =
      partFrom({ ...noAddition(), values: valuesOf(2, 5), secrets: new Set(['secret01']), hasReadSecret: true }, joined([])) ??
      {};
    const contents = (parts: readonly FlowPart[]) => {
      const { values, secrets, isTainted, hasReadSecret } = joined(parts);
      return [[...values.keys()].toSorted(), [...secrets], isTainted, hasReadSecret];
    };

    expect(contents([a, b])).toEqual(contents([b, a, b]));
    expect(contents([compacted([a, b])])).toEqual(contents([a, b]));
  });

  it('adds only what is new', () => {
    const addition = { ...noAddition(), values: valuesOf(0, 3), runs: runsOf(0, 3), isTainted: true };
    const part = partFrom(addition, joined([]));

    expect(partFrom(addition, joined([part ?? {}]))).toBeUndefined();
  });

  it('keeps no more allowed values than it may, and those that came first', () => {
    const part = partFrom({ ...noAddition(), values: valuesOf(0, 5_000) }, joined([]));

    expect(allowed(part)).toBe(MOST.allowed);
    expect(allowed(compacted([part ?? {}, { values: `${hashing.of('late')}sA` }]))).toBe(MOST.allowed);
    expect(hasOrigin(joined([part ?? {}]), hashing.of('value 0'), 'selected')).toBe(true);
  });

  it('says that runs were dropped, and keeps the newest', () => {
    const part = partFrom({ ...noAddition(), runs: runsOf(0, MOST.runs) }, joined([]));
    const more = partFrom({ ...noAddition(), runs: runsOf(MOST.runs, MOST.runs + 200) }, joined([part ?? {}]));
    const whole = joined([compacted([part ?? {}, more ?? {}])]);

    expect(joined([part ?? {}]).hasDroppedRuns).toBe(false);
    expect(whole.hasDroppedRuns).toBe(true);
    expect(whole.runs.has(hashing.ofRun(`run ${MOST.runs + 199} of many words`))).toBe(true);
  });

  it('says that secrets were dropped, so that any text may hold one', () => {
    const secrets = new Set(Array.from({ length: MOST.secrets + 1 }, (_none, at) => hashing.ofSecret(`secret ${at}`)));
    const part = partFrom({ ...noAddition(), secrets, hasReadSecret: true }, joined([]));

    expect(joined([part ?? {}]).hasDroppedSecrets).toBe(true);
    expect(joined([compacted([part ?? {}])]).hasDroppedSecrets).toBe(true);
  });

  it('keeps the newest prompts whole, within their bytes', () => {
    const prompts = Array.from({ length: 20 }, (_none, at) => partOfPrompt(`${at} ${'ä'.repeat(1_000)}`));
    const kept = joined([compacted(prompts)]).prompts;

    expect(kept[0]).toBe(`19 ${'ä'.repeat(1_000)}`);
    expect(new TextEncoder().encode(kept.join('')).length).toBeLessThanOrEqual(MOST.promptBytes);
  });

  it('takes at most 110 kB with everything full', () => {
    const seen = Array.from({ length: 2_000 }, (_none, at) => [hashing.of(`seen ${at}`), 'fact'] as const);
    const parts = Array.from(
      { length: 80 },
      (_none, at) =>
        partFrom(
          {
            ...noAddition(),
            values: [...valuesOf(at * 50, at * 50 + 50), ...seen.slice(at * 20, at * 20 + 20)],
            source: `${at} ${'s'.repeat(80)}`,
          },
          joined([]),
        ) ?? {},
    );
    const secrets = new Set(Array.from({ length: 900 }, (_none, at) => hashing.ofSecret(`${at}`)));
    const rest =
      partFrom({ ...noAddition(), runs: runsOf(0, 20_000), secrets, hasReadSecret: true, isTainted: true }, joined([])) ?? {};
    const whole = compacted([...parts, rest, partOfPrompt('p'.repeat(40_000))]);

    expect(JSON.stringify(whole).length).toBeLessThanOrEqual(110_000);
  });

  it('is nothing for a session that has read nothing, and survives facts that are no parts', () => {
    const session = { ...emptySession('s'), facts: { '@flow/a': 'text', '@flow/b': [1], other: { flags: 't' } } };

    expect(flowStateOf(emptySession('s')).isTainted).toBe(false);
    expect(flowStateOf(session).isTainted).toBe(false);
  });
});

describe('hashingOf', () => {
  it('gives the same value another hash in another session, to a remote caller, and as a secret', () => {
    const hashes = [hashingOf('a').of('x'), hashingOf('b').of('x'), hashingOf('a', true).of('x'), hashingOf('a').ofSecret('x')];

    expect(new Set(hashes).size).toBe(4);
    expect(hashingOf('a').of('x')).toBe(hashes[0]);
    expect(hashes[0]).toMatch(/^[\w-]{8}$/u);
    expect(hashingOf('a').ofRun('x y z q')).toMatch(/^[\w-]{4}$/u);
  });

  it('gives few runs the same hash', () => {
    const runs = new Set(Array.from({ length: 20_000 }, (_none, at) => hashingOf('a').ofRun(`word${at} next word again`)));

    expect(runs.size).toBeGreaterThan(19_950);
  });
});
