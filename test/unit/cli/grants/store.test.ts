import { describe, expect, it, test } from 'vitest';

import { grantLines, standing } from 'licet/source/grants/store.ts';

const grant = {
  id: 'g',
  path: '/p/a',
  resolved: '/p/a',
  kinds: ['read', 'write'] as const,
  uses: 2,
  grantedAt: 0,
  expiresAt: 1_000,
};
const state = (more: object = {}, used: number = 0, uses: readonly object[] = []) =>
  ({ grant: { ...grant, ...more }, used, uses }) as never;

test.each([
  [0, 999, 'open'],
  [1, 999, 'open'],
  [2, 999, 'used up'],
  [0, 1_000, 'expired'],
  [2, 1_000, 'expired'],
])('a grant that was used %d times is at %d: %s', (used, now, word) => {
  expect(standing(state({}, used), now)).toBe(word);
});

describe('a grant in words', () => {
  const head = (more: object): string => grantLines(state(more), '/p', 0)[0] ?? '';

  test.each([
    [{}, 'read, write a  '],
    [{ resolved: '/etc/x' }, 'read, write a (now /etc/x)'],
    [{ path: undefined, resolved: undefined, pattern: '/p/src/**' }, 'read, write src/**'],
    [{ path: '/px/a', resolved: '/px/a' }, 'read, write /px/a'],
    [{ command: 'npm test' }, 'run npm test'],
    [{ digest: 'a'.repeat(64) }, `the action ${'a'.repeat(12)}`],
    [{ sessionId: 's' }, 'session s'],
  ])('%j', (more, words) => {
    expect(head(more)).toContain(words);
  });

  it('says what it was used for, and shows nothing that hides', () => {
    const lines = grantLines(
      state({ command: 'a\u202e' }, 1, [{ at: 5, sessionId: 's\u001b', tool: 'Bash', status: 'ok' }]),
      '/p',
      0,
    );

    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('by Bash in session s');
    expect(lines.join('\n')).not.toMatch(/[\u202e\u001b]/);
  });
});
