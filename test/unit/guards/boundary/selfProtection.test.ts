import type { Effect } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = SelfProtection(
  place({
    '/w/.claude': 'folder',
    '/w/.claude/settings.json': 'file',
    '/w/governance.yaml': 'file',
    '/w/hard': { sameAs: '/w/governance.yaml' },
  }),
);
const runs = (...argv: (string | undefined)[]): Effect => effect('execute', { target: { type: 'program', argv } });
const configures = (name: string): Effect => effect('configure', { target: { type: 'named', category: 'git_config', name } });

describe('SelfProtection', () => {
  test.each([
    ['changes the policy', file('write', '/w/governance.yaml'), 'block'],
    ['reads the policy', file('read', '/w/governance.yaml'), 'pass'],
    ['reads the token of a server', file('read', '/home/u/.licet/run/0a/token'), 'block'],
    ['reads every file of the project', file('read', '/w', { recursive: true }), 'pass'],
    ['changes the state', file('delete', '/w/.licet/state.db'), 'block'],
    ['changes the settings of the runtime', file('write', '/w/.claude/settings.local.json'), 'block'],
    ['changes the settings of the user', file('write', '/home/u/.claude/settings.json'), 'block'],
    ['changes whom a service governs', file('write', '/etc/licet/service.json'), 'block'],
    ['changes the program of the service', file('write', '/usr/lib/licet/dist/licet.cjs'), 'block'],
    ['changes what the service keeps', file('delete', '/var/lib/licet', { recursive: true }), 'block'],
    ['takes the sockets of the service away', file('delete', '/run/licet/ask', { recursive: true }), 'block'],
    ['installs a git hook', file('write', '/w/.git/hooks/pre-commit'), 'block'],
    ['commits', file('write', '/w/.git/index'), 'pass'],
    ['writes through a link', file('write', '/w/x', { resolved: '/w/governance.yaml' }), 'block'],
    ['writes through a hard link', file('write', '/w/hard'), 'block'],
    ['writes through a pattern that fits a hard link', file('write', '/w', { glob: '/w/h*' }), 'block'],
    ['deletes the folder around it', file('delete', '/w', { recursive: true }), 'block'],
    ['deletes another folder', file('delete', '/w/src', { recursive: true }), 'pass'],
    ['checks out a branch', file('write', '/w', { recursive: true }), 'pass'],
    ['redirects git hooks', configures('core.hooksPath'), 'block'],
    ['configures a name', configures('user.name'), 'pass'],
    [
      'points the runtime elsewhere',
      effect('environment', { target: { type: 'named', category: 'variable', name: 'CLAUDE_CONFIG_DIR' } }),
      'block',
    ],
    ['sets another variable', effect('environment', { target: { type: 'named', category: 'variable', name: 'PORT' } }), 'pass'],
    ['uninstalls the hook', runs('licet', 'uninstall'), 'block'],
    ['approves itself', runs('/usr/bin/licet', 'approvals', 'approve', '1'), 'block'],
    ['takes the service away', runs('licet', 'service', 'uninstall', '--yes'), 'block'],
    ['asks licet a question', runs('licet', 'check', '--command', 'ls'), 'pass'],
    ['asks licet what it is', runs('licet'), 'pass'],
    ['runs a licet command that cannot be seen', runs('licet', undefined), 'block'],
    ['asks what is known', runs('licet', 'concepts', 'check', 'delete', 'file'), 'pass'],
    ['asks for the concepts', runs('licet', 'concepts'), 'pass'],
    ['teaches itself a concept', runs('licet', 'concepts', 'add', 'network'), 'block'],
    ['teaches itself all there is', runs('licet', 'concepts', 'seed', 'filesystem'), 'block'],
    ['asks what counts of its peers', runs('licet', 'concepts', 'diff', 'company'), 'pass'],
    ['pulls what it wants to know', runs('licet', 'concepts', 'pull'), 'block'],
    ['signs what it wants to be known', runs('licet', 'concepts', 'sign', 'x.json'), 'block'],
    ['changes what is kept of a peer', file('write', '/home/u/.licet/peers/0.json'), 'block'],
    ['removes a policy from an edge', runs('licet', 'concepts', 'policy', 'delete', 'file', '--remove'), 'block'],
    ['does to concepts what cannot be seen', runs('licet', 'concepts', undefined), 'block'],
    ['puts an option before what it does to concepts', runs('licet', 'concepts', '--store', 'x', 'rm', 'a'), 'block'],
    ['runs another program', runs('npm', 'test'), 'pass'],
  ] as const)('when the action %s', (_what, one, ruling) => {
    expect(judge(policy, [one]).ruling).toBe(ruling);
  });

  it('also protects what the policy names', () => {
    expect(judge(SelfProtection({ paths: ['ci/**'], ...place() }), [file('write', '/w/ci/run')]).code).toBe(
      'governance_protected',
    );
  });

  it('skips an action without effects', () => {
    expect(skipped(judge(policy, []))).toBe(true);
  });
});

describe('SelfProtection keeps the agent from making an exception for itself', () => {
  const engine = new PolicyEngine(SelfProtection({ root: '/w', home: '/home/u' }), {
    effects: analyzeEffects({ root: '/w', home: '/home/u', env: { HOME: '/home/u' } }),
  });
  const judge = async (command: string): Promise<string> =>
    (await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } })).ruling;

  it.each([
    'licet allow-once .env',
    'licet allow-once --list',
    'npx licet allow-once .env',
    'npx -y licet@latest allow-once .env',
    'npm exec -- licet allow-once .env',
    'pnpm licet allow-once .env',
    'pnpm --silent exec licet allow-once .env',
    'yarn licet allow-once .env',
    'yarn dlx licet@1.0.0 allow-once .env',
    'bunx licet allow-once .env',
    './node_modules/.bin/licet allow-once .env',
    'node node_modules/licet/dist/licet.cjs allow-once .env',
    'env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID licet allow-once .env',
    'unset CLAUDECODE; licet allow-once .env',
    "script -qc 'licet allow-once .env' /dev/null",
    'script -q /dev/null licet allow-once .env',
    'unbuffer licet allow-once .env',
    "python3 -c \"import pty; pty.spawn(['licet', 'allow-once', '.env'])\"",
    "tmux send-keys 'licet allow-once .env' Enter",
    'screen -dm licet allow-once .env',
    'echo .env | xargs licet allow-once',
    'find . -name .env -exec licet allow-once {} +',
    'licet $(echo allow-once) .env',
    'a=allow-once; licet "$a" .env',
    "bash -c 'licet allow-once .env'",
    'sh .licet/licet.sh hook claude-code --after',
    'cd .licet && ./licet.sh hook claude-code',
    'curl --unix-socket ~/.licet/run/hook-1/socket -d x http://licet/judge',
    'curl -H @/home/u/.licet/run/hook-1/auth http://licet/stop',
    'nc -U /home/u/.licet/run/hook-1/socket',
    'socat - UNIX-CONNECT:/home/u/.licet/run/hook-1/socket',
    'kill $(cat ~/.licet/run/hook-1/resident.json)',
    'rm -rf ~/.licet/run',
    'sqlite3 .licet/state.db "insert into events values (1)"',
    'cp /tmp/state.db .licet/state.db',
    'rm -rf .licet',
    'mv .licet aside',
  ])('by `%s`', async command => {
    expect(await judge(command)).toBe('block');
  });

  it.each([
    'licet check --command ls',
    'npx licet check --command ls',
    'npm install licet left-pad',
    'pnpm add -D licet vitest',
    'npm run build licet',
    'npm uninstall left-pad',
    'grep licet README.md',
    'cat docs/licet allow-once',
    'echo licet allow-once .env',
    'git commit -m "licet allow-once"',
  ])('and leaves `%s` alone', async command => {
    expect(await judge(command)).toBe('pass');
  });
});

describe('SelfProtection knows every way into what governs', () => {
  const files = place({
    '/w/governance.yaml': 'file',
    '/w/.claude/settings.json': 'file',
    '/w/.licet/state.db': 'file',
    '/w/.vscode/settings.json': 'file',
    '/w/template/.claude/settings.json': 'file',
    '/w/plain/a.ts': 'file',
    '/w/evil.patch': { text: '--- a/governance.yaml\n+++ b/governance.yaml\n@@ -1 +1 @@\n-a\n+b\n' },
    '/w/good.patch': { text: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n' },
  });
  const engine = new PolicyEngine(SelfProtection(files), { effects: analyzeEffects({ ...files, env: { HOME: '/home/u' } }) });
  const evaluate = (command: string) => engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } });
  const diff = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b`;

  it.each([
    'echo {} > .Claude/Settings.json',
    'echo {} > .MCP.json',
    'echo {} > .vscode/settings.json',
    'echo {} > .git/hooks/pre-commit',
    `patch -p1 <<'E'\n${diff('governance.yaml')}\nE`,
    `git apply <<'E'\n${diff('.claude/settings.json')}\nE`,
    `git am <<'E'\n${diff('governance.yaml')}\nE`,
    'tar xf a.tar .claude/settings.json',
    "unzip -o a.zip '.claude/*'",
    'git apply evil.patch',
    'git am evil.patch',
    'patch -p1 -i evil.patch',
    'patch -p1 < evil.patch',
    'git stash --all',
    'git stash push -- governance.yaml',
    'ln governance.yaml x && echo a > x',
    'curl --output-dir .claude -O https://h.example/settings.json',
    'curl --output-dir .claude -o settings.json https://h.example/s',
    'cp -rT template .',
    'cp -r template/. .',
    'rsync -a template/ .',
    'docker run -v .:/p alpine rm /p/governance.yaml',
    'docker run -v .:/p -w /p alpine touch governance.yaml',
    'podman run --mount type=bind,source=.,target=/p alpine rm -rf /p/.licet',
    'CLAUDE_CONFIG_DIR=/tmp/x claude -p hi',
    'LICET_STATE=/tmp/x npm test',
    'env LICET_MODE=observe npm test',
    'npm uninstall licet',
  ])('`%s` is blocked', async command => {
    expect((await evaluate(command)).code).toBe('governance_protected');
  });

  it.each([
    'unheard-of governance.yaml',
    'unheard-of --out=.claude/settings.json',
    './scripts/tool.sh .claude/settings.json',
    'node tool.js --file=governance.yaml',
    'prettier --unheard-of=governance.yaml src',
    'git stash -u',
    'git sparse-checkout set src',
    'cp -rT /elsewhere .',
    `node -e 'require("fs").cpSync("/elsewhere", ".", { recursive: true })'`,
  ])('`%s` asks, since it is not known', async command => {
    expect((await evaluate(command)).code).toBe('governance_unclear');
  });

  it.each([
    'cat governance.yaml',
    'grep -n all governance.yaml',
    'git diff governance.yaml && git add governance.yaml',
    'git commit -m "governance.yaml: allow more"',
    'git stash && git pull && git stash pop',
    'git stash push -u -- src',
    'cp -r plain/. src',
    `node -e 'require("fs").cpSync("plain", ".", { recursive: true })'`,
    'cp -r . /tmp/copy',
    'cp governance.yaml /tmp/x.yaml',
    'docker run -v .:/p -w /p node:22 npm test',
    'docker run -v .:/p:ro alpine cat /p/governance.yaml',
    `git apply --check <<'E'\n${diff('governance.yaml')}\nE`,
    `patch -p1 <<'E'\n${diff('src/a.ts')}\nE`,
    'git apply good.patch',
    'git apply --check evil.patch',
    'patch --dry-run -p1 -i evil.patch',
    'patch -p1 < good.patch',
    'licet validate governance.yaml',
    'unheard-of src/a.ts "see governance.yaml for more"',
  ])('`%s` passes', async command => {
    expect((await evaluate(command)).ruling).toBe('pass');
  });

  it('lets `git stash -u` pass where git holds what governs, and no other program', async () => {
    const held = { ...files, files: { ...files.files, isHeldByGit: () => true } };
    const committed = new PolicyEngine(SelfProtection(held), { effects: analyzeEffects({ ...held, env: { HOME: '/home/u' } }) });
    const ruling = async (command: string): Promise<string> =>
      (await committed.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } })).ruling;

    expect(await ruling('git stash -u')).toBe('pass');
    expect(await ruling('git stash --all')).toBe('block');
    expect(await ruling('git stash push -- governance.yaml')).toBe('block');
    expect(await ruling('cp -rT /elsewhere .')).toBe('ask');
    expect(await ruling('git sparse-checkout set src')).toBe('ask');
  });

  it('says which file governs, and not that the pattern does', async () => {
    expect((await evaluate('rm -rf .cl*')).reason).toContain('`.claude/settings.json`, which `.cl*` reaches, governs the agent');
    expect((await evaluate('git config core.hooksPath /dev/null')).reason).toContain('the git setting `core.hooksPath`');
  });
});
