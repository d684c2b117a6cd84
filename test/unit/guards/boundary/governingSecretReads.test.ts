import type { FileTarget } from '@licet/core';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { effect, file, judge, place } from '../fixtures.ts';

const guard = SelfProtection(
  place({
    '/w': 'folder',
    '/w/.licet': 'folder',
    '/w/.licet/state.db': 'file',
    '/home/u/.licet': 'folder',
    '/home/u/.licet/run': 'folder',
    '/home/u/.licet/run/0a': 'folder',
    '/home/u/.licet/run/0a/token': 'file',
    '/home/u/.licet/governance.yaml': 'file',
  }),
);
const read = (path: string, more: Partial<FileTarget> = {}) => judge(guard, [file('read', path, more)]);

describe('what governs and is secret', () => {
  it.each([
    '/home/u/.licet/run/0a/server.json',
    '/home/u/.licet/keys/5f.json',
    '/home/u/.licet/pins/5f/governance.yaml',
    '/home/u/.licet/state/5f.json',
    '/HOME/u/.LICET/Keys/5f.json',
    '/root/.licet/run/hook-1/auth',
    '/w/.licet/state.db',
    '/w/.licet/state.db-wal',
    '/w/packages/a/.licet/state.db',
    '/w/.licet/token-keys.json',
    '/var/lib/licet/users/1000/.licet/pins/5f.json',
    '/run/licet/ask/1000/socket',
  ])('is not read by its name: %s', path => {
    const { ruling, code, fix } = read(path);

    expect([ruling, code]).toEqual(['block', 'governance_protected']);
    expect(fix?.summary).toContain('`licet audit`');
  });

  it.each([
    ['/w/governance.yaml'],
    ['/home/u/.licet/governance.yaml'],
    ['/w/.licet/governance.schema.json'],
    ['/w/.licet/cache/governance.yaml.0.1.0.json'],
    ['/w/src/state.db'],
    ['/etc/licet/service.json'],
  ])('is not the policy, nor what describes it: %s', path => {
    expect(read(path).ruling).toBe('pass');
  });

  it.each([
    ['/home/u', { glob: '/home/u/**/server.json' }, 'block'],
    ['/home/u/.licet', { glob: '/home/u/.licet/**/*.json' }, 'block'],
    ['/', { glob: '/**/token' }, 'block'],
    ['/home/u/src', { glob: '/home/u/src/**/server.json' }, 'pass'],
    ['/home/u', { glob: '/home/u/**/package.json' }, 'pass'],
    ['/home/u/.licet', { glob: '/home/u/.licet/*.yaml' }, 'pass'],
    ['/w', { glob: '/w/**/state.db' }, 'block'],
    ['/w', { glob: '/w/**/*.db' }, 'pass'],
    ['/w', { glob: '/w/.licet/s*' }, 'block'],
    ['/w/.licet', { recursive: true }, 'block'],
    ['/w', { recursive: true }, 'pass'],
    ['/home/u', { recursive: true }, 'block'],
    ['/home/u/.licet', { recursive: true }, 'block'],
    ['/home/u', { glob: '/home/u/.l*t/run/*/token' }, 'block'],
    ['/home/u', { glob: '/home/u/*/run/*/token' }, 'pass'],
  ] as const)('is reached below %s through %j: %s', (path, more, ruling) => {
    expect(read(path, more).ruling).toBe(ruling);
  });

  it('may be looked for, and its size and date may be seen, where it lies in the project', () => {
    const seen = (path: string, more: Partial<FileTarget> = {}) =>
      judge(guard, [effect('read', { target: { type: 'file', lexical: path, resolved: path, ...more }, tags: ['metadata'] })])
        .ruling;

    expect(seen('/w/.licet/state.db')).toBe('pass');
    expect(seen('/w', { glob: '/w/**/state.db' })).toBe('pass');
  });

  it('is reached by a copy of the folder of Licet, whether a server has left word there or not', () => {
    const bare = SelfProtection(place({ '/home/u/.licet': 'folder', '/home/u/.licet/governance.yaml': 'file' }));

    expect(judge(bare, [file('read', '/home/u/.licet', { recursive: true })]).ruling).toBe('block');
    expect(judge(bare, [file('read', '/home/u/.licet', { glob: '/home/u/.l*t/run/*/token' })]).ruling).toBe('block');
    expect(judge(bare, [file('read', '/home/u/.config', { recursive: true })]).ruling).toBe('pass');
  });

  it('counts for a pattern that cannot be read', () => {
    expect(read('/home/u', { glob: `/home/u/**/${'{a,'.repeat(40)}` }).ruling).toBe('block');
  });
});
