import { isCounterOf } from '@licet/core/store';
import { expect, test } from 'vitest';

test.each([
  ['a', 'budget:n:session:a', true],
  ['a', 'budget:n:session:a:agent:main', true],
  ['a', 'session:a', true],
  ['a', 'budget:n:session:ab', false],
  ['a', 'budget:n:project', false],
  ['a:b', 'budget:n:session:a%3Ab:tool:Bash', true],
  ['a%3Ab', 'budget:n:session:a%3Ab', false],
  ['a', 'budget:n:session:a%3Aagent:x', false],
  ['.*', 'budget:n:session:anything', false],
  ['', 'budget:n:session:a', false],
])('the session %j owns the counter %j: %j', (session, key, owned) => {
  expect(isCounterOf(session, key)).toBe(owned);
});
