import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { All, createRegistry } from '@licet/core';
import { FileBoundary, SecretPaths, SelfProtection, guardDefinitions } from '@licet/guards';
import { openSnapshots, planSandbox, prepareSandbox } from '@licet/sandbox';
import type { PreparedSandbox } from '@licet/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';

import { keptFiles } from '../../../packages/cli/src/sandbox/keptFiles.ts';

const FILES = [
  'README.md',
  'src/app.ts',
  'src/deep/lib.ts',
  'src/.env',
  'keys/tls.pem',
  '.claude/settings.json',
  '.claude/notes/plan.md',
  '.github/workflows/ci.yml',
  'fixed/file',
  'private/file',
  'node_modules/left-pad/index.js',
  'sub/target/out.o',
  'sub/target.txt',
  '.licet/state.db',
  'governance.yaml',
];

/** A project with everything that snapshots treat in a special way. */
function project(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-prepared-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  spawnSync('git', ['init', '-q'], { cwd: root });
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  symlinkSync('src', join(root, 'link-to-folder'));
  symlinkSync('src/.env', join(root, 'link-to-secret'));
  linkSync(join(root, 'keys/tls.pem'), join(root, 'src/other-name'));
  return root;
}

function prepared(root: string, allow: readonly string[] = ['**']) {
  const boundary = FileBoundary({ allow, deny: ['private/'], readOnly: ['fixed/'], root });
  const policy = All(SelfProtection({ root }), SecretPaths({ root }), boundary);
  const plan = planSandbox({ policy, registry: createRegistry(guardDefinitions), root, home: join(root, '..', 'no-home') });
  const sandbox: PreparedSandbox = prepareSandbox(plan, { gitWrites: false });
  return keptFiles(plan, sandbox);
}

describe('the files that a walk counts for a snapshot', () => {
  it('are exactly those that git puts into it', async () => {
    const root = project();
    const folder = mkdtempSync(join(tmpdir(), 'licet-store-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const now = prepared(root);
    await openSnapshots(root, folder).take('test', now);
    const { stdout } = spawnSync('git', ['--git-dir', join(folder, 'files.git'), 'ls-files'], { encoding: 'utf8' });
    const held = stdout.trim().split('\n');

    expect(held).toEqual(expect.arrayContaining(['README.md', 'src/deep/lib.ts', 'link-to-folder', 'sub/target.txt']));
    expect(held.filter(name => /other-name|tls|\.env|\.claude|fixed|private|governance|out\.o/u.test(name))).toEqual([]);
    expect(now.count).toBe(held.length);
  });

  it('are none of a repository inside of the project, whose settings can name a program to be started', async () => {
    const root = project();
    const folder = mkdtempSync(join(tmpdir(), 'licet-store-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [inner, started] = [join(root, 'inner'), join(folder, 'started')];
    mkdirSync(inner);
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: inner }).status;
    writeFileSync(join(inner, 'file'), 'before');
    expect([git('init'), git('add', '.'), git('commit', '-m', 'x')]).toEqual([0, 0, 0]);
    writeFileSync(join(inner, '.git/info/attributes'), '* filter=x\n');
    git('config', 'filter.x.clean', `touch ${started}; cat`);
    const snapshots = openSnapshots(root, folder);
    const take = () => snapshots.take('test', prepared(root), snapshots.compare());
    const { id } = await take();
    writeFileSync(join(inner, 'file'), 'beFORE');
    writeFileSync(join(root, 'new.txt'), 'new');
    await take();
    await take();
    snapshots.restore(id);

    expect(existsSync(started)).toBe(false);
    git('status');
    expect(existsSync(started)).toBe(true);
  });

  it('are not known where the policy shows only parts of the project', () => {
    const root = project();
    const policy = All(FileBoundary({ allow: ['src/**'], read: ['src/**'], root }));
    const plan = planSandbox({ policy, registry: createRegistry(guardDefinitions), root, home: join(root, '..', 'no-home') });

    expect(plan.read).not.toContain(root);
    expect(prepareSandbox(plan, { gitWrites: false }).files).toBeUndefined();
  });
});
