import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { keyFile } from '../../../../packages/cli/src/passkeys/keyFile.ts';
import { authenticator, changed } from '../../../support/authenticator.ts';

function places() {
  const folder = mkdtempSync(join(tmpdir(), 'licet-keys-'));
  const [root, home] = [join(folder, 'project'), join(folder, 'home')];
  mkdirSync(root);
  mkdirSync(home);
  return { folder, root, home };
}

describe('keyFile', () => {
  const log = [changed([], 'add', authenticator('ann').key)];

  it('keeps keys for the eyes of its user only, and finds them again by any name of the project', () => {
    const { folder, root, home } = places();
    const kept = keyFile(root, home);
    expect(kept.read()).toEqual({ log: [], counters: {} });
    kept.write({ log, counters: { k: 3 } });
    symlinkSync(root, join(folder, 'link'));

    expect(keyFile(join(folder, 'link'), home).read()).toEqual({ log, counters: { k: 3 } });
    expect(statSync(kept.file).mode & 0o777).toBe(0o600);
    expect(kept.file).toMatch(/\/\.licet\/pins\/[\da-f]{32}\.keys\.json$/u);
  });

  it('names one page for a project, below the ports that systems give away', () => {
    const { root, home } = places();
    const { origin } = keyFile(root, home);

    expect(origin).toBe(keyFile(root, home).origin);
    expect(origin).toMatch(/^http:\/\/localhost:2\d{4}$/u);
    expect(keyFile(places().root, home).file).not.toBe(keyFile(root, home).file);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"format":2,"changes":[],"counters":{}}',
    '{"format":1,"changes":{},"counters":{}}',
    '{"format":1,"changes":[{}],"counters":{}}',
    '{"format":1,"changes":[],"counters":{"k":"1"}}',
    '{"format":1,"changes":[]}',
  ])('takes %j for no keys, and for no empty list either', text => {
    const { root, home } = places();
    const kept = keyFile(root, home);
    const { file } = kept;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });

    expect(() => kept.read()).toThrow(/holds no passkeys: no answer counts/u);
  });

  it('believes nothing that others can read or that is a link', () => {
    const { folder, root, home } = places();
    const kept = keyFile(root, home);
    kept.write({ log, counters: {} });
    chmodSync(kept.file, 0o644);
    expect(() => kept.read()).toThrow(/others can read/u);

    const linked = keyFile(folder, home);
    symlinkSync(kept.file, linked.file);
    expect(() => linked.read()).toThrow(/expected a file/u);
  });
});
