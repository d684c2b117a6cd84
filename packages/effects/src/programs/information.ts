import type { Condition, Family } from './descriptor.ts';
import { setsUp } from './output.ts';
import { effect, lookAt, option, sends, sets, sharing } from './shapes.ts';
import { protection, tmutil, capture, persists, plist } from './macTools.ts';

const showsAll = effect('read', 'variable:*', 'secret');

/** Letters without a dash are of BSD; `e` shows the environment of every process. A word after `o` or `U` is the value of that. */
const showsEnvironment: Condition = {
  either: [
    { words: '(?<=^| )(?<!(?:^| )[a-df-z]*[oOkUtpq] )[a-zA-Z]*[eE][a-zA-Z]*(?= |$)' },
    { value: { '-u': '^x[afhjlmrsuvw]*e[aefhjlmrsuvw]*$' } },
  ],
};

const WORDS =
  'uname whoami id logname users uptime free lscpu arch nproc tty locale getconf sw_vers nvidia-smi factor expr bc numfmt jot pidof tput sleep true false uuidgen';

const SEEING =
  'groups who w finger pinky pstree top htop btop atop gtop glances nmon vmstat iostat mpstat pidstat sar lsusb lspci lshw lsmem lsmod lsns lsipc lslocks lslogins ' +
  'localedef getopt cal ncal system_profiler rocm-smi sensors acpi upower hwinfo inxi neofetch fastfetch screenfetch dmidecode ' +
  'units qalc calc pidwait pwdx clear reset cls usleep figlet toilet cowsay lolcat fortune sl cmatrix banner ' +
  'lsb_release command-not-found manpath mesg hostid domainname dnsdomainname tzselect zdump runlevel systemd-analyze systemd-detect-virt uuid mcookie pwgen apg ' +
  'sysbench speedtest geoiplookup wakeonlan xrandr xdpyinfo xset xprop wmctrl xwininfo fc-list fc-match fc-cache desktop-file-validate stty ' +
  'say notify-send zenity kdialog dialog whiptail terminal-notifier afplay aplay paplay espeak mdutil mdls mdimport xcode-select xcrun sips textutil pkgutil codesign ioreg kextstat vm_stat dscacheutil airport brightness';

/** Endings of files that run when they are opened. */
const RUN = '[.](?:command|tool|terminal|workflow|scpt|pkg|mobileconfig|jar|desktop|bat|cmd|exe|msi|ps1)$';

/** Programs of macOS that run what they open. */
const byRunner: Condition = { value: { '-a': '^(?:[^]*/)?(?:Terminal|iTerm|Script Editor|Automator|Installer)(?:[.]app)?$' } };

const REMOTE = '^[?]$|^[a-z][a-z\\d+.-]*:';

/** Programs that tell about the machine, its users and processes, that compute and print, and those of desktops: openers, clipboards, settings. */
export const information: Family = {
  ...sharing(SEEING, () => ({})),
  ...sharing(WORDS, () => ({ prints: 'word' })),
  seq: () => ({
    prints: 'word',
    endless: [{ when: { operand: '^(?:inf\\w*|\\d{10,})$' }, endless: 'starts' }],
  }),
  yes: () => ({ endless: 'starts' }),
  pv: () => ({ prints: 'input', endless: 'passes' }),
  dircolors: () => ({ prints: 'setup' }),
  resize: () => ({ prints: setsUp('$') }),
  ...sharing('date gdate', () => ({
    prints: 'word',
    options: {
      '-s --set': { value: 'text', effects: [sets('system:clock', 'disrupts')] },
      '-d --date -v': 'text',
      '-f --file': 'read',
      '-r --reference': lookAt,
      '-I --iso-8601 --rfc-3339': { value: 'text', attachedOnly: true },
    },
  })),
  hostname: () => ({
    prints: 'word',
    options: { '-F --file': 'read' },
    cases: [{ when: { atLeast: 1 }, effects: [sets('system:hostname', 'disrupts')] }],
  }),
  ...sharing('stress stress-ng memtester', () => ({
    options: { '--version --help': 'flag' },
    effects: [sets('machine:load', 'disrupts')],
  })),
  ...sharing('hostnamectl timedatectl localectl', () => ({
    options: { '-H --host -M --machine -p --property': 'text' },
    cases: [
      { when: { operand: '^(?:set-|hostname$|chassis$|revert$)', atLeast: 2 }, effects: [sets('system:identity', 'disrupts')] },
    ],
  })),
  ps: () => ({
    options: {
      '-C -G --Group -O -U --User -g --group -k --sort -o --format -p --pid --ppid -q --quick-pid -s --sid -t --tty': 'text',
      '-u --user': 'text',
      '--cols --columns --width --lines --rows --headers': 'text',
      '-E': option(showsAll),
    },
    keyword: [{ when: showsEnvironment, effects: [showsAll] }],
  }),
  printenv: () => ({
    prints: 'variables',
    optionValue: [{ isSecretVariable: true, effects: [effect('read', 'variable:{0}', 'secret')] }],
  }),
  logger: () => ({
    hides: true,
    options: {
      '-n --server': { value: { as: 'url', direction: 'upload' }, effects: [sends('uploads')] },
      '-t -p -i -P -u --tag --priority': 'text',
      '-f --file': 'read',
    },
  }),
  ...sharing('open xdg-open gnome-open kde-open wslview sensible-browser x-www-browser explorer.exe', () => ({
    options: { '-a -b --args -u': 'text' },
    optionValue: [
      { to: 8, when: byRunner, use: 'execute' },
      { to: 8, when: { not: byRunner }, fits: `(?i)${RUN}`, use: 'execute' },
      { to: 8, when: { not: byRunner }, fits: `(?i)${REMOTE}`, unless: `(?i)${RUN}`, use: 'url' },
      { to: 8, when: { not: byRunner }, unless: `(?i)${REMOTE}|${RUN}`, use: lookAt },
    ],
  })),
  ...sharing('pbcopy pbpaste xclip xsel wl-copy wl-paste clip clip.exe', () => ({
    hides: true,
    options: { '-selection -sel -o -i -t -target -d -display -l -loops': 'text' },
  })),
  tccutil: protection('privacy', '^reset$'),
  fdesetup: protection('encryption', '^(?:disable|removerecovery)$'),
  gsettings: persists('^(?:set|reset|reset-recursively)$'),
  dconf: persists('^(?:write|reset|load|update)$'),
  'xdg-mime': persists('^(?:default|install)$'),
  'xdg-settings': persists('^set$'),
  'update-alternatives': () => ({
    ...persists('^$')(),
    options: {
      '--install': { value: 'text', more: ['text', 'text', 'text'], effects: [sets('setting:system', 'persistence')] },
      '--set': { value: 'text', more: ['text'], effects: [sets('setting:system', 'persistence')] },
    },
  }),
  tmutil,
  ...sharing('screencapture scrot maim grim import xwd', capture),
  ...sharing('plutil PlistBuddy', plist),
};
