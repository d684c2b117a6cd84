import { DEFAULT_CONFIRMATION } from '@licet/epistemic/model';
import { edgePolicy } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

describe('edgePolicy', () => {
  it('asks about everything unless it is told otherwise', () => {
    expect(edgePolicy({ name: 'P' })).toEqual({
      name: 'P',
      requiresConfirmation: true,
      confirm: 'always',
      triggerCardinality: null,
      callback: null,
      confirmationMessage: DEFAULT_CONFIRMATION,
      metadata: {},
    });
  });

  it('is data: nothing is lost on a way through JSON', () => {
    const policy = edgePolicy({ name: 'P', callback: 'k', triggerCardinality: 'multiple', metadata: { limit: 5, of: ['a'] } });

    expect(JSON.parse(JSON.stringify(policy))).toEqual(policy);
  });

  it.each([
    [{ name: '' }, /policy name/],
    [{ name: 'P', triggerCardinality: 'plenty' }, /`plenty`/],
    [{ name: 'P', confirm: 'never' }, /`never`/],
  ])('refuses %j', (input, message) => {
    expect(() => edgePolicy(input as never)).toThrow(message);
  });
});
