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

const nohup = (): ProgramDescriptor => ({
  ...wrapper('runs a command that outlives the terminal'),
  match: { 'nohup rm -rf a &': 'delete /w/a/** #destructive' },
});

const nice = (): ProgramDescriptor => ({
  ...wrapper('runs a command with another priority', { '-n --adjustment': 'text' }),
  match: { 'nice -n 5 rm a': 'delete /w/a', 'nice -5 rm a': 'delete /w/a' },
});

const ionice = (): ProgramDescriptor => ({
  ...wrapper('runs a command with another disk priority', { '-c --class -n --classdata -p --pid': 'text' }),
  optionValue: [disruptsOthers('-p')],
  match: { 'ionice -c 3 rm a': 'delete /w/a', 'ionice -c3 -p $PPID': 'delete process:others #disrupts' },
  notMatch: { 'ionice -c3 -p $$': '* #disrupts' },
});

const timeout = (): ProgramDescriptor => ({
  ...wrapper('runs a command for a limited time', { '-k --kill-after -s --signal': 'text' }, ['text']),
  match: { 'timeout -s KILL 5 rm a': 'delete /w/a', 'timeout --foreground 5s rm a': 'delete /w/a' },
  notMatch: { 'timeout 5 ls': 'delete; unknown' },
});

const stdbuf = (): ProgramDescriptor => ({
  ...wrapper('runs a command with other buffers', { '-i --input -o --output -e --error': 'text' }),
  prints: 'lines',
  endless: 'passes',
  match: { 'stdbuf -oL rm a': 'delete /w/a', 'stdbuf -o L rm a': 'delete /w/a' },
});

const setsid = (): ProgramDescriptor => ({
  ...wrapper('runs a command in a session of its own'),
  match: { 'setsid -f rm a': 'delete /w/a' },
});

const time = (): ProgramDescriptor => ({
  ...wrapper('runs a command and measures it', { '-o --output': 'write', '-f --format': 'text' }),
  match: { '/usr/bin/time -v rm a': 'delete /w/a', 'command time -o t rm a': 'write /w/t; delete /w/a' },
});

const prlimit = (): ProgramDescriptor => ({
  ...wrapper('runs a command with limits, or limits a process', { '-p --pid': 'text', '-o --output': 'text' }),
  optionValue: [disruptsOthers('-p')],
  match: { 'prlimit --nofile=9 rm a': 'delete /w/a', 'prlimit --pid $PPID --cpu=1:1': 'delete process:others #disrupts' },
  notMatch: { 'prlimit --pid $$ --nofile=4096': '* #disrupts' },
});

const taskset = (): ProgramDescriptor => ({
  ...wrapper('runs a command on some processors', {}, ['text']),
  match: { 'taskset -c 0 rm a': 'delete /w/a' },
});

/** Programs that start another with limits, another priority or another session. */
export const processLimits: Family = {
  nohup,
  nice,
  gnice: nice,
  ionice,
  timeout,
  gtimeout: timeout,
  stdbuf,
  gstdbuf: stdbuf,
  setsid,
  time,
  gtime: time,
  prlimit,
  taskset,
  chrt: taskset,
};
