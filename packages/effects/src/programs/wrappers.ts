import type { CommandDescriptor, Family, OperandSpec, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';
import { disruptsOthers } from './processes.ts';
import { projectCode, sets } from './shapes.ts';
import { tasksIn } from './taskCalls.ts';

const nested: OperandSpec = { first: ['command'] };

/** A program whose operands, after `before` words of its own, are another command. */
function wrapper(summary: string, options: OptionTable = {}, before: readonly Use[] = []): ProgramDescriptor {
  return {
    summary,
    style: 'posix',
    options,
    operands: { first: [...before, 'command'] },
    informational: ['--help', '--version'],
  };
}

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
  inspect: disruptsOthers('-p'),
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

const flock = (): ProgramDescriptor => ({
  summary: 'runs a command while it holds a lock',
  style: 'posix',
  options: { '-w --wait --timeout -E --conflict-exit-code': 'text', '-s -x -e -n -u -o -F -v': 'flag' },
  operands: { first: [{ as: 'write', tags: ['regenerable'] }, 'command'] },
  inspect: ({ operands }) => {
    const at = operands.findIndex(({ text }) => text === '-c' || text === '--command');
    const code = operands[at + 1];
    return at < 0 || code === undefined ? [] : [{ use: 'shell', value: code }];
  },
  match: { 'flock /tmp/l rm a': 'delete /w/a', "flock /tmp/l -c 'rm a'": 'delete /w/a' },
});

const script = (): ProgramDescriptor => ({
  summary: 'records a terminal session',
  options: {
    '-c --command': 'shell',
    '-O --log-out -I --log-in -B --log-io -T --log-timing': 'write',
    '-E --echo -m --logging-format -o --output-limit': 'text',
  },
  operands: { first: ['write'] },
  match: { "script -qc 'rm a' /dev/null": 'delete /w/a' },
});

const chroot = (): ProgramDescriptor => ({
  summary: 'runs a command below another root',
  style: 'posix',
  options: { '--userspec --groups': { value: 'text', attachedOnly: true } },
  operands: { first: ['text', { as: 'command', tags: ['privilege'] }] },
  match: { 'chroot /mnt rm a': 'delete /w/a #privilege' },
});

const unshare = (): ProgramDescriptor => ({
  ...wrapper('runs a command in namespaces of its own', {
    '-R --root -w --wd -S --setuid -G --setgid --map-user --map-group --propagation': 'text',
  }),
  match: { 'unshare -r rm a': 'delete /w/a' },
});

const nsenter = (): ProgramDescriptor => ({
  ...wrapper('runs a command in the namespaces of another process', { '-t --target -S --setuid -G --setgid': 'text' }),
  tags: ['privilege'],
  effects: [{ kind: 'privilege', target: 'process:namespaces' }],
  match: { 'nsenter -t 1 -m sh': 'privilege #privilege' },
});

const strace = (): ProgramDescriptor => ({
  ...wrapper('runs a command and shows what it asks of the kernel', {
    '-o --output': 'write',
    '-e -s -u -E -a -O -S -b -I -P -X --trace': 'text',
    '-p --attach': 'text',
  }),
  inspect: disruptsOthers('-p'),
  match: { 'strace -f -o t rm a': 'write /w/t; delete /w/a', 'strace -p $PPID': 'delete process:others #disrupts' },
});

const prlimit = (): ProgramDescriptor => ({
  ...wrapper('runs a command with limits, or limits a process', { '-p --pid': 'text', '-o --output': 'text' }),
  inspect: disruptsOthers('-p'),
  match: { 'prlimit --nofile=9 rm a': 'delete /w/a', 'prlimit --pid $PPID --cpu=1:1': 'delete process:others #disrupts' },
  notMatch: { 'prlimit --pid $$ --nofile=4096': '* #disrupts' },
});

const taskset = (): ProgramDescriptor => ({
  ...wrapper('runs a command on some processors', {}, ['text']),
  match: { 'taskset -c 0 rm a': 'delete /w/a' },
});

const entr = (): ProgramDescriptor => ({
  summary: 'runs a command when files change',
  style: 'posix',
  operands: nested,
  inspect: call => (call.has('-s') && call.operands[0] !== undefined ? [{ use: 'shell', value: call.operands[0] }] : []),
  match: { 'ls | entr rm a': 'delete /w/a', "ls | entr -s 'rm a'": 'delete /w/a' },
});

const watchexec = (): ProgramDescriptor => ({
  ...wrapper('runs a command when files change', {
    '-e --exts -w --watch -i --ignore -f --filter -s --signal -d --debounce --shell --workdir -o --on-busy-update': 'text',
  }),
  match: { 'watchexec -e js rm a': 'delete /w/a', 'watchexec -- rm a': 'delete /w/a' },
});

const systemdRun = (): ProgramDescriptor => ({
  ...wrapper('runs a command as a service', {
    '-p --property -u --unit --slice --description --uid --gid --nice -E --setenv -H --host -M --machine --working-directory':
      'text',
    '--on-calendar --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --path-property --timer-property': {
      value: 'text',
      effects: [sets('schedule:timer', 'persistence')],
    },
  }),
  operands: { first: [{ as: 'command', tags: ['detached'] }] },
  match: { 'systemd-run --user rm a': 'delete /w/a #detached' },
});

const dotenv = (): ProgramDescriptor => ({
  ...wrapper('runs a command with variables from a file', { '-f -e -c --env-file': 'read', '-v -p': 'text' }),
  match: { 'dotenv -e .env -- rm a': 'read /w/.env #secret; delete /w/a' },
});

/** From now on the shell runs what the file says, each time that it comes into the folder. */
const allowed = (): CommandDescriptor => ({
  operands: { first: ['text'] },
  inspect: ({ operands: [place = { text: '.', glob: false }] }) => {
    const file = place.text === undefined || place.text.endsWith('.envrc') ? place : `${place.text}/.envrc`;
    return [{ use: { as: 'execute' }, value: file }];
  },
});

/** Tools that run a command inside an environment, by name: `volta run`, `direnv exec dir`. */
function runners(
  table: Readonly<Record<string, readonly [verb: string, before?: readonly Use[], more?: CommandDescriptor['subcommands']]>>,
): Family {
  const build = (
    name: string,
    verb: string,
    before: readonly Use[],
    more: CommandDescriptor['subcommands'],
  ): ProgramDescriptor => ({
    summary: 'runs a command in an environment of its own making',
    options: { '--env-file -f --config -p --project --profile': 'text' },
    subcommands: {
      [verb]: () => ({ style: 'posix', operands: { first: [...before, 'command'] } }),
      ...more,
    },
    match: { [`${name} ${verb.split(' ')[0]} ${before.map(() => 'x ').join('')}-- rm a`]: 'delete /w/a' },
  });
  return Object.fromEntries(
    Object.entries(table).map(([name, [verb, before = [], more]]) => [name, () => build(name, verb, before, more)]),
  );
}

/** Programs whose first operand is already the command. */
function prefixes(names: string): Family {
  const build = (name: string): ProgramDescriptor => ({
    ...wrapper('runs a command in another setting'),
    match: { [`${name} rm a`]: 'delete /w/a' },
  });
  return Object.fromEntries(names.split(' ').map(name => [name, () => build(name)]));
}

/** Programs that run another command and change little about it. The engine itself knows env, sudo, xargs, find, ssh and the shells. */
export const wrappers: Family = {
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
  flock,
  script,
  chroot,
  unshare,
  nsenter,
  strace,
  prlimit,
  ltrace: strace,
  dtruss: strace,
  taskset,
  chrt: taskset,
  entr,
  watchexec,
  'systemd-run': systemdRun,
  dotenv,
  ...runners({
    direnv: ['exec', ['text'], { 'allow permit grant': allowed }],
    rbenv: ['exec'],
    pyenv: ['exec'],
    nodenv: ['exec'],
    asdf: ['exec'],
    mise: [
      'exec x',
      [],
      { 'run r': () => ({ style: 'posix', effects: [projectCode], inspect: call => tasksIn('mise.toml', call) }) },
    ],
    fnm: ['exec'],
    volta: ['run'],
  }),
  ...prefixes(
    'unbuffer rlwrap catchsegv setarch linux64 linux32 eatmydata proxychains proxychains4 torsocks torify dbus-run-session ' +
      'dbus-launch xvfb-run caffeinate fakeroot proot numactl cgexec choom tini dumb-init',
  ),
};
