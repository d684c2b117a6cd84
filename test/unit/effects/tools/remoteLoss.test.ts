import { expect, test } from 'vitest';

import { PROSE_NAME, losesRemotely } from '../../../../packages/effects/src/tools/remoteLoss.ts';

test.each([
  [{ method: 'DELETE', url: 'https://a.example/x' }, true],
  [{ request: { httpMethod: 'delete', uri: '/x' } }, true],
  [
    {
      requests: [
        { verb: 'GET', url: '/a' },
        { verb: 'DELETE', url: '/b' },
      ],
    },
    true,
  ],
  [{ url: 'https://a.example/', body: { action: 'purge' } }, true],
  [{ command: 'FLUSHALL' }, true],
  [{ command: 'del', args: ['key'] }, true],
  [{ element: 'Delete account button' }, true],
  [{ method: 'DELETE', url: 'http://localhost:3000/x' }, false],
  [{ method: 'GET', url: 'https://a.example/' }, false],
  [{ message: 'please delete it' }, false],
  [{ description: '{"action":"delete"}' }, false],
  [{}, false],
])('%j destroys something elsewhere: %s', (payload, yes) => {
  expect(losesRemotely(payload)).toBe(yes);
});

test('names of words for people are compared as plain names', () => {
  expect(['message', 'description'].every(name => PROSE_NAME.test(name))).toBe(true);
  expect(PROSE_NAME.test('query')).toBe(false);
});

test('looks at so many values only, and ends for a value within itself', () => {
  const circle: Record<string, unknown> = { a: 1 };
  circle['self'] = circle;

  expect(losesRemotely(circle)).toBe(false);
});
