import type { Json } from '@licet/core';
import { All, Any, Escalate, Not, Threshold, When, createRegistry, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const each = guard('passes', () => pass());

const BUILT = [All(each), Any(each), Escalate(each, each), Not(each), Threshold(2, each, each, each), When(() => true, each)];

describe('a definition of a combinator', () => {
  for (const { kind = '', params = {}, join } of BUILT) {
    it(`says of \`${kind}\` that it joins its children as the built node does`, () => {
      expect(join).toBeDefined();
      expect(
        createRegistry([])
          .get(kind)
          ?.analysis?.joins?.(params as { readonly [name: string]: Json }),
      ).toEqual(join);
    });
  }
});
