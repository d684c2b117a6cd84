import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { command, project } from '../../../support/cli.ts';
import type { Ended } from '../../../support/cli.ts';
import { licetHere } from '../../../support/licetHere.ts';

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
  it('says which glob of a call matches no file of the tests, where the call may run', async () => {
    const root = project('version: 1\ndefault: pass\npolicy: { file_boundary: { deny: ["**/.env*"] } }\n');
    const test = (text: string): Promise<Ended> => {
      writeFileSync(join(root, 'governance.test.yaml'), text);
      return licetHere(root, ['test']);
    };

    const said = (start: string): string =>
      `${join(root, 'governance.test.yaml')}:${start} matches no file of the tests, so that nothing is judged by what it would match: add such files to \`files:\`\n`;
    expect(await test('cases:\n  - { bash: "cat .e*", want: pass }\n  - { bash: "cat src/*", want: pass }\n')).toMatchObject({
      status: 0,
      stderr: ['2: cat .e*: `.e*`', '3: cat src/*: `src/*`'].map(said).join(''),
    });
    const files = 'files: { .env: "", src/a: "" }\n';
    expect(
      await test(`${files}cases:\n  - { bash: "cat .e*", want: block }\n  - { bash: "cat src/*", want: pass }\n`),
    ).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('takes the files for those of a clone, changes them as the calls do, and begins each case with them as they are named', async () => {
    const root = project(
      'version: 1\ndefault: pass\npolicy:\n  all:\n    - bash_safety: {}\n    - facts: { facts: { tested: { earned_by: { runs: tests }, while_unchanged: ["src/**"] } } }\n    - when: { if: { tag: commits }, then: { requires: tested } }\n',
    );
    const text = `files: { src/a.ts: 'x', notes.txt: '', package.json: '{"scripts":{"test":"vitest run"}}' }
untracked: [notes.txt]
cases:
  - { bash: rm src/a.ts, want: warn }
  - { bash: rm notes.txt, want: ask }
  - session:
      - { bash: npm test, want: pass }
      - { bash: git commit -m x, want: pass }
      - { write: src/a.ts, want: pass }
      - { bash: git commit -m x, want: block }
      - { bash: npm test, want: pass }
      - { bash: echo x > src/new.ts, want: pass }
      - { bash: git commit -m x, want: block }
      - { bash: rm src/new.ts, outcome: error }
      - { bash: npm test, want: pass }
      - { bash: git commit -m x, want: pass }
  - session: [{ bash: npm test, want: pass }, { bash: git commit -m x, want: pass }]
  - { bash: rm src/a.ts, want: warn }
`;
    writeFileSync(join(root, 'governance.test.yaml'), text);

    expect(await licetHere(root, ['test'])).toMatchObject({ status: 0, stdout: '5 cases, all pass\n' });
  });

  it('runs the tests beside the nearest policy', async () => {
    const ended = await licetHere(withTests('  - { bash: [cat .env, rm -rf /], want: block }\n'), ['test']);

    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: '2 cases, all pass\n' });
  });

  it('says where which case fails, and ends with 1', async () => {
    const ended = await licetHere(withTests('  - { bash: ls, want: pass }\n  - { bash: cat .env, want: ask }\n'), ['test']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(
      /governance\.test\.yaml:4: cat \.env: expected ask, found block \(secret_paths, secret_read\): /,
    );
    expect(ended.stdout).toContain('2 cases, 1 failed');
  });

  it('fails when no case was run', async () => {
    const root = withTests('  - { bash: ls, want: pass }\n');

    expect(await licetHere(root, ['test', '--run', 'nothing'])).toMatchObject({ status: 1, stdout: '' });
  });

  it('makes a case of a record of the trail', async () => {
    const root = withTests('  - { bash: ls, want: pass } # ours\n');
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: '1', cwd: root, tool_name: 'Bash' };
    const hook = ['hook', 'claude-code', '--policy', 'governance.yaml'];
    command(root, hook, JSON.stringify({ ...input, tool_input: { command: 'cat .env' } }));

    const ended = await licetHere(root, ['test', '--from-audit', '1']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const added = '  - { bash: cat .env, want: { ruling: block, guard: secret_paths } }\n';
    expect(readFileSync(join(root, 'governance.test.yaml'), 'utf8')).toMatch(/want: pass \} # ours\n/u);
    expect(readFileSync(join(root, 'governance.test.yaml'), 'utf8').endsWith(added)).toBe(true);
    expect((await licetHere(root, ['test'])).stdout).toBe('2 cases, all pass\n');

    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    const other = await licetHere(root, ['test', '--from-audit', '1']);
    expect(other).toMatchObject({ status: 1, stdout: added });
    expect(other.stderr).toMatch(/not added: expected block, secret_paths, found pass/u);
    expect(await licetHere(root, ['test', '--from-audit', '99'])).toMatchObject({ status: 3 });
  });

  it('says what no case has tried, and which mistakes no case notices', async () => {
    const root = withTests('  - { bash: cat .env, want: block }\n');

    const covered = await licetHere(root, ['test', '--threshold', '90']);
    const mutated = await licetHere(root, ['test', '--mutate', '--threshold', '90']);

    expect(covered).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/coverage: 80 %\n {2}floor at 1: no case is warned/) as string,
    });
    expect(mutated).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/not noticed: `floor` is missing at the root/) as string,
    });
  });

  it('names the patterns that no case hits', async () => {
    const root = project('version: 1\ndefault: pass\npolicy: { file_boundary: { deny: ["**/*.key", "vendor/**"] } }\n');
    writeFileSync(join(root, 'governance.test.yaml'), 'cases:\n  - { read: a.key, want: block }\n');

    const { status, stdout } = await licetHere(root, ['test', '--coverage']);

    expect(status).toBe(0);
    expect(stdout).toBe('1 case, all pass\ncoverage: 75 %\n  file_boundary at the root: no case hits `vendor/**` of `deny`\n');
  });

  it('prints JSON and JUnit', async () => {
    const root = withTests('  - { bash: cat .env, want: ask }\n');

    expect(JSON.parse((await licetHere(root, ['test', '--json'])).stdout)).toMatchObject({
      passed: false,
      results: [{ line: 3, failure: { got: { ruling: 'block' } } }],
    });
    expect((await licetHere(root, ['test', '--junit'])).stdout).toContain('<testsuite name="licet" tests="1" failures="1">');
  });

  it('ends with 3 and a way out where there is nothing to test', async () => {
    expect(await licetHere(project(POLICY), ['test'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/`licet init` writes one/) as string,
    });
    expect(await licetHere(withTests('  - { bash: ls }\n'), ['test'])).toMatchObject({
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
  it('shows an action for every pattern that was taken away, and names the option that has no order', async () => {
    const root = withTwo(
      '{ all: [{ file_boundary: { deny: ["keys/**", "**/*.pem", "logs/**"] } }, { bash_safety: { otherwise: pass, blocked_prefixes: [make deploy, frob] } }, { access_map: { paths: { a/: read-write } } }] }',
      '{ all: [{ file_boundary: { deny: ["logs/**"] } }, { bash_safety: { otherwise: pass, blocked_prefixes: [frob] } }, { access_map: { paths: { b/: read-write } } }] }',
    );
    const { stdout } = await licetHere(root, ['diff', 'old.yaml', 'governance.yaml']);

    for (const words of ['cat keys', 'cat x.pem', 'make deploy']) expect(stdout).toContain(`  wider     ${words}`);
    expect(stdout).toContain(
      '`access_map` at 2 of the new policy: `paths` differs, and which policy allows more cannot be known: write the calls that matter into the tests',
    );
  });

  it('tries the calls of the trail, which cannot be made up', async () => {
    const asks = (who: string): string =>
      `version: 1\ndefault: pass\npolicy: { when: { if: 'has(action.payload.to) && action.payload.to == "${who}"', then: { human_approval: {} } } }\n`;
    const root = project(asks('ann'));
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: '1', cwd: root, tool_name: 'mcp__mail__send' };
    const hook = ['hook', 'claude-code', '--policy', 'governance.yaml'];
    command(root, hook, JSON.stringify({ ...input, tool_input: { to: 'ann', text: 'hello' } }));
    writeFileSync(join(root, 'old.yaml'), asks('ann'));
    writeFileSync(join(root, 'governance.yaml'), asks('ben'));

    expect((await licetHere(root, ['diff', 'old.yaml', 'governance.yaml'])).stdout).toMatch(
      /^wider: .*\n {2}wider {5}mcp__mail__send .*: ask .* → pass/u,
    );
  });

  it('shows by an action that a policy became wider', async () => {
    const root = withTwo('{ bash_safety: {} }', '{ bash_safety: { history_loss: pass, destructive: pass } }');
    const ended = await licetHere(root, ['diff', 'old.yaml', 'governance.yaml', '--fail-on', 'wider']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(
      /^wider: the new policy is milder for some actions\n {2}wider {5}rm a: ask \(bash_safety, effect_destructive\) → pass/,
    );
  });

  it('tries policies that keep their state, and opens none of it', async () => {
    const root = project(
      'version: 1\ndefault: pass\naudit: { store: sqlite }\nsessions: { store: sqlite }\npolicy: { floor: {} }\n',
    );
    writeFileSync(
      join(root, 'old.yaml'),
      'version: 1\ndefault: pass\naudit: { store: sqlite }\npolicy: { all: [{ floor: {} }, { bash_safety: {} }] }\n',
    );

    expect((await licetHere(root, ['diff', 'old.yaml', 'governance.yaml'])).stdout).toMatch(/^wider: /);
    expect(existsSync(join(root, '.licet', 'state.db'))).toBe(false);
  });

  it('proves that a policy became narrower, or did not change', async () => {
    const narrower = await licetHere(withTwo('{ budget: { max: 9 } }', '{ budget: { max: 5 } }'), [
      'diff',
      'old.yaml',
      'governance.yaml',
      '--fail-on',
      'wider',
    ]);
    const equal = await licetHere(withTwo('{ floor: {} }', '{ all: [{ floor: {} }] }'), [
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

  it('names the node that keeps it from knowing, and fails where nothing is known', async () => {
    const root = withTwo('{ all: [{ floor: {} }, { redact_output: { rules: [secrets] } }] }', '{ floor: {} }');
    const ended = await licetHere(root, ['diff', 'old.yaml', 'governance.yaml', '--fail-on', 'wider']);

    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/^unknown: .*\n {2}not proven: `redact_output` at 1 of the old policy: it sets facts/);
  });

  it('compares with a revision, as JSON and as the text of a comment', async () => {
    const root = project('version: 1\ndefault: pass\npolicy: { bash_safety: { shares: ask } }\n');
    git(root, 'init', '--quiet');
    git(root, 'add', 'governance.yaml');
    git(root, 'commit', '--quiet', '-m', 'begin');
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');

    expect(JSON.parse((await licetHere(root, ['diff', '--against', 'HEAD', '--json'])).stdout)).toMatchObject({
      verdict: 'wider',
      proof: { neverStricter: true },
    });
    expect((await licetHere(root, ['diff', 'HEAD', 'governance.yaml'])).stdout).toMatch(/^[a-z]+: the new policy/u);
    expect((await licetHere(root, ['diff', '--against', 'HEAD', '--markdown'])).stdout).toMatch(
      /^\*\*The policy becomes wider\*\*: .*\n\n\| \| action \| before \| after \|\n\|---\|---\|---\|---\|\n\| wider \| `git push` \| ask/,
    );
  });

  it('compares a policy that is new with none, and one that was renamed with nothing', async () => {
    const root = project(POLICY);
    git(root, 'init', '--quiet');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'begin');

    const fresh = await licetHere(root, ['diff', '--against', 'HEAD', '--fail-on', 'wider']);

    expect(fresh).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^narrower: .*\n {2}narrower {2}cat .*: pass \(no_policy, ok\) → block/u) as string,
      stderr: 'there is no policy in `HEAD`: compared with none, under which everything runs\n',
    });

    git(root, 'add', 'governance.yaml');
    git(root, 'mv', 'governance.yaml', 'governance.yml');
    git(root, 'commit', '--quiet', '-m', 'rename');
    git(root, 'mv', 'governance.yml', 'governance.yaml');

    expect(await licetHere(root, ['diff', '--against', 'HEAD'])).toMatchObject({ status: 3, stdout: '' });
  });

  it.each([
    [['diff', 'governance.yaml'], /expected the old policy and the new one/],
    [['diff', '--against', 'nowhere'], /git has no `governance.yaml` in `nowhere`/],
    [['diff', '--against', '--output=x'], /expected a revision/],
    [['diff', 'a.yaml', 'governance.yaml'], /there is no policy/],
    [['diff', 'governance.yaml', 'governance.yaml', '--fail-on', 'wide'], /must be one of wider, narrower, change/],
  ])('ends with 3 for %j', async (args, message) => {
    expect(await licetHere(project(POLICY), args)).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(message) as string,
    });
  });
});

describe('licet prove', () => {
  const hook = (root: string, id: string, shell: string): unknown =>
    command(
      root,
      ['hook', 'claude-code', '--policy', 'governance.yaml'],
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_use_id: id,
        cwd: root,
        tool_name: 'Bash',
        tool_input: { command: shell },
      }),
    );
  const used = (): string => {
    const root = project('version: 1\ndefault: pass\npolicy:\n  all:\n    - floor: {}\n    - budget: { max: 1 }\n');
    hook(root, '1', 'ls');
    hook(root, '2', 'ls -l');
    return root;
  };

  it('finds a recorded ruling again, with the state of then', async () => {
    const root = used();

    expect(await licetHere(root, ['prove', '2'])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^equal: record 2, block\n {2}chain {5}equal.*\n {2}tree {6}equal.*\n {2}verdicts {2}equal/,
      ) as string,
    });
  });

  it('says what is gone: the policy has changed, and the tree still follows', async () => {
    const root = used();
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');

    const ended = await licetHere(root, ['prove', '2']);

    expect(ended).toMatchObject({ status: 1, stderr: '' });
    expect(ended.stdout).toMatch(
      /^not reproducible: .*\n.*chain {5}equal.*\n.*tree {6}equal.*\n.*not reproducible: the text of the policy/,
    );
  });

  it('finds the policy of then in its history', async () => {
    const root = used();
    git(root, 'init', '--quiet');
    git(root, 'add', 'governance.yaml');
    git(root, 'commit', '--quiet', '-m', 'begin');
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');

    expect(await licetHere(root, ['prove', '1'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/the same under governance\.yaml in [0-9a-f]{7}/) as string,
    });
  });

  it('tells a record that was changed, with an export alone', async () => {
    const root = used();
    const lines = (await licetHere(root, ['audit', 'export', '--format', 'jsonl'])).stdout;
    writeFileSync(join(root, 'trail.jsonl'), lines.replace('"ruling":"block"', '"ruling":"pass"'));

    const ended = await licetHere(root, ['prove', '2', '--trail', 'trail.jsonl', '--json']);

    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      verdict: 'differs',
      chain: { verdict: 'differs' },
      tree: { verdict: 'differs' },
    });
  });

  it('proves every decision of a trail, and says what it could not', async () => {
    const root = used();

    expect(await licetHere(root, ['prove', '--all'])).toMatchObject({
      status: 0,
      stdout: '2 decisions: 2 equal, 0 differ, 0 not reproducible\n',
    });
    const lines = (await licetHere(root, ['audit', 'export', '--format', 'jsonl'])).stdout;
    writeFileSync(join(root, 'trail.jsonl'), lines.replace('"ruling":"block"', '"ruling":"pass"'));
    const forged = await licetHere(root, ['prove', '--all', '--trail', 'trail.jsonl']);
    expect(forged).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^2 decisions: 1 equal, 1 differ, .*\n {2}record 2 differs: /u),
    });
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    const gone = await licetHere(root, ['prove', '--all']);
    expect(gone).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/ 2 not reproducible, the first is record 1: the text of the policy/u),
    });
    expect(JSON.parse((await licetHere(root, ['prove', '--all', '--json'])).stdout)).toMatchObject({
      decisions: 2,
      notReproducible: 2,
    });
  });

  it('wants a record or all of them', async () => {
    for (const words of [['prove'], ['prove', '1', '--all']])
      expect(await licetHere(used(), words)).toMatchObject({ status: 3, stderr: expect.stringContaining('`--all`') });
  });

  it('ends with 3 for a record that is not there', async () => {
    expect(await licetHere(used(), ['prove', '99'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/no evaluation `99`/) as string,
    });
  });
});
