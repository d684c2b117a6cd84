import { createRegistry } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('createRegistry', () => {
  it('has the combinators and what it was given', () => {
    const definition = { kind: 'mine', doc: 'mine', params: () => undefined, build: () => undefined } as never;

    expect(createRegistry([definition]).kinds).toEqual(['all', 'any', 'escalate', 'mine', 'not', 'threshold', 'when']);
    expect(createRegistry([]).get('mine')).toBeUndefined();
    expect(createRegistry([]).get('toString')).toBeUndefined();
  });

  it('refuses two definitions of one kind', () => {
    const definition = { kind: 'all' } as never;
    expect(() => createRegistry([definition])).toThrow(expect.objectContaining({ code: 'duplicate_node' }) as Error);
  });
});
