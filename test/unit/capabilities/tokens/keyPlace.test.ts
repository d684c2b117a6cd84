import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkKeyPlace, keyPlace, Token } from '@licet/capabilities/tokens';
import { describe, expect, it, onTestFinished } from 'vitest';

function places() {
  const folder = mkdtempSync(join(tmpdir(), 'licet-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [root, home] = [join(folder, 'project'), join(folder, 'home')];
  for (const each of [root, home, join(root, '.licet'), join(home, '.licet/keys')])
    mkdirSync(each, { recursive: true, mode: 0o700 });
  return { folder, root, home };
}

describe('the keys of a policy', () => {
  it('lie in the home folder, each project with a file of its name, by whatever link it is reached', () => {
    const { folder, root, home } = places();
    symlinkSync(root, join(folder, 'link'));
    const { file } = keyPlace({ root, home });

    expect(file).toMatch(/\/home\/\.licet\/keys\/[0-9a-f]{32}\.json$/);
    expect(keyPlace({ root: join(folder, 'link'), home }).file).toBe(file);
    expect(keyPlace({ root: folder, home }).file).not.toBe(file);
  });

  it.each(['keys.json', './a/keys.json', '.licet/token-keys.json', '../project/keys.json'])(
    'are refused at `key_file: %s`, where the agent works',
    given => {
      const { root, home } = places();

      expect(() => keyPlace({ root, home }, given)).toThrow(
        expect.objectContaining({ code: 'invalid_param', path: ['key_file'] }),
      );
      expect(() => keyPlace({ root, home }, join(root, 'keys.json'))).toThrow('in the folder of the policy');
      expect(() => Token({ root, home, keyFile: given })).toThrow('in the folder of the policy');
    },
  );

  it('may lie anywhere else', () => {
    const { folder, root, home } = places();

    expect(keyPlace({ root, home }, '~/keys.json')).toEqual({ file: join(home, 'keys.json') });
    expect(keyPlace({ root, home }, '../keys.json')).toEqual({ file: join(folder, 'keys.json') });
    expect(keyPlace({ root, home }, '/etc/keys.json')).toEqual({ file: '/etc/keys.json' });
  });

  it('are refused where other users can read them, and while some lie in the project', () => {
    const { root, home } = places();
    const place = keyPlace({ root, home });
    expect(() => checkKeyPlace(place)).not.toThrow();
    writeFileSync(place.file, 'x', { mode: 0o640 });
    expect(() => checkKeyPlace(place)).toThrow(`chmod go= ${place.file}`);
    chmodSync(place.file, 0o600);
    expect(() => checkKeyPlace(place)).not.toThrow();
    writeFileSync(join(root, '.licet/token-keys.json'), 'x');
    expect(() => checkKeyPlace(place)).toThrow(/mkdir -p -m 700 .+ && mv .+token-keys\.json .+ && chmod 600 /);
  });
});
