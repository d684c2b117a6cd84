import { SecretPaths } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = SecretPaths(
  place({
    '/home/u/.ssh': 'folder',
    '/home/u/.ssh/id_rsa': 'file',
    '/w/.env.example': 'file',
  }),
);
const secret = { tags: ['secret'] };

describe('SecretPaths', () => {
  test.each([
    ['reads a file that is marked', file('read', '/w/.env', secret), 'block'],
    ['reads a file that is not', file('read', '/w/.env.example'), 'pass'],
    ['reads a tree that is marked', file('read', '/home/u/.ssh', { ...secret, recursive: true }), 'block'],
    ['lists the names of one', file('read', '/home/u/.ssh', { tags: ['secret', 'metadata'], recursive: true }), 'pass'],
    ['rewrites the project', file('write', '/w', { recursive: true }), 'pass'],
    ['reads the home folder', file('read', '/home/u', { recursive: true }), 'block'],
    ['changes a file that is marked', file('write', '/w/.env', secret), 'ask'],
    ['deletes one', file('delete', '/w/.env', secret), 'ask'],
    ['deletes a tree that holds one', file('delete', '/w', { recursive: true }), 'ask'],
    ['deletes a tree that can be made again', file('delete', '/w', { recursive: true, tags: ['regenerable'] }), 'pass'],
    [
      'deletes what a pattern finds in a folder for temporary files',
      file('delete', '/tmp', { glob: '/tmp/metro-*/**', recursive: true, tags: ['regenerable'] }),
      'pass',
    ],
    [
      'prints credentials',
      effect('read', { tags: ['secret'], target: { type: 'named', category: 'variable', name: 'AWS_SECRET_ACCESS_KEY' } }),
      'block',
    ],
  ] as const)('when the action %s', (_what, one, ruling) => {
    expect(judge(policy, [one]).ruling).toBe(ruling);
  });

  it('takes more paths and exceptions from the policy', () => {
    const own = SecretPaths({ paths: ['vault/**'], except: ['vault/README.md', '*.test.env'], change: 'block', ...place() });

    expect(judge(own, [file('read', '/w/vault/a')]).code).toBe('secret_read');
    expect(judge(own, [file('read', '/w/vault/README.md')]).ruling).toBe('pass');
    expect(judge(own, [file('read', '/w/a.test.env', secret)]).ruling).toBe('pass');
    expect(judge(own, [file('write', '/w/.env', secret)]).ruling).toBe('block');
  });

  it('skips an action without effects', () => {
    expect(skipped(judge(policy, []))).toBe(true);
  });
});
