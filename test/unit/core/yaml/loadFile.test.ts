import { describe, expect, it } from 'vitest';

import { load } from './support/loading.ts';

const SECRET = 'hunter2sekrit';

/** Files that are no policies, as they lie about in homes and projects. */
const FILES: Readonly<Record<string, string>> = {
  'settings of a shell': `DB_PASSWORD=${SECRET}\n`,
  'lines of settings': `# mine\nexport A=b\nDB_PASSWORD="${SECRET}"\n`,
  'passwords of users': `root:$6$${SECRET}:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n`,
  'logins of hosts': `machine x login y password ${SECRET}\n`,
  'a line': `${SECRET}\n`,
  'a private key': `-----BEGIN OPENSSH PRIVATE KEY-----\n${SECRET}\n-----END OPENSSH PRIVATE KEY-----\n`,
  JSON: JSON.stringify({ private_key: SECRET, tokens: [SECRET] }),
  'broken JSON': `{"private_key": ${SECRET}}`,
  'a list': `- ${SECRET}\n- b: ${SECRET}\n`,
  'a mapping': `oauth_token: ${SECRET}\nuser: x\n`,
  'a mapping of mappings': `oauth_token: ${SECRET}: x\n`,
  sections: `[default]\naws_secret_access_key = ${SECRET}\n`,
  'a section by itself': `[${SECRET}]\na: b\n`,
  'an alias': `*${SECRET}\n`,
  'a tag': `!${SECRET} x\n`,
  'a directive': `%${SECRET}\n`,
  'an open quote': `"${SECRET}\n`,
  'several documents': `a: b\n---\nc: ${SECRET}\n`,
  'an address': `postgres://u:${SECRET}@h/db\n`,
  'a block': `|${SECRET}\n x\n`,
  'a key twice': `${SECRET} and more: 1\n${SECRET} and more: 2\n`,
  'a version beside it': `version: 1\n${SECRET} and more: x\n`,
};

describe('a file that is no policy', () => {
  it.each(Object.entries(FILES))('is refused without what it holds: %s', (_what, text) => {
    const refusals = [
      (): unknown => load(text),
      (): unknown =>
        load('version: 1\ndefault: pass\ninclude: [./other]\n', { include: name => ({ file: `/project/${name}`, text }) }),
    ];
    for (const refused of refusals) {
      let error: unknown;
      try {
        refused();
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ name: 'PolicyLoadError' });
      const { issues, message } = error as { readonly issues: unknown; readonly message: string };
      expect(JSON.stringify([issues, message])).not.toContain(SECRET);
    }
  });

  it('is one with every key unknown; a policy with a mistake in a key is still told which', () => {
    expect(() => load('a: 1\nb: 2\n')).toThrow('expected a policy with `version` and `policy`, found neither');
    expect(() => load('polcy: { limits: {} }\n')).toThrow('found `polcy`, did you mean `policy`?');
  });
});
