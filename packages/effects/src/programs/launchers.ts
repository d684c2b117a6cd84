import { command, gdb, shell } from './debuggers.ts';
import type { Call, CommandDescriptor, Family, Finding, FixedEffect } from './descriptor.ts';
import { isHostFolder } from './mounts.ts';
import { shellInstead } from './processLimits.ts';
import { disruptsOthers } from './processes.ts';
import { destroys, does, effect, ifGiven, loses, onWord, option, sets, sharing, shows } from './shapes.ts';

/** What `perf` observes: a command that it runs, or what runs already. Source: the manual pages of perf. */
const perfRecord = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-o --output': 'write',
    '-e --event -F --freq -c --count -p --pid -t --tid -u --uid -C --cpu -G --cgroup -D --delay -m --mmap-pages': 'text',
    '-r --realtime -j --branch-filter -k --clockid --call-graph --filter --max-size --control': 'text',
  },
  operands: { first: ['command'] },
});

/** `perf`: it runs what it measures. */
const perf = (): CommandDescriptor => ({
  subcommands: {
    record: perfRecord,
    stat: () => ({
      style: 'posix',
      options: {
        '-o --output': 'write',
        '--pre --post': 'shell',
        '-e --event -p --pid -t --tid -C --cpu -G --cgroup --for-each-cgroup -D --delay -r --repeat -x --field-separator': 'text',
        '-I --interval-print --interval-count --timeout -M --metrics --filter --log-fd --control': 'text',
      },
      operands: { first: ['command'] },
    }),
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
  },
});

/** Programs that run the command after `-e`, or after `--`, in a window. */
const terminal = (): CommandDescriptor => ({
  options: { '-e -x --execute --command': command, '-T -t --title -g --geometry --working-directory --class -n': 'text' },
  keyword: [{ when: { any: ['--'], atLeast: 1 }, effects: [effect('unknown', 'text:command in a terminal')] }],
});

const observed = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '--log-file --xml-file --output-file --cachegrind-out-file --callgrind-out-file --massif-out-file --dhat-out-file': 'write',
    '--tool --suppressions --leak-check -o -e -p -F -a -c --call-graph -g -s -t --format -r --rate -d': 'text',
  },
  operands: { first: ['command'] },
});

const lost: FixedEffect = loses('machine:data');

/** Words and values of options by which a machine sees a folder that would let it rewrite this one. */
const sharesHost = (call: Call): readonly Finding[] => {
  const words = call.operands.map(({ text = '' }) => text);
  const isMount = /^(?:mount|start|create|launch|edit|run)$/.test(call.path[1] ?? words[0] ?? '');
  const folders = [
    ...words.flatMap(text => /^(?:source|src|path)=(.*)$/.exec(text)?.[1] ?? []),
    ...(isMount ? words.slice(call.path[1] === undefined ? 1 : 0).map(text => text.replace(/:w$/, '')) : []),
    ...(isMount ? (call.unlisted ?? []).flatMap(text => /^--(?:mount|mount-writable)=?(.*?)(?::w)?$/.exec(text)?.[1] ?? []) : []),
  ];
  return folders.some(path => path.startsWith('/') && isHostFolder(path, call.home))
    ? [effect('privilege', 'machine:host', 'privilege')]
    : [];
};

/** Ordinary programs with an odd way to run a command, virtual machines, and what sets up the network. */
export const launchers: Family = {
  ...sharing('gdb lldb cgdb rr', gdb),
  ...sharing(
    'xterm rxvt urxvt gnome-terminal konsole alacritty kitty xfce4-terminal st foot wezterm lxterminal terminator x-terminal-emulator mate-terminal qterminal tilix terminology sakura roxterm mlterm cool-retro-term deepin-terminal contour',
    terminal,
  ),
  hyperfine: () => ({
    style: 'posix',
    options: {
      '-w --warmup -r --runs -m --min-runs -M -L -P -n --command-name --style -s -N --export-format --time-unit --sort --reference --input -i':
        'text',
      '-p --prepare -c --cleanup --setup -S --shell': 'shell',
      '--output --export-json --export-csv --export-markdown --export-asciidoc --export-orgmode': 'write',
    },
    operands: { rest: 'shell' },
  }),
  ...sharing('valgrind heaptrack uftrace py-spy rbspy gprofng bwrap trickle', observed),
  firejail: () => ({ ...observed(), cases: [shellInstead()] }),
  cpulimit: () => ({
    ...observed(),
    options: { '-p --pid': 'text', '-l --limit -e --exe -P --path -c --cpu': 'text' },
    optionValue: [disruptsOthers('-p')],
  }),
  perf,
  ip: () => ({
    optionValue: [
      { from: 3, when: { words: '^netns? exec ' }, use: 'command' },
      {
        to: 1,
        when: { second: '^(?:add|del|delete|set|flush|change|replace)$' },
        effects: [sets('network_setting:{0}', 'disrupts')],
      },
    ],
  }),
  ...sharing('ifconfig route nmcli iwconfig ethtool arp networkctl wpa_cli', () => ({
    cases: [
      onWord('^(?:up|down|add|del|delete|flush|connect|disconnect|off|modify)$', sets('network_setting:interface', 'disrupts')),
    ],
    options: { '-g -f --fields -m': 'text', '--show-secrets': option(shows('network')) },
    keyword: [{ when: { program: '^nmcli$', any: ['-s'] }, effects: [shows('network')] }],
  })),
  'run-parts': () => ({
    options: { '-a --arg --regex -u': 'text' },
    operands: { rest: 'execute' },
  }),
  'start-stop-daemon': () => ({
    options: {
      '-S --start': 'flag',
      '-x --exec -a --startas': { as: 'program', tags: ['detached'] },
      '-p --pidfile -u --user -c --chuid -d --chdir -n --name -s --signal': 'text',
      '-K --stop': option(effect('delete', 'process:service', 'disrupts')),
    },
  }),
  capsh: () => ({
    options: { '-c': shell, '--caps --uid --gid --user --chroot --drop --addamb': 'text' },
    keyword: [ifGiven('--', effect('unknown', 'program:shell', 'runs_code'))],
  }),
  vagrant: () => ({
    subcommands: {
      ssh: () => ({ options: { '-c --command': { as: 'shell', tags: ['remote_execution'] } } }),
      destroy: does(loses('machine:vagrant')),
      'halt suspend reload': does(sets('machine:vagrant', 'disrupts')),
    },
  }),
  ...sharing('multipass lxc incus virsh VBoxManage limactl colima', () => ({
    inspect: sharesHost,
    subcommands: {
      'exec ssh shell': () => ({ style: 'posix', operands: { first: ['text', { as: 'command', tags: ['container'] }] } }),
      'destroy delete undefine unregistervm remove vol-delete pool-destroy pool-delete net-destroy net-undefine snapshot-delete snapshot-revert managedsave-remove reset':
        () => ({ ...destroys('machine')(), cases: [{ when: { atMost: 0 }, effects: [lost] }] }),
      purge: does(lost),
      controlvm: () => ({ keyword: [{ when: { second: '^(?:poweroff|reset|savestate)$' }, effects: [lost] }] }),
      snapshot: () => ({ keyword: [{ when: { operand: '^(?:restore|restorecurrent|delete)$' }, effects: [lost] }] }),
      'up start stop halt list ls info status reload launch console dominfo suspend resume provision create clone': () => ({}),
    },
  })),
  ...sharing('tailscale wg-quick openvpn zerotier-cli', () => ({
    subcommands: { 'status ip ping netcheck version show': () => ({}) },
    cases: [onWord('^(?:up|down|set|serve|funnel|login|logout|join|leave|syncconf)$', sets('network:private', 'weakens'))],
  })),
};
