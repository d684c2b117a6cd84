import type { Call, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { disruptsOthers, memory } from './processes.ts';
import { effect } from './shapes.ts';

/** A command that is run. */
export const command: Use = { as: 'command', tags: ['runs_code'] };

/** A command line that is run. */
export const shell: Use = { as: 'shell', tags: ['runs_code'] };

/** Orders to a debugger that keep the memory of a process, or look through it. */
const DUMPING = /\b(?:gcore|generate-core-file|dump\s+(?:binary\s+)?memory|save-core|memory\s+(?:read|find))\b/;

/** Commands of a debugger that leave it. Source: the manuals of gdb and lldb. */
const debuggerFindings = (call: Call): readonly Finding[] =>
  call.values('-ex').flatMap(({ text }): readonly Finding[] => {
    if (text === undefined) return [effect('unknown', 'text:debugger command', 'dynamic', 'runs_code')];
    const outside = /^\s*(?:shell\s+|!|make\s+|platform\s+shell\s+|pipe\s+[^|]*\|)(.*)$/s.exec(text)?.[1];
    if (outside !== undefined) return [{ use: shell, value: outside }];
    if (DUMPING.test(text)) return [memory];
    return /^\s*(?:python|py|script|source|so|call|p(?:rint)?\s.*\(|guile|gu|expr\w*|command script|process launch|set\s+(?:logging|var))/.test(
      text,
    )
      ? [effect('unknown', 'text:debugger command', 'runs_code', 'inline_code')]
      : [];
  });

/** `gdb` and `lldb`: their commands may run a shell. */
export const gdb = (): ProgramDescriptor => ({
  summary: 'debugs a program',
  options: {
    '-ex --ex --eval-command -iex -o -O --one-line': 'text',
    '-x --command -s --source -S': 'execute',
    '--args --': command,
    '-p --pid -pid -c --core -d --cd -n --attach-name': 'text',
    '-batch --batch -q -nx --nx -b': 'flag',
  },
  style: 'long',
  operands: { first: [{ as: 'execute' }] },
  inspect: call => [...debuggerFindings(call), ...disruptsOthers('-p')(call)],
  match: {
    "gdb -batch -ex 'shell rm a'": 'delete /w/a #runs_code',
    "gdb -ex '!rm a'": 'delete /w/a',
    "gdb -ex 'python import os'": 'unknown #runs_code',
    'gdb --args rm a': 'delete /w/a',
    "gdb -p 12 -batch -ex 'generate-core-file /tmp/c'": 'read secret:memory #secret',
    "lldb -p 12 -o 'process save-core /tmp/c'": 'read secret:memory #secret',
    "lldb -p $PPID -o 'process kill'": 'delete process:others #disrupts',
  },
  notMatch: { "gdb -batch -ex bt -ex 'info locals' ./app core": 'unknown' },
});
