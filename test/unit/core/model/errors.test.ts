import { GovernanceError, InvariantError } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('errors', () => {
  it('carry a code, a cause and a place', () => {
    const cause = new Error('down');
    const error = new InvariantError('invalid_param', 'expected a list', { cause, path: ['allow', 0] });

    expect(error).toMatchObject({
      name: 'InvariantError',
      code: 'invalid_param',
      message: 'expected a list',
      cause,
      path: ['allow', 0],
    });
    expect(error).toBeInstanceOf(GovernanceError);
    expect(new InvariantError('invalid_param', 'x').path).toEqual([]);
    expect(new GovernanceError('aborted', 'x').name).toBe('GovernanceError');
  });

  it.each([new GovernanceError('aborted', 'x'), new InvariantError('invalid_param', 'x')])(
    'say the same wherever they have been: $name',
    error => {
      expect(Object.isFrozen(error)).toBe(true);
      expect(() => Object.assign(error, { message: 'y' })).toThrow(TypeError);
    },
  );
});
