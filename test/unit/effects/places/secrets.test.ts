import { describe, expect, it, test } from 'vitest';

import { isSecretPath, isSecretTarget, memoryFiles, mayReachSecrets, secretsBelow } from '@licet/effects/places';

import { place as shell } from '../shell/effectText.ts';
import { analyzeShell } from '@licet/effects';

const files = memoryFiles({
  '/w/.env': 'file',
  '/w/copy.txt': { sameAs: '/w/.env' },
  '/w/link.txt': { link: '.env' },
  '/w/config/credentials.json': 'file',
  '/w/config/app.json': 'file',
  '/w/src/a.ts': 'file',
  '/w/docs/x.md': 'file',
});
const surroundings = { home: '/home/u', root: '/w', files };
const named = (path: string): boolean => isSecretPath(path, undefined, '/home/u');
const matched = (glob: string): boolean => isSecretPath('/w', glob, '/home/u');
const target = (lexical: string, more: { glob?: string; resolved?: string; recursive?: boolean } = {}) =>
  ({ type: 'file', lexical, resolved: lexical, ...more }) as const;

describe('the one list of secrets', () => {
  test.each(
    (
      '/w/.env /w/.env.production /w/prod.env /w/.ENV /w/Id_Rsa /w/kubeconfig /w/passwords.txt /w/credentials.json /w/certs/server.key ' +
      '/w/certs/server-key.pem /w/tls.pem /w/secrets/a /w/app/secrets/db.yaml /w/terraform.tfstate /home/u/.ssh/id_ed25519 /home/u/.ssh ' +
      '/home/u/.aws/credentials /home/u/.npmrc /root/.npmrc /Users/a/.npmrc /etc/shadow /proc/self/environ /proc/12/environ /run/secrets/x .env ' +
      '/tmp/krb5cc_1000 /run/user/1000/krb5cc /home/u/.aws/sso/cache/a.json /home/u/.aws/cli/cache/a.json /home/u/.azure/msal_token_cache.json ' +
      '/home/u/.oci/config /home/u/.config/hcloud/cli.toml /home/u/.local/share/com.vercel.cli/auth.json /home/u/.config/fly/config.yml ' +
      '/home/u/.kube/cache/oidc-login/a /w/wp-config.php /w/web/sites/default/settings.php /w/.vagrant/machines/default/virtualbox/private_key ' +
      '/home/u/.vagrant.d/insecure_private_key /run/user/0/containers/auth.json /home/u/.local/share/rbw/a.json /etc/ipsec.secrets ' +
      '/home/u/.config/planetscale/access-token /home/u/.licet/run/0a/token /w/.licet/token-keys.json /var/lib/licet/users/1/x /run/licet/ask/1/socket'
    ).split(' '),
  )('has %s', path => {
    expect(named(path)).toBe(true);
  });

  test.each(
    (
      '/w/.env.example /w/.env.sample /w/.env.local.example /w/example.env /home/u/.ssh/id_ed25519.pub /home/u/.ssh/known_hosts /home/u/.ssh/config ' +
      '/w/cert.pem /w/certs/fullchain.pem /w/certs/server-cert.pem /w/ca.pem /w/public-key.pem /w/server.crt /w/.npmrc /w/src/secrets_helper.py ' +
      '/w/src/secrets/index.ts /w/src/credentials/provider.ts /w/src/environment.ts /w/src/a.ts /w/src/key.ts /etc/passwd ' +
      '/w/wp-config-sample.php /w/web/sites/default/default.settings.php /home/u/.aws/cli/alias /home/u/.kube/cache/discovery/a.json /w/Vagrantfile ' +
      '/w/src/private_key.ts /w/design/tokens.json /w/.licet/state.db /home/u/.licet/governance.yaml'
    ).split(' '),
  )('does not have %s', path => {
    expect(named(path)).toBe(false);
  });

  test.each('/w/.env* /w/.e* /w/.e?v /w/.[e]nv /w/.* /w/*.pem /w/id_* /home/u/.ssh/* /home/*/.ssh/id_rsa /w/{a,.env}'.split(' '))(
    'has what the pattern %s is made for',
    glob => {
      expect(matched(glob)).toBe(true);
    },
  );

  test.each('/w/* /w/*.ts /w/*.json /w/s* /w/**/*.md /home/u/.ssh/*.pub /w/*.env.example /w/src/[a-z]*'.split(' '))(
    'does not have what the pattern %s is made for',
    glob => {
      expect(matched(glob)).toBe(false);
    },
  );
});

describe('a target', () => {
  it('is a secret by what a pattern matches now, through a link, and as another name of the file', () => {
    expect(isSecretTarget(target('/w/config', { glob: '/w/config/*' }), surroundings)).toBe(true);
    expect(isSecretTarget(target('/w/docs', { glob: '/w/docs/*' }), surroundings)).toBe(false);
    expect(isSecretTarget(target('/w/link.txt', { resolved: '/w/.env' }), surroundings)).toBe(true);
    expect(isSecretTarget(target('/w/copy.txt'), surroundings)).toBe(true);
    expect(isSecretTarget(target('/w', { glob: '/w/co*.txt' }), surroundings)).toBe(true);
    expect(isSecretTarget(target('/w/docs', { glob: '/w/docs/x*' }), surroundings)).toBe(false);
    expect(isSecretTarget(target('/w/src/a.ts'), surroundings)).toBe(false);
  });

  it('that is a tree is one when its top is; what lies in it is listed, nearest first', () => {
    const tree = target('/w', { recursive: true });

    expect(isSecretTarget(tree, surroundings)).toBe(false);
    expect(isSecretTarget(target('/home/u/.ssh', { recursive: true }), surroundings)).toBe(true);
    expect(secretsBelow(tree, surroundings)).toEqual(['/w/.env', '/w/config/credentials.json', '/w/copy.txt']);
    expect(secretsBelow(target('/w', { glob: '/w/**/*' }), surroundings)).toEqual(['/w/config/credentials.json', '/w/copy.txt']);
    expect(secretsBelow(target('/w', { glob: '/w/**/*.ts' }), surroundings)).toEqual([]);
    expect(mayReachSecrets(tree, surroundings)).toBe(true);
    expect(mayReachSecrets(target('/w/docs', { recursive: true }), surroundings)).toBe(false);
  });
});

describe('a tree that is searched', () => {
  it('holds a secret of the project by another name of the file', () => {
    const linked = memoryFiles({ '/w/.env': 'file', '/w/notes/a.txt': { sameAs: '/w/.env' }, '/w/notes/b.txt': 'file' });
    expect(secretsBelow(target('/w/notes', { recursive: true }), { ...surroundings, files: linked })).toEqual(['/w/notes/a.txt']);
    expect(secretsBelow(target('/w/docs', { recursive: true }), { ...surroundings, files: linked })).toEqual([]);
  });
});

describe('what a command reads', () => {
  it('is marked by the same list, however the name is spelled', () => {
    const marked = (command: string): boolean =>
      analyzeShell(command, shell).some(({ kind, tags }) => kind === 'read' && tags?.includes('secret') === true);

    expect(['cat kubeconfig', 'cat passwords.txt', 'cat .Env', 'cat < .env'].map(marked)).toEqual([true, true, true, true]);
    expect(['cat cert.pem', 'cat .env.example', 'cat id_rsa.pub'].map(marked)).toEqual([false, false, false]);
  });
});
