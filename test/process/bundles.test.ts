import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { publicKeyText } from '../../packages/cli/src/signing/ed25519.ts';
import { licet } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-bundle-process-'));
const { privateKey } = generateKeyPairSync('ed25519');
const POLICY = 'version: 1\ninclude: [standard]\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [make deploy] } }\n';

const run = (...args: readonly string[]): Ended => licet(join(world, 'project'), args, '', undefined, { HOME: world });

beforeAll(() => {
  for (const folder of ['project', 'published', '.licet', 'elsewhere']) mkdirSync(join(world, folder));
  writeFileSync(join(world, 'project/governance.yaml'), POLICY);
  writeFileSync(join(world, 'project/governance.test.yaml'), 'cases:\n  - { bash: make deploy, want: block }\n');
  writeFileSync(join(world, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const keys = { release: publicKeyText(privateKey) };
  writeFileSync(
    join(world, '.licet/bundle.json'),
    JSON.stringify({ from: join(world, 'published'), name: 'acme', signatures: 1, keys }),
  );
});
afterAll(() => rmSync(world, { recursive: true, force: true }));

describe('a signed bundle', () => {
  it('becomes the policy of a user, whose calls it then stops', () => {
    expect(run('bundle', 'build', '--name', 'acme', '--release', '1')).toMatchObject({ status: 0, stderr: '' });
    expect(run('bundle', 'sign', 'acme.bundle.json', '--key', '../key.pem')).toMatchObject({ status: 0, stderr: '' });
    expect(run('bundle', 'push', 'acme.bundle.json', '../published')).toMatchObject({ status: 0, stderr: '' });
    const pulled = run('bundle', 'pull', '--user');
    expect(pulled.stdout).toBe('version 1 is in effect: signed by release; 1 test passed\n');

    const stopped = licet(join(world, 'elsewhere'), ['check', '--command', 'make deploy'], '', undefined, { HOME: world });
    expect(stopped.status, stopped.stdout + stopped.stderr).toBe(2);
  });

  it('stays in effect when the next one was tampered with', () => {
    const file = join(world, 'published/acme.bundle.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"sig":"../u, '"sig":"AA'));
    writeFileSync(join(world, '.licet/governance.test.yaml'), 'changed');
    const refused = run('bundle', 'pull', '--user');

    expect(refused.status).toBe(3);
    expect(refused.stderr).toContain('signatures of 1 pinned key are needed, found 0. The policy in effect stays as it was');
    expect(readFileSync(join(world, '.licet/governance.yaml'), 'utf8')).toBe(POLICY);
  });
});
