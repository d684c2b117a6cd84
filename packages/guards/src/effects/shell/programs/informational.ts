import type { Family, ProgramDescriptor } from '../descriptor.ts';
import { lookAt, printers, sharing } from './shapes.ts';

const secretName =
  /(?:secret|token|passw|passphrase|api_?key|private_?key|access_?key|credential|auth|session_?key|_pwd$|_pat$)/i;

const printenv = (): ProgramDescriptor => ({
  summary: 'prints environment variables',
  inspect: ({ operands }) =>
    operands.flatMap(({ text }) =>
      text !== undefined && secretName.test(text) ? [{ kind: 'read', target: `variable:${text}`, tags: ['secret'] }] : [],
    ),
  match: { 'printenv AWS_SECRET_ACCESS_KEY': 'read variable:AWS_SECRET_ACCESS_KEY #secret' },
  notMatch: { 'printenv PATH': '* #secret', printenv: '* #secret' },
});

const dateOf = (): ProgramDescriptor => ({
  summary: 'prints or sets the time',
  options: {
    '-s --set': { value: 'text', effects: [{ kind: 'configure', target: 'machine:clock', tags: ['disrupts'] }] },
    '-d --date -f --file -r --reference -I --iso-8601': { value: 'text' },
    '-u -R': 'flag',
  },
  match: { 'date -s 2020-01-01': 'configure machine:clock #disrupts' },
  notMatch: { 'date +%s': 'configure', "date -d '1 day ago' +%F": 'configure' },
});

const hostname = (): ProgramDescriptor => ({
  summary: 'prints or sets the name of the machine',
  cases: [{ when: { atLeast: 1 }, effects: [{ kind: 'configure', target: 'machine:hostname', tags: ['disrupts'] }] }],
  match: { 'hostname evil': 'configure machine:hostname' },
  notMatch: { 'hostname -I': 'configure', hostname: 'configure' },
});

const controls = (summary: string, looking: string, changing: string): ProgramDescriptor => ({
  summary,
  options: { '--no-pager --no-legend -l --full': 'flag', '-p --property -n --lines': 'text' },
  subcommands: {
    [looking]: () => ({}),
    [changing]: () => ({ effects: [{ kind: 'configure', target: 'machine:settings', tags: ['disrupts'] }] }),
  },
});

/** Programs that look at the machine, the users and the processes, and only print. */
export const informational: Family = {
  ...printers(
    'id who w whoami users groups logname arch nproc uptime cal ncal sleep tty tput clear reset getconf uname pwd true false test',
    'says something about the machine or the user',
  ),
  ...printers('seq printf yes expr factor numfmt jot bc dc units usleep', 'computes and prints'),
  ...printers(
    'ps top htop btop atop free vmstat iostat mpstat pidstat sar pgrep pidof pstree uptime dstat nethogs iftop bmon iotop powertop glances slabtop',
    'shows processes and their load',
    {
      '-o -O -p -u -U -C -t -n -d -s': 'text',
    },
  ),
  ...printers(
    'lsblk blkid lscpu lspci lsusb lsmod lshw dmidecode inxi lsns lsipc lslocks hwinfo sensors acpi sw_vers system_profiler ioreg vm_stat',
    'shows the hardware',
    { '-o -O --output': 'text' },
  ),
  ...printers('cowsay figlet toilet lolcat fortune neofetch fastfetch screenfetch cmatrix sl', 'prints for fun'),
  ...printers('man info tldr help cheat', 'shows documentation'),
  ...printers('locale localedef lsb_release ulimit stty mesg setterm', 'shows or sets the terminal'),
  ...printers('jobs fg bg disown wait', 'looks after jobs'),
  ...sharing('sync', () => ({ summary: 'writes buffers to disk' })),
  ...sharing('df', () => ({
    summary: 'shows how full disks are',
    options: { '-t -x --type -B --block-size --output': 'text' },
    operands: { rest: lookAt },
  })),
  ...sharing('dialog whiptail', () => ({ summary: 'asks the user' })),
  ...sharing('write wall', () => ({
    summary: 'writes to the terminals of users',
    effects: [{ kind: 'write', target: 'terminal:users', tags: ['disrupts'] }],
  })),
  ...sharing('logger', () => ({
    summary: 'writes to the log of the system',
    options: {
      '-f --file': 'read',
      '-n --server': { value: 'text', effects: [{ kind: 'network', target: 'network:upload', tags: ['exfiltrates'] }] },
      '-t -p -i -s': 'text',
    },
  })),
  printenv,
  date: dateOf,
  hostname,
  hostnamectl: () =>
    controls('shows or sets the name of the machine', 'status hostname', 'set-hostname set-icon-name set-chassis'),
  timedatectl: () =>
    controls(
      'shows or sets the time',
      'status show list-timezones timesync-status',
      'set-time set-timezone set-ntp set-local-rtc',
    ),
  localectl: () => controls('shows or sets the language', 'status list-locales list-keymaps', 'set-locale set-keymap'),
  loginctl: () =>
    controls(
      'shows or ends sessions',
      'list-sessions list-users show-session show-user session-status user-status',
      'terminate-session kill-session terminate-user kill-user lock-sessions enable-linger',
    ),
};
