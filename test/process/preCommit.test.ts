import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv, licet } from '../support/cli.ts';
import { runLean } from '../support/lean.ts';
import type { LeanEnd } from '../support/lean.ts';

/** The program from PyPI or the system: the one that `PRE_COMMIT` names, or the one on the path. */
const PRE_COMMIT = process.env['PRE_COMMIT'] ?? 'pre-commit';

const ENTRIES = new URL('../../.pre-commit-hooks.yaml', import.meta.url);

function isThere(): boolean {
  try {
    return runLean({ command: PRE_COMMIT, args: ['--version'] }).status === 0;
  } catch {
    return false;
  }
}

const missing = isThere() ? undefined : '`pre-commit` is not installed: `pip install pre-commit`, or name it in PRE_COMMIT';

/** A repository of a project that has installed licet. */
class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'licet-pre-commit-'));
  readonly #home = mkdtempSync(join(tmpdir(), 'licet-pre-commit-home-'));

  constructor() {
    const bin = join(this.root, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'licet'), `#!/bin/sh\nexec '${process.execPath}' '${BUNDLE}' "$@"\n`);
    chmodSync(join(bin, 'licet'), 0o755);
    writeFileSync(join(this.root, '.gitignore'), 'node_modules\n');
    writeFileSync(join(this.root, 'README.md'), 'readme\n');
    this.git('init', '--quiet');
  }

  git(...args: readonly string[]): LeanEnd {
    return this.run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
  }

  preCommit(...args: readonly string[]): LeanEnd {
    return this.run(PRE_COMMIT, [...args]);
  }

  run(command: string, args: readonly string[]): LeanEnd {
    return runLean({
      command,
      args,
      cwd: this.root,
      env: { ...humanEnv(), HOME: this.#home, PRE_COMMIT_HOME: join(this.#home, 'cache') },
    });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.root, name), text);
  }
}

describe.skipIf(missing !== undefined)(
  `the entries for pre-commit, run by it${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    /** The entries of this repository, in one that pre-commit can clone. */
    const entries = mkdtempSync(join(tmpdir(), 'licet-entries-'));
    beforeAll(() => {
      copyFileSync(ENTRIES, join(entries, '.pre-commit-hooks.yaml'));
      const git = (...args: readonly string[]): LeanEnd => runLean({ command: 'git', args, cwd: entries });
      git('init', '--quiet');
      git('add', '--all');
      git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'entries');
      git('tag', 'v1');
    });

    const configOf = (ids: readonly string[]): string =>
      `repos:\n  - repo: ${entries}\n    rev: v1\n    hooks: [${ids.map(id => `{ id: ${id} }`).join(', ')}]\n`;

    it('stop the commit of a policy that does not load, and let a good one through', () => {
      const project = new Project();
      project.write('.pre-commit-config.yaml', configOf(['licet-validate', 'licet-fmt', 'licet-diff']));
      project.write('governance.yaml', 'version: 1\ndefault: pass\npolcy: {}\n');
      project.git('add', '--all');
      expect(project.preCommit('install').status).toBe(0);
      const bad = project.git('commit', '--message', 'bad');

      expect(bad.status).not.toBe(0);
      expect(`${bad.stdout}${bad.stderr}`).toMatch(/licet validate\.+Failed[^]*did you mean `policy`/u);

      project.write('governance.yaml', 'version: 1\ndefault: pass\ninclude: [standard]\n');
      project.run(join(project.root, 'node_modules', '.bin', 'licet'), ['fmt']);
      project.git('add', '--all');
      project.git('commit', '--message', 'first', '--no-verify');
      project.write('governance.yaml', 'version: 1\n\ndefault: ask\n\ninclude: [standard]\n');
      project.run(join(project.root, 'node_modules', '.bin', 'licet'), ['fmt']);
      project.git('add', '--all');
      const good = project.git('commit', '--message', 'good');

      expect(`${good.stdout}${good.stderr}`).toMatch(/licet validate\.+Passed[^]*licet diff\.+Passed[^]*narrower/u);
      expect(good.status).toBe(0);
    });

    it('run nothing for a commit that leaves the policy alone', () => {
      const project = new Project();
      project.write('.pre-commit-config.yaml', configOf(['licet-validate']));
      project.git('add', '--all');
      const { status, stdout } = project.preCommit('run', '--all-files');

      expect(status).toBe(0);
      expect(stdout).toMatch(/licet validate\.+\(no files to check\)Skipped/u);
    });

    it('work as `licet init --pre-commit` writes them', () => {
      const project = new Project();
      expect(licet(project.root, ['init', '--pre-commit']).status).toBe(0);
      project.git('add', '--all');
      const { status, stdout } = project.preCommit('run', 'licet-validate', '--all-files');

      expect(stdout).toMatch(/licet validate\.+Passed/u);
      expect(status).toBe(0);
    });
  },
);
