import { InvariantError } from '@licet/core';
import { FileBoundary } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = FileBoundary({ allow: ['src/**', '/tmp/**'], readOnly: ['src/generated/'], deny: ['**/.env*'], ...place() });

describe('FileBoundary', () => {
  test.each([
    ['changes a file inside', file('write', '/w/src/a.ts'), 'pass', 'ok'],
    ['changes a file outside', file('write', '/w/README.md'), 'block', 'path_outside'],
    ['deletes a file outside', file('delete', '/w/README.md'), 'block', 'path_outside'],
    ['reads a file outside, where reading is free', file('read', '/w/README.md'), 'pass', 'ok'],
    ['reads a denied file', file('read', '/w/.env'), 'block', 'path_denied'],
    ['reads a denied file below', file('read', '/w/packages/a/.env.local'), 'block', 'path_denied'],
    ['changes what may only be read', file('write', '/w/src/generated/x.ts'), 'block', 'path_read_only'],
    ['reads what may only be read', file('read', '/w/src/generated/x.ts'), 'pass', 'ok'],
    [
      'names an allowed file that is a link to a denied one',
      file('read', '/w/src/link', { resolved: '/w/.env' }),
      'block',
      'path_denied',
    ],
    [
      'names an allowed file that is a link to the outside',
      file('write', '/w/src/link', { resolved: '/etc/hosts' }),
      'block',
      'path_outside',
    ],
    ['changes a folder whose name only begins like an allowed one', file('write', '/w/src-secrets/a'), 'block', 'path_outside'],
    ['writes to the null device', file('write', '/dev/null'), 'pass', 'ok'],
    ['writes to a link called like the null device', file('write', '/dev/null', { resolved: '/w/x' }), 'block', 'path_outside'],
    ['changes a whole tree that is not all allowed', file('write', '/w', { recursive: true }), 'block', 'path_outside'],
    ['reads by a glob that reaches a denied file', file('read', '/w', { glob: '/w/.*' }), 'block', 'path_denied'],
    ['does what cannot be seen', effect('unknown'), 'ask', 'unknown_effect'],
  ] as const)('when the action %s', (_what, one, ruling, code) => {
    const evaluation = judge(policy, [one]);

    expect({ ruling: evaluation.ruling, code: evaluation.code }).toEqual({ ruling, code });
    if (ruling === 'block' || ruling === 'ask') expect(evaluation.fix?.summary).toMatch(/\S/);
  });

  it('skips an action that does nothing to files', () => {
    expect(skipped(judge(policy, [effect('network')]))).toBe(true);
    expect(skipped(judge(policy, []))).toBe(true);
  });

  it('takes the strictest of several effects and names each reason once', () => {
    const evaluation = judge(policy, [
      file('write', '/w/src/a.ts'),
      file('write', '/w/b'),
      file('delete', '/w/b'),
      effect('unknown'),
    ]);

    expect(evaluation.ruling).toBe('block');
    expect(evaluation.reason).toBe('`b` is outside what may be changed');
    expect(evaluation.fix?.summary).toBe('change files in `src/**`, `/tmp/**`, or ask the user');
  });

  it('leaves the places of ordinary work free, but for what the policy names itself', () => {
    const scope = FileBoundary({ allow: ['src/**'], deny: ['/tmp/keep/**'], readOnly: ['build/**'], ...place() });

    for (const free of [
      file('write', '/tmp/x'),
      file('write', '/w/dist/a.js'),
      file('write', '/w/node_modules', { recursive: true }),
      file('delete', '/w/coverage', { recursive: true }),
      { ...file('write', '/home/u/.claude/plans/a.md'), tags: ['own_place'] },
      { ...file('write', '/w2/src/a.ts'), tags: ['worktree'] },
    ])
      expect(judge(scope, [free])).toMatchObject({ ruling: 'pass' });
    for (const closed of [
      file('write', '/tmp/keep/x'),
      file('delete', '/w/build/a', { recursive: true }),
      file('write', '/w/README.md'),
      file('write', '/w2/src/a.ts'),
      file('write', '/home/u/.bashrc'),
    ])
      expect(judge(scope, [closed])).toMatchObject({ ruling: 'block' });
  });

  it('warns of a change around what may not be changed, and blocks one of it', () => {
    const kept = FileBoundary({
      readOnly: ['vendor/**'],
      deny: ['.env'],
      ...place({ '/w/vendor/a.js': 'file', '/w/.env': 'file' }),
    });
    const ruling = (one: ReturnType<typeof file>): string => judge(kept, [one]).ruling;

    expect(judge(kept, [file('write', '/w', { recursive: true })])).toMatchObject({
      ruling: 'warn',
      reason: 'it changes files below `.`, where some are not to be changed',
    });
    expect(ruling(file('write', '/w/vendor', { recursive: true }))).toBe('block');
    expect(ruling(file('write', '/w/vendor/a.js'))).toBe('block');
    expect(ruling(file('write', '/w/vendor', { glob: '/w/vendor/*.js' }))).toBe('block');
    expect(ruling(file('delete', '/w', { recursive: true }))).toBe('block');
    expect(ruling(file('read', '/w', { recursive: true }))).toBe('block');
  });

  it('restricts reading when it is told where reading is allowed', () => {
    const narrow = FileBoundary({ allow: ['src/**'], read: ['docs/**'], ...place() });

    expect(judge(narrow, [file('read', '/w/docs/a.md')]).ruling).toBe('pass');
    expect(judge(narrow, [file('read', '/w/src/a.ts')]).ruling).toBe('pass');
    expect(judge(narrow, [file('read', '/etc/passwd')]).code).toBe('path_outside');
  });

  it('does not say what is denied', () => {
    expect(judge(policy, [file('read', '/w/.env')]).reason).not.toContain('**/');
  });

  it.each(['pass', 'warn', 'block'] as const)('rules %s about what cannot be seen when the policy sets it', unknown => {
    expect(judge(FileBoundary({ allow: ['src/**'], unknown, ...place() }), [effect('unknown')]).ruling).toBe(unknown);
  });

  it('checks the examples of a pattern when it is made', () => {
    const make = (match: string[], notMatch: string[]) => () =>
      FileBoundary({ deny: [{ pattern: '*.pem', match, notMatch }], ...place() });

    expect(make(['keys/a.pem'], ['keys/a.txt'])).not.toThrow();
    expect(make(['keys/a.txt'], [])).toThrow('does not match its example');
    expect(make([], ['a.pem'])).toThrow(expect.objectContaining({ code: 'example_failed', path: ['deny', 0, 'notMatch', 0] }));
  });

  it('names the place of a pattern that cannot be used', () => {
    const make = (): unknown => FileBoundary({ allow: ['src/**', 'src/[a'], ...place() });

    expect(make).toThrow(InvariantError);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_pattern', path: ['allow', 1] }));
  });
});

describe('FileBoundary without options', () => {
  it('lets the agent change the project, and nothing else', () => {
    const { root, home, files } = place();
    const bare = FileBoundary({ root, home, files });

    expect(judge(bare, [file('write', '/w/src/a.ts')]).ruling).toBe('pass');
    expect(judge(bare, [file('read', '/etc/hosts')]).ruling).toBe('pass');
    expect(judge(bare, [file('write', '/home/u/notes')])).toMatchObject({ ruling: 'block', code: 'path_outside' });
    expect(FileBoundary().params).toEqual({});
  });
});
