import type { CommandDescriptor, ProgramDescriptor } from './descriptor.ts';

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
});
