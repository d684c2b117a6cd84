import { sharing } from './shapes.ts';
import type { Case, Family, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';
import { disruptsOthers } from './processes.ts';

/** A program whose operands, after `before` words of its own, are another command. */
export const wrapper = (summary: string, options: OptionTable = {}, before: readonly Use[] = []): ProgramDescriptor => ({
  summary,
  style: 'posix',
  options,
  operands: { first: [...before, 'command'] },
  informational: ['--help', '--version'],
});

/** Without a command such a program starts a shell, which takes the standard input for its commands. */
export const shellInstead = (before: number = 0): Case => ({ when: { atMost: before }, stdin: 'shell' });

/** Programs that start another with limits, another priority or another session. */
export const processLimits: Family = {
  nohup: () => wrapper('runs a command that outlives the terminal'),
  ...sharing('nice gnice', () => wrapper('runs a command with another priority', { '-n --adjustment': 'text' })),
  ionice: () => ({
    ...wrapper('runs a command with another disk priority', { '-c --class -n --classdata -p --pid': 'text' }),
    optionValue: [disruptsOthers('-p')],
  }),
  ...sharing('timeout gtimeout', () =>
    wrapper('runs a command for a limited time', { '-k --kill-after -s --signal': 'text' }, ['text']),
  ),
  ...sharing('stdbuf gstdbuf', () => ({
    ...wrapper('runs a command with other buffers', { '-i --input -o --output -e --error': 'text' }),
    prints: 'lines',
    endless: 'passes',
  })),
  setsid: () => wrapper('runs a command in a session of its own'),
  ...sharing('time gtime', () => wrapper('runs a command and measures it', { '-o --output': 'write', '-f --format': 'text' })),
  prlimit: () => ({
    ...wrapper('runs a command with limits, or limits a process', { '-p --pid': 'text', '-o --output': 'text' }),
    optionValue: [disruptsOthers('-p')],
  }),
  ...sharing('taskset chrt', () => wrapper('runs a command on some processors', {}, ['text'])),
};
