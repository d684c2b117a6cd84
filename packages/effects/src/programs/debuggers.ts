import type { Call, Finding, ProgramDescriptor, Use, CommandDescriptor } from './descriptor.ts';
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

/** What `perf` observes: a command that it runs, or what runs already. Source: the manual pages of perf. */
const perfRecord = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-o --output': 'write',
    '-e --event -F --freq -c --count -p --pid -t --tid -u --uid -C --cpu -G --cgroup -D --delay -m --mmap-pages': 'text',
    '-i --no-inherit': 'flag',
    '-r --realtime -j --branch-filter -k --clockid --call-graph --filter --max-size --control': 'text',
  },
  operands: { first: ['command'] },
});

const perfStat = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-o --output': 'write',
    '--pre --post': 'shell',
    '-e --event -p --pid -t --tid -C --cpu -G --cgroup --for-each-cgroup -D --delay -r --repeat -x --field-separator': 'text',
    '-I --interval-print --interval-count --timeout -M --metrics --filter --log-fd --control': 'text',
  },
  operands: { first: ['command'] },
});

/** `perf`: it runs what it measures. */
export const perf = (): ProgramDescriptor => ({
  summary: 'measures programs',
  subcommands: {
    record: perfRecord,
    stat: perfStat,
    trace: () => ({
      style: 'posix',
      options: {
        '-o --output': 'write',
        '-e --event --expr --filter -p --pid -t --tid -u --uid -C --cpu -G --cgroup -D --delay -m --mmap-pages -F --pf -i --input':
          'text',
        '--duration --max-events --call-graph --max-stack --min-stack --filter-pids': 'text',
      },
      operands: { first: ['command'] },
    }),
    'mem c2c kmem lock sched kvm kwork timechart': () => ({
      options: { '-i --input -t --type -e': 'text' },
      subcommands: { 'record rec': perfRecord },
    }),
    script: () => ({
      options: { '-i --input': 'read', '-s --script': 'execute', '-F --fields -C --cpu -c --comms -S --symbols': 'text' },
      subcommands: { record: () => ({ style: 'posix', operands: { first: ['text', 'command'] } }) },
    }),
    'report annotate top diff': () => ({
      options: {
        '-i --input -k --vmlinux': 'read',
        '-o --output': 'write',
        '--objdump --addr2line': 'program',
        '-p --pid': 'text',
      },
    }),
    'list evlist bench': () => ({}),
  },
  match: {
    'perf stat -r 5 rm a': 'delete /w/a',
    'perf stat -c rm a': 'delete /w/a',
    "perf stat --post 'rm a' ls": 'delete /w/a',
    'perf record -F 99 -g -o p.data -- rm a': 'write /w/p.data; delete /w/a',
    'perf sched record -- rm a': 'delete /w/a',
    'perf mem record -g rm a': 'delete /w/a',
    'perf script record x -- rm a': 'delete /w/a',
    'perf script -s ./x.py': 'read /w/x.py; execute ./x.py',
    'perf report --objdump=./x': 'execute ./x',
  },
  notMatch: {
    'perf record -F 99 -g -p "$pid" -o /tmp/perf.data -- sleep 10': 'unknown; delete',
    'perf stat -p "$pid" -I 1000': 'unknown; delete',
    'perf top -p "$pid"': 'unknown; delete',
    'perf script -i /tmp/perf.data': 'unknown; delete; write',
  },
});
