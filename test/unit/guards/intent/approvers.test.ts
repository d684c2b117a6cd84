import { expect, it } from 'vitest';

import { checkNames } from '../../../../packages/guards/src/intent/approvers.ts';

it('counts people', () => {
  expect(checkNames('by', ['ann', 'bob'])).toBe(2);
});

it.each([
  ['no one', [], ['by']],
  ['somebody who cannot be seen', ['ann', ' '], ['by', 1]],
  ['what is no name', ['ann', 1], ['by', 1]],
  ['somebody twice', ['ann', 'Ann'], ['by', 1]],
])('refuses %s', (_who, names, path) => {
  expect(() => checkNames('by', names as readonly string[])).toThrow(expect.objectContaining({ code: 'invalid_param', path }));
});
