import { AccessMap } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = AccessMap({
  paths: {
    'src/': 'read-write',
    'src/generated/': 'read-only',
    'src/generated/keep.ts': 'read-write',
    'config/': 'read-only',
    '.env': 'no-access',
  },
  ...place({ '/w/src/generated': 'folder', '/w/src/generated/b.ts': 'file' }),
});

describe('AccessMap', () => {
  test.each([
    ['changes what may be changed', file('write', '/w/src/a.ts'), 'pass'],
    ['changes what a more specific pattern closes', file('write', '/w/src/generated/b.ts'), 'block'],
    ['changes what a still more specific pattern opens', file('write', '/w/src/generated/keep.ts'), 'pass'],
    ['reads what may be read', file('read', '/w/config/a.json'), 'warn'],
    ['changes what may be read', file('write', '/w/config/a.json'), 'block'],
    ['reads what has no access', file('read', '/w/.env'), 'block'],
    ['reads what has no access, further down', file('read', '/w/packages/x/.env'), 'block'],
    ['reads what no pattern names', file('read', '/etc/hosts'), 'pass'],
    ['changes what no pattern names', file('write', '/w/README.md'), 'block'],
    ['reads through a link what has no access', file('read', '/w/src/x', { resolved: '/w/.env' }), 'block'],
    ['deletes a tree with a closed part', file('delete', '/w/src', { recursive: true }), 'block'],
    ['reads a tree with a part that has no access', file('read', '/w', { recursive: true }), 'block'],
    ['does what cannot be seen', effect('unknown'), 'ask'],
  ] as const)('when the action %s', (_what, one, ruling) => {
    expect(judge(policy, [one]).ruling).toBe(ruling);
  });

  it('skips an action that does nothing to files', () => {
    expect(skipped(judge(policy, [effect('network')]))).toBe(true);
  });

  it('tells who reads a file that it may not be changed, once for that file', () => {
    expect(judge(policy, [file('read', '/w/config/a.json')])).toMatchObject({
      ruling: 'warn',
      code: 'path_read_only',
      reason: '`config/a.json` may be read but not changed',
      fix: {
        summary: 'write no value of it into code: load values from it at run time; ask the user where the file has to change',
      },
    });
    expect(judge(policy, [{ ...file('read', '/w/config/a.json'), tags: ['metadata'] }]).ruling).toBe('pass');
    expect(judge(policy, [file('read', '/w/config', { recursive: true })]).ruling).toBe('pass');
  });

  it('leaves the places of ordinary work free where no pattern names them', () => {
    expect(judge(policy, [file('write', '/tmp/x')]).ruling).toBe('pass');
    expect(judge(policy, [{ ...file('write', '/home/u/.claude/plans/a.md'), tags: ['own_place'] }]).ruling).toBe('pass');
    expect(judge(policy, [file('delete', '/w/dist', { recursive: true })]).ruling).toBe('pass');
    expect(judge(policy, [file('write', '/home/u/.bashrc')]).ruling).toBe('block');
  });

  it('warns of a change of a folder around what is closed, where the folder itself is open', () => {
    const open = AccessMap({ paths: { './': 'read-write', 'config/': 'read-only', '.env': 'no-access' }, ...place() });

    expect(judge(open, [file('write', '/w', { recursive: true })]).ruling).toBe('warn');
    expect(judge(open, [file('delete', '/w', { recursive: true })]).ruling).toBe('block');
    expect(judge(open, [file('write', '/w/config', { recursive: true })]).ruling).toBe('block');
    expect(judge(policy, [file('write', '/w', { recursive: true })]).ruling).toBe('block');
  });

  it('takes the stricter access where no pattern is more specific', () => {
    const tie = AccessMap({ paths: { 'secrets/**': 'no-access', '*.md': 'read-write' }, ...place() });

    expect(judge(tie, [file('read', '/w/secrets/a.md')]).ruling).toBe('block');
  });

  it('rejects an unknown access by its place', () => {
    expect(() => AccessMap({ paths: { src: 'rw' as never }, ...place() })).toThrow(
      expect.objectContaining({ path: ['paths', 'src'] }),
    );
    expect(() => AccessMap({ paths: {}, ...place() })).toThrow('names no path');
  });
});

describe('AccessMap leaves an ordinary day alone', () => {
  const map = AccessMap({
    paths: { '**': 'read-write', 'config/': 'read-only', '.env': 'no-access' },
    ...place({ '/w/config/a.json': 'file' }),
  });

  it('lets names be listed, and warns of a tree that holds a read-only entry among others', () => {
    expect(judge(map, [file('read', '/w', { recursive: true, tags: ['metadata'] })]).ruling).toBe('pass');
    expect(judge(map, [file('write', '/w/config/a.json')]).ruling).toBe('block');
    expect(judge(map, [file('write', '/w/config', { recursive: true })]).ruling).toBe('block');
  });

  it('offers what can be done next, never everything', () => {
    expect(judge(map, [file('write', '/w/config/a.json')]).fix?.summary).toContain('ask the user');
  });
});
