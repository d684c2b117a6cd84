import { guard, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

describe('defineNode', () => {
  it('freezes the definition and changes nothing', () => {
    const definition = { kind: 'mine', doc: 'mine', params: () => ({}) as never, build: () => guard('mine', () => pass()) };

    expect(defineNode(definition)).toBe(definition);
    expect(Object.isFrozen(definition)).toBe(true);
  });
});
