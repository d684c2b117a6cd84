import type { Call, CommandDescriptor, Family, Finding, FixedEffect, ProgramDescriptor, Use } from './descriptor.ts';
import { disruptsOthers, memory } from './processes.ts';
import { destroys, does, effect, loses, onWord, option, sets, sharing, shows } from './shapes.ts';

const command: Use = { as: 'command', tags: ['runs_code'] };
const shell: Use = { as: 'shell', tags: ['runs_code'] };

/** Orders to a debugger that keep the memory of a process, or look through it. */
const DUMPING = /\b(?:gcore|generate-core-file|dump\s+(?:binary\s+)?memory|save-core|memory\s+(?:read|find))\b/;

/** Commands of a debugger that leave it. Source: the manuals of gdb and lldb. */
function debuggerFindings(call: Call): readonly Finding[] {
  return call.values('-ex').flatMap(({ text }): readonly Finding[] => {
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
}

const gdb = (): ProgramDescriptor => ({
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

/** Programs that run the command after `-e`, or after `--`, in a window. */
const terminal = (): ProgramDescriptor => ({
  summary: 'opens a terminal',
  options: { '-e -x --execute --command': command, '-T -t --title -g --geometry --working-directory --class -n': 'text' },
  inspect: call =>
    call.has('--') && call.operands.length > 0 ? [{ kind: 'unknown', target: 'text:command in a terminal' }] : [],
  match: { 'xterm -e rm a': 'delete /w/a', 'gnome-terminal -- rm a': 'unknown' },
});

const measured = (): ProgramDescriptor => ({
  summary: 'runs commands and measures them',
  style: 'posix',
  options: {
    '-w --warmup -r --runs -m --min-runs -M -L -P -n --command-name --style -s -N --export-format': 'text',
    '-p --prepare -c --cleanup --setup -S --shell': 'shell',
    '--export-json --export-csv --export-markdown': 'write',
  },
  operands: { rest: 'shell' },
  match: { "hyperfine -p 'rm b' 'rm a'": 'delete /w/a; delete /w/b' },
  notMatch: { "hyperfine 'node a.js'": 'unknown; delete' },
});

const observed = (): ProgramDescriptor => ({
  summary: 'runs a command under observation',
  style: 'posix',
  options: {
    '--tool --log-file --suppressions --leak-check -o -e -p -F -a -c --call-graph -g -s -t --format -r --rate -d': 'text',
  },
  operands: { first: ['command'] },
  match: { 'valgrind --leak-check=full rm a': 'delete /w/a' },
  notMatch: { 'valgrind ls': 'unknown' },
});

/** What `perf` observes: a command that it runs, or what runs already. Source: the manual pages of perf. */
const perfRecord = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-o --output': 'write',
    '-e --event -F --freq -c --count -p --pid -t --tid -u --uid -C --cpu -G --cgroup -D --delay -m --mmap-pages': 'text',
    '-r --realtime -j --branch-filter -k --clockid --call-graph --filter --max-size --control': 'text',
    '-g -a -b -d -s -T -P -n -N -B -R -i -q -v': 'flag',
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
    '-a -A -B -c -d -i -n -S -T -v': 'flag',
  },
  operands: { first: ['command'] },
});

const perf = (): ProgramDescriptor => ({
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
        '-s -S -T -a -f -v': 'flag',
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

const ip = (): ProgramDescriptor => ({
  summary: 'shows and changes the network',
  inspect: ({ operands }) => {
    const words = operands.map(({ text }) => text ?? '?');
    const [object = '', verb = ''] = words;
    if (/^netns?$/.test(object) && verb === 'exec') return [{ use: 'shell', value: words.slice(3).join(' ') }];
    return /^(?:add|del|delete|set|flush|change|replace)$/.test(verb) ? [sets(`network_setting:${object}`, 'disrupts')] : [];
  },
  match: { 'ip netns exec x rm a': 'delete /w/a', 'ip link set eth0 down': 'configure #disrupts' },
  notMatch: { 'ip addr show': 'configure', 'ip route': 'configure' },
});

const interfaces = (): ProgramDescriptor => ({
  summary: 'shows and changes network interfaces',
  cases: [
    onWord('^(?:up|down|add|del|delete|flush|connect|disconnect|off|modify)$', sets('network_setting:interface', 'disrupts')),
  ],
  options: {
    '-a -n -v -p': 'flag',
    '-g -f --fields -m': 'text',
    '--show-secrets': option(shows('network')),
  },
  inspect: call => (call.path[0] === 'nmcli' && call.has('-s') ? [shows('network')] : []),
  match: { 'ifconfig eth0 down': 'configure #disrupts', 'nmcli radio wifi off': 'configure #disrupts' },
  notMatch: { 'ifconfig -a': 'configure', 'arp -a': 'configure' },
});

const runParts = (): ProgramDescriptor => ({
  summary: 'runs every program in a folder',
  options: { '-a --arg --regex -u': 'text' },
  operands: { rest: 'execute' },
  match: { 'run-parts /tmp/x': 'execute /tmp/x' },
});

const daemonStarter = (): ProgramDescriptor => ({
  summary: 'starts and stops background programs',
  options: {
    '-S --start': 'flag',
    '-x --exec -a --startas': { as: 'program', tags: ['detached'] },
    '-p --pidfile -u --user -c --chuid -d --chdir -n --name -s --signal': 'text',
    '-K --stop': option(effect('delete', 'process:service', 'disrupts')),
  },
  match: { 'start-stop-daemon --start --exec ./x': 'execute ./x', 'start-stop-daemon --stop -n x': 'delete #disrupts' },
});

const capsh = (): ProgramDescriptor => ({
  summary: 'runs a shell with other capabilities',
  options: { '-c': shell, '--caps --uid --gid --user --chroot --drop --addamb': 'text' },
  inspect: call => (call.has('--') ? [effect('unknown', 'program:shell', 'runs_code')] : []),
  match: { "capsh -- -c 'rm a'": 'unknown' },
  notMatch: { 'capsh --print': 'unknown' },
});

const lost: FixedEffect = loses('machine:data');

const vagrant = (): ProgramDescriptor => ({
  summary: 'manages virtual machines',
  subcommands: {
    ssh: () => ({ options: { '-c --command': { as: 'shell', tags: ['remote_execution'] } } }),
    destroy: does(loses('machine:vagrant')),
    'halt suspend reload': does(sets('machine:vagrant', 'disrupts')),
    'up provision status init box plugin snapshot global-status port validate resume': () => ({}),
  },
  match: { 'vagrant destroy -f': 'delete #destructive', "vagrant ssh -c 'rm a'": 'delete #remote_execution' },
  notMatch: { 'vagrant up': 'unknown; * #destructive' },
});

/** Ordinary programs with an odd way to run a command, virtual machines, and what sets up the network. */
export const launchers: Family = {
  ...sharing('gdb lldb cgdb rr', gdb),
  ...sharing(
    'xterm rxvt urxvt gnome-terminal konsole alacritty kitty xfce4-terminal st foot wezterm lxterminal terminator',
    terminal,
  ),
  hyperfine: measured,
  ...sharing('valgrind heaptrack uftrace py-spy rbspy gprofng firejail bwrap trickle', observed),
  cpulimit: () => ({
    ...observed(),
    options: { '-p --pid': 'text', '-l --limit -e --exe -P --path -c --cpu': 'text' },
    inspect: call => disruptsOthers('-p')(call),
    match: { 'cpulimit -l 20 rm a': 'delete /w/a', 'cpulimit -p $PPID -l 1': 'delete #disrupts' },
    notMatch: { 'cpulimit -l 20 -p 1234': '* #disrupts' },
  }),
  perf,
  ip,
  ...sharing('ifconfig route nmcli iwconfig ethtool arp networkctl wpa_cli', interfaces),
  'run-parts': runParts,
  'start-stop-daemon': daemonStarter,
  capsh,
  vagrant,
  ...sharing('multipass lxc incus virsh VBoxManage limactl colima', () => ({
    summary: 'runs virtual machines',
    match: { 'lxc exec box -- rm a': 'delete #container', 'colima delete': 'delete machine:data #destructive' },
    subcommands: {
      'exec ssh shell': () => ({ style: 'posix', operands: { first: ['text', { as: 'command', tags: ['container'] }] } }),
      'destroy delete undefine unregistervm remove vol-delete pool-destroy pool-delete net-destroy net-undefine snapshot-delete snapshot-revert managedsave-remove reset':
        () => ({
          ...destroys('machine')(),
          cases: [{ when: { atMost: 0 }, effects: [lost] }],
        }),
      purge: does(lost),
      controlvm: () => ({
        inspect: ({ operands }) => (/^(?:poweroff|reset|savestate)$/.test(operands[1]?.text ?? '') ? [lost] : []),
      }),
      snapshot: () => ({
        inspect: ({ operands }) =>
          operands.some(({ text = '' }) => /^(?:restore|restorecurrent|delete)$/.test(text)) ? [lost] : [],
      }),
      'up start stop halt list ls info status reload launch console dominfo suspend resume provision create clone': () => ({}),
    },
  })),
  ...sharing('tailscale wg-quick openvpn zerotier-cli', () => ({
    summary: 'joins a private network',
    subcommands: { 'status ip ping netcheck version show': () => ({}) },
    cases: [onWord('^(?:up|down|set|serve|funnel|login|logout|join|leave|syncconf)$', sets('network:private', 'weakens'))],
  })),
};
