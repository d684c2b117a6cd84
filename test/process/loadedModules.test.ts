import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, project } from '../support/cli.ts';

const REPORT = `process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify({
  builtin: process.moduleLoadList.filter(name => name.startsWith('NativeModule ')).map(name => name.slice(13)),
  files: Object.keys(require.cache),
})));`;

/** The modules of Node that cost more than a decision. */
const HEAVY =
  /^(?:crypto|internal\/crypto|http|internal\/deps\/undici|net$|stream$|internal\/streams\/(?!utils)|perf_hooks|worker_threads|child_process|sqlite|zlib|readline|internal\/tty|tty)/;

function loaded(
  tool_name: string,
  tool_input: object,
): { readonly builtin: readonly string[]; readonly files: readonly string[] } {
  const root = project(
    'version: 1\ndefault: pass\npolicy:\n  all:\n    - floor: {}\n    - self_protection: {}\n    - secret_paths: {}\n    - file_boundary: { allow: ["**"] }\n    - bash_safety: {}\n',
  );
  mkdirSync(join(root, '.licet'));
  const report = join(root, 'report.cjs');
  writeFileSync(report, REPORT);
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_name, tool_input });
  const run = () =>
    spawnSync(process.execPath, ['--require', report, BUNDLE, 'hook', 'claude-code', '--policy', join(root, 'governance.yaml')], {
      cwd: root,
      input,
      encoding: 'utf8',
    });
  run();
  const { stderr, stdout, status } = run();
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
  it('is its own bundle and nothing heavy for a file tool', () => {
    expect(loaded('Read', { file_path: 'src/a.ts' })).toEqual({ builtin: [], files: ['hook.cjs', 'licet.cjs'] });
  });

  it('is the analysers too for a command', () => {
    expect(loaded('Bash', { command: 'ls -la src | head' })).toEqual({
      builtin: [],
      files: ['hook.cjs', 'licet.cjs', 'shell.cjs', 'unbash.cjs'],
    });
  });
});
