import { sharing } from './shapes.ts';
import type { Case, Family, OptionTable, CommandDescriptor, Use } from './descriptor.ts';
import { disruptsOthers } from './processes.ts';

/** A program whose operands, after the words of `before`, are another command. */
export const wrapper = (options: OptionTable = {}, before: readonly Use[] = []): CommandDescriptor => ({
  style: 'posix',
  options,
  operands: { first: [...before, 'command'] },
  informational: ['--help', '--version'],
});

/** Without a command such a program starts a shell, which takes the standard input for its commands. */
export const shellInstead = (before: number = 0): Case => ({ when: { atMost: before }, stdin: 'shell' });

/** Programs that start another with limits, another priority or another session. */
export const processLimits: Family = {
  nohup: () => wrapper(),
  ...sharing('nice gnice', () => wrapper({ '-n --adjustment': 'text' })),
  ionice: () => ({
    ...wrapper({ '-c --class -n --classdata -p --pid': 'text' }),
    optionValue: [disruptsOthers('-p')],
  }),
  ...sharing('timeout gtimeout', () => wrapper({ '-k --kill-after -s --signal': 'text' }, ['text'])),
  ...sharing('stdbuf gstdbuf', () => ({
    ...wrapper({ '-i --input -o --output -e --error': 'text' }),
    prints: 'lines',
    endless: 'passes',
  })),
  setsid: () => wrapper(),
  ...sharing('time gtime', () => wrapper({ '-o --output': 'write', '-f --format': 'text' })),
  prlimit: () => ({
    ...wrapper({ '-p --pid': 'text', '-o --output': 'text' }),
    optionValue: [disruptsOthers('-p')],
  }),
  ...sharing('taskset chrt', () => wrapper({}, ['text'])),
};
