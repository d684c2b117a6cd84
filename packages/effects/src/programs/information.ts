import type { Family, ProgramDescriptor } from './descriptor.ts';
import { isSecretVariable } from '../places/secrets.ts';
import { lookAt, printers, sharing } from './shapes.ts';

const date = (): ProgramDescriptor => ({
  summary: 'prints or sets the time',
  options: {
    '-s --set': { value: 'text', effects: [{ kind: 'configure', target: 'system:clock', tags: ['disrupts'] }] },
    '-d --date -v': 'text',
    '-f --file': 'read',
    '-r --reference': lookAt,
    '-I --iso-8601 --rfc-3339': { value: 'text', attachedOnly: true },
    '-u -R -j -n': 'flag',
  },
  match: { 'date -s 2020-01-01': 'configure #disrupts', 'date -f .env': 'read /w/.env #secret' },
  notMatch: { 'date +%Y-%m-%d': 'configure; unknown', 'date -d yesterday -u': 'configure' },
});

const hostname = (): ProgramDescriptor => ({
  summary: 'prints or sets the name of the machine',
  options: { '-f -s -d -i -I -A -a': 'flag', '-F --file': 'read' },
  cases: [{ when: { atLeast: 1 }, effects: [{ kind: 'configure', target: 'system:hostname', tags: ['disrupts'] }] }],
  match: { 'hostname evil': 'configure #disrupts' },
  notMatch: { 'hostname -f': 'configure', hostname: 'configure' },
});

const printenv = (): ProgramDescriptor => ({
  summary: 'prints environment variables',
  inspect: ({ operands }) =>
    operands
      .filter(({ text }) => text !== undefined && isSecretVariable(text))
      .map(({ text }) => ({ kind: 'read', target: `variable:${text ?? ''}`, tags: ['secret'] }) as const),
  match: { 'printenv AWS_SECRET_ACCESS_KEY': 'read #secret' },
  notMatch: { 'printenv HOME': 'read' },
});

/** Letters without a dash are of BSD; `e` shows the environment of every process. */
const ps = (): ProgramDescriptor => ({
  summary: 'tells about processes',
  inspect: ({ operands }) =>
    operands.some(({ text }) => /^[a-z]*e[a-z]*$/i.test(text ?? ''))
      ? [{ kind: 'read', target: 'variable:*', tags: ['secret'] }]
      : [],
  match: { 'ps eww': 'read variable:* #secret' },
  notMatch: { 'ps aux': '* #secret', 'ps -ef': '* #secret' },
});

const stty = (): ProgramDescriptor => ({ summary: 'sets up the terminal' });

const logger = (): ProgramDescriptor => ({
  summary: 'writes to the system log',
  options: {
    '-n --server': {
      value: { as: 'url', direction: 'upload' },
      effects: [{ kind: 'network', target: 'network:upload', tags: ['uploads'] }],
    },
    '-t -p -i -P -u --tag --priority': 'text',
    '-f --file': 'read',
  },
});

const seeing =
  'uname whoami id groups logname users who w finger pinky uptime pstree top htop btop atop gtop glances nmon free vmstat iostat mpstat pidstat sar lsusb lspci lshw lscpu lsmem lsmod lsns lsipc lslocks lslogins ' +
  'arch nproc tty locale localedef getconf getopt cal ncal sw_vers system_profiler nvidia-smi rocm-smi sensors acpi upower hwinfo inxi neofetch fastfetch screenfetch dmidecode ' +
  'seq yes factor expr bc units qalc calc jot pidof pidwait pwdx tput clear reset cls resize sleep usleep true false figlet toilet cowsay lolcat fortune sl cmatrix banner pv ' +
  'lsb_release command-not-found manpath mesg dircolors hostid domainname dnsdomainname tzselect zdump runlevel systemd-analyze systemd-detect-virt uuidgen uuid mcookie pwgen apg ' +
  'sysbench speedtest geoiplookup wakeonlan xrandr xdpyinfo xset xprop wmctrl xwininfo fc-list fc-match fc-cache desktop-file-validate';

/** Programs that tell about the machine, its users, processes and hardware, or only compute and print. */
export const information: Family = {
  ...printers(seeing, 'tells about the machine or computes'),
  ...sharing('date gdate', date),
  hostname,
  ...sharing('stress stress-ng memtester', () => ({
    summary: 'loads the machine',
    options: { '--version --help': 'flag' },
    effects: [{ kind: 'configure', target: 'machine:load', tags: ['disrupts'] }],
    match: { 'stress --vm 8': 'configure #disrupts' },
  })),
  ps,
  printenv,
  stty,
  logger,
};
