import type { Action, Effect } from '@licet/core';
import { digestAction } from '@licet/core/policy';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it, test } from 'vitest';

import { coverage, isBeside } from '../../../../packages/guards/src/resource/coverage.ts';
import type { Grant } from '../../../../packages/guards/src/resource/grant.ts';

const place = { root: '/p', home: '/h', files: memoryFiles({ '/p/src/a.ts': 'file', '/p/b.ts': 'file' }) } as never;
const action: Action = { kind: 'bash', tool: 'Bash', sessionId: 's', cwd: '/p', payload: { command: 'npm test' } };
const grant = (id: string, more: Partial<Grant>): Grant => ({ id, deed: 'd', uses: 1, grantedAt: 0, expiresAt: 9, ...more });
const file = (path: string, kind: 'read' | 'write' = 'write', more: object = {}): Effect => ({
  kind,
  target: { type: 'file', lexical: path, resolved: path, ...more },
  via: [],
  certainty: 'certain',
});
const runs = (more: object = {}): Effect => ({
  kind: 'execute',
  target: { type: 'program', argv: ['sed'] },
  via: [],
  certainty: 'certain',
  ...more,
});
const unknown: Effect = { kind: 'unknown', via: [], certainty: 'certain' };
const only = grant('a', { path: '/p/src/a.ts', resolved: '/p/src/a.ts', kinds: ['write'] });
const covered = (effects: readonly Effect[], ...grants: readonly Grant[]): string | undefined =>
  coverage(action, effects, grants, place)
    ?.map(({ id }) => id)
    .join();

describe('grants cover an action', () => {
  it('wholly, or not at all', () => {
    const other = grant('b', { pattern: '/p/*.ts', kinds: ['write'] });

    expect(covered([runs(), file('/p/src/a.ts'), file('/p/b.ts')], only, other)).toBe('a,b');
    expect(covered([file('/p/src/a.ts'), file('/p/b.ts')], only)).toBeUndefined();
    expect(covered([runs()], only)).toBeUndefined();
    expect(covered([], only)).toBeUndefined();
  });

  test.each([
    ['another kind', file('/p/src/a.ts', 'read')],
    ['what lies below', file('/p/src/a.ts/x')],
    ['all below', file('/p/src/a.ts', 'write', { recursive: true })],
    ['a pattern', file('/p/src', 'write', { glob: '/p/src/*' })],
    ['a link that leads elsewhere now', file('/p/src/a.ts', 'write', { resolved: '/etc/passwd' })],
    ['what is unknown', unknown],
  ])('of one file not for %s', (_what, effect) => {
    expect(covered([effect], only)).toBeUndefined();
  });

  it('by the command to the letter, in its folder, or by the digest of the action', () => {
    const command = grant('c', { command: 'npm test', cwd: '/p' });

    expect(covered([file('/etc/x')], command)).toBe('c');
    expect(covered([file('/etc/x')], { ...command, command: 'npm  test' })).toBeUndefined();
    expect(covered([file('/etc/x')], { ...command, cwd: '/q' })).toBeUndefined();
    expect(covered([file('/etc/x')], grant('d', { digest: digestAction(action) ?? '' }))).toBe('d');
  });
});

test.each([
  [runs(), true],
  [runs({ tags: ['inline_code'] }), false],
  [runs({ target: { type: 'program', argv: ['x'], untrusted: true } }), false],
  [file('/dev/null'), true],
  [file('/dev/null', 'write', { resolved: '/etc/x' }), false],
  [file('/p/a'), false],
])('%j is next to the files: %s', (effect, yes) => {
  expect(isBeside(effect)).toBe(yes);
});
