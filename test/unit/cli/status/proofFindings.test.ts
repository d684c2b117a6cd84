import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { APPROVAL_PROOFS, PROOF_LEVELS } from '@licet/core/policy';
import { describe, expect, it, vi } from 'vitest';

import { keyFile } from '../../../../packages/cli/src/passkeys/keyFile.ts';
import { proofFindings } from '../../../../packages/cli/src/status/storeFindings.ts';
import { authenticator, changed } from '../../../support/authenticator.ts';

function policy(): string {
  vi.stubEnv('HOME', mkdtempSync(join(tmpdir(), 'licet-home-')));
  return join(mkdtempSync(join(tmpdir(), 'licet-proof-')), 'governance.yaml');
}

describe('proofFindings', () => {
  it.each(APPROVAL_PROOFS)('name the level `%s`, what it holds and what an agent could still do', async proof => {
    const [first, ...others] = await proofFindings(policy(), proof);

    expect(first).toEqual({ name: `answers count at level \`${proof}\``, ok: true, detail: PROOF_LEVELS[proof].holds });
    expect(others.filter(({ name }) => name === 'what an agent could still do').map(({ detail }) => detail)).toEqual(
      PROOF_LEVELS[proof].open,
    );
  });

  it('warn where no key is enrolled, name those that are, and fail where one was slipped in', async () => {
    const file = policy();
    const kept = keyFile(dirname(file));
    expect((await proofFindings(file, 'passkey')).at(-1)).toMatchObject({
      warns: true,
      name: expect.stringContaining('no passkey'),
    });
    const log = [changed([], 'add', authenticator('ann').key)];
    kept.write({ log, counters: {} });
    expect((await proofFindings(file, 'passkey')).at(-1)).toMatchObject({ ok: true, detail: expect.stringContaining('ann ') });
    kept.write({ log: [...log, changed(log, 'add', authenticator('eve').key)], counters: {} });

    expect((await proofFindings(file, 'passkey')).at(-1)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('needs the signature'),
    });
  });
});
