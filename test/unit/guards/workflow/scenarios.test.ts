import { describe, expect, it } from 'vitest';

import { agentUnder } from './support.ts';

const TESTED = `facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**', 'test/**', package.json] } }
  lint_clean: { earned_by: { runs: lints }, reset_by: { writes: ['src/**'] } }
  quality: { all_of: [tests_passing, lint_clean] }
`;

// Each says in its name what aorta4llm 0.3.2 does in the same case, as its behaviour was written down.
describe('scenarios of workflow governance', () => {
  it('conditional commit: the reference lets a commit through after a change by a shell command; here the fact is void', async () => {
    const { run } = agentUnder(`${TESTED}policy: { when: { if: { runs: git commit }, then: { requires: tests_passing } } }\n`);
    expect((await run('git commit -m a')).passed).toBe(false);
    await run('npm test');
    expect((await run('git -C . commit -m a')).passed).toBe(true);
    await run('sed -i s/a/b/ src/a.ts');
    expect((await run('git c""ommit -m b')).passed).toBe(false);
    expect((await run("echo 'git commit'")).passed).toBe(true);
  });

  it('counts-as chain: the reference keeps a derived mark until it is cleared; here it is computed, and an obligation follows it', async () => {
    const { run } = agentUnder(`${TESTED}policy:
  all:
    - obligation: { name: changelog, when: quality, fulfilled_by: { writes: [CHANGELOG.md] } }
    - when: { if: { runs: git tag }, then: { requires: { obligations: fulfilled } } }
    - when: { if: { runs: npm publish }, then: { requires: quality } }
`);
    await run('npm test');
    expect((await run('npm publish')).reason).toBe('`lint_clean` is not established');
    expect((await run('git tag v1')).passed).toBe(true);
    await run('npx eslint .');
    expect((await run('npm publish')).passed).toBe(true);
    expect((await run('git tag v1')).reason).toBe('the obligation `changelog` is open');
    await run('echo v1 >> CHANGELOG.md');
    expect((await run('git tag v1')).passed).toBe(true);
    await run('touch src/a.ts');
    expect((await run('npm publish')).passed).toBe(false);
  });

  it('obligation with a deadline: the reference has no event that reaches one; here it is late after so many actions', async () => {
    const { run } = agentUnder(`policy:
  obligation: { name: tested, when: { effect: delete }, fulfilled_by: { runs: tests }, deadline: { actions: 2 }, late: block }
`);
    await run('rm src/a.ts');
    expect([(await run('ls')).ruling, (await run('ls')).ruling, (await run('ls')).ruling]).toEqual(['pass', 'pass', 'block']);
    await run('npm test');
    expect((await run('ls')).ruling).toBe('pass');
  });

  it('sanction ladder to a hold and back: the reference holds all agents, and `status` too; here one session, and looking goes on', async () => {
    const { run, act, read, sessions } = agentUnder(`policy:
  all:
    - hold: { after: { blocked: 4, within: 10 } }
    - file_boundary: { allow: ['src/**'], unknown: pass }
    - progressive: { match: { effect: write }, steps: [{ after: 2, then: warn }, { after: 4, then: block }] }
`);
    const rulings: string[] = [];
    for (let count = 0; count < 8; count++) rulings.push((await run('touch src/a.ts')).ruling);
    expect(rulings).toEqual(['pass', 'pass', 'warn', 'warn', 'block', 'block', 'block', 'block']);
    expect((await run('ls')).code).toBe('held');
    expect((await run('licet status')).passed).toBe(true);
    expect((await act(read('/w/src/a.ts'))).passed).toBe(true);
    expect((await run('ls', 'ok', { sessionId: 'other' })).passed).toBe(true);

    const at = Date.now();
    await sessions.append('s', [
      { type: 'fact', at, name: '@hold', value: null },
      { type: 'fact', at, name: '@continued', value: { at, by: 'ann', deed: 'd1' } },
    ]);
    expect((await run('ls')).passed).toBe(true);
  });

  it('roles: the reference enforces no capabilities and counts violations of all agents together; here each has its own policy and facts', async () => {
    const { run } = agentUnder(`facts:
  tests_passing: { earned_by: { runs: tests }, per: agent }
policy:
  all:
    - when: { if: { role: reviewer }, then: { file_boundary: { allow: ['notes/**'], unknown: pass } } }
    - when: { if: { runs: git commit }, then: { requires: tests_passing } }
`);
    const reviewer = { agentId: 'r', principal: { id: 'r', roles: ['reviewer'] } };
    const coder = { agentId: 'c', principal: { id: 'c', roles: ['coder'] } };
    expect((await run('touch src/a.ts', 'ok', reviewer)).passed).toBe(false);
    expect((await run('touch notes/a.md', 'ok', reviewer)).passed).toBe(true);
    expect((await run('touch src/a.ts', 'ok', coder)).passed).toBe(true);
    await run('npm test', 'ok', coder);
    expect((await run('git commit -m x', 'ok', reviewer)).passed).toBe(false);
    expect((await run('git commit -m x', 'ok', coder)).passed).toBe(true);
  });

  it('all of them at once: a commit opens after tests, linter and review, and a change log is owed from then on', async () => {
    const { run, sessions } = agentUnder(`facts:
  tests_passing:
    earned_by: { runs: tests }
    reset_by: { writes: ['src/**', 'test/**', package.json] }
    per: session
  lint_clean: { earned_by: { runs: 'npx eslint' }, reset_by: { writes: 'src/**' } }
  reviewed: { earned_by: human }
  quality: { all_of: [tests_passing, lint_clean] }
policy:
  all:
    - when: { if: { runs: 'git commit' }, then: { requires: quality } }
    - obligation: { name: changelog, when: quality, fulfilled_by: { writes: CHANGELOG.md }, deadline: { actions: 20 }, late: ask }
    - progressive: { match: { effect: write }, by: target, steps: [{ after: 5, then: warn }] }
    - hold: { after: { blocked: 5, within: 20 } }
`);
    await run('npm test');
    expect((await run('git commit -m x')).reason).toBe('`lint_clean` is not established');
    await run('npx eslint .');
    expect((await run('git commit -m x')).passed).toBe(true);
    for (let calls = 0; calls < 20; calls++) await run('ls');
    expect((await run('ls')).ruling).toBe('ask');
    const { facts } = await sessions.load('s');
    expect(Object.keys(facts)).toContain('lint_clean');
  });

  it('all of them at once: a change voids the parts, and writing the change log fulfils what is owed', async () => {
    const { run } = agentUnder(`facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: 'src/**' } }
policy:
  all:
    - obligation: { name: changelog, when: tests_passing, fulfilled_by: { writes: CHANGELOG.md }, deadline: { actions: 2 }, late: block }
    - when: { if: { runs: git commit }, then: { requires: { all_of: [tests_passing] } } }
`);
    await run('npm test');
    await run('echo new >> CHANGELOG.md');
    for (let calls = 0; calls < 4; calls++) expect((await run('ls')).passed).toBe(true);
    await run('touch src/a.ts');

    expect((await run('git commit -m x')).reason).toBe('`tests_passing` is not established: `src/a.ts` has changed since');
  });
});
