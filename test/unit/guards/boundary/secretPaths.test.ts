import { SecretPaths } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = SecretPaths(
  place({
    '/w/copy.txt': { sameAs: '/w/.env' },
    '/home/u/.ssh': 'folder',
    '/home/u/.ssh/id_rsa': 'file',
    '/w/.env.example': 'file',
  }),
);

describe('SecretPaths', () => {
  test.each([
    ['reads .env', file('read', '/w/.env'), 'block'],
    ['reads .env.production', file('read', '/w/.env.production'), 'block'],
    ['reads an example', file('read', '/w/.env.example'), 'pass'],
    ['reads a private key', file('read', '/home/u/.ssh/id_ed25519'), 'block'],
    ['reads a public key', file('read', '/home/u/.ssh/id_ed25519.pub'), 'pass'],
    ['reads a certificate store', file('read', '/w/certs/server.key'), 'block'],
    ['reads cloud credentials', file('read', '/home/u/.aws/credentials'), 'block'],
    ['reads the shadow file', file('read', '/etc/shadow'), 'block'],
    ['reads source code', file('read', '/w/src/a.ts'), 'pass'],
    ['reads a file named like a secrets folder', file('read', '/w/src/secrets_helper.py'), 'pass'],
    ['reads a folder of secrets', file('read', '/w/secrets/a'), 'block'],
    ['reads through a link', file('read', '/w/x', { resolved: '/w/.env' }), 'block'],
    ['reads a hard link', file('read', '/w/copy.txt'), 'block'],
    ['reads a glob that reaches one', file('read', '/w', { glob: '/w/.e*' }), 'block'],
    ['reads a glob that does not', file('read', '/w', { glob: '/w/*.md' }), 'pass'],
    ['searches the project', file('read', '/w', { recursive: true }), 'pass'],
    ['searches the home folder', file('read', '/home/u', { recursive: true }), 'block'],
    ['changes one', file('write', '/w/.env'), 'ask'],
    ['deletes one', file('delete', '/w/.env'), 'ask'],
    [
      'prints credentials',
      effect('read', { tags: ['secret'], target: { type: 'named', category: 'variable', name: 'AWS_SECRET_ACCESS_KEY' } }),
      'block',
    ],
  ] as const)('when the action %s', (_what, one, ruling) => {
    expect(judge(policy, [one]).ruling).toBe(ruling);
  });

  it('takes more paths and exceptions from the policy', () => {
    const own = SecretPaths({ paths: ['vault/**'], except: ['vault/README.md'], change: 'block', ...place() });

    expect(judge(own, [file('read', '/w/vault/a')]).code).toBe('secret_read');
    expect(judge(own, [file('read', '/w/vault/README.md')]).ruling).toBe('pass');
    expect(judge(own, [file('write', '/w/.env')]).ruling).toBe('block');
  });

  it('passes over an action without effects', () => {
    expect(skipped(judge(policy, []))).toBe(true);
  });
});
