import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/a.ts': { text: 'x' },
});

/** Commands of ex that write a file of the agent, by its name or by one that is computed. */
const STOPPED = [
  `vim -es -c 'exe "w! .cla"."ude/settings.json"' -c q src/a.ts`,
  `vim -es -c 'execute "w! .cla" . "ude/settings.json"' -c q src/a.ts`,
  `vim -es -c 'sil exe "w! .cla"."ude/settings.json"' -c q src/a.ts`,
  `vim -es -c 'g/x/exe "w! .cla"."ude/settings.json"' -c q src/a.ts`,
  `vim -es -c 'redir! > .claude/settings.json' -c 'echo 1' -c 'redir END' -c q`,
  `vim -es -c 'redi >> .claude/settings.json' -c q`,
  `vim -es -c 'cd .claude' -c 'w! settings.json' -c q src/a.ts`,
  `vim -es -c 'lcd .claude | w! settings.json' -c q src/a.ts`,
  `vim -es -c 'cd $X' -c 'w! settings.json' -c q src/a.ts`,
  `vim -es -c 'f .claude/settings.json' -c 'w!' -c q src/a.ts`,
  `vim -es -c 'e .claude/settings.json' -c '%s/a/b/' -c 'wq'`,
  'vim -V9.claude/settings.json +q',
  `vim -es -c 'se vfile=.claude/settings.json vbs=9' -c q`,
  `vim -es -c 'set verbosefile=.claude/settings.json' -c q`,
  `vim -c 'set viminfo=%,n.claude/settings.json' -c q`,
  `vim -es -c 'profile start .claude/settings.json' -c 'profile func *' -c q`,
  `vim -es -c 'prof start .claude/settings.json' -c q`,
  'vim -i .claude/settings.json +q',
  'vim --startuptime .claude/settings.json +q',
  `vim -es -c 'mks! .claude/settings.json' -c q`,
  `vim -es -c 'wv! .claude/settings.json' -c q`,
  `vim -es -c 'norm :w! .claude/settings.json' -c q src/a.ts`,
  `vim -es -c 'let &vfile=".claude/settings.json"' -c q`,
  `vim -es -c 'echo call("write"."file",[["x"],"a"])' -c q`,
  `vim -es -c 'au VimLeave * !rm -rf .claude' -c q`,
  `vim -es -c 'g/x/w! .claude/settings.json' -c q src/a.ts`,
  `vim -es -c '1,3w! .claude/settings.json' -c q src/a.ts`,
  `vim -es -c 'wq! .claude/settings.json' src/a.ts`,
  `vim -es -c 'set shell=./x' -c q`,
  `vim -es -c 'keepalt sil !rm -rf .claude' -c q`,
  `nvim --headless -c 'sil w! .claude/settings.json' -c q src/a.ts`,
  String.raw`printf 'w! .claude/settings.json\nq\n' | ex -s src/a.ts`,
  String.raw`printf '!rm -rf .claude\nq\n' | vim -es src/a.ts`,
  `ex -sc 'exe "w! .cla"."ude/settings.json"|x' src/a.ts`,
];

/** Everyday edits. */
const INNOCENT = [
  `vim -es -c '%s/a/b/g' -c wq src/a.ts`,
  `vim -es -c '%s/a|b/c/g' -c wq src/a.ts`,
  `vim -es -c 'g/TODO/d' -c x src/a.ts`,
  `vim -es -c 'set ff=unix' -c wq src/a.ts`,
  `vim -es -c 'set ts=2 sw=2 et' -c 'retab' -c wq src/a.ts`,
  `vim -es -c 'normal gg=G' -c wq src/a.ts`,
  `vim -es -c "exe 'normal gg=G'" -c wq src/a.ts`,
  `vim -es -c 'w! /w/src/b.ts' -c q src/a.ts`,
  `vim -es -c 'w %.bak' -c q src/a.ts`,
  `vim -es -c 'argdo %s/a/b/ge | update' -c 'qa!' src/a.ts`,
  `ex -s -c '/foo/,/bar/d' -c x src/a.ts`,
  `vim -c 'syntax on' -c 'set number' src/a.ts`,
  'vim -i NONE +q src/a.ts',
  'vim -u NONE +10 src/a.ts',
  "vim -es -c 'e src/a.ts' -c '1d' -c wq",
  `vim -es -c 'cd src' -c 'w! b.ts' -c q src/a.ts`,
  String.raw`printf '%%s/a/b/\nx\n' | ex -s src/a.ts`,
  'nvim --headless +q',
  "nvim --headless '+checkhealth' +qa",
];

describe('editors', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
