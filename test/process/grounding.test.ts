import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { cacheFile } from 'licet/source/policy/cache.ts';
import { describe, expect, it } from 'vitest';

import pkg from '../../packages/cli/package.json' with { type: 'json' };

import { BUNDLE, command as licet, licet as ownProcess, TEST_HOME, project } from '../support/cli.ts';
import { GROUNDED_PROJECTS, groundedPolicy } from '../support/groundedProjects.ts';

const SEEDED = groundedPolicy('{ store: sqlite, seeds: [filesystem] }');

const event = (root: string, command: string, more: object = {}): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: root,
    tool_use_id: 'toolu_1',
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  });

const args = (root: string): string[] => ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')];

function hook(root: string, command: string, more: object = {}, start = licet): HookReply['hookSpecificOutput'] {
  const { status, stdout } = start(root, args(root), event(root, command, more));
  expect(status).toBe(0);
  return (JSON.parse(stdout) as HookReply).hookSpecificOutput;
}

const json = (root: string, ...words: string[]): unknown => JSON.parse(licet(root, words).stdout);

function policyWith(main: string, node: string): string {
  return project(`version: 1\ndefault: pass\ngraphs:\n  main: ${main}\npolicy:\n  ${node}\n`);
}

describe('a fresh graph', () => {
  it('is filled once, however many processes meet it first', async () => {
    const root = project(SEEDED);

    const replies = await Promise.all(
      Array.from(
        { length: 8 },
        () =>
          new Promise<string>(resolve => {
            const child = spawn(process.execPath, [BUNDLE, ...args(root)], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
            let said = '';
            child.stdout.on('data', part => (said += String(part)));
            child.on('close', () => resolve(said));
            child.stdin.end(event(root, 'cat notes.txt'));
          }),
      ),
    );

    expect(new Set(replies)).toEqual(new Set(['{}\n']));
    const graph = sqliteGraph(join(root, '.licet', 'concepts.db'), { open: builtinSqlite });
    expect([graph.snapshot().version, graph.snapshot().size]).toEqual(['1', 28]);
    graph.close();
    expect(readdirSync(join(root, '.licet')).filter(name => name.includes('.part'))).toEqual([]);
  });

  it('is filled where there is an empty file, or an empty graph', () => {
    const [empty, bare] = [project(SEEDED), project(SEEDED)];
    for (const root of [empty, bare]) mkdirSync(join(root, '.licet'));
    writeFileSync(join(empty, '.licet', 'concepts.db'), '');
    sqliteGraph(join(bare, '.licet', 'concepts.db'), { open: builtinSqlite }).close();

    expect([hook(empty, 'cat a'), hook(bare, 'cat a'), hook(bare, 'cat a')]).toEqual([undefined, undefined, undefined]);
  });

  it('is filled before a person teaches it anything', () => {
    const root = project(SEEDED);

    expect(licet(root, ['concepts', 'add', 'rocket', '--depth', 'D1', '--set', 'is=fast'])).toMatchObject({
      status: 0,
      stderr: '',
    });

    expect(json(root, 'concepts', 'list', '--json')).toHaveLength(29);
    expect(hook(root, 'cat a')).toBeUndefined();
  });

  it('is not filled again when somebody has emptied it', () => {
    const root = project(SEEDED);
    hook(root, 'cat a');
    const graph = sqliteGraph(join(root, '.licet', 'concepts.db'), { open: builtinSqlite });
    graph.clear();
    graph.close();

    expect(hook(root, 'cat a')?.permissionDecisionReason).toContain("'read' is not in the knowledge graph");
  });

  it('is judged as it would be filled by commands that only ask, which write nothing', () => {
    const root = project(SEEDED);

    expect(licet(root, ['check', '--command', 'cat a']).status).toBe(0);
    expect(licet(root, ['check', '--command', "psql -c 'select 1'"]).status).toBe(2);
    expect(licet(root, ['explain', '--command', 'cat a']).stdout).toContain('✓ grounded');
    expect(licet(root, ['validate', '--graphs']).stdout).toContain('28 concepts, 1 policy, 0 orphans');
    expect(readdirSync(root)).toEqual(['governance.yaml']);
  });
});

describe('the start of a session', () => {
  it('tells the model which concepts the graph knows, acts first', () => {
    const root = project(SEEDED);

    const said = started(root);

    expect(said).toContain('You may act on what the knowledge graph `main` knows: acts: configure, copy, create, delete');
    expect(said).toContain('objects: configuration, directory');
    expect(said).toContain('Only the user can teach it more.');
  });

  it('says that a graph cannot be read, and still tells the rules', () => {
    const said = started(GROUNDED_PROJECTS['broken']?.() ?? '');

    expect(said).toContain('Licet checks each tool call');
    expect(said).toContain('The knowledge graph `main` cannot be read');
  });
});

function started(root: string): string {
  const input = { session_id: 's', cwd: root, hook_event_name: 'SessionStart', source: 'startup' };
  return licet(root, ['hook', 'claude-code'], JSON.stringify(input)).stdout;
}

describe('a graph that learns', () => {
  it('lets the next call pass once a person has taught it', () => {
    const root = project(SEEDED);
    expect(hook(root, "psql -c 'select 1'")?.permissionDecision).toBe('deny');

    const said = [
      ['add', 'database', '--depth', 'D1', '--set', 'is=tables that a server keeps'],
      ['link', 'read', 'APPLIES_TO', 'database', '--depth', 'D2', '--target-depth', 'D1'],
    ].map(words => licet(root, ['concepts', ...words]).status);

    expect(said).toEqual([0, 0]);
    expect(hook(root, "psql -c 'select 1'")).toBeUndefined();
  });

  it('keeps what a failure suggests for a person, from another process', () => {
    const root = project(SEEDED);
    expect(hook(root, 'cat a')).toBeUndefined();
    const failed = { hook_event_name: 'PostToolUseFailure', error: 'Exit code 127\nsh: 1: cat: command not found' };

    expect(hook(root, 'cat a', failed)).toBeUndefined();

    expect(json(root, 'concepts', 'pending', '--json')).toMatchObject([{ source: 'read', cause: 'missing_dependency' }]);
  });
});

describe('commands on a policy that grounds', () => {
  it('give the gaps and what was relied on', () => {
    const root = project(SEEDED);

    expect(json(root, 'check', '--json', '--command', 'rm a')).toMatchObject({
      ruling: 'pass',
      gaps: [],
      groundings: [
        { grounded: true, resolved: ['delete', 'file'], pathway: expect.arrayContaining(['delete APPLIES_TO file@D2']) },
      ],
    });
    expect(json(root, 'check', '--json', '--command', "psql -c 'select 1'")).toMatchObject({
      ruling: 'block',
      gaps: [{ kind: 'existence', concept: 'database' }],
      groundings: [{ grounded: false, resolved: ['read', 'database'] }],
    });
    expect(licet(root, ['explain', '--command', "psql -c 'select 1'"]).stdout).toContain(
      "⚠ EXISTENCE: 'database' is not in the knowledge graph",
    );
  });

  it('give each action of a stream its own', () => {
    const root = project(SEEDED);
    const lines = ['cat a', "psql -c 'select 1'", 'ls'].map(command => JSON.stringify({ kind: 'bash', payload: { command } }));

    const { stdout } = licet(root, ['check', '--batch'], lines.join('\n'));

    const groundings = stdout
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { groundings: { resolved: string[] }[] }).groundings.map(({ resolved }) => resolved));
    expect(groundings).toEqual([[['read', 'file']], [['read', 'database']], [['list', 'directory']]]);
  });

  it('draw it, and check it, where its server is away', () => {
    const nodes = 'all: [{ self_protection: {} }, { grounded: { graph: main, min_depth: D3 } }]';
    const root = policyWith('{ store: neo4j, uri: "bolt://127.0.0.1:1" }', nodes);

    expect(licet(root, ['validate'])).toMatchObject({ status: 0, stderr: '' });
    expect(licet(root, ['graph'])).toMatchObject({ status: 0, stdout: expect.stringContaining('grounded') });
    expect(json(root, 'validate', '--graphs', '--json')).toMatchObject({
      valid: true,
      graphs: [{ name: 'main', store: 'neo4j', error: expect.stringContaining('`NEO4J_PASSWORD`') }],
    });
    expect(licet(root, ['validate', '--graphs']).status).toBe(3);
    expect(licet(root, ['check', '--command', 'cat a'])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('the variable `NEO4J_PASSWORD`'),
    });
  });

  it('say in doctor what is in the graphs, and fail where one does not open', () => {
    const [well, broken] = [project(SEEDED), GROUNDED_PROJECTS['broken']?.() ?? ''];
    const finding = (root: string): unknown =>
      (json(root, 'doctor', '--json') as { findings: { name: string }[] }).findings.find(({ name }) => name.includes('graph'));

    expect(finding(well)).toMatchObject({ ok: true, detail: expect.stringContaining('28 concepts') });
    expect(finding(broken)).toMatchObject({ ok: false, detail: expect.stringContaining('graph_corrupt') });
    expect(licet(broken, ['doctor']).status).toBe(2);
  });

  it('name the policies that are never asked, or whose callback is missing', () => {
    const root = GROUNDED_PROJECTS['unprovided']?.() ?? '';

    expect(licet(root, ['validate', '--graphs']).stdout).toContain(
      '28 concepts, 2 policies, 1 orphan: Guarded: there is no callback `protect`',
    );
  });
});

describe('what a policy refers to', () => {
  it('must be declared, and is warned of when it is not used', () => {
    const misspelt = policyWith('{ store: memory }', 'grounded: { graph: maim }');
    const unused = policyWith('{ store: memory }', 'self_protection: {}');

    expect(json(misspelt, 'validate', '--json')).toMatchObject({
      valid: false,
      issues: [{ code: 'unknown_reference', line: 6, column: 22, suggestion: 'main' }],
    });
    expect(json(unused, 'validate', '--json')).toMatchObject({
      valid: true,
      warnings: [{ code: 'unused_graph', line: 4, column: 3 }],
    });
  });

  it('should lie where the agent cannot change it', () => {
    const warned = (more: string, path: string): unknown =>
      (
        json(
          policyWith(
            `{ store: sqlite, path: ${path}, seeds: [filesystem, ${path}.json] }`,
            `all: [{ grounded: { graph: main } }, ${more === '' ? '{ self_protection: {} }' : more}]`,
          ),
          'validate',
          '--json',
        ) as { warnings: { code: string; line: number; column: number }[] }
      ).warnings.map(({ code, line, column }) => `${code}@${line}:${column}`);

    expect(warned('', 'concepts.db')).toEqual(['unprotected_file@4:32', 'unprotected_file@4:65']);
    expect(warned('', '.licet/concepts.db')).toEqual([]);
    expect(warned('{ self_protection: { paths: [concepts.db, "x/**"] } }', 'concepts.db')).toEqual(['unprotected_file@4:65']);
    expect(warned('{ self_protection: { paths: ["know/**"] } }', 'know/concepts.db')).toEqual([]);
  });

  it('must be a module of callbacks that exists', () => {
    const root = policyWith('{ store: memory }', 'edge_policies: { graph: main, registry: callbacks.mjs }');

    const { issues } = json(root, 'validate', '--json') as { issues: { message: string }[] };

    expect(issues).toMatchObject([{ code: 'unknown_reference', line: 6, column: 43 }]);
    expect(issues[0]?.message).toContain('found no file');
  });

  it.each([
    ['does not parse', 'export default {', 'found none'],
    ['throws', 'throw new Error("broken on purpose")', 'broken on purpose'],
    ['awaits', 'await 1;\nexport default { a() {} };', 'it awaits something'],
    ['exports nothing', 'export const a = 1;', 'found an object that holds something else'],
    ['exports no functions', 'export default { a: 1 };', 'an object that holds something else'],
    ['exports an empty object', 'export default {};', 'an empty object'],
    ['exports a list', 'export default [];', 'a list'],
    ['exports a text', 'export default "os.system";', 'a string'],
  ])('must be a module of callbacks: one that %s stops what needs it, and `validate` does not run it', (_what, text, reason) => {
    const root = GROUNDED_PROJECTS['calling']?.() ?? '';
    writeFileSync(join(root, '.licet', 'callbacks.mjs'), text);

    expect(json(root, 'validate', '--json')).toMatchObject({ valid: true });
    expect(hook(root, 'rm a.txt')).toMatchObject({
      permissionDecision: 'deny',
      additionalContext: expect.stringContaining(reason),
    });
  });

  it('is not run by commands that only look, as long as no person has accepted it', () => {
    const root = GROUNDED_PROJECTS['calling']?.() ?? '';
    const trace = join(root, 'ran');
    writeFileSync(
      join(root, '.licet', 'callbacks.mjs'),
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace)}, '');\nexport default { a() {} };\n`,
    );

    for (const words of [['validate'], ['validate', '--graphs'], ['status'], ['doctor'], ['graph'], ['fmt', '--check']])
      licet(root, words);

    expect(existsSync(trace)).toBe(false);
  });

  it('may be a registry of the library', () => {
    const root = GROUNDED_PROJECTS['calling']?.() ?? '';
    writeFileSync(
      join(root, '.licet', 'callbacks.mjs'),
      `export default {
        callback: () => () => ({ passed: false, message: 'Not today.' }),
        placements: () => [],
        orphans: () => [],
        freeze() {},
        size: 0,
      };`,
    );

    expect(hook(root, 'rm a.txt')?.permissionDecisionReason).toContain('Not today.');
  });

  it('blocks when it is gone after the policy was kept', () => {
    const root = GROUNDED_PROJECTS['calling']?.() ?? '';
    expect(hook(root, 'rm a.txt')).toBeUndefined();
    expect(existsSync(cacheFile(join(root, 'governance.yaml'), 'disk', pkg.version, TEST_HOME))).toBe(true);

    rmSync(join(root, '.licet', 'callbacks.mjs'));

    // What a process has imported once it has for good.
    expect(hook(root, 'rm a.txt', {}, ownProcess)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('store_unavailable'),
      additionalContext: expect.stringContaining('callbacks.mjs'),
    });
  });

  it('leaves the evidence in the audit trail, and the declaration in what was called', () => {
    const root = project(SEEDED);
    hook(root, '# vre: read, file\ncat a');

    const { audit, close } = sqliteState(join(root, '.licet', 'state.db'), { readOnly: true });
    const [first] = audit.read();
    close();
    expect(first?.record).toMatchObject({
      ruling: 'pass',
      payload: { command: '# vre: read, file\ncat a' },
      evidence: expect.arrayContaining([
        {
          guard: 'grounded',
          evidence: expect.objectContaining({ concepts: ['read', 'file', 'read', 'file'], graphVersion: '1' }),
        },
      ]),
    });
  });
});
