import type { Call, Family, Finding, ProgramDescriptor } from './descriptor.ts';
import { sharing } from './shapes.ts';

const disrupts = (target: string): Finding => ({ kind: 'delete', target, tags: ['disrupts'] });
const wide: Finding = { kind: 'delete', target: 'process:*', tags: ['disrupts', 'destructive'] };

/** Stopping a process by its number is everyday work; stopping everything, or the first process, is not. */
const killed = (call: Call): readonly Finding[] => {
  if (['-l', '-L', '--list', '-0'].some(option => call.has(option))) return [];
  const words = call.operands.map(({ text }) => text);
  if (words.some(text => text === '-1' || text === '1') || call.has('-1')) return [wide];
  return [];
};

const kill = (): ProgramDescriptor => ({
  summary: 'sends signals to processes',
  style: 'long',
  options: { '-s --signal -n': 'text', '-l -L --list': 'flag' },
  inspect: killed,
  match: { 'kill -9 -1': 'delete process:* #disrupts', 'kill -KILL 1': 'delete #disrupts' },
  notMatch: {
    'kill 1234': '* #disrupts',
    'kill -9 %1': '* #disrupts',
    'kill -0 1': '* #disrupts',
    'kill $(lsof -ti:3000)': '* #disrupts; unknown',
  },
});

const important =
  /^(?:-1|systemd|init|sshd|dockerd|containerd|kubelet|postgres|mysqld|mongod|redis-server|nginx|httpd|cron|crond|launchd|Finder|WindowServer|loginwindow|Xorg|gnome-shell|NetworkManager|bash|zsh|sh|claude|codex|licet|\.\*?)$/;

const pkill = (): ProgramDescriptor => ({
  summary: 'stops processes by name',
  options: {
    '-u --euid -U --uid': 'text',
    '-v --inverse': 'flag',
    '-s --signal -g --pgroup -G -P --parent -t --terminal -F --pidfile -r --runstates': 'text',
    '-f -x -n -o -i -e -l -q --full': 'flag',
  },
  inspect: call =>
    call.has('-u') || call.has('-v') || call.operands.some(({ text }) => text === undefined || important.test(text))
      ? [disrupts(`process:${call.operands[0]?.text ?? '*'}`)]
      : [],
  match: {
    'pkill -9 sshd': 'delete process:sshd #disrupts',
    'killall -9 postgres': 'delete #disrupts',
    'pkill -u root': 'delete #disrupts',
  },
  notMatch: { 'pkill -f "vite --port 3000"': '* #disrupts', 'killall node': '* #disrupts' },
});

const power = (): ProgramDescriptor => ({
  summary: 'stops or restarts the machine',
  options: { '-c': 'flag' },
  inspect: call => (call.has('-c') || call.has('--help') ? [] : [disrupts('machine:power')]),
  match: { 'shutdown -h now': 'delete machine:power #disrupts', reboot: 'delete machine:power #disrupts' },
  notMatch: { 'shutdown -c': '* #disrupts' },
});

/** Stopping processes and the machine. */
export const processes: Family = {
  kill,
  ...sharing('pkill killall skill slay', pkill),
  killall5: () => ({ summary: 'stops every process', inspect: () => [wide] }),
  ...sharing('shutdown reboot halt poweroff telinit init', power),
  ...sharing('renice', () => ({ summary: 'changes the priority of processes' })),
  fuser: () => ({
    summary: 'says who uses a file or a port, and may stop it',
    options: { '-n': 'text', '-k --kill': 'flag' },
    inspect: call =>
      call.has('-k') && call.operands.some(({ text = '' }) => text.startsWith('/')) ? [disrupts('process:users')] : [],
    match: { 'fuser -km /mnt': 'delete #disrupts' },
    notMatch: { 'fuser -k 3000/tcp': '* #disrupts', 'fuser 3000/tcp': '* #disrupts' },
  }),
};
