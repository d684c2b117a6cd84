import type { Family, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { does, effect, loses, onWord, option, sets, sharing } from './shapes.ts';
import { stays, stops, starts, systemctl, bus, activationEnvironment } from './systemd.ts';

const service = (): ProgramDescriptor => ({
  summary: 'controls a service',
  options: { '--status-all': 'flag' },
  inspect: ({ operands: [, verb] }) => (verb === undefined || /^(?:status|--status-all)$/.test(verb.text ?? '') ? [] : [stops]),
  match: { 'service mysql stop': 'configure #disrupts' },
  notMatch: { 'service mysql status': '* #disrupts' },
});

const crontab = (): ProgramDescriptor => ({
  summary: 'plans commands for later',
  options: { '-u': 'text' },
  operands: { first: ['read'] },
  inspect: call => {
    if (call.has('-l')) return [];
    if (call.has('-r')) return [loses('schedule:crontab', 'persistence')];
    return [sets('schedule:crontab', 'persistence')];
  },
  stdin: { as: 'named', category: 'schedule', tags: ['persistence'] },
  match: {
    'crontab -r': 'delete schedule:crontab #destructive',
    'crontab job.txt': 'configure schedule:crontab #persistence',
    'echo "* * * * * x" | crontab -': 'configure #persistence',
  },
  notMatch: { 'crontab -l': '* #persistence' },
});

const launchctl = (): ProgramDescriptor => ({
  summary: 'controls services on macOS',
  subcommands: {
    'list print print-disabled blame version': does(),
    'load bootstrap enable submit kickstart start': does(stays),
    'unload bootout disable remove stop kill': does(stops),
    setenv: does(effect('environment', 'variable:service', 'tampered_environment')),
  },
  match: { 'launchctl load ~/Library/LaunchAgents/x.plist': 'configure #persistence' },
  notMatch: { 'launchctl list': '* #persistence' },
});

/** Questions of `networksetup` and `systemsetup` by the beginning of their names. Source: their manuals. */
const LOOKS = /^-(?:list|get|show)/;

const macSettings = (): ProgramDescriptor => ({
  summary: 'sets up a Mac',
  style: 'long',
  inspect: call => {
    const { operands, path } = call;
    const words = operands.map(({ text = '?' }) => text);
    const looks =
      '-p -xp -g -l --list --get --dns --proxy -getremotelogin -gettimezone -getcomputername'
        .split(' ')
        .some(option => call.has(option)) ||
      (path[0] === 'networksetup' && ['-version', '-printcommands', '-help'].some(option => call.has(option))) ||
      (path[0] !== 'nvram' && LOOKS.test(call.unlisted?.[0] ?? '')) ||
      (path[0] === 'nvram' && words.length === 1 && !words[0]?.includes('=') && !call.has('-d') && !call.has('-c'));
    return looks ? [] : [sets('machine:settings', 'disrupts', 'tampered_environment')];
  },
  match: {
    'nvram boot-args=x': 'configure machine:settings',
    'systemsetup -setremotelogin on': 'configure',
    'pmset sleepnow': 'configure',
  },
  notMatch: { 'nvram -p': 'configure', 'pmset -g': 'configure', 'scutil --dns': 'configure', 'softwareupdate -l': 'configure' },
});

const firewall = (): ProgramDescriptor => ({
  summary: 'sets up the firewall',
  style: 'long',
  inspect: call => {
    const words = call.operands.map(({ text }) => text ?? '');
    const looks =
      ['-L', '-S', '--list', '-n', '--list-all', '--state'].some(option => call.has(option)) ||
      /^(?:status|list|show|version)$/.test(words[0] ?? '');
    return looks ? [] : [sets('firewall:rules', 'weakens', 'disrupts')];
  },
  match: { 'iptables -F': 'configure firewall:rules #weakens', 'ufw disable': 'configure firewall:rules #weakens' },
  notMatch: { 'iptables -L -n': '* #weakens', 'ufw status': '* #weakens' },
});

const sysctl = (): ProgramDescriptor => ({
  summary: 'reads and sets kernel parameters',
  options: {
    '-p --load': { value: 'text', attachedOnly: true, effects: [sets('kernel:parameters', 'weakens')] },
  },
  cases: [
    onWord('=', sets('kernel:parameters', 'weakens')),
    { when: { any: ['-w'] }, effects: [sets('kernel:parameters', 'weakens')] },
  ],
  match: { 'sysctl -w kernel.randomize_va_space=0': 'configure #weakens' },
  notMatch: { 'sysctl -n hw.ncpu': '* #weakens', 'sysctl kernel.hostname': '* #weakens' },
});

const modules = (): ProgramDescriptor => ({
  summary: 'loads and unloads kernel modules',
  effects: [sets('kernel:modules', 'privilege', 'persistence')],
  match: { 'insmod x.ko': 'configure #privilege' },
});

const hardening = (summary: string, off: RegExp, what: string): ProgramDescriptor => ({
  summary,
  inspect: ({ operands }) => (operands.some(({ text = '' }) => off.test(text)) ? [sets(what, 'weakens')] : []),
});

/** Rules in a file start scripts, and move, make and remove any other file. */
const ruled: FixedEffect = effect('unknown', 'program:rules', 'runs_code');

/** Services, schedules, the kernel and the firewall. */
export const services: Family = {
  'dbus-update-activation-environment': activationEnvironment,
  ...sharing('busctl dbus-send gdbus qdbus qdbus6', bus),
  systemctl,
  ...sharing('service rc-service', service),
  initctl: () => ({
    summary: 'controls services',
    subcommands: { 'list status version': does(), 'stop restart reload': does(stops), start: does(starts) },
  }),
  ...sharing('update-rc.d chkconfig rc-update', () => ({ summary: 'chooses what starts with the machine', effects: [stays] })),
  crontab,
  launchctl,
  ...sharing('iptables ip6tables nft ufw firewall-cmd pfctl ebtables ipset', firewall),
  sysctl,
  ...sharing('insmod modprobe rmmod kextload', modules),
  ...sharing('nvram systemsetup scutil pmset softwareupdate networksetup', macSettings),
  csrutil: () => hardening('switches System Integrity Protection', /^disable$/, 'security:sip'),
  spctl: () => ({
    summary: 'controls Gatekeeper',
    options: {
      '--master-disable --global-disable --disable': option(sets('security:gatekeeper', 'weakens')),
      '--status --assess': 'flag',
    },
  }),
  journalctl: () => ({
    summary: 'shows the logs of the system',
    options: {
      '-u --unit -n --lines --since --until -o --output -p --priority -b --boot -S -U -t': 'text',
      '--vacuum-size --vacuum-time --vacuum-files': {
        value: 'text',
        effects: [effect('delete', 'log:journal', 'covers_tracks', 'destructive')],
      },
      '-f -x -e -k -r --no-pager --rotate --flush': 'flag',
    },
    match: { 'journalctl --vacuum-time=1s': 'delete log:journal #covers_tracks' },
    notMatch: { 'journalctl -u nginx -f': 'delete' },
  }),
  dmesg: () => ({
    summary: 'shows the messages of the kernel',
    options: {
      '-c -C --clear --read-clear': option(effect('delete', 'log:kernel', 'covers_tracks')),
      '-l --level': 'text',
    },
  }),
  logrotate: () => ({
    summary: 'turns over logs',
    options: { '-f --force': 'flag', '-s --state -l --log -m --mail': 'text', '-d --debug': 'flag' },
    operands: { rest: 'read' },
    inspect: call => (call.has('-d') || call.operands.length === 0 ? [] : [ruled]),
    match: { 'logrotate -f a.conf': 'unknown #runs_code; read /w/a.conf' },
    notMatch: { 'logrotate -d a.conf': 'unknown', 'logrotate --version': 'unknown' },
  }),
  newsyslog: () => ({
    summary: 'turns over logs',
    options: { '-f': 'read', '-a -C -d -R': 'text', '-n -N -v': 'flag' },
    inspect: call => (call.has('-n') || call.values('-f').length === 0 ? [] : [ruled]),
    match: { 'newsyslog -f a.conf': 'unknown #runs_code; read /w/a.conf' },
  }),
  ...sharing('systemd-tmpfiles systemd-sysusers', () => ({
    summary: 'makes and removes files by rules',
    options: {
      '--create --clean --remove --purge --boot --user --dry-run --cat-config': 'flag',
      '--prefix --exclude-prefix --root --image --replace': 'text',
    },
    operands: { rest: 'read' },
    stdin: 'read',
    inspect: call =>
      call.has('--cat-config') || call.has('--dry-run') || call.operands.length === 0 || call.has('--help') ? [] : [ruled],
    match: { 'systemd-tmpfiles --create a.conf': 'unknown #runs_code; read /w/a.conf' },
    notMatch: { 'systemd-tmpfiles --cat-config': 'unknown' },
  })),
};
