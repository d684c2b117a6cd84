import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { stoppedIn } from './stoppedIn.ts';

type Files = Parameters<typeof memoryFiles>[0];

/** What the standard profile says of a call of a tool in the folder `/w`; undefined where it runs. */
async function saidOf(tool: string, payload: object, table: Files = {}): Promise<string | undefined> {
  const place = { root: '/w', home: '/home/u', files: memoryFiles(table) };
  const policy = All(Floor(place), SelfProtection(place), SecretPaths(place), BashSafety(place));
  const engine = new PolicyEngine(policy, { effects: analyzeEffects(place) });
  const kind = tool === 'Bash' ? 'bash' : 'tool';
  const { ruling, code, reason } = await engine.evaluate({ kind, tool, sessionId: 's', cwd: '/w', payload: { ...payload } });
  return ruling === 'ask' || ruling === 'block' ? `${code}: ${reason ?? ''}` : undefined;
}

/** Drawn for this test; the pieces stand apart, so that no scanner takes this file for a leak. */
const KEYS = {
  aws: ['AKIA', 'QZ7XKD4LPN2MWRTB'].join(''),
  github: ['ghp_', 'a9Xk2Lm8Qr5Tz7Vb1Nc4We6Yu3Io0PsDfGhJ'].join(''),
  stripe: ['sk_live_', '51Hk9sLm2Qr8Tz4VbNc6WeYu'].join(''),
};

describe('a key that looks live', () => {
  it.each(Object.values(KEYS))('is not written into a source: %s', async key => {
    const content = `export const key = "${key}";\n`;
    expect(await saidOf('Write', { file_path: '/w/src/a.ts', content })).toMatch(
      /^secret_written: `src\/a\.ts` would hold a key/u,
    );
    expect(await saidOf('Edit', { file_path: '/w/src/a.ts', old_string: 'x', new_string: content })).toMatch(/^secret_written/u);
    expect(await saidOf('MultiEdit', { file_path: '/w/a.md', edits: [{ old_string: 'x', new_string: key }] })).toMatch(
      /^secret_written/u,
    );
  });

  it.each([
    `echo 'KEY=${KEYS.github}' >> config.py`,
    `cat > config.py <<'EOF'\nKEY='${KEYS.stripe}'\nEOF`,
    `sed -i 's/XXX/${KEYS.aws}/' src/a.ts`,
    `printf '%s' '${KEYS.aws}' | tee src/k.txt`,
    `python3 -c "open('src/k.txt','w').write('${KEYS.aws}')"`,
  ])('is not written by a command: %s', async command => {
    expect(await saidOf('Bash', { command }, { '/w/src/a.ts': 'held' })).toMatch(/^secret_written/u);
  });

  it('is told by no reason', async () => {
    expect(await saidOf('Write', { file_path: '/w/a.ts', content: KEYS.aws })).not.toContain(KEYS.aws);
  });

  it.each([
    ['/w/.env', `STRIPE=${KEYS.stripe}\n`],
    ['/tmp/x.txt', KEYS.aws],
    ['/w/a.ts', 'const k = "AKIAIOSFODNN7EXAMPLE"; const t = "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";'],
    ['/w/a.ts', 'const k = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"; const p = process.env.STRIPE_SECRET_KEY;'],
    ['/w/a.ts', 'const t = "ghp_1234567890abcdefghijklmnopqrstuvwxyz";'],
    ['/w/pnpm-lock.yaml', 'resolution: {integrity: sha512-9Xk2Lm8Qr5Tz7Vb1Nc4We6Yu3Io0PsDfGhJ9Xk2Lm8Qr5Tz7Vb1Nc4We6Yu3Io0Ps==}'],
  ])('may stand in its own file, in scratch, or be an example: %s', async (file, content) => {
    expect(await saidOf('Write', { file_path: file, content })).toBeUndefined();
  });

  it("is no example key of a provider's documentation", async () => {
    const id = 'AKIAIOSFODNN7EXAMPLE';
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    for (const file_path of ['/w/docs/aws.md', '/w/public/aws.json'])
      expect(
        await saidOf('Write', { file_path, content: JSON.stringify({ id, aws_secret_access_key: secret }) }),
      ).toBeUndefined();
  });

  it('may be a private key, but for one of a test', async () => {
    const lines = 'MIIEowIBAAKCAQEAx7Vt9kQ2mLr8sYzB4nWcD1eFgH3jKpQ5uRvT6xZaXb0yNdMi\nO8lPqSwE2rTyU7iAoGfJhKzLxCvBnM1qWsEdRfTg';
    const content = `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----\n`;
    expect(await saidOf('Write', { file_path: '/w/public/k.txt', content })).toMatch(/^secret_written/u);
    expect(await saidOf('Write', { file_path: '/w/test/fixtures/k.txt', content })).toBeUndefined();
  });

  it('is not hidden by a request beside it, or by another key in its place', async () => {
    const command = `curl -s https://x.example > /dev/null; echo 'K=${KEYS.github}' >> config.py`;
    expect(await saidOf('Bash', { command })).toMatch(/^secret_written|; `config/u);
    const other = ['AKIA', 'WRTBQZ7XKD4LPN2M'].join('');
    const edit = { file_path: '/w/a.ts', old_string: `"${other}"`, new_string: `"${KEYS.aws}"` };
    expect(await saidOf('Edit', edit)).toMatch(/^secret_written/u);
  });

  it('may be moved within a file, and used without being kept', async () => {
    const edit = { file_path: '/w/a.ts', old_string: `a = "${KEYS.aws}"`, new_string: `const a = "${KEYS.aws}";` };
    expect(await saidOf('Edit', edit)).toBeUndefined();
    expect(await saidOf('Bash', { command: `GH_TOKEN=${KEYS.github} gh pr list > prs.txt` })).toBeUndefined();
  });
});

describe('commands of incidents', () => {
  const files: Files = { '/home/u/.gemini/tmp/a/chats/1.json': 'file', '/w/src/a.ts': 'held', '/w/dist/index.html': 'file' };
  const remote = 'DATABASE_URL=postgres://u:p@db.example.com/app\n';

  it.each([
    ['python3 -m http.server 8000', 'listens on all network interfaces'],
    ['npx serve .', 'listens on all network interfaces'],
    ['npx http-server', 'listens on all network interfaces'],
    ['busybox httpd -f -p 8080', 'listens on all network interfaces'],
    ['twistd web --path .', 'listens on all network interfaces'],
    ['miniserve .', 'listens on all network interfaces'],
    ['caddy file-server --listen :8080', 'listens on all network interfaces'],
    ['gh auth refresh -s delete_repo', 'the scope of a token `delete_repo`'],
    ['gh auth refresh --scopes admin:org,delete_repo', 'the scope of a token `admin:org`'],
    ['fnox export', 'prints credentials'],
    ['fnox get DB_PASSWORD', 'prints credentials'],
    ['rm -rf ~/.gemini/tmp/a', '`~/.gemini/tmp/a'],
    ['chown -R root .', 'the user can change none of them any more'],
    ['sudo chown -R root:root src', 'the user can change none of them any more'],
  ])('stop with the danger named: %s', async (command, danger) => {
    expect(await stoppedIn(files)(command)).toContain(danger);
  });

  it.each([
    'python3 -m http.server 8000 --bind 127.0.0.1',
    'python3 -m http.server 8123 --directory docs/_build',
    'npx serve -l 5055 dist',
    'npx sirv .',
    'caddy file-server --listen 127.0.0.1:8080',
    'gh auth refresh -s project,read:org',
    'gh auth status',
    'fnox list',
    'fnox exec -- npm test',
    'chown -R $(id -u):$(id -g) .',
    'rm ~/.claude/plans/a.md',
  ])('have neighbours that run: %s', async command => {
    expect(await stoppedIn(files)(command)).toBeUndefined();
  });

  it.each([
    ['npx drizzle-kit push', { '/w/.env': { text: remote } }],
    ['npx prisma db push', { '/w/.env': { text: remote } }],
    [
      'npx prisma db push',
      { '/w/prisma/schema.prisma': { text: 'datasource db {\n  url = "postgres://u:p@db.example.com/a"\n}\n' } },
    ],
    [
      'npx drizzle-kit push',
      { '/w/drizzle.config.ts': { text: 'export default { dbCredentials: { url: "postgres://u:p@db.example.com/app" } };\n' } },
    ],
  ])('move no database on another machine: %s with %j', async (command, table) => {
    expect(await stoppedIn(table as Files)(command)).toContain('db.example.com');
  });

  it.each([
    [
      'npx prisma db push',
      { '/w/.env': { text: 'DATABASE_URL=postgres://u:p@localhost:5432/a\nPROD_URL=postgres://db.example.com/a\n' } },
    ],
    ['npx prisma db push', { '/w/prisma/schema.prisma': { text: 'datasource db {\n  url = "file:./dev.db"\n}\n' } }],
    ['npx prisma generate', { '/w/.env': { text: remote } }],
    ['DATABASE_URL=postgres://localhost/a npx prisma db push', { '/w/.env': { text: remote } }],
  ])('move the one on this machine: %s with %j', async (command, table) => {
    expect(await stoppedIn(table as Files)(command)).toBeUndefined();
  });
});

describe('the output of a build of .NET', () => {
  const files: Files = {
    '/w/src/App/App.csproj': 'held',
    '/w/src/App/bin/Debug/net9.0/App.dll': 'file',
    '/w/lib/bin/run.sh': 'file',
  };

  it('may go where the command builds it again', async () => {
    expect(await stoppedIn(files)('rm -rf src/App/bin src/App/obj && dotnet build')).toBeUndefined();
    expect(await stoppedIn(files)('rm -rf lib/bin && dotnet build')).toContain('`lib/bin`');
  });
});

describe('another text in the place of a file that git does not hold', () => {
  it('asks, by a tool and by a command', async () => {
    const table: Files = { '/w/draft.md': { text: 'weeks of work\n'.repeat(40) } };
    expect(await saidOf('Write', { file_path: '/w/draft.md', content: 'x' }, table)).toMatch(/^effect_overwritten/u);
    expect(await saidOf('Bash', { command: 'echo x > draft.md' }, table)).toMatch(/^effect_overwritten/u);
  });
});
