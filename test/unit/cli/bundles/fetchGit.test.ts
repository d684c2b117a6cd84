import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fetchGit } from 'licet/source/bundles/fetchGit.ts';
import { afterAll, describe, expect, it } from 'vitest';

import { bundleOf, pullingMachine, signed } from './support.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-git-test-'));
afterAll(() => rmSync(world, { recursive: true, force: true }));

const good = signed(bundleOf());
const next = signed(bundleOf({ version: 8 }, 'make deploy, make publish'));

/** A repository with one branch. */
function repository() {
  const folder = mkdtempSync(join(world, 'repository-'));
  const env = { PATH: process.env['PATH'], HOME: world, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  const commit = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'change');
  };
  return { folder, git, commit, url: `git+file://${folder}` };
}

describe('a bundle in a git repository', () => {
  it('is put into effect, and fetched again only when the branch names another commit', async () => {
    const { commit, url } = repository();
    commit({ 'acme.bundle.json': good });
    const machine = pullingMachine(world, `${url}#main`);
    expect(await machine.pull()).toMatchObject({ state: 'installed', version: 7 });
    expect(await machine.pull()).toEqual({ state: 'current', version: 7 });
    commit({ 'acme.bundle.json': next });
    expect(await machine.pull()).toMatchObject({ state: 'installed', version: 8 });
    expect(machine.inEffect()).toContain('make publish');
  });

  it('may lie under any path, at a branch, at a tag, or at the head', async () => {
    const { commit, git, url } = repository();
    commit({ 'other.json': good });
    git('tag', '--annotate', 'v1', '--message', 'first');
    git('branch', 'release/one');
    for (const ref of ['#main', '#v1', '#release/one', '#refs/tags/v1', '#HEAD'])
      expect((await fetchGit(`${url}${ref}:other.json`, 'acme', undefined)).text).toBe(good);
    const { etag } = await fetchGit(`${url}#v1:other.json`, 'acme', undefined);
    expect(await fetchGit(`${url}#v1:other.json`, 'acme', etag)).toEqual({});
    commit({ 'acme.bundle.json': next });
    expect((await fetchGit(url, 'acme', undefined)).text).toBe(next);
  });

  it('is refused where it was tampered with or rolled back, or is gone, and the last good one stays', async () => {
    const { commit, git, folder, url } = repository();
    commit({ 'acme.bundle.json': good });
    const machine = pullingMachine(world, `${url}#main`);
    await machine.pull();
    const before = machine.inEffect();
    const refused = async (why: RegExp): Promise<void> => {
      await expect(machine.pull()).rejects.toThrow(why);
      expect(machine.inEffect()).toBe(before);
    };
    commit({ 'acme.bundle.json': next.replace('"sig":"', '"sig":"AAAA') });
    await refused(/signatures of 2/u);
    commit({ 'acme.bundle.json': signed(bundleOf({ version: 6 })) });
    await refused(/older than 7/u);
    commit({ 'acme.bundle.json': 'x'.repeat(9 << 20) });
    await refused(/is larger than 8388608 bytes/u);
    rmSync(join(folder, 'acme.bundle.json'));
    symlinkSync('/etc/passwd', join(folder, 'acme.bundle.json'));
    commit({});
    await refused(/refused/u);
    rmSync(join(folder, 'acme.bundle.json'));
    commit({ other: '' });
    await refused(/cannot be fetched/u);
    git('branch', '--move', 'main', 'elsewhere');
    await refused(/there is no branch or tag `main`/u);
    rmSync(folder, { recursive: true });
    await refused(/cannot be fetched/u);
  });

  it('asks which one where a branch and a tag have one name', async () => {
    const { commit, git, url } = repository();
    commit({ 'acme.bundle.json': good });
    git('tag', 'main');
    await expect(fetchGit(`${url}#main`, 'acme', undefined)).rejects.toThrow('write `refs/heads/main` or `refs/tags/main`');
    expect((await fetchGit(`${url}#refs/heads/main`, 'acme', undefined)).text).toBe(good);
  });

  it('runs nothing that the repository, the user or the environment names', async () => {
    const { commit, git, folder, url } = repository();
    const mark = join(world, 'ran');
    const program = join(world, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(program, 0o755);
    git('config', 'filter.run.smudge', program);
    git('config', 'uploadpack.packObjectsHook', program);
    for (const hook of ['post-checkout', 'reference-transaction', 'pre-auto-gc', 'post-merge'])
      symlinkSync(program, join(folder, '.git/hooks', hook));
    commit({
      'acme.bundle.json': good,
      '.gitattributes': '* filter=run diff=run textconv=run\n',
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::${program}\n`,
    });
    rmSync(mark, { force: true });
    writeFileSync(
      join(world, 'gitconfig'),
      `[core]\n\thooksPath = ${join(folder, '.git/hooks')}\n[url "ext::${program}"]\n\tinsteadOf = file\n`,
    );
    const before = process.env['GIT_CONFIG_GLOBAL'];
    process.env['GIT_CONFIG_GLOBAL'] = join(world, 'gitconfig');
    try {
      expect((await fetchGit(`${url}#main`, 'acme', undefined)).text).toBe(good);
    } finally {
      if (before === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
      else process.env['GIT_CONFIG_GLOBAL'] = before;
    }
    expect(existsSync(mark)).toBe(false);
  });

  it.each([
    'git+ssh://host/repository.git#main',
    'git+http://host/repository.git#main',
    'git+ext::sh -c id#main',
    'git+https://host/repository.git#--upload-pack=id',
    'git+https://host/repository.git#main..other',
    'git+https://host/repository.git#main:../acme.bundle.json',
    'git+https://host/repository.git#main:/etc/passwd',
    'git+https://host/repository.git#main:a/../b',
    'git+https://#main',
  ])('is not looked for at `%s`', async from => {
    await expect(fetchGit(from, 'acme', undefined)).rejects.toThrow('expected `git+https://');
  });

  it('takes no password from the trust file, and no folder of another machine', async () => {
    await expect(fetchGit('git+https://ann:hunter2@host/r.git#main', 'acme', undefined)).rejects.toThrow('a user or a password');
    await expect(fetchGit('git+file://host/r.git#main', 'acme', undefined)).rejects.toThrow('a folder of this machine');
  });

  it('does not go by a repository whose server cannot be reached', async () => {
    const server = createServer();
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise(resolve => server.close(resolve));
    await expect(fetchGit(`git+https://127.0.0.1:${port}/r.git#main`, 'acme', undefined)).rejects.toThrow(
      /the bundle cannot be fetched from `https:\/\/127\.0\.0\.1/u,
    );
  });
});
