import fs, { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { isHeldByGit, isKnownToGit } from '../../../../packages/effects/src/places/gitIndex.ts';
import { runLean } from '../../../support/lean.ts';

function repository(): {
  root: string;
  git: (...args: readonly string[]) => string;
  put: (name: string, text: string) => string;
} {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-index-')));
  const git = (...args: readonly string[]): string => {
    const words = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args];
    const { status, stdout, stderr } = runLean({ command: 'git', args: words, cwd: root });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const put = (name: string, text: string): string => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
    return join(root, name);
  };
  git('init', '--quiet');
  return { root, git, put };
}

const held = (...paths: readonly string[]): boolean => isHeldByGit(paths, fs);

describe('what git holds', () => {
  it.each(['2', '3', '4'])('is a file whose content is in the index (version %s), wherever it lies', version => {
    const { git, put } = repository();
    const names = ['a', 'a.txt', 'src/a.ts', 'src/deep/er/b.ts', `${'long/'.repeat(60)}name`, 'src/übung.ts', 'z'];
    const paths = names.map(name => put(name, `text of ${name}`));
    git('add', '.');
    git('update-index', '--index-version', version);
    if (version === '3') git('update-index', '--skip-worktree', 'a.txt');

    expect(paths.map(path => held(path))).toEqual(names.map(() => true));
    expect(held(...paths)).toBe(true);
  });

  it('is known by its name, whatever it says now, unless nothing of it was added', () => {
    const { git, put } = repository();
    const [a, empty, meant, other] = ['a', 'empty', 'meant', 'other'].map(name => put(name, name === 'empty' ? '' : name));
    git('add', 'a', 'empty');
    git('add', '--intent-to-add', 'meant');
    put('a', 'something else');

    expect([a, empty, meant, other].map(path => isKnownToGit([path ?? ''], fs))).toEqual([true, false, false, false]);
  });

  it('comes back from git when it is gone', () => {
    const { git, put, root } = repository();
    const path = put('a.ts', 'text');
    git('add', '.');
    git('commit', '--quiet', '--message', 'begin');

    expect(held(path)).toBe(true);
    fs.rmSync(path);
    git('restore', 'a.ts');
    expect(fs.readFileSync(join(root, 'a.ts'), 'utf8')).toBe('text');
  });

  it('is nothing that was changed since, is new, is ignored, or is only meant to be added', () => {
    const { git, put } = repository();
    const changed = put('changed', 'one');
    git('add', '.');
    put('changed', 'two');
    const fresh = put('fresh', 'new');
    git('add', '--intent-to-add', 'fresh');

    expect(held(changed)).toBe(false);
    expect(held(fresh)).toBe(false);
    expect(held(put('other', 'x'))).toBe(false);
  });

  it('is no link, no folder, and nothing outside of a repository', () => {
    const { git, put, root } = repository();
    put('a', 'one');
    symlinkSync('a', join(root, 'link'));
    git('add', '.');

    expect(held(join(root, 'link'))).toBe(false);
    expect(held(root)).toBe(false);
    expect(held()).toBe(false);
    const outside = join(mkdtempSync(join(tmpdir(), 'licet-none-')), 'a');
    writeFileSync(outside, 'one');
    expect(held(outside)).toBe(false);
  });

  it('is a file of a worktree, by the index of that worktree', () => {
    const { git, put, root } = repository();
    put('a', 'one');
    git('add', '.');
    git('commit', '--quiet', '--message', 'begin');
    const tree = join(root, '..', `${root.slice(root.lastIndexOf('/') + 1)}-tree`);
    git('worktree', 'add', '--quiet', tree);

    expect(held(join(realpathSync(tree), 'a'))).toBe(true);
    writeFileSync(join(tree, 'a'), 'two');
    expect(held(join(realpathSync(tree), 'a'))).toBe(false);
  });
});
