import type { ActionInput, OutcomeInput, OutcomeStatus } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import { All, PolicyEngine, When, createRegistry, memoryAudit, memorySessions } from '@licet/core';
import { PROJECT_SESSION, heldFacts } from '@licet/core/store';
import type { LoadOptions } from '@licet/core/yaml';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import type { FileSystemPort, MemoryFile } from '@licet/effects/places';
import { memoryFiles } from '@licet/effects/places';
import { celCondition } from '@licet/core/cel';
import { Facts, HumanApproval, Requires, guardDefinitions, shortForms } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const known: Record<string, MemoryFile> = { '/w/src/a.ts': 'file', '/w/test/a.test.ts': 'file', '/w/package.json': 'file' };
const sources = { writes: ['src/**', 'test/**', 'package.json'] };
const tests = { earnedBy: { runs: 'tests' }, resetBy: sources } as const;

/** An agent under a gate: commits need passing tests. Every call has its own id. */
function agent(
  facts: Parameters<typeof Facts>[0]['facts'] = { tests_passing: tests },
  wanted = 'tests_passing',
  table: Record<string, MemoryFile> = {},
  more: GuardInput[] = [],
) {
  const sessions = memorySessions();
  const audit = memoryAudit();
  // Made again at each look, so that a test can change what the table holds.
  const port: FileSystemPort = new Proxy({} as FileSystemPort, {
    get: (_target, key: keyof FileSystemPort) => memoryFiles({ ...known, ...table })[key],
  });
  const place = { root: '/w', home: '/home/u', files: port };
  const policy = All(Facts({ ...place, facts }), When({ runs: 'git commit' }, Requires(wanted, place)), ...more);
  const engine = new PolicyEngine(policy, {
    sessions,
    audit,
    effects: analyzeEffects({ ...place, env: {} }),
    default: 'pass',
  });
  let calls = 0;
  const bash = (command: string, rest: Partial<ActionInput> = {}): ActionInput => ({
    kind: 'bash',
    tool: 'Bash',
    cwd: '/w',
    sessionId: 's',
    callId: `c${calls++}`,
    payload: { command },
    ...rest,
  });
  const begin = async (action: ActionInput) => {
    const evaluation = await engine.evaluate(action);
    return { evaluation, end: (status: OutcomeStatus = 'ok') => engine.postAction(action, { status }) };
  };
  const run = async (command: string, status: OutcomeStatus = 'ok', rest: Partial<ActionInput> = {}) => {
    const { evaluation, end } = await begin(bash(command, rest));
    if (evaluation.passed) await end(status);
    return evaluation;
  };
  const ends = async (command: string, outcome: OutcomeInput) => {
    const action = bash(command);
    if ((await engine.evaluate(action)).passed) await engine.postAction(action, outcome);
  };
  return { engine, sessions, audit, table, bash, begin, ends, run, commits: async () => (await run('git commit -m x')).passed };
}

describe('Facts', () => {
  it('lets a commit through once the tests have passed, and no more when a source has changed', async () => {
    const { run, commits } = agent();

    expect(await commits()).toBe(false);
    await run('npm test');
    expect(await commits()).toBe(true);
    await run('sed -i s/a/b/ src/a.ts');
    expect(await commits()).toBe(false);
  });

  test.each([
    ['failed', 'npm test', 'error', 'it failed the last time'],
    ['has an unknown end', 'npm test', 'unknown', 'it is not known how it ended'],
    ['runs in front of a pipe', 'npm test | tail -5', 'ok', 'in front of `|`'],
    ['is followed by `|| true`', 'pytest || true', 'ok', '`||` hides its status'],
    ['is followed by another command', 'pytest; true', 'ok', 'another command follows'],
    ['is turned around', '! pytest', 'ok', '`!` turns its status around'],
    ['runs in the background', 'pytest &', 'ok', 'in the background'],
    ['collects only', 'pytest --collect-only', 'ok', '`--collect-only` may leave something out'],
    ['is a part of the tests', 'pytest -k one', 'ok', '`-k` may leave something out'],
    ['has a variable in front', 'PYTEST_ADDOPTS=--co pytest', 'ok', 'a variable is set in front of it'],
    ['comes after `exit`', 'exit 0; pytest', 'ok', '`exit` comes before it'],
    ['comes after a trap', "trap 'exit 0' EXIT; pytest", 'ok', '`trap` comes before it'],
    ['comes after `hash -p`', 'hash -p /bin/true pytest; pytest', 'ok', '`hash` comes before it'],
    ['is an alias', 'alias pytest=true\npytest', 'ok', '`alias` comes before it'],
    ['runs in another folder', 'cd sub && pytest', 'ok', 'another folder'],
    ['comes before a change', 'npm test && sed -i s/a/b/ src/a.ts', 'ok', 'changes files after it'],
  ] as const)('is not earned by a run that %s, and says why', async (_what, command, status, why) => {
    const { run } = agent();
    await run(command, status);

    const evaluation = await run('git commit -m x');

    expect(evaluation.passed).toBe(false);
    expect(evaluation.reason).toContain(why);
    expect(evaluation.fix?.summary).toContain('run the tests as a separate call');
  });

  test.each([
    'echo pytest',
    'pytest() { true; }; pytest',
    'true # pytest',
    'cat pytest',
    'git log --grep "npm test"',
    './pytest',
    '/tmp/pytest',
    'PATH=. pytest',
    'bash -c pytest',
    'eval pytest',
    'npm test --if-present',
    'npm --prefix other test',
    'if pytest; then echo ok; fi',
    'for i in 1; do pytest; done',
    'x=$(pytest)',
    'timeout --preserve-status 1 pytest',
    'PATH=/tmp/x; pytest',
    'npm test < /dev/null',
  ])('is not earned by `%s`', async command => {
    const { run, commits } = agent();
    await run(command);

    expect(await commits()).toBe(false);
  });

  test.each([
    'npm test',
    'pytest -q',
    'npx -y vitest run --coverage',
    'cd /w && npm test',
    'echo start; pytest',
    'set -o pipefail; pytest | tee log',
    'set -euo pipefail && pytest',
    'cargo test --workspace',
    'go test -race ./...',
    '(pytest)',
    'pytest 2>&1',
    'uv run pytest tests',
    'nohup pytest',
    'sed -i s/a/b/ src/a.ts && npm test',
    "n''pm test",
  ])('is earned by `%s`', async command => {
    const { run, commits } = agent();
    await run(command);

    expect(await commits()).toBe(true);
  });

  it('is not earned by tests that were running while a source changed, in whatever order the two end', async () => {
    for (const first of ['tests', 'edit'] as const) {
      const { bash, begin, commits } = agent();
      const running = await begin(bash('npm test'));
      const edit = await begin(bash('touch src/a.ts'));
      for (const each of first === 'tests' ? [running, edit] : [edit, running]) await each.end();

      expect(await commits()).toBe(false);
    }
  });

  it('is void for tests that began while a change was still running', async () => {
    const { bash, begin, commits } = agent();
    const edit = await begin(bash('touch src/a.ts'));
    const running = await begin(bash('npm test'));
    await running.end();
    await edit.end();

    expect(await commits()).toBe(false);
  });

  it('is reset by a tool that writes', async () => {
    const { engine, run, commits } = agent();
    await run('npm test');
    const write = {
      kind: 'write',
      tool: 'Write',
      cwd: '/w',
      sessionId: 's',
      callId: 'w',
      payload: { file_path: 'src/a.ts', content: 'x' },
    };
    expect((await engine.evaluate(write)).passed).toBe(true);

    expect(await commits()).toBe(false);
  });

  it('is not earned by an outcome of a call that was never evaluated, nor by a second one', async () => {
    const { engine, bash, begin, run, commits } = agent();
    await engine.postAction(bash('npm test'), { status: 'ok' });
    expect(await commits()).toBe(false);

    const action = bash('npm test');
    const { end } = await begin(action);
    await end('error');
    await end('ok');
    expect(await commits()).toBe(false);
    await run('npm test');
    expect(await commits()).toBe(true);
  });

  it('is not earned by a call whose arguments are others when it ends', async () => {
    const { engine, bash, commits } = agent();
    const action = bash('npm test');
    await engine.evaluate(action);
    await engine.postAction({ ...action, payload: { command: 'true' } }, { status: 'ok' });

    expect(await commits()).toBe(false);
  });

  it('computes facts from others, and says which part is missing', async () => {
    const { run, commits } = agent(
      { tests_passing: tests, lint_clean: { earnedBy: { runs: 'lints' } }, quality: { allOf: ['tests_passing', 'lint_clean'] } },
      'quality',
    );
    await run('npm test');
    const evaluation = await run('git commit -m x');
    expect(evaluation.reason).toBe('`lint_clean` is not established');
    expect(evaluation.fix?.summary).toContain('run the linter');
    await run('npx eslint .');

    expect(await commits()).toBe(true);
  });

  it.each([
    ['npx eslint .', 'npx eslint .', true],
    ['npx eslint', 'npx eslint .', true],
    ['npx -y eslint .', 'npx -y eslint .', true],
    ['uv run ./check.sh', 'uv run ./check.sh', true],
    ['eslint .', 'npx eslint .', true],
    ['npx eslint .', 'eslint .', false],
    ['npx eslint .', 'npx eslint . --quiet; true', false],
    ['npx eslint .', 'npx eslint . | cat', false],
    ['npx eslint .', 'npx prettier --check .', false],
  ])('counts a program named together with its launcher: `%s` by `%s`', async (runs, command, isEarned) => {
    const { run, commits } = agent({ tests_passing: { earnedBy: { runs }, resetBy: sources } });
    await run(command);

    expect(await commits()).toBe(isEarned);
  });

  it('says why a program with its launcher did not earn the fact', async () => {
    const { run } = agent({ tests_passing: { earnedBy: { runs: 'npx eslint .' }, resetBy: sources } });
    await run('npx eslint . | cat');

    expect((await run('git commit -m x')).reason).toContain('`|`, which hides its status');
  });

  it('counts a program that the policy names word for word', async () => {
    const { run, commits } = agent({ tests_passing: { earnedBy: { runs: './check.sh' }, resetBy: sources } });
    await run('./check.sh --fast');
    expect(await commits()).toBe(false);
    await run('./check.sh');

    expect(await commits()).toBe(true);
  });

  it('waits for a human where only one may grant the fact', async () => {
    const { sessions, run, commits } = agent({ reviewed: { earnedBy: 'human' } }, 'reviewed');
    const evaluation = await run('git commit -m x');
    expect(evaluation.fix?.summary).toBe('ask a human to grant `reviewed`');
    await sessions.append('s', [{ type: 'fact', at: 0, name: 'reviewed', value: true }]);

    expect(await commits()).toBe(true);
  });

  it('leaves nothing behind of calls that are over', async () => {
    const { sessions, run } = agent();
    for (const status of ['ok', 'error', 'denied', 'cancelled'] as const) await run('npm test', status);

    expect(Object.keys((await sessions.load('s')).facts).filter(name => name.startsWith('@earning'))).toEqual([]);
  });

  it('counts a program only in the folder that the fact names', async () => {
    const { run, commits } = agent({ tests_passing: { ...tests, in: 'packages/api' } });
    await run('npm test');
    const evaluation = await run('git commit -m x');
    expect(evaluation.reason).toContain('in another folder');
    expect(evaluation.fix?.summary).toContain('run the tests in `packages/api`');
    await run('cd packages/api && npm test');

    expect(await commits()).toBe(true);
  });

  test.each([
    ['no pattern', undefined, 'ok', '3 passed', true],
    ['no pattern and an unknown end', undefined, 'unknown', '3 passed', false],
    ['what it printed and an unknown end', '[1-9]\\d* passed', 'unknown', { content: [{ text: '3 passed' }] }, true],
    ['another output', '[1-9]\\d* passed', 'unknown', '0 passed', false],
    ['another output of a call that succeeded', '[1-9]\\d* passed', 'ok', '0 passed', false],
    ['what a call printed that failed', '[1-9]\\d* passed', 'error', '3 passed', false],
  ] as const)('goes by the output where the policy asks for it: %s', async (_what, output, status, printed, wanted) => {
    const earnedBy = { runs: 'tests', ...(output !== undefined && { output }) };
    const { ends, commits } = agent({ tests_passing: { ...tests, earnedBy } });
    await ends('npm test', { status, output: printed });

    expect(await commits()).toBe(wanted);
  });

  it('holds only as long as its files are as they were, whatever changes them', async () => {
    const facts = { tests_passing: { earnedBy: { runs: 'tests' }, whileUnchanged: ['src/**', 'package.json'] } } as const;
    const { table, run, begin, bash, commits } = agent(facts);
    table['/w/src/a.ts'] = { text: 'one' };
    await run('npm test');
    expect(await commits()).toBe(true);
    table['/w/notes.txt'] = { text: 'not one of them' };
    expect(await commits()).toBe(true);

    table['/w/src/a.ts'] = { text: 'two' };
    const evaluation = await run('git commit -m x');
    expect(evaluation.reason).toBe('`tests_passing` is not established: files that it depends on have changed since');
    table['/w/src/a.ts'] = { text: 'one' };
    expect(await commits()).toBe(true);
    table['/w/src/new.ts'] = { text: '' };
    expect(await commits()).toBe(false);

    const running = await begin(bash('npm test'));
    table['/w/src/a.ts'] = { text: 'three' };
    await running.end();
    expect(await commits()).toBe(false);
  });

  it('belongs to one agent, or to all sessions of the project, where the policy sets it', async () => {
    const own = agent({ tests_passing: { ...tests, per: 'agent' } });
    await own.run('npm test', 'ok', { agentId: 'a' });
    expect((await own.run('git commit -m x', 'ok', { agentId: 'b' })).passed).toBe(false);
    expect((await own.run('git commit -m x', 'ok', { agentId: 'a' })).passed).toBe(true);

    const shared = agent({ tests_passing: { ...tests, per: 'project' } });
    await shared.run('npm test', 'ok', { sessionId: 'other' });
    expect(await shared.commits()).toBe(true);
    await shared.run('touch src/a.ts', 'ok', { sessionId: 'third' });
    expect(await shared.commits()).toBe(false);
  });

  it('is void for every agent when one of them changes what it rests on', async () => {
    const commitsAs = async (own: ReturnType<typeof agent>, agentId: string) =>
      (await own.run('git commit -m x', 'ok', { agentId })).passed;
    const facts = { tests_passing: { ...tests, per: 'agent' } } as const;

    const own = agent(facts);
    await own.run('npm test', 'ok', { agentId: 'a' });
    await own.run('touch src/a.ts', 'ok', { agentId: 'b' });
    expect(await commitsAs(own, 'a')).toBe(false);
    await own.run('npm test', 'ok', { agentId: 'a' });
    expect(await commitsAs(own, 'a')).toBe(true);

    const before = agent(facts);
    const { end } = await before.begin(before.bash('npm test', { agentId: 'a' }));
    await before.run('touch src/a.ts', 'ok', { agentId: 'b' });
    await end();
    expect(await commitsAs(before, 'a')).toBe(false);

    const within = agent(facts);
    const writing = await within.begin(within.bash('touch src/a.ts', { agentId: 'b' }));
    await within.run('npm test', 'ok', { agentId: 'a' });
    await writing.end();
    expect(await commitsAs(within, 'a')).toBe(false);
  });

  it('counts only in its session where sessions do not share it: what is left in the project is reset by nothing', async () => {
    const left = (facts?: Parameters<typeof agent>[0]) => {
      const { sessions, commits } = agent(facts);
      void sessions.append(PROJECT_SESSION, [{ type: 'fact', at: 1, name: 'tests_passing', value: { stamp: '', at: 1 } }]);
      return commits();
    };

    expect(await left()).toBe(false);
    expect(await left({ tests_passing: { ...tests, per: 'project' } })).toBe(true);
  });

  it('takes the state of the moment at which a human was asked, where the answer comes with the outcome', async () => {
    for (const changes of [true, false]) {
      const asks = When({ runs: 'tests' }, HumanApproval());
      const { engine, bash, run, commits } = agent(undefined, undefined, {}, [asks]);
      const call = bash('npm test');
      expect((await engine.evaluate(call, { prompt: () => undefined })).ruling).toBe('ask');
      if (changes) await run('touch src/a.ts');
      await engine.postAction(call, { status: 'ok', askedBy: 'runtime' });

      expect(await commits()).toBe(!changes);
    }
  });

  it('writes every fact that is established or made void into the trail, and nothing else that it keeps', async () => {
    const { audit, sessions, run } = agent();
    await run('npm test | tail');
    await run('npm test');
    await run('touch src/a.ts');
    await run('touch src/a.ts');

    const facts = audit.records.filter(({ type }) => type === 'fact');
    expect(facts).toMatchObject([
      { name: 'tests_passing', change: 'established', scope: 'session', callId: 'c1' },
      { name: 'tests_passing', change: 'void', scope: 'session', callId: 'c2' },
    ]);
    expect(heldFacts((await sessions.load('s')).facts)).toEqual({});
  });

  it('is seen by conditions as people know it, and nothing else is that nodes keep', async () => {
    const seen = When(celCondition('"tests_passing" in session.facts || size(session.facts) > 1'), HumanApproval());
    const { run } = agent(undefined, undefined, {}, [seen]);
    await run('npm test | tail');
    expect((await run('ls')).ruling).toBe('pass');
    await run('npm test');
    expect((await run('ls')).ruling).toBe('ask');
  });

  test.each([
    [{ a: { allOf: ['b'], per: 'project' }, b: { earnedBy: 'human' } }, '`per` means nothing for it'],
    [{ a: { allOf: ['b'], whileUnchanged: ['x'] }, b: { earnedBy: 'human' } }, '`while_unchanged` means nothing for it'],
    [{ a: { earnedBy: 'human', in: 'src' } }, 'granted by a human: `in` means nothing for it'],
    [{ a: { earnedBy: { runs: 'tests', output: '(' } } }, 'is not a pattern in RE2 syntax'],
    [{}, 'at least one fact'],
    [{ '@a': { earnedBy: 'human' } }, 'no name for a fact'],
    [{ a: {} }, 'needs one of'],
    [{ a: { allOf: ['b'] } }, 'which is not declared'],
    [{ a: { allOf: ['b'] }, b: { anyOf: ['a'] } }, 'rest on one another: `a`, `b`, `a`'],
  ] as const)('refuses %j', (facts, message) => {
    expect(() => Facts({ root: '/w', facts })).toThrow(message);
  });

  it('is a short form of governance.yaml, before everything else wherever it is', () => {
    const options = { registry: createRegistry(guardDefinitions), root: '/w', home: '/home/u', shortForms };
    const { data } = loadPolicy(
      'version: 1\ndefault: pass\npolicy:\n  when: { if: { runs: git commit }, then: { requires: tests_passing } }\nfacts:\n  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ["src/**"] } }\n',
      options,
    );

    expect(data.children?.map(({ kind }) => kind)).toEqual(['facts', 'when']);
  });

  it('refuses a requirement that is no fact of a policy which declares facts, with the nearest name', () => {
    const options = { registry: createRegistry(guardDefinitions), root: '/w', home: '/home/u', shortForms };
    const load = (fact: string, more: Partial<LoadOptions> = {}) =>
      loadPolicy(
        `version: 1\ndefault: pass\nfacts: { tests_passing: { earned_by: { runs: tests } } }\npolicy: { requires: ${fact} }\n`,
        { ...options, ...more },
      );

    expect(load('tests_passing').warnings).toEqual([]);
    expect(() => load('test_passing')).toThrow(
      'there is no fact `test_passing` among those that the policy declares, did you mean `tests_passing`? (unknown_fact)',
    );
    expect(() => load('signed', { host: { supplies: () => true, establishes: fact => fact === 'signed' } })).not.toThrow();
  });

  it.each([
    ['{ a: { all_of: [b] }, b: { any_of: [c] }, c: { all_of: [a] } }', '`a`, `b`, `c`, `a`'],
    ['{ z: { earned_by: human }, a: { all_of: [z, a] } }', '`a`, `a`'],
  ])('names the members of a cycle: %s', (facts, members) => {
    const options = { registry: createRegistry(guardDefinitions), root: '/w', home: '/home/u', shortForms };

    expect(() => loadPolicy(`version: 1\ndefault: pass\nfacts: ${facts}\npolicy: { requires: a }\n`, options)).toThrow(
      `facts rest on one another: ${members}`,
    );
  });
});
