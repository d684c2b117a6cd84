import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/bin/server': { text: 'x' },
});

/** Orders to a debugger that write files of the agent, run a shell or rename an order. */
const STOPPED = [
  `gdb -batch -ex 'dump binary value .claude/settings.json "x"'`,
  `gdb -batch -ex 'du bin val .claude/settings.json "x"'`,
  `gdb -batch -ex 'append value .claude/settings.json 1'`,
  `gdb -batch -ex '| echo x | rm -f .claude/settings.json'`,
  `gdb -batch -ex 'pipe info line | tee .claude/settings.json'`,
  `gdb -batch -ex 'she rm -f .claude/settings.json'`,
  `gdb -batch -ex 'shel rm -f .claude/settings.json'`,
  `gdb -batch -ex 'target remote | rm -f .claude/settings.json'`,
  `gdb -batch -ex 'tar ext | rm -f x' -ex 'tar extended-remote | rm -f .claude/settings.json'`,
  `gdb -batch -ex 'run > .claude/settings.json' /bin/true`,
  `gdb -batch -ex 'r > .claude/settings.json' /bin/true`,
  `gdb -batch -ex 'start > .claude/settings.json' /bin/true`,
  `gdb -batch -ex 'set args > .claude/settings.json' -ex run /bin/true`,
  `gdb -batch -ex 'run -f .claude/settings.json' /bin/rm`,
  `gdb -batch -ex 'file /bin/rm' -ex 'run -f .claude/settings.json'`,
  `gdb -batch -ex 'eval "shell rm -f .claude/settings.json"'`,
  `gdb -batch -ex 'alias s=shell' -ex 's rm -f .claude/settings.json'`,
  `gdb -batch -ex 'thread apply all shell rm -f .claude/settings.json'`,
  `gdb -batch -ex 'frame apply 1 -q shell rm -f .claude/settings.json'`,
  `gdb -batch -ex 'with print pretty -- shell rm -f .claude/settings.json'`,
  `gdb -batch -ex 'server shell rm -f .claude/settings.json'`,
  `gdb -batch -ex 'output $_shell("rm -f .cla*/settings.json")'`,
  `gdb -batch -ex 'p/x (int)system("x")'`,
  `gdb -batch -ex 'output (int)system("x")' ./bin/server`,
  `gdb -batch -ex 'save breakpoints .claude/settings.json'`,
  `gdb -batch -ex 'set history filename .claude/settings.json' -ex 'set history save on'`,
  `gdb -batch -ex 'set exec-wrapper rm -f .claude/settings.json' -ex run ./bin/server`,
  `gdb -batch -eiex 'shell rm -f .claude/settings.json'`,
  `echo 'shell rm -f .claude/settings.json' | gdb -q`,
  `lldb --batch -o 'command alias s platform shell' -o 's rm -f .claude/settings.json'`,
  `lldb --batch -o 'com al s platform shell' -o 's rm -f .claude/settings.json'`,
  `lldb --batch -o 'command regex s /x/shell/'`,
  `lldb --batch -o 'pla sh rm -f .claude/settings.json'`,
  `lldb --batch -o 'target stop-hook add -o "platform shell rm x"'`,
  `lldb --batch -k 'platform shell rm -f .claude/settings.json'`,
  `lldb --batch -o 'session save .claude/settings.json'`,
];

/** Everyday debugging. */
const INNOCENT = [
  'gdb -batch -ex run -ex bt ./bin/server',
  "gdb -batch -ex 'run --port 1 < package.json' -ex bt ./bin/server",
  "gdb -batch -ex 'run > /tmp/out.txt' -ex bt ./bin/server",
  "gdb -batch -ex 'break main' -ex run -ex 'info locals' -ex 'print x' ./bin/server",
  "gdb -batch -ex 'b parse(char const*)' -ex run -ex bt ./bin/server",
  "gdb -batch -ex 'thread apply all bt' ./bin/server core",
  "gdb -batch -ex 'frame apply all info locals' ./bin/server core",
  "gdb -batch -ex 'set pagination off' -ex 'set print pretty on' -ex run ./bin/server",
  "gdb -batch -ex 'set args --port 1' -ex run -ex bt ./bin/server",
  "gdb -batch -ex 'x/20i $pc' -ex 'info registers' ./bin/server core",
  'gdb -batch -ex \'printf "%d (x)\\n", x\' ./bin/server core',
  "gdb -batch -ex 'target remote localhost:1234' -ex bt ./bin/server",
  "gdb -batch -ex 'disassemble main' ./bin/server",
  "gdb -batch -ex 'save breakpoints /tmp/b.txt' ./bin/server",
  'gdb -batch -ex run ./bin/server < package.json',
  "lldb --batch -o 'breakpoint set --name main' -o run -o bt ./bin/server",
  "lldb --batch -o 'frame variable' -o 'thread backtrace all' ./bin/server",
  'gdb --version',
];

describe('debuggers', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
