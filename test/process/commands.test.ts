import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { profileNames } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { TEST_HOME, command as licet, licet as ownProcess, project } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';
import { LONG_RUN, isLongRun, oneIn, longIt } from '../support/longRuns.ts';

const MANY = isLongRun ? 10_000 : 500;

const POLICY =
  'version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n    - floor: {}\n    - when: { if: { tool: mcp__mail__* }, then: { human_approval: {} } }\n';

function files(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

describe('licet check', () => {
  it.each([
    [['--command', 'ls'], 0, 'pass'],
    [['--command', 'cat .env'], 2, 'block'],
    [['--tool', 'Read', '--input', '{"file_path": ".env"}'], 2, 'block'],
    [['--tool', 'mcp__mail__send'], 1, 'ask'],
  ])('judges %j', (args, status, ruling) => {
    const root = project(POLICY);

    const plain = licet(root, ['check', ...args]);
    const json = licet(root, ['check', '--json', ...args]);

    expect(plain).toMatchObject({ status, stderr: '' });
    expect(plain.stdout).toMatch(new RegExp(`^${ruling} `));
    expect(json.status).toBe(status);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ruling,
      code: expect.any(String) as string,
      guard: expect.any(String) as string,
      effects: expect.any(Array) as object,
    });
    expect(files(root)).toEqual(['governance.yaml']);
  });

  it.each([
    [['check'], /say what to judge/],
    [['check', '--comand', 'ls'], /^licet: unknown option `--comand`, did you mean `--command`\?/],
    [['check', '--tool', 'Read', '--input', '{'], /not JSON/],
    [['check', '--tool', 'Read', '--input', '[]'], /must be a JSON object/],
    [['check', '--command', 'ls', '--tool', 'Bash'], /cannot be combined/],
    [['check', '--command', 'ls', '--policy', 'none.yaml'], /there is no policy/],
    [['check', '--command', 'ls', '--profile', 'strickt'], /did you mean `strict`\?/],
    [['check', '--command', 'ls', '--profile', 'strict', '--policy', 'x'], /exclude each other/],
    [['why'], /^licet: say what to judge: a command in quotes, such as `'git push --force'`/],
    [['stats', '--since', 'x'], /^licet: `--since` must be a time/],
    [['chekc'], /^licet: unknown command `chekc`, did you mean `check`\?\n\(`licet help --all` lists/],
    [['audit', 'verfy'], /^licet: unknown command `verfy`, did you mean `verify`\?\n\(`licet audit --help` lists/],
    [['audit', 'verify', 'x'], /^licet: too many arguments for `verify`: expected 0 arguments, found 1: `x`\n/],
    [['fact', 'grant'], /^licet: missing required argument `name`\n\(`licet fact grant --help` lists/],
    [['init', '--profle', 'x'], /^licet: unknown option `--profle`, did you mean `--profile`\?/],
    [['graph', '--format', 'gif'], /^licet: `--format` must be one of text, mermaid, .*, found `gif`/],
    [['status', '--graph', 'gif'], /^licet: `--graph` must be one of text, dot, svg, png, json, found `gif`/],
    [['init', '--profile', 'strikt'], /did you mean `strict`\?/],
    [['init', '--profile', 'nope'], /must be one of standard, safe-agent, test-gate, strict, unattended, observe, minimal/],
    [['explain'], /say what to judge/],
  ])('ends with 3 and a way out for %j', (args, message) => {
    const ended = licet(project(POLICY), args);

    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });

  it('judges by a built-in profile', () => {
    expect(licet(project(), ['check', '--profile', 'standard', '--command', 'rm -rf /']).status).toBe(2);
    expect(licet(project(), ['check', '--profile', 'standard', '--command', 'ls']).status).toBe(0);
  });

  it('says what is doubtful about the policy, apart from the answer', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { when: { if: { kind: bsh }, then: { human_approval: {} } } }\n');
    const { status, stdout, stderr } = licet(root, ['check', '--json', '--command', 'ls']);

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ruling: 'pass' });
    expect(stderr).toContain(
      'governance.yaml:3:11: warning: no action has the kind `bsh`: this never holds, did you mean `bash`? (never_supplied)',
    );
  });

  it('finds the policy of a folder above, and stops at the repository', () => {
    const root = project(POLICY);
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    mkdirSync(join(root, 'other', '.git'), { recursive: true });

    expect(licet(join(root, 'a', 'b'), ['check', '--command', 'ls']).status).toBe(0);
    expect(licet(join(root, 'other'), ['check', '--command', 'ls'])).toMatchObject({ status: 3 });
  });
});

describe('licet check --batch', () => {
  it('takes the folder of each action for the project that a profile governs', () => {
    const lines = ['/somewhere/a', '/somewhere/b'].map((cwd, id) =>
      JSON.stringify({ id, kind: 'bash', payload: { command: 'rm -rf src; echo x > notes.txt' }, cwd }),
    );
    const ended = licet(project(), ['check', '--batch', '--profile', 'standard'], lines.join('\n'));

    expect(
      ended.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as object),
    ).toMatchObject([
      { id: 0, ruling: 'ask', code: 'effect_destructive' },
      { id: 1, ruling: 'ask', code: 'effect_destructive' },
    ]);
  });

  it('answers every line in order, and a bad one with an error', () => {
    const root = project(POLICY);
    const lines = [
      { id: 1, kind: 'bash', tool: 'Bash', payload: { command: 'ls' } },
      { id: 'two', kind: 'read', tool: 'Read', payload: { file_path: '.env' }, cwd: root },
      { kind: 'bash', payload: { command: 'rm -rf /' } },
    ].map(line => JSON.stringify(line));

    const ended = licet(
      root,
      ['check', '--batch'],
      [
        lines[0],
        '',
        '{not json',
        '[]',
        '{"id": 4}',
        '{"id": 5, "kind": 7}',
        '{"id": 6, "kind": "bash", "payload": "ls"}',
        lines[1],
        lines[2],
      ].join('\r\n'),
    );

    expect(ended.status).toBe(3);
    const answers = ended.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
    expect(answers.map(({ id, ruling = 'error' }) => [id, ruling])).toEqual([
      [1, 'pass'],
      [null, 'error'],
      [null, 'error'],
      [4, 'error'],
      [5, 'error'],
      [6, 'error'],
      ['two', 'block'],
      [null, 'block'],
    ]);
    expect(answers[1]).toMatchObject({ line: 3 });
    expect(Object.keys(answers[0] ?? {})).toEqual(['id', 'ruling', 'code', 'guard', 'reason', 'fix', 'effects']);
    expect(files(root)).toEqual(['governance.yaml']);
  });

  it(`judges ${MANY} actions in one go`, () => {
    const root = project(POLICY);
    const lines = Array.from({ length: MANY }, (_, id) =>
      JSON.stringify({ id, kind: 'bash', payload: { command: id % 2 === 0 ? 'ls -la src | head' : 'cat .env' } }),
    );

    const ended = licet(root, ['check', '--batch'], lines.join('\n'));

    const answers = ended.stdout.trimEnd().split('\n');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(answers).toHaveLength(MANY);
    expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({ id: MANY - 1, ruling: 'block' });
  });
});

describe('licet validate', () => {
  it('says that a policy is valid', () => {
    const policy = `${POLICY}    - self_protection: {}\n`;

    expect(licet(project(policy), ['validate'])).toMatchObject({ status: 0, stderr: '' });
  });

  it('reports every issue with its place, for people and for programs', () => {
    const root = project('version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_path: {}\n    - floor: { x: 1 }\n');

    const plain = licet(root, ['validate']);
    const json = JSON.parse(licet(root, ['validate', '--json']).stdout) as { valid: boolean; issues: object[] };

    expect(plain.status).toBe(3);
    expect(plain.stderr).toMatch(/governance\.yaml:5:\d+: error: .*did you mean `secret_paths`\? \(unknown_node\)/);
    expect(json).toMatchObject({ valid: false, issues: [{ line: 5 }, { line: 6 }] });
  });
});

describe('licet explain, graph and effects', () => {
  it('shows how every node took part', () => {
    const ended = licet(project(POLICY), ['explain', '--command', 'cat .env']);

    expect(ended.status).toBe(2);
    expect(ended.stdout).toMatch(/^block {2}secret_paths/);
    expect(ended.stdout).toContain('human_approval');
    expect(JSON.parse(licet(project(POLICY), ['explain', '--command', 'ls', '--json']).stdout)).toMatchObject({ kind: 'all' });
  });

  it.each([
    ['text', /^all\n/],
    ['mermaid', /^flowchart|^graph/],
    ['dot', /^digraph/],
    ['svg', /<svg/],
    ['json', /^\{/],
  ])('draws the policy as %s', (format, start) => {
    const ended = licet(project(POLICY), ['graph', '--format', format]);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(start);
  });

  it('shows effects as a table and as data', () => {
    const root = project();

    expect(licet(root, ['effects', 'rm -rf build']).stdout).toMatch(/^delete +.*build/m);
    expect(JSON.parse(licet(root, ['effects', '--json', 'rm -rf build']).stdout)).toMatchObject({
      effects: expect.arrayContaining([expect.objectContaining({ kind: 'delete' })]) as object,
    });
    expect(licet(root, ['effects', '--tool', 'Read', '--input', '{"file_path": "a"}']).stdout).toContain('read');
  });

  it.each([
    ["node -e \"require('fs').rmSync('/etc/hosts')\"", 'delete'],
    ['python3 -c "import os; os.remove(\'/etc/hosts\')"', 'delete'],
  ])('has the parsers for code at hand: %s', (command, kind) => {
    const { effects } = JSON.parse(licet(project(), ['effects', '--json', command]).stdout) as { effects: { kind: string }[] };

    expect(effects.map(effect => effect.kind)).toContain(kind);
  });

  it('escapes what a policy or a command smuggles into the terminal', () => {
    const ended = licet(project(POLICY), ['effects', 'cat "a\u001b[2Jb"']);

    expect(ended.stdout).not.toContain('\u001b');
  });
});

describe('licet', () => {
  it('prints help and its version', () => {
    expect(licet(project(), ['--help'])).toMatchObject({ status: 0, stderr: '' });
    const [bare, help, all] = [[], ['help'], ['help', '--all']].map(words => licet(project(), words));
    // What runs `licet $WORDS` with no words at all is not told that an action passes.
    expect(bare).toMatchObject({ status: 3, stderr: '' });
    expect(help).toMatchObject({ status: 0, stdout: bare?.stdout });
    expect(bare?.stdout.match(/^ {2}licet /gmu)).toHaveLength(8);
    expect(all).toMatchObject({ status: 0, stderr: '' });
    expect(all?.stdout).toMatch(/^ {2}completion /mu);
    expect(licet(project(), ['check', '--help']).stdout).toContain('--batch');
    expect(licet(project(), ['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('licet allow-once', () => {
  it('is not for a program, and lists for everybody', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { escalate: [{ secret_paths: {} }, { allow_once: {} }] }\n');

    const made = licet(root, ['allow-once', '.env']);
    expect(made).toMatchObject({ status: 3, stdout: '' });
    expect(made.stderr).toMatch(/`licet allow-once` is for a human/);
    expect(licet(root, ['allow-once', '--list'])).toMatchObject({ status: 0, stdout: 'there are no exceptions\n', stderr: '' });
  });
});

describe('licet init', () => {
  it.for(
    oneIn(
      3,
      profileNames.map(profile => ({ profile })),
    ),
  )('sets a project up with `$profile`, and the doctor is content', ({ profile, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const root = project();
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'package.json'), '{}');

    expect(licet(root, ['init', '--profile', profile])).toMatchObject({ status: 0, stderr: '' });

    expect(licet(root, ['validate'])).toMatchObject({ status: 0, stderr: '' });
    const doctor = licet(root, ['doctor', '--no-timing', '--json']);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });
    expect(doctor.status).toBe(0);
  });

  it('says in a subfolder that a policy above governs it already', () => {
    const root = project(POLICY);
    const folder = join(root, 'packages', 'api');
    mkdirSync(folder, { recursive: true });

    expect(licet(folder, ['init', '--dry-run']).stderr).toMatch(
      /governance\.yaml` governs this folder already; an agent that starts here/,
    );
    mkdirSync(join(folder, '.git'));
    expect(licet(folder, ['init', '--dry-run']).stderr).toBe('');
    expect(licet(root, ['init', '--dry-run']).stderr).toBe('');
  });

  it('gives an agent a scope, in which it works, and asks for what others see', () => {
    const root = project();
    const check = (...args: readonly string[]): number | null => licet(root, ['check', ...args]).status;
    const write = (path: string): readonly string[] => [
      '--tool',
      'Write',
      '--input',
      JSON.stringify({ file_path: path, content: '' }),
    ];

    expect(licet(root, ['init', '--profile', 'safe-agent', '--scope', 'src/', 'tests/'])).toMatchObject({
      status: 0,
      stderr: '',
    });

    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toContain('include: [safe-agent]');
    expect(check(...write(join(root, 'src/models/task.py')))).toBe(0);
    expect(check(...write(join(root, 'README.md')))).toBe(2);
    expect(check('--tool', 'Read', '--input', '{"file_path": ".env"}')).toBe(2);
    expect(check('--command', 'pytest')).toBe(0);
    expect(check('--command', "git commit -m 'add a task'")).toBe(1);
    expect(check('--command', "echo 'git commit'")).toBe(0);
    expect(check('--command', 'git push')).toBe(1);
  });

  it('closes and opens paths afterwards, by two commands that show what they change', () => {
    const root = project();
    const policy = (): string => readFileSync(join(root, 'governance.yaml'), 'utf8');
    licet(root, ['init']);
    const before = policy();

    const dry = licet(root, ['access', 'docs/', 'read-only', '--dry-run']);
    expect(dry).toMatchObject({ status: 0, stderr: '' });
    expect(dry.stdout).toContain('+   docs/: read-only');
    expect(policy()).toBe(before);
    expect(licet(root, ['access', 'docs/', 'read-only'])).toMatchObject({ status: 3 });
    expect(licet(root, ['access', 'docs/', 'readonly'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/did you mean `read-only`\?/) as string,
    });

    expect(licet(root, ['access', 'docs/', 'read-only', '--yes'])).toMatchObject({ status: 0, stderr: '' });
    expect(licet(root, ['protect', '*.key', '*.pem', '--yes'])).toMatchObject({ status: 0, stderr: '' });

    expect(policy().startsWith(before.trimEnd())).toBe(true);
    const check = (command: string): number | null => licet(root, ['check', '--command', command]).status;
    expect(check('echo x > docs/a.md')).toBe(2);
    expect(check('cat docs/a.md')).toBe(0);
    expect(check('echo x > src/a.ts')).toBe(0);
    expect(check('cat certs/server.key')).toBe(2);
    expect(check("licet access '*.key' read-write --yes")).toBe(2);
  });

  it('writes no scope that lies elsewhere', () => {
    const root = project();

    expect(licet(root, ['init', '--scope', '../other'])).toMatchObject({ status: 3 });
    expect(files(root)).toEqual([]);
  });

  it('overwrites nothing', () => {
    const root = project('version: 1\n# mine\n');
    mkdirSync(join(root, '.claude'));
    writeFileSync(join(root, '.claude', 'settings.json'), '{\n  "model": "x" // mine\n}\n');

    const first = licet(root, ['init']);
    const settings = readFileSync(join(root, '.claude', 'settings.json'), 'utf8');
    const again = licet(root, ['init']);

    expect(first.stdout).toContain('keep  governance.yaml');
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe('version: 1\n# mine\n');
    expect(settings).toContain('"model": "x"');
    expect(settings).toContain('// mine');
    expect(again.status).toBe(0);
    expect(readFileSync(join(root, '.claude', 'settings.json'), 'utf8')).toBe(settings);
  });

  it('writes nothing in a dry run', () => {
    const root = project();

    const ended = licet(root, ['init', '--dry-run']);

    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('"onFailure": "block"');
    expect(files(root)).toEqual([]);
  });

  it.each([
    undefined,
    '{}',
    '{ }',
    '{\n}\n',
    '{"model":"x"}',
    '{\r\n\t"hooks": { "PreToolUse": [] }\r\n}',
    '\ufeff{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]}}',
  ])('can be undone byte for byte: %j', before => {
    const root = project();
    const file = join(root, '.claude', 'settings.json');
    if (before !== undefined) {
      mkdirSync(join(root, '.claude'));
      writeFileSync(file, before);
    }

    expect(licet(root, ['init'])).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toContain('claude-code');
    expect(licet(root, ['uninstall'])).toMatchObject({ status: 0, stderr: '' });

    if (before === undefined)
      expect(files(root)).toEqual([
        '.licet',
        '.licet/.gitignore',
        '.licet/governance.schema.json',
        'governance.test.yaml',
        'governance.yaml',
      ]);
    else expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('lists no file twice where only shown, and deletes everything for a person who says `--purge`', async context => {
    const root = project();
    licet(root, ['init', 'claude-code']);
    licet(root, ['check', '--command', 'ls']);

    const shown = licet(root, ['uninstall', '--dry-run']).stdout;
    const named = Array.from(shown.matchAll(/governance[\w.]*|\.licet\/[\w.]+|\.claude\/\S+/gu), ([name]) => name);
    expect(named).toContain('.licet/install.json');
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
    expect(licet(root, ['uninstall', '--purge'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/no terminal/u) as string,
    });
    expect(licet(root, ['uninstall', 'codex', '--purge'])).toMatchObject({ status: 3 });
    expect(licet(root, ['uninstall', '--purge', '--dry-run']).stdout).toMatch(
      /would delete {2}governance\.yaml\nwould delete {2}governance\.test\.yaml\nwould delete {2}\.licet\n/u,
    );
    expect(files(root)).toContain('governance.yaml');

    if (!hasScript) return context.skip('there is no `script` to open a terminal with');
    expect(
      (await onTerminal(root, ['uninstall', '--purge'], { answer: 'y\n', env: { HOME: TEST_HOME, CLAUDECODE: '1' } })).status,
    ).toBe(3);
    expect((await onTerminal(root, ['uninstall', '--purge'], { answer: 'y\n', env: { HOME: TEST_HOME } })).status).toBe(0);
    expect(files(root)).toEqual([]);
  });

  it('writes what checks changes of the policy, and takes it out again', () => {
    const root = project();
    mkdirSync(join(root, '.git'));
    const words = ['init', '--pre-commit', '--github-action'];

    expect(licet(root, [...words, '--dry-run']).stdout).toMatch(
      /would create {2}\.github\/workflows\/licet\.yml\n {4}# Says on a pull/u,
    );
    expect(licet(root, words)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /create {2}\.pre-commit-config\.yaml\ncreate {2}\.github\/workflows\/licet\.yml\n/u,
      ) as string,
    });
    expect(licet(root, [...words, '--user'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/`--pre-commit`/u) as string,
    });
    expect(licet(root, ['uninstall', 'codex']).stdout).toBe('no hook of licet is installed here\n');
    expect(licet(root, ['uninstall']).stdout).toMatch(
      /delete {2}\.pre-commit-config\.yaml\ndelete {2}\.github\/workflows\/licet\.yml\n/u,
    );
    expect(files(root).filter(file => /workflows|pre-commit|install\.json/u.test(file))).toEqual([]);
  });

  it('takes out only its own when the settings were changed since', () => {
    const root = project();
    licet(root, ['init', '--local']);
    const file = join(root, '.claude', 'settings.local.json');
    const changed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ model: 'x', ...changed }));

    licet(root, ['uninstall']);

    expect(readFileSync(file, 'utf8')).toBe('{"model":"x"}');
  });

  it.each(['[]', '{"hooks": 5}', 'not json', Buffer.from([0xff, 0xfe, 0x00])])(
    'refuses settings that it does not understand: %s',
    before => {
      const root = project();
      mkdirSync(join(root, '.claude'));
      writeFileSync(join(root, '.claude', 'settings.json'), before);

      expect(licet(root, ['init'])).toMatchObject({ status: 3, stdout: '' });
      expect(files(root)).toEqual(['.claude', '.claude/settings.json']);
    },
  );
});

describe('licet doctor', () => {
  longIt('says what answers the calls of a hook that works, unless it is told not to', () => {
    const root = project();
    licet(root, ['init']);

    expect(licet(root, ['doctor']).stdout).toMatch(
      /^ok {6}calls are answered {2}\(a process for every call, [1-9]\d* ms: `LICET_RESIDENT` is 0\)$/m,
    );
    expect(licet(root, ['doctor', '--no-timing']).stdout).not.toContain('calls are answered');
  });

  it('finds a hook that does not block', () => {
    const root = project();
    licet(root, ['init']);
    const file = join(root, '.claude', 'settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"onFailure": "block"', '"onFailure": "continue"'));
    writeFileSync(
      join(root, 'governance.yaml'),
      'version: 1\ndefault: pass\npolicy: { notice: { text: nothing is forbidden } }\n',
    );

    const ended = licet(root, ['doctor']);

    expect(ended.status).toBe(2);
    expect(ended.stdout).toContain('FAILED  a hook that fails stops the call');
    expect(ended.stdout).toContain('FAILED  a destructive command is stopped');
    expect(ended.stdout).not.toContain('calls are answered');
  });

  it('finds a hook that is not there, or does not start', () => {
    const root = project(POLICY);
    expect(licet(root, ['doctor'])).toMatchObject({
      status: 2,
      stderr: '`licet doctor --fix` mends launchers and hooks\n',
    });
    licet(root, ['init']);
    const file = join(root, '.claude', 'settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('licet.sh', 'licet-gone.sh'));

    expect(licet(root, ['doctor']).stdout).toContain('FAILED  a harmless read runs');
  });
});

describe('licet import', () => {
  const NET =
    '{"version": 1, "rules": [{"command": "git", "subcommand": "add", "block_args": ["-A"], "reason": "name the files"}]}';

  it('writes a policy and its tests, which load and pass, and overwrites nothing', () => {
    const root = project();

    expect(licet(root, ['import', 'cc-safety-net', '-', '--write'], NET)).toMatchObject({
      status: 0,
      stdout: 'create  governance.yaml\ncreate  governance.test.yaml\n',
      stderr: expect.stringMatching(/^-:1: rules\[0\]\.reason: /) as string,
    });
    expect(licet(root, ['validate'])).toMatchObject({ status: 0, stderr: '' });
    expect(licet(root, ['test'])).toMatchObject({ status: 0, stdout: '5 cases, all pass\n' });
    expect(licet(root, ['check', '--command', 'git add -A']).status).toBe(2);
    expect(licet(root, ['import', 'cc-safety-net', '-', '--write'], NET)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('there is a `governance.yaml` here already') as string,
    });
  });

  longIt('makes no test where the policy says otherwise, and tells it', () => {
    const settings = '{"permissions": {"allow": ["Bash(rm -rf /)"]}}';

    const { stdout, stderr } = licet(project(), ['import', 'claude-permissions', '-', '--tests'], settings);

    expect(stdout).not.toContain('want: pass');
    expect(stderr).toContain('the policy says otherwise, and no test was made: rm -rf /: expected pass, found block (floor');
  });
});

describe('a command in its own process', () => {
  it.each([
    ['--version'],
    ['check --command ls'],
    ['check --command cat\t.env --json'],
    ['explain --command ls'],
    ['validate'],
    ['graph'],
    ['effects ls'],
    ['audit verify'],
    ['doctor'],
    ['init --dry-run'],
    ['approve stranger'],
    ['chekc'],
  ])('says the same as in the process that stays for those of other tests, and ends: %s', words => {
    const root = project(POLICY);
    const args = words.split(' ').map(word => word.replace('\t', ' '));
    const plain = (text: string): string => text.replaceAll(/\d+(?:\.\d+)? ?m?s\b|[0-9a-f]{8}-[0-9a-f-]{27}/gu, '');
    // A home that no other test writes to.
    const [own, staying] = [ownProcess, licet].map(run => run(root, args, '', undefined, { HOME: join(root, 'home') }));

    expect({ ...own, stdout: plain(own?.stdout ?? '') }).toEqual({ ...staying, stdout: plain(staying?.stdout ?? '') });
  });
});
