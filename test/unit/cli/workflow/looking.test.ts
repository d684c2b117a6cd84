import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openEngine } from 'licet/source/policy/openEngine.ts';
import { readPolicy } from 'licet/source/policy/readPolicy.ts';
import { status } from 'licet/source/commands/status.ts';
import { printContext } from 'licet/source/commands/context.ts';
import { permissions } from 'licet/source/commands/permissions.ts';
import { processScreen, watchSession } from 'licet/source/commands/watch.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const POLICY = `version: 1
default: pass
sessions: { store: sqlite }
audit: { store: sqlite }
facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**'] } }
  reviewed: { earned_by: human }
  ready: { all_of: [tests_passing, reviewed] }
  lint_clean: { earned_by: { runs: lints } }
policy:
  all:
    - self_protection: {}
    - file_boundary: { allow: ['src/**', CHANGELOG.md], deny: ['**/.env*'], unknown: pass }
    - budget: { max: 3, match: { runs: git push } }
    - obligation: { name: changelog, when: { effect: delete }, fulfilled_by: { writes: [CHANGELOG.md] }, deadline: { actions: 2 } }
    - when: { if: { runs: git commit }, then: { requires: tests_passing } }
    - when: { if: { runs: git push }, then: { requires: { all_of: [tests_passing, ready] } } }
    - when: { if: { runs: git tag }, then: { requires: { obligations: fulfilled } } }
`;

/** A project with a policy, and an agent that works in it. */
function project(text = POLICY) {
  const root = mkdtempSync(join(tmpdir(), 'licet-looking-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'a.ts'), 'one');
  writeFileSync(join(root, '.env'), 'KEY=1');
  const policy = join(root, 'governance.yaml');
  writeFileSync(policy, text);
  const said: string[] = [];
  const terminal = { print: (line: string) => void said.push(line), complain: () => undefined, hasColor: false };
  let calls = 0;
  const run = async (command: string) => {
    const { engine } = await openEngine(
      { kept: await readPolicy(policy, false), file: policy },
      { records: true, livesOn: true },
    );
    const action = { kind: 'bash', tool: 'Bash', cwd: root, sessionId: 's1', callId: `c${calls++}`, payload: { command } };
    const evaluation = await engine.evaluate(action);
    if (evaluation.passed) await engine.postAction(action, { status: 'ok' });
    return evaluation;
  };
  const stateOf = (): string => readFileSync(join(root, '.licet', 'state.db')).toString('base64');
  return { root, policy, said, terminal, run, stateOf };
}

describe('licet permissions', () => {
  it('says for the entries of the project, the paths of the policy and commands what is ruled, and why', async () => {
    const { policy, said, terminal, root } = project();
    expect(await permissions([], { policy }, terminal)).toBe(0);
    const text = said.join('\n');

    expect(text).toMatch(/^src\/ +pass +pass +pass$/mu);
    expect(text).toMatch(/^\.env +block +block +block +`\.env` is off limits$/mu);
    expect(text).toMatch(/^governance\.yaml +pass +block +block/mu);
    expect(text).toMatch(/^CHANGELOG\.md +pass +pass +pass$/mu);
    expect(text).toMatch(/^git commit +block +`tests_passing` is not established$/mu);
    expect(text).toMatch(/^npm test +pass$/mu);
    expect(text).toMatch(/^tests_passing +- +run the tests as a separate call/mu);
    expect(readdirSync(root).sort()).toEqual(['.env', 'governance.yaml', 'src']);
  });

  it('sees the session that is named, and changes nothing of it, however often it is asked', async () => {
    const { policy, said, terminal, run, stateOf } = project();
    await run('npm test');
    await run('rm src/a.ts');
    await run('npm test');
    const before = stateOf();
    for (let times = 0; times < 5; times++)
      await permissions([], { policy, session: 's1', command: ['git commit', 'git push'], json: true }, terminal);
    expect(stateOf()).toBe(before);

    const found = JSON.parse(said.at(-1) ?? '') as {
      commands: { command: string; ruling: string }[];
      standing: { obligations: object[] };
    };
    expect(found.commands.map(({ command, ruling }) => [command, ruling])).toEqual([
      ['git commit', 'pass'],
      ['git push', 'block'],
    ]);
    expect(found.standing.obligations).toMatchObject([{ name: 'changelog' }]);
  });

  it('refuses an empty path or command', async () => {
    const { policy, terminal } = project();
    await expect(permissions([''], { policy }, terminal)).rejects.toThrow('found an empty text');
  });
});

describe('licet status --graph', () => {
  it('draws gates, facts and obligations as they stand, as text', async () => {
    const { policy, said, terminal, run } = project();
    await run('npm test');
    expect(await status({ policy, graph: true }, terminal)).toBe(0);
    expect(said.join('\n')).toBe(`session s1

gates
  [x] git commit
      └─ [x] tests_passing  earned by tests
  [ ] git push
      ├─ [x] tests_passing  earned by tests
      └─ [ ] ready  all of
         ├─ [x] tests_passing  earned by tests
         └─ [ ] reviewed  ask a human to grant \`reviewed\`
  [x] git tag
      └─ obligations: fulfilled

facts that no gate asks for
  [ ] lint_clean  run the linter as a separate call, with nothing after it, and
      try again when it has succeeded

obligations
  [x] changelog  when effect: delete  nothing is open`);

    said.length = 0;
    await run('rm src/a.ts');
    for (let times = 0; times < 3; times++) await run('ls');
    await status({ policy, graph: true, session: 's1' }, terminal);
    expect(said.join('\n')).toContain('[ ] git tag');
    expect(said.join('\n')).toContain('[!] changelog  when effect: delete  late: change `CHANGELOG.md`');
  });

  it('draws the same as SVG, DOT and JSON', async () => {
    const { policy, said, terminal } = project();
    for (const graph of ['svg', 'dot', 'json'] as const) await status({ policy, graph }, terminal);

    expect(said[0]).toMatch(/<svg[\s\S]+git commit[\s\S]+closed[\s\S]+<\/svg>$/u);
    expect(said[1]).toContain('"fact tests_passing" -> "gate 0"');
    expect(JSON.parse(said[2] ?? '')).toMatchObject({ session: 'new', gates: [{ what: 'git commit', isOpen: false }, {}, {}] });
  });

  it('tells that there is nothing to draw', async () => {
    const { policy, said, terminal } = project('version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    await status({ policy, graph: 'text' }, terminal);
    expect(said.join('\n')).toContain('no gates, facts or obligations');
  });
});

describe('licet watch', () => {
  it('shows what is stopped and established as it comes, and counts what passes', async () => {
    const { policy, run, terminal } = project();
    await run('ls');
    const [lines, counters]: [string[], string[]] = [[], []];
    const stop = new AbortController();
    const screen = { line: (text: string) => void lines.push(text), counters: (text: string) => void counters.push(text) };
    const watching = watchSession({ policy }, terminal, screen, stop.signal);
    await expect.poll(() => counters.at(-1), { timeout: 20_000 }).toBe('1 passed, 0 stopped · facts 0 of 4');
    await run('git commit -m x');
    await run('npm test');
    await run('rm src/a.ts');

    await expect.poll(() => counters.at(-1), { timeout: 20_000 }).toBe('3 passed, 1 stopped · facts 0 of 4 · to do: changelog');
    stop.abort();
    expect(await watching).toBe(0);
    const text = lines.join('\n');
    expect(text).toContain('block  Bash git commit -m x  `tests_passing` is not established (requires, governance.yaml:16)');
    expect(text).toContain('fact  tests_passing established');
    expect(text).toContain('fact  tests_passing void');
    expect(text).not.toContain('npm test');
  });

  it('writes lines where no terminal is, and keeps the counters below them where one is', () => {
    const said: string[] = [];
    const terminal = { print: (text: string) => void said.push(text), complain: () => undefined, hasColor: false };
    const screen = processScreen(terminal, { isTTY: false } as never);
    screen.line('one');
    screen.counters('1 passed');
    expect(said).toEqual(['one', '1 passed']);
  });
});

it('licet context tells the status of the session that is named', async () => {
  const { policy, said, terminal, run } = project();
  await run('npm test');
  await printContext({ policy, session: 's1' }, terminal);
  expect(said.join('\n')).toContain('- tests_passing: holds');
});
