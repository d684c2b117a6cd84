import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/.licet/state.db': 'file',
  '/w/src/index.ts': { text: 'export {}' },
  '/w/vendor': 'folder',
  '/w/dist': 'folder',
  '/w/data': 'folder',
  '/w/fix.patch': { text: '--- a/src/index.ts\n+++ b/src/index.ts\n@@ -1 +1 @@\n-export {}\n+export { }\n' },
  '/w/unseen.tar': 'file',
  '/w/unseen.tgz': 'file',
  '/w/unseen.zip': 'file',
  '/w/unseen.7z': 'file',
  '/w/unseen.rar': 'file',
  '/w/unseen.jar': 'file',
  '/w/unseen.xar': 'file',
  '/w/unseen.a': 'file',
  '/w/x.sqfs': 'file',
  '/tmp/unseen.tar': 'file',
  '/tmp/unseen.zip': 'file',
  '/tmp/x.tar': 'file',
  '/tmp/x.zip': 'file',
  '/tmp/x.cpio': 'file',
  '/tmp/x': 'file',
  '/tmp/l': 'file',
  '/w/x.uu': 'file',
  '/w/x.conf': 'file',
  '/w/x.shar': 'file',
});

/** Whatever may put any file in place, whose files cannot be named: streams, archives, git's plumbing. */
const UNSEEN = [
  'git update-index --cacheinfo 100644,abc123,.claude/settings.json',
  'git update-index --add --cacheinfo 100644 abc123 .claude/settings.json',
  'git update-index --add --cacheinfo 100644,abc123,governance.yaml',
  "printf '100644 abc123 0\\t.claude/settings.json\\n' | git update-index --index-info",
  'cat /tmp/x | git update-index --index-info',
  'h=$(git hash-object -w /tmp/s.json); git update-index --cacheinfo 100644,$h,.claude/settings.json; git checkout-index -f .claude/settings.json',
  'git checkout-index -f -a',
  'git checkout-index --prefix=./ -a',
  'git read-tree -u --reset abc123',
  'git read-tree -m -u abc123',
  'git read-tree abc123 && git checkout-index -a -f',
  "printf '100644 blob abc\\tsettings.json\\n' | git mktree",
  'git mktree < /tmp/t',
  'git fast-import < /tmp/stream',
  'cat /tmp/s | git fast-import',
  'GIT_INDEX_FILE=/tmp/idx git checkout-index -a -f',
  'zcat p.gz | git apply',
  'git diff abc..def | git apply',
  'git show abc | git apply',
  'git format-patch --stdout abc | git am',
  'gunzip -c p.gz | git am',
  'zcat p.gz | patch -p1',
  'zcat a.gz | tar x',
  'tar xf /tmp/unseen.tar',
  'tar xf unseen.tar',
  'tar xzf unseen.tgz -C .',
  'tar xf unseen.tar -C /w',
  'tar xf unseen.tar -C ..',
  'tar xf unseen.tar -C .claude',
  'unzip /tmp/unseen.zip',
  'unzip -o unseen.zip',
  'bsdtar xf unseen.tar',
  '7z x unseen.7z',
  '7z x -y unseen.7z',
  'cpio -id < /tmp/x.cpio',
  'cpio -idF /tmp/x.cpio',
  'zcat x | cpio -id',
  'rsync -a --files-from=/tmp/l /tmp/x .',
  'unrar x unseen.rar',
  'unar unseen.rar',
  'bsdcpio -id < x',
  'pax -r < /tmp/x',
  'pax -rf /tmp/x',
  'jar xf unseen.jar',
  'python3 -m zipfile -e unseen.zip .',
  'python3 -m tarfile -e unseen.tar',
  'python3 -c "import tarfile; tarfile.open(\'/tmp/x.tar\').extractall()"',
  "python3 -c \"import zipfile; zipfile.ZipFile('/tmp/x.zip').extractall('.')\"",
  "python3 -c \"import shutil; shutil.unpack_archive('/tmp/x.tar', '.')\"",
  'unsquashfs -d . -f x.sqfs',
  'git archive abc | tar x',
  'ar x unseen.a',
  'xar -xf unseen.xar',
  'zstd -dc x.tzst | tar x -C .',
  'busybox tar xf unseen.tar',
  'busybox unzip unseen.zip',
  'gtar xf unseen.tar',
  'dtrx unseen.zip',
  'atool -x unseen.zip',
  'aunpack unseen.zip',
  'ouch d unseen.zip',
  'echo .claude/settings.json | xargs foo',
  "printf '%s\\n' .claude/settings.json | cpio -pdu /tmp",
  'cd /tmp/x && find . | cpio -pdu /w',
  'systemd-tmpfiles --create /tmp/x.conf',
  'systemd-tmpfiles --create x.conf',
  'logrotate -f x.conf',
  'logrotate -s /tmp/s x.conf',
  'newsyslog -f x.conf',
  'uudecode x.uu',
  'uudecode < x.uu',
  'uudecode -o governance.yaml x.uu',
  'unshar x.shar',
  'munpack /tmp/x',
  'cabextract unseen.zip',
  'svn export --force https://h.example/r .',
  'svn export https://h.example/r/.claude .claude --force',
  'svn checkout https://h.example/r .',
  'svn co https://h.example/r ./',
  'svn switch https://h.example/r',
  'zcat p.gz | svn patch -',
  // File systems over the project
  'fuse-overlayfs -o lowerdir=.,upperdir=/tmp/u,workdir=/tmp/w .',
  'mount -t overlay overlay -o lowerdir=. /w',
  'unionfs /tmp/x=RW:. .',
  'unionfs-fuse /tmp/x=RW:/w /w',
  'mergerfs /tmp/x:/w /w',
  'bindfs /tmp/x .',
  'bindfs /tmp/x .claude',
  'sshfs h:/x .claude',
  'sshfs h:/x .',
  "sshfs -o ssh_command='rm -rf ~' h:/x /tmp/m",
  // What puts settings into the home folder
  'stow -t ~ dots',
  'stow dots',
  'stow -t . dots',
  'stow --adopt -t ~ dots',
  'chezmoi apply',
  'chezmoi update',
  'chezmoi init --apply u',
  'rcup',
  'home-manager switch',
  'yadm checkout -f',
  'dotbot -c install.conf.yaml',
];

/** Everyday work beside it: folders that hold nothing governed, patches that can be read, git's porcelain. */
const INNOCENT = [
  'git apply fix.patch',
  'git apply --check fix.patch',
  'git apply --stat < fix.patch',
  'git am 0001-x.patch --show-current-patch',
  'patch -p1 < fix.patch',
  'git pull',
  'git pull --rebase origin main',
  'git checkout feature',
  'git checkout -b x',
  'git switch main',
  'git stash pop',
  'git stash apply',
  'git stash && git pull && git stash pop',
  'git cherry-pick abc123',
  'git merge origin/main',
  'git rebase main',
  'git diff src | git apply -R',
  'git diff -- src/index.ts | git apply -R --cached',
  'git hash-object -w src/index.ts',
  'git hash-object src/index.ts',
  'git write-tree',
  'git update-index --refresh',
  'git update-index --chmod=+x scripts/x.sh',
  'git update-index --assume-unchanged src/index.ts',
  'git read-tree --dry-run HEAD',
  'git archive HEAD | tar x -C /tmp/export',
  'git archive HEAD src | tar x -C /tmp/e',
  'mkdir -p vendor/x && tar xf /tmp/unseen.tar -C vendor/x',
  'tar tf /tmp/unseen.tar',
  'tar czf /tmp/o.tgz src',
  'unzip -l unseen.zip',
  'unzip unseen.zip -d vendor/x',
  'curl -sL https://nodejs.org/dist/v24/node.tar.gz | tar xz -C /tmp/node',
  'curl -sL https://github.com/x/y/releases/download/v1/y.tgz | tar xz -C vendor',
  '7z x unseen.7z -ovendor',
  'rsync -a src/ dist/',
  'rsync -a --delete src/ /tmp/copy/',
  'rsync -av host:/data/ data/',
  'cpio -it < x.cpio',
  'find src | cpio -pd /tmp/x',
  'systemd-tmpfiles --cat-config',
  'logrotate -d x.conf',
  'logrotate --version',
  'uudecode -o out.bin x.uu',
  'uudecode -p x.uu',
  'svn checkout https://h.example/r vendor/x',
  'svn export https://h.example/r vendor/x',
  'svn update',
  'svn patch fix.patch',
  'sshfs h:/x /tmp/m',
  'bindfs /tmp/x vendor',
  'stow -n -t ~ dots',
  'stow -t vendor dots',
  'chezmoi diff',
  'chezmoi status',
  'home-manager generations',
  'yadm status',
];

describe('content that is not seen', () => {
  it.each(UNSEEN)('asks before `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });

  it('names what the unseen content may change', async () => {
    expect(await stopped('zcat p.gz | git apply')).toMatch(
      /^governance_unclear: `git` may change \.?\S+, which governs the agent/,
    );
  });

  it('lets an archive that is not there fail by itself, and asks for one that the command makes', async () => {
    expect(await stopped('tar xf missing.tar')).toBeUndefined();
    expect(await stopped('git apply missing.patch')).toBeUndefined();
    expect(await stopped('zcat p.gz > made.patch && git apply made.patch')).toContain('governance_unclear');
    expect(await stopped('cp /elsewhere/x.tar made.tar && tar xf made.tar')).toContain('governance_unclear');
  });

  it('reads the patches that `patch-package` applies', async () => {
    const patch = (name: string): string =>
      `--- a/node_modules/${name}/x.js\n+++ b/node_modules/${name}/x.js\n@@ -1 +1 @@\n-a\n+b\n`;
    const plain = stoppedIn({
      '/w/governance.yaml': { text: '' },
      '/w/patches': 'folder',
      '/w/patches/left-pad+1.0.0.patch': { text: patch('left-pad') },
    });
    expect(await plain('npx patch-package')).toBeUndefined();
    expect(await plain('npx patch-package left-pad')).toBeUndefined();
    const own = stoppedIn({
      '/w/governance.yaml': { text: '' },
      '/w/patches': 'folder',
      '/w/patches/licet+1.0.0.patch': { text: patch('licet') },
    });
    expect(await own('npx patch-package')).toBeDefined();
    expect(await own('patch-package --patch-dir patches')).toBeDefined();
    const hidden = stoppedIn({ '/w/governance.yaml': { text: '' }, '/w/patches': 'folder', '/w/patches/x+1.0.0.patch': 'file' });
    expect(await hidden('npx patch-package')).toContain('governance_unclear');
    expect(await stopped('npx patch-package')).toBeUndefined();
    expect(await stopped('pnpm patch licet')).toBeDefined();
    expect(await stopped('yarn patch minimatch@npm:9.0.0')).toBeDefined();
    expect(await stopped('pnpm patch left-pad')).toBeUndefined();
    expect(await stopped('pnpm patch-commit /tmp/x')).toBeUndefined();
  });

  it('judges members that are named, and nothing else', async () => {
    expect(await stopped('tar xf unseen.tar src')).toBeUndefined();
    expect(await stopped('tar xf unseen.tar src .claude/settings.json')).toBeDefined();
    expect(await stopped('unzip unseen.zip docs/a.md')).toBeUndefined();
  });

  it('takes a patch of named files for what it can change', async () => {
    expect(await stopped('git diff -- src | git apply -R')).toBeUndefined();
    expect(await stopped('git show HEAD -- src/gone.ts | git apply -R')).toBeUndefined();
    expect(await stopped('git diff HEAD~1 -- .claude | git apply -R')).toBeDefined();
    expect(await stopped('git diff other.branch -- | git apply')).toContain('governance_unclear');
  });
});
