import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { FileBoundary } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const place = {
  root: '/w',
  home: '/home/u',
  files: memoryFiles({
    '/w/.git/HEAD': 'file',
    '/w/.gitignore': { text: '.env\ndata/\n' },
    '/w/.env': 'file',
    '/w/README.md': 'held',
    '/w/src/a.ts': 'held',
    '/w/src/l': { link: '/w/data' },
    '/w/data/a.csv': 'file',
    '/w/data/b.csv': 'file',
    '/w/notes/contract.md': 'held',
    '/w/notes/plan.md': 'held',
  }),
};

const engine = new PolicyEngine(
  FileBoundary({ allow: ['src/**'], deny: ['**/.env*', 'data/**', 'notes/contract.md'], ...place }),
  {
    effects: analyzeEffects({ ...place, env: {} }),
    default: 'pass',
  },
);

const judge = async (command: string, meets?: readonly 'rewrite'[]) =>
  engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } }, meets === undefined ? {} : { meets });

describe('a search over a folder that holds something off limits', () => {
  it.each([
    "rg foo -g '!contract.md'",
    "rg foo -g '!notes'",
    "rg foo -g '*.ts'",
    'rg foo -t ts',
    'rg foo src/a.ts',
    "git grep foo -- ':!notes'",
    "git grep foo -- ':!notes/contract.md'",
    "grep -rn --exclude-dir=data --exclude-dir=notes --exclude-dir=src --exclude='.env*' foo .",
    "grep -rn --include='*.ts' --exclude-dir=l foo src/a.ts",
    'grep -rn foo src',
    'grep -n foo *',
    'cat src/*.ts',
    'wc -l *.md',
    'ag foo --ignore notes',
  ])('runs where it passes that over: %s', async command => {
    const { ruling, reason } = await judge(command);
    expect([ruling, reason]).toEqual(['pass', reason]);
  });

  it.each([
    ['rg foo', '`notes/contract.md`', "rg -g '!contract.md' foo"],
    ['rg --no-ignore foo', '`data`, `notes/contract.md`', undefined],
    ['git grep foo', '`notes/contract.md`', "git grep foo -- ':!notes/contract.md'"],
    ['git grep --untracked foo', '`.env`, `data`', undefined],
    [
      'grep -rn --exclude-dir=src foo .',
      '`.env`, `data`, `notes/contract.md`',
      "grep --exclude='.env' --exclude-dir='data' --exclude='contract.md' -rn --exclude-dir=src foo .",
    ],
    ['grep -rl foo notes', '`notes/contract.md`', "grep --exclude='contract.md' -rl foo notes"],
    ['grep -Rn foo src', '`src/l`', undefined],
    ['cat .e*', '`.env`', undefined],
    ['cat notes/*', '`notes/contract.md`', undefined],
    ['tar czf /tmp/x.tgz .', '`.env`, `src/l`, `data`', undefined],
    ['rg foo -g "!notes"; rg foo', '`notes/contract.md`', undefined],
  ])('is blocked with the names, and with the command that leaves them out: %s', async (command, names, instead) => {
    const { ruling, reason, fix } = await judge(command);
    expect([ruling, reason]).toEqual(['block', expect.stringContaining(names)]);
    if (instead === undefined) return;
    expect(fix?.command).toBe(instead);
    expect((await judge(instead)).ruling).toBe('pass');
  });

  it.each(['rg foo data', 'rg foo data/a.csv', 'rg foo .env', 'grep -r foo data', 'cat data/*'])(
    'is blocked where it looks for that itself: %s',
    async command => {
      expect((await judge(command)).ruling).toBe('block');
    },
  );

  it.each([
    "rg --no-ignore foo -g '!data/a.csv' -g '!notes'",
    'grep -r --exclude=data/a.csv foo .',
    'rg foo --ignore-file x --no-ignore-vcs',
  ])('is blocked where its words leave out less: %s', async command => {
    expect((await judge(command)).ruling).toBe('block');
  });

  it('is rewritten where the runtime can do that', async () => {
    const { ruling, obligations } = await judge('rg foo', ['rewrite']);
    expect([ruling, obligations.rewrite]).toEqual(['pass', { command: "rg -g '!contract.md' foo" }]);
    expect((await judge('cat notes/*', ['rewrite'])).ruling).toBe('block');
  });
});
