import type { Guard, Verdict } from '@licet/core';
import { All, PolicyEngine, guard, pass, warn } from '@licet/core';
import { LAYERS, label } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

class Counting implements Guard {
  readonly kind = 'counting';
  readonly params = { from: 0 };
  #calls = 0;
  plain = 0;
  get name(): string {
    return 'counting';
  }
  check(): Verdict {
    this.plain++;
    return warn(`call ${++this.#calls}`);
  }
}

describe('label', () => {
  it('takes one of the layers', () => {
    expect(LAYERS.map(layer => label({ name: 'a', check: () => pass() }, { layer }).layer)).toEqual(LAYERS);
  });

  it('keeps the state, the private members and the kind of a class instance', () => {
    const counting = new Counting();
    const labelled = label(counting, { id: 'mine', layer: 'observe' });
    const engine = new PolicyEngine(labelled);

    expect([1, 2].map(() => engine.evaluateSync({ kind: 'bash' }).reason)).toEqual(['call 1', 'call 2']);
    expect(counting.plain).toBe(2);
    expect(engine.describe()).toEqual({ kind: 'counting', id: 'mine', layer: 'observe', params: { from: 0 } });
  });

  it('keeps that a guard watches', () => {
    expect(label({ name: 'watching', watches: true, check: () => pass() }, { id: 'mine' }).watches).toBe(true);
  });

  it('keeps the children of a combinator and freezes the result', () => {
    const labelled = label(All(guard('a', () => pass())), { id: 'top' });

    expect(new PolicyEngine(labelled).evaluateSync({ kind: 'bash' }).verdicts).toHaveLength(1);
    expect(Object.isFrozen(labelled)).toBe(true);
    expect(() => label(labelled, { onError: 'pass' as never })).toThrow(/nothing turns a fault into pass/u);
  });
});
