import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, project } from '../support/cli.ts';

const REPORT = `process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify({
  builtin: process.moduleLoadList.filter(name => name.startsWith('NativeModule ')).map(name => name.slice(13)),
  files: Object.keys(require.cache),
})));`;

/** The modules of Node that cost more than a decision. */
const HEAVY =
  /^(?:crypto|internal\/crypto|http|internal\/deps\/undici|net$|stream$|internal\/streams\/(?!utils)|perf_hooks|worker_threads|child_process|sqlite|zlib|readline|internal\/tty|tty)/;

const NODES =
  '    - floor: {}\n    - self_protection: {}\n    - secret_paths: {}\n    - file_boundary: { allow: ["**"] }\n    - bash_safety: {}\n';

function loaded(
  tool_name: string,
  tool_input: object,
  { graphs = '', nodes = '', after }: { readonly graphs?: string; readonly nodes?: string; readonly after?: object } = {},
): { readonly builtin: readonly string[]; readonly files: readonly string[] } {
  const root = project(`version: 1\ndefault: pass\n${graphs}policy:\n  all:\n${NODES}${nodes}`);
  mkdirSync(join(root, '.licet'));
  const report = join(root, 'report.cjs');
  writeFileSync(report, REPORT);
  const call = { session_id: 's', cwd: root, tool_name, tool_input, tool_use_id: 'toolu_1' };
  const run = (event: object) =>
    spawnSync(process.execPath, ['--require', report, BUNDLE, 'hook', 'claude-code', '--policy', join(root, 'governance.yaml')], {
      cwd: root,
      input: JSON.stringify({ ...call, ...event }),
      encoding: 'utf8',
    });
  const before = { hook_event_name: 'PreToolUse' };
  run(before);
  const { stderr, stdout, status } = run(after ?? before);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '{}\n' });
  const { builtin, files } = JSON.parse(stderr) as { builtin: string[]; files: string[] };
  return {
    builtin: builtin.filter(name => HEAVY.test(name)),
    files: files
      .map(file => basename(file))
      .filter(name => name !== 'report.cjs')
      .sort(),
  };
}

describe('what a hook process loads, once the policy is kept', () => {
  // SQLite is built into Node and holds the lock of the trail: loading and opening it takes less than a millisecond.
  const builtin = ['sqlite'];

  it('is its own bundle and the lock of its trail for a file tool', () => {
    expect(loaded('Read', { file_path: 'src/a.ts' })).toEqual({ builtin, files: ['hook.cjs', 'licet.cjs'] });
  });

  it('is not what expands a pattern that the path has nothing to do with', () => {
    const nodes = '    - file_boundary: { deny: ["keys/{a,b\\\\,c}.wax"] }\n';

    expect(loaded('Read', { file_path: 'src/a.ts' }, { nodes }).files).toEqual(['hook.cjs', 'licet.cjs']);
    expect(loaded('Read', { file_path: 'src/keys/x.wax' }, { nodes }).files).toEqual(['hook.cjs', 'licet.cjs', 'minimatch.cjs']);
  });

  it('is the analysers too for a command', () => {
    expect(loaded('Bash', { command: 'ls -la src | head' })).toEqual({
      builtin,
      files: ['hook.cjs', 'licet.cjs', 'shell.cjs', 'unbash.cjs'],
    });
  });

  it('is the analysers of code only for a command that holds some', () => {
    expect(loaded('Bash', { command: "python3 -c 'import os; os.listdir()'" }).files).toEqual(
      expect.arrayContaining(['code.cjs', 'hook.cjs', 'licet.cjs', 'shell.cjs', 'unbash.cjs']),
    );
  });

  it('is what shapes outputs after a call that owes it, and not before', () => {
    const nodes = '    - redact_output: {}\n';
    const after = { hook_event_name: 'PostToolUse', tool_response: { type: 'text', file: { content: 'plain' } } };
    const read = { file_path: 'src/a.ts' };

    expect(loaded('Read', read, { nodes }).files).toEqual(['guards.cjs', 'hook.cjs', 'licet.cjs']);
    expect(loaded('Read', read, { after }).files).toEqual(['hook.cjs', 'licet.cjs']);
    expect(loaded('Read', read, { nodes, after }).files).toEqual([
      'guards.cjs',
      'hook.cjs',
      'licet.cjs',
      'seldom.cjs',
      'shaper.cjs',
    ]);
  });

  it.each([
    ['flow', 'flow: {}'],
    ['guards', 'budget: { max: 100 }'],
    ['capabilities', 'any: [{ file_boundary: { allow: ["**"] } }, { require_role: { roles: [dev] } }]'],
  ])('is the bundle `%s` only for a policy that names a guard of it', (bundle, node) => {
    const { files } = loaded('Read', { file_path: 'src/a.ts' }, { nodes: `    - ${node}\n` });

    expect(files.filter(name => ['flow.cjs', 'guards.cjs', 'capabilities.cjs'].includes(name))).toEqual([`${bundle}.cjs`]);
  });

  it('is nothing of grounding for a policy that declares a graph and does not ground', () => {
    const graphs = 'graphs: { main: { store: sqlite, seeds: [filesystem] } }\n';

    expect(loaded('Read', { file_path: 'src/a.ts' }, { graphs })).toEqual({
      builtin,
      files: ['hook.cjs', 'licet.cjs'],
    });
  });

  it('is the code of grounding and SQLite for a policy that grounds, and no other store', () => {
    const grounding = {
      graphs: 'graphs: { main: { store: sqlite, seeds: [filesystem] } }\n',
      nodes: '    - grounded: { graph: main }\n    - edge_policies: { graph: main }\n',
    };

    expect(loaded('Read', { file_path: 'src/a.ts' }, grounding)).toEqual({
      builtin: ['sqlite'],
      files: ['grounding.cjs', 'hook.cjs', 'licet.cjs'],
    });
  });

  it('is the driver of a server only where the graph is on one', () => {
    const memory = {
      graphs: 'graphs: { main: { store: memory, seeds: [filesystem] } }\n',
      nodes: '    - grounded: { graph: main }\n',
    };

    const { files } = loaded('Read', { file_path: 'src/a.ts' }, memory);

    expect(files).toEqual(['graphs.cjs', 'grounding.cjs', 'hook.cjs', 'licet.cjs']);
  });
});

describe('the entry of the program', () => {
  it('is small, since its code is never kept and every start compiles it', () => {
    expect(statSync(BUNDLE).size).toBeLessThan(24_000);
  });
});

describe('the bundle of the commands', () => {
  it('leaves the server and the analysis to separate bundles', () => {
    const holds = (bundle: string, text: string) => readFileSync(join(dirname(BUNDLE), bundle), 'utf8').includes(text);
    const ofServer = 'Licet decision server';
    const ofAnalysis = 'no case can be made of it';

    expect([holds('serve.cjs', ofServer), holds('main.cjs', ofServer)]).toEqual([true, false]);
    expect([holds('analysis.cjs', ofAnalysis), holds('main.cjs', ofAnalysis)]).toEqual([true, false]);
  });
});
