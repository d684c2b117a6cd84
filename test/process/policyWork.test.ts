import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE, command as licet, humanEnv, project } from '../support/cli.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n    - floor: {}\n';

const git = (root: string, ...args: readonly string[]): void => {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false'];
  expect(spawnSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8' })).toMatchObject({ status: 0 });
};

function withTests(cases: string): string {
  const root = project(POLICY);
  writeFileSync(join(root, 'governance.test.yaml'), `files: { .env: x }\ncases:\n${cases}`);
  return root;
}

describe('licet test', () => {
  it('says which glob of a call matches no file of the tests, where the call may run', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { file_boundary: { deny: ["**/.env*"] } }\n');
    const test = (text: string): { status: number | null; stderr: string } => {
      writeFileSync(join(root, 'governance.test.yaml'), text);
      return licet(root, ['test']);
    };

    const said = (start: string): string =>
      `${join(root, 'governance.test.yaml')}:${start} matches no file of the tests, so that nothing is judged by what it would match: add such files to \`files:\`\n`;
    expect(test('cases:\n  - { bash: "cat .e*", want: pass }\n  - { bash: "cat src/*", want: pass }\n')).toMatchObject({
      status: 0,
      stderr: ['2: cat .e*: `.e*`', '3: cat src/*: `src/*`'].map(said).join(''),
    });
    const files = 'files: { .env: "", src/a: "" }\n';
    expect(test(`${files}cases:\n  - { bash: "cat .e*", want: block }\n  - { bash: "cat src/*", want: pass }\n`)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('runs the tests beside the nearest policy', () => {
    const ended = licet(withTests('  - { bash: [cat .env, rm -rf /], want: block }\n'), ['test']);

    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: '2 cases, all pass\n' });
  });

  it('says where which case fails, and ends with 1', () => {
    const ended = licet(withTests('  - { bash: ls, want: pass }\n  - { bash: cat .env, want: ask }\n'), ['test']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(
      /governance\.test\.yaml:4: cat \.env: expected ask, found block \(secret_paths, secret_read\): /,
    );
    expect(ended.stdout).toContain('2 cases, 1 failed');
  });

  it('fails when no case was run', () => {
    const root = withTests('  - { bash: ls, want: pass }\n');

    expect(licet(root, ['test', '--run', 'nothing'])).toMatchObject({ status: 1, stdout: '' });
  });

  it('runs again when the tests or the policy change, until it is stopped', async () => {
    const root = withTests('  - { bash: ls, want: pass }\n');
    const child = spawn(process.execPath, [BUNDLE, 'test', '--watch'], { cwd: root, env: { ...humanEnv(), NO_COLOR: '1' } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>(done => child.once('exit', done));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += String(part)));
    const waitFor = (text: string): Promise<void> => expect.poll(() => said, { timeout: 60_000 }).toContain(text);
    /** A watcher may begin to look just after the file was written. */
    const change = (file: string, text: string, wanted: string): Promise<void> =>
      expect
        .poll(
          () => {
            if (!said.includes(wanted)) writeFileSync(join(root, file), text);
            return said;
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toContain(wanted);

    await waitFor('1 case, all pass');
    await change('governance.test.yaml', 'cases:\n  - { bash: [ls, cat .env], want: pass }\n', '2 cases, 1 failed');
    await change('governance.yaml', 'version: 1\npolicy: [\n', 'run `licet validate`');
    await change('governance.yaml', 'version: 1\ndefault: pass\npolicy: { floor: {} }\n', '2 cases, all pass');
    child.kill('SIGINT');

    expect(await ended).toBe(0);
    expect(said).toContain('governance.test.yaml has changed');
  }, 120_000);

  it('makes a case of a record of the trail', () => {
    const root = withTests('  - { bash: ls, want: pass } # ours\n');
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: '1', cwd: root, tool_name: 'Bash' };
    const hook = ['hook', 'claude-code', '--policy', 'governance.yaml'];
    licet(root, hook, JSON.stringify({ ...input, tool_input: { command: 'cat .env' } }));

    const ended = licet(root, ['test', '--from-audit', '1']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const added = '  - { bash: cat .env, want: { ruling: block, guard: secret_paths } }\n';
    expect(readFileSync(join(root, 'governance.test.yaml'), 'utf8')).toMatch(/want: pass \} # ours\n/u);
    expect(readFileSync(join(root, 'governance.test.yaml'), 'utf8').endsWith(added)).toBe(true);
    expect(licet(root, ['test']).stdout).toBe('2 cases, all pass\n');

    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    const other = licet(root, ['test', '--from-audit', '1']);
    expect(other).toMatchObject({ status: 1, stdout: added });
    expect(other.stderr).toMatch(/not added: expected block, secret_paths, found pass/u);
    expect(licet(root, ['test', '--from-audit', '99'])).toMatchObject({ status: 3 });
  });

  it('says what no case has tried, and which mistakes no case notices', () => {
    const root = withTests('  - { bash: cat .env, want: block }\n');

    const covered = licet(root, ['test', '--threshold', '90']);
    const mutated = licet(root, ['test', '--mutate', '--threshold', '90']);

    expect(covered).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/coverage: 80 %\n {2}floor at 1: no case is warned/) as string,
    });
    expect(mutated).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/not noticed: `floor` is missing at the root/) as string,
    });
  });

  it('names the patterns that no case hits', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { file_boundary: { deny: ["**/*.key", "vendor/**"] } }\n');
    writeFileSync(join(root, 'governance.test.yaml'), 'cases:\n  - { read: a.key, want: block }\n');

    const { status, stdout } = licet(root, ['test', '--coverage']);

    expect(status).toBe(0);
    expect(stdout).toBe('1 case, all pass\ncoverage: 75 %\n  file_boundary at the root: no case hits `vendor/**` of `deny`\n');
  });

  it('prints JSON and JUnit', () => {
    const root = withTests('  - { bash: cat .env, want: ask }\n');

    expect(JSON.parse(licet(root, ['test', '--json']).stdout)).toMatchObject({
      passed: false,
      results: [{ line: 3, failure: { got: { ruling: 'block' } } }],
    });
    expect(licet(root, ['test', '--junit']).stdout).toContain('<testsuite name="licet" tests="1" failures="1">');
  });

  it('ends with 3 and a way out where there is nothing to test', () => {
    expect(licet(project(POLICY), ['test'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/`licet init` writes one/) as string,
    });
    expect(licet(withTests('  - { bash: ls }\n'), ['test'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/governance\.test\.yaml:3: `want`/) as string,
    });
  });
});

describe('licet diff', () => {
  const withTwo = (older: string, newer: string): string => {
    const root = project(`version: 1\ndefault: pass\npolicy: ${newer}\n`);
    writeFileSync(join(root, 'old.yaml'), `version: 1\ndefault: pass\npolicy: ${older}\n`);
    return root;
  };
  it('shows an action for every pattern that was taken away, and names the option that has no order', () => {
    const root = withTwo(
      '{ all: [{ file_boundary: { deny: ["keys/**", "**/*.pem", "logs/**"] } }, { bash_safety: { otherwise: pass, blocked_prefixes: [make deploy, frob] } }, { access_map: { paths: { a/: read-write } } }] }',
      '{ all: [{ file_boundary: { deny: ["logs/**"] } }, { bash_safety: { otherwise: pass, blocked_prefixes: [frob] } }, { access_map: { paths: { b/: read-write } } }] }',
    );
    const { stdout } = licet(root, ['diff', 'old.yaml', 'governance.yaml']);

    for (const words of ['cat keys', 'cat x.pem', 'make deploy']) expect(stdout).toContain(`  wider     ${words}`);
    expect(stdout).toContain(
      '`access_map` at 2 of the new policy: `paths` differs, and which policy allows more cannot be known: write the calls that matter into the tests',
    );
  });

  it('tries the calls of the trail, which nobody could make up', () => {
    const asks = (who: string): string =>
      `version: 1\ndefault: pass\npolicy: { when: { if: 'has(action.payload.to) && action.payload.to == "${who}"', then: { human_approval: {} } } }\n`;
    const root = project(asks('ann'));
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: '1', cwd: root, tool_name: 'mcp__mail__send' };
    const hook = ['hook', 'claude-code', '--policy', 'governance.yaml'];
    licet(root, hook, JSON.stringify({ ...input, tool_input: { to: 'ann', text: 'hello' } }));
    writeFileSync(join(root, 'old.yaml'), asks('ann'));
    writeFileSync(join(root, 'governance.yaml'), asks('ben'));

    expect(licet(root, ['diff', 'old.yaml', 'governance.yaml']).stdout).toMatch(
      /^wider: .*\n {2}wider {5}mcp__mail__send .*: ask .* → pass/u,
    );
  });

  it('shows by an action that a policy became wider', () => {
    const root = withTwo('{ bash_safety: {} }', '{ bash_safety: { history_loss: pass, destructive: pass } }');
    const ended = licet(root, ['diff', 'old.yaml', 'governance.yaml', '--fail-on', 'wider']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(
      /^wider: the new policy is milder for some actions\n {2}wider {5}rm a: ask \(bash_safety, effect_destructive\) → pass/,
    );
  });

  it('proves that a policy became narrower, or did not change', () => {
    const narrower = licet(withTwo('{ budget: { max: 9 } }', '{ budget: { max: 5 } }'), [
      'diff',
      'old.yaml',
      'governance.yaml',
      '--fail-on',
      'wider',
    ]);
    const equal = licet(withTwo('{ floor: {} }', '{ all: [{ floor: {} }] }'), [
      'diff',
      'old.yaml',
      'governance.yaml',
      '--fail-on',
      'change',
    ]);

    expect(narrower).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^narrower: .*\n {2}narrower {2}ls \(time 6\): pass/) as string,
    });
    expect(equal).toMatchObject({ status: 0, stdout: 'equal: both rule the same, whatever the action\n' });
  });

  it('names the node that keeps it from knowing, and fails where nothing is known', () => {
    const root = withTwo('{ all: [{ floor: {} }, { redact_output: { rules: [secrets] } }] }', '{ floor: {} }');
    const ended = licet(root, ['diff', 'old.yaml', 'governance.yaml', '--fail-on', 'wider']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/^unknown: .*\n {2}not proven: `redact_output` at 1 of the old policy: what it establishes/);
  });

  it('compares with a revision, as JSON and as the text of a comment', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { bash_safety: { shares: ask } }\n');
    git(root, 'init', '--quiet');
    git(root, 'add', 'governance.yaml');
    git(root, 'commit', '--quiet', '-m', 'begin');
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');

    expect(JSON.parse(licet(root, ['diff', '--against', 'HEAD', '--json']).stdout)).toMatchObject({
      verdict: 'wider',
      proof: { neverStricter: true },
    });
    expect(licet(root, ['diff', 'HEAD', 'governance.yaml']).stdout).toMatch(/^[a-z]+: the new policy/u);
    expect(licet(root, ['diff', '--against', 'HEAD', '--markdown']).stdout).toMatch(
      /^\*\*The policy becomes wider\*\*: .*\n\n\| \| action \| before \| after \|\n\|---\|---\|---\|---\|\n\| wider \| `git push` \| ask/,
    );
  });

  it('compares a policy that is new with none, and one that was renamed with nothing', () => {
    const root = project(POLICY);
    git(root, 'init', '--quiet');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'begin');

    const fresh = licet(root, ['diff', '--against', 'HEAD', '--fail-on', 'wider']);

    expect(fresh).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^narrower: .*\n {2}narrower {2}cat .*: pass \(no_policy, ok\) → block/u) as string,
      stderr: 'there is no policy in `HEAD`: compared with none, under which everything runs\n',
    });

    git(root, 'add', 'governance.yaml');
    git(root, 'mv', 'governance.yaml', 'governance.yml');
    git(root, 'commit', '--quiet', '-m', 'rename');
    git(root, 'mv', 'governance.yml', 'governance.yaml');

    expect(licet(root, ['diff', '--against', 'HEAD'])).toMatchObject({ status: 3, stdout: '' });
  });

  it.each([
    [['diff', 'governance.yaml'], /expected the old policy and the new one/],
    [['diff', '--against', 'nowhere'], /git has no `governance.yaml` in `nowhere`/],
    [['diff', '--against', '--output=x'], /expected a revision/],
    [['diff', 'a.yaml', 'governance.yaml'], /there is no policy/],
    [['diff', 'governance.yaml', 'governance.yaml', '--fail-on', 'wide'], /must be one of wider, narrower, change/],
  ])('ends with 3 for %j', (args, message) => {
    expect(licet(project(POLICY), args)).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(message) as string,
    });
  });
});

describe('licet prove', () => {
  const hook = (root: string, id: string, command: string): unknown =>
    licet(
      root,
      ['hook', 'claude-code', '--policy', 'governance.yaml'],
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_use_id: id,
        cwd: root,
        tool_name: 'Bash',
        tool_input: { command },
      }),
    );
  const used = (): string => {
    const root = project('version: 1\ndefault: pass\npolicy:\n  all:\n    - floor: {}\n    - budget: { max: 1 }\n');
    hook(root, '1', 'ls');
    hook(root, '2', 'ls -l');
    return root;
  };

  it('finds a recorded ruling again, with the state of then', () => {
    const root = used();

    expect(licet(root, ['prove', '2'])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^equal: record 2, block\n {2}chain {5}equal.*\n {2}tree {6}equal.*\n {2}verdicts {2}equal/,
      ) as string,
    });
  });

  it('says what is gone: the policy has changed, and the tree still follows', () => {
    const root = used();
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');

    const ended = licet(root, ['prove', '2']);

    expect(ended).toMatchObject({ status: 1, stderr: '' });
    expect(ended.stdout).toMatch(
      /^not reproducible: .*\n.*chain {5}equal.*\n.*tree {6}equal.*\n.*not reproducible: the text of the policy/,
    );
  });

  it('finds the policy of then in its history', () => {
    const root = used();
    git(root, 'init', '--quiet');
    git(root, 'add', 'governance.yaml');
    git(root, 'commit', '--quiet', '-m', 'begin');
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');

    expect(licet(root, ['prove', '1'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/the same under governance\.yaml in [0-9a-f]{7}/) as string,
    });
  });

  it('tells a record that was changed, with an export alone', () => {
    const root = used();
    const lines = licet(root, ['audit', 'export', '--format', 'jsonl']).stdout;
    writeFileSync(join(root, 'trail.jsonl'), lines.replace('"ruling":"block"', '"ruling":"pass"'));

    const ended = licet(root, ['prove', '2', '--trail', 'trail.jsonl', '--json']);

    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      verdict: 'differs',
      chain: { verdict: 'differs' },
      tree: { verdict: 'differs' },
    });
  });

  it('ends with 3 for a record that is not there', () => {
    expect(licet(used(), ['prove', '99'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/no evaluation `99`/) as string,
    });
  });
});

describe('licet fmt', () => {
  const UGLY =
    'version:   1 # the first\ndefault: "pass"\n\n\n\npolicy:\n      all:\n      # nothing gets past it\n      - {floor: {}}\n';
  const NICE = 'version: 1 # the first\ndefault: "pass"\n\npolicy:\n  all:\n    # nothing gets past it\n    - { floor: {} }\n';

  it('writes a policy in one form, with its comments, and once only', () => {
    const root = project(UGLY);

    expect(licet(root, ['fmt', '--check'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/not formatted/) as string,
    });
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe(UGLY);
    expect(licet(root, ['fmt'])).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe(NICE);
    expect(licet(root, ['fmt', '--check'])).toMatchObject({ status: 0, stdout: '' });
  });

  it('leaves a policy that does not load as it is', () => {
    const root = project(`${UGLY}      - {flor: {}}\n`);

    expect(licet(root, ['fmt'])).toMatchObject({ status: 3, stderr: expect.stringMatching(/does not load: line 10/) as string });
    expect(licet(project('a: [\n'), ['fmt'])).toMatchObject({ status: 3, stderr: expect.stringMatching(/is no YAML/) as string });
  });
});
