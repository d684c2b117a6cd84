import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/governance.yaml': { text: 'version: 1' },
});

describe('A call that fills a folder with files with unknown names', () => {
  it.each([
    'restic -r sftp:h:/r restore latest --target .',
    'restic restore latest --target=.',
    'borg extract ssh://h/./r::x',
    'kopia restore k .',
    'rdiff-backup restore b .',
    'dpkg -x x.deb .',
    'dpkg-deb -x x.deb .',
    "mcopy -s -n -i x.img '::*' .",
    'ostree checkout x .',
    'sqlite3 x.sqlar -Ax',
    'sqlite3 x.db -A -x',
    'cargo generate --init --git https://e.example/x',
    'django-admin startproject --template=https://e.example/x.zip x .',
    'wget -q -r -nH https://e.example/',
    'wget -mk -nH https://e.example/',
    'wget --mirror --no-directories https://e.example/',
    'gh run download 123 -R u/x',
    'gh run download 123 --dir .',
    'oras pull r.example/x:1',
    'hf download x --local-dir .',
    'kaggle datasets download x --unzip',
    'npx -y degit u/r .',
  ])('asks where governed files are in reach: %s', async command => {
    expect(await stopped(command)).toMatch(/governance_unclear/);
  });

  it.each([
    'git clone -q https://github.com/u/r .claude/skills/x',
    'gh repo clone u/r .claude/skills/x',
    'npx -y giget gh:u/r .claude/skills/x',
    'npx -y skills add u/r --agent claude-code -y',
    'npx openskills install u/r',
    'git clone https://github.com/u/nm /tmp/node_modules',
  ])('asks where it brings instructions of agents or the program that judges: %s', async command => {
    expect(await stopped(command)).toMatch(/persistence|governance/);
  });

  it.each([
    'restic restore latest --target /tmp/x',
    'restic snapshots',
    'borg list r::x',
    'dpkg-deb -R x.deb /tmp/y',
    'dpkg -l',
    "sqlite3 x.db 'select 1'",
    'sqlite3 -header -column x.db .tables',
    'cargo generate --git https://e.example/x -n y',
    'django-admin startproject x',
    'wget https://e.example/a.txt',
    'wget -qO- https://e.example/',
    'wget -q -r -P /tmp/x https://e.example/',
    'wget -mk https://e.example/',
    'wget -r -np https://e.example/docs/',
    'wget -nv -c https://e.example/a.tar.gz',
    'gh run download 123 -D out',
    'gh run view 123',
    'oras pull r.example/x:1 -o /tmp/x',
    'hf download x',
    'git clone https://github.com/u/r',
    'git clone --depth 1 https://github.com/u/r sub',
    'npx -y degit u/r app',
    'npx skills list',
    'npx skills find x',
  ])('passes anywhere else: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
