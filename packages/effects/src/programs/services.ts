import type { Condition, Family, FixedEffect, Keyword, CommandDescriptor } from './descriptor.ts';
import { always, does, effect, loses, onWord, option, sets, sharing } from './shapes.ts';

const stays: FixedEffect = sets('service:start', 'persistence');

const stops: FixedEffect = sets('service:state', 'disrupts');

const starts: FixedEffect = effect('execute', 'service:state', 'disrupts');

const systemctl = (): CommandDescriptor => ({
  options: { '-t --type --state -p --property -n --lines -o --output -H --host -M --machine --root': 'text' },
  subcommands: {
    'status show cat is-active is-enabled is-failed list-units list-timers list-unit-files list-jobs list-dependencies list-sockets help get-default is-system-running':
      does(),
    'show-environment': does({ kind: 'read', target: 'variable:*', certainty: 'possible', tags: ['secret', 'among'] }),
    'start restart reload try-restart reload-or-restart daemon-reload': does(starts),
    'stop kill isolate rescue emergency': does(stops),
    'disable mask': does(stops),
    'enable link edit set-property preset add-wants unmask reenable set-default': does(stays),
    'reboot poweroff halt kexec suspend hibernate': does(effect('delete', 'machine:power', 'disrupts')),
    'set-environment import-environment': does(effect('environment', 'variable:service', 'tampered_environment')),
    'daemon-reexec reset-failed revert': does(starts),
  },
  otherwise: 'unknown',
});

/** Whether a word of a call, or the method that an option names, fits. */
const calls = (pattern: RegExp): Condition => ({ either: [{ words: pattern.source }, { value: { '--dest': pattern.source } }] });

/** Methods on the bus that stop the machine, a service or a process, or start one. Sources: the interfaces of systemd, login1 and the desktops. */
const methods: readonly Keyword[] = [
  {
    when: calls(
      /\b(?:PowerOff|Reboot|Halt|KExec|Suspend|Hibernate|HybridSleep|SuspendThenHibernate|SoftReboot|Shutdown|requestShutdown|logout|Logout)(?:WithFlags|If\w+)?\b/,
    ),
    effects: [effect('delete', 'machine:power', 'disrupts')],
    ends: true,
  },
  {
    when: calls(
      /\b(?:StartTransientUnit|EnableUnitFiles|LinkUnitFiles|SetEnvironment|AddConnection\w*|InstallFiles|CreateUser)\b/,
    ),
    effects: [stays],
    ends: true,
  },
  {
    when: calls(
      /\b(?:Stop|Kill|Mask|Disable|Isolate|Terminate|Lock|Unload|Delete|Remove|Uninstall)\w*\b(?=[^.]*$)|\b(?:Start|Restart|Reload)Unit\b/,
    ),
    effects: [stops],
  },
];

/** Variables for every service that is started from now on. One that is named without a value is that of the session. */
const activationEnvironment = (): CommandDescriptor => ({
  options: { '--systemd --all --verbose': 'flag' },
  operands: { rest: 'environment' },
  keyword: [{ when: { word: '=|^[?]$' }, effects: [effect('environment', 'variable:service', 'tampered_environment')] }],
});

/** Calls over the bus, which reach the manager of services too. */
const bus = (): CommandDescriptor => ({
  style: 'long',
  options: { '--dest -d --type --address --destination -o --object-path -m --method -H --host -M --machine': 'text' },
  keyword: methods,
});

/** Calls of `networksetup`, `nvram` and the others that only look. Source: their manuals. */
const looks: readonly Keyword[] = [
  {
    when: { any: '-p -xp -g -l --list --get --dns --proxy -getremotelogin -gettimezone -getcomputername'.split(' ') },
    ends: true,
  },
  { when: { program: '^networksetup$', any: ['-version', '-printcommands', '-help'] }, ends: true },
  { when: { program: '^(?!nvram$)', unlisted: '^-(?:list|get|show)', not: { unlisted: '^(?!-(?:list|get|show))' } }, ends: true },
  { when: { program: '^nvram$', atLeast: 1, atMost: 1, none: ['-d', '-c'], not: { first: '=' } }, ends: true },
];

/** Rules in a file start scripts, and move, make and remove any other file. */
const ruled: FixedEffect = effect('unknown', 'program:rules', 'runs_code');

/** Services, schedules, the kernel and the firewall. */
export const services: Family = {
  'dbus-update-activation-environment': activationEnvironment,
  ...sharing('busctl dbus-send gdbus qdbus qdbus6', bus),
  systemctl,
  ...sharing('service rc-service', () => ({
    options: { '--status-all': 'flag' },
    keyword: [{ when: { second: '^(?:status|--status-all)?$' }, ends: true }, always(stops)],
  })),
  initctl: () => ({ subcommands: { 'list status version': does(), 'stop restart reload': does(stops), start: does(starts) } }),
  ...sharing('update-rc.d chkconfig rc-update', () => ({ effects: [stays] })),
  crontab: () => ({
    options: { '-u': 'text' },
    operands: { first: ['read'] },
    keyword: [
      { when: { any: ['-l'] }, ends: true },
      { when: { any: ['-r'] }, effects: [loses('schedule:crontab', 'persistence')], ends: true },
      always(sets('schedule:crontab', 'persistence')),
    ],
    stdin: { as: 'named', category: 'schedule', tags: ['persistence'] },
  }),
  launchctl: () => ({
    subcommands: {
      'list print print-disabled blame version': does(),
      'load bootstrap enable submit kickstart start': does(stays),
      'unload bootout disable remove stop kill': does(stops),
      setenv: does(effect('environment', 'variable:service', 'tampered_environment')),
    },
  }),
  ...sharing('iptables ip6tables nft ufw firewall-cmd pfctl ebtables ipset', () => ({
    style: 'long',
    keyword: [
      { when: { any: ['-L', '-S', '--list', '-n', '--list-all', '--state'] }, ends: true },
      { when: { first: '^(?:status|list|show|version)$' }, ends: true },
      always(sets('firewall:rules', 'weakens', 'disrupts')),
    ],
  })),
  sysctl: () => ({
    options: { '-p --load': { value: 'text', attachedOnly: true, effects: [sets('kernel:parameters', 'weakens')] } },
    cases: [
      onWord('=', sets('kernel:parameters', 'weakens')),
      { when: { any: ['-w'] }, effects: [sets('kernel:parameters', 'weakens')] },
    ],
  }),
  ...sharing('insmod modprobe rmmod kextload', () => ({ effects: [sets('kernel:modules', 'privilege', 'persistence')] })),
  ...sharing('nvram systemsetup scutil pmset softwareupdate networksetup', () => ({
    style: 'long',
    keyword: [...looks, always(sets('machine:settings', 'disrupts', 'tampered_environment'))],
  })),
  csrutil: () => ({ keyword: [{ when: { operand: '^disable$' }, effects: [sets('security:sip', 'weakens')] }] }),
  spctl: () => ({ options: { '--master-disable --global-disable --disable': option(sets('security:gatekeeper', 'weakens')) } }),
  journalctl: () => ({
    options: {
      '-u --unit -n --lines --since --until -o --output -p --priority -b --boot -S -U -t': 'text',
      '--vacuum-size --vacuum-time --vacuum-files': {
        value: 'text',
        effects: [effect('delete', 'log:journal', 'covers_tracks', 'destructive')],
      },
    },
  }),
  dmesg: () => ({
    options: { '-c -C --clear --read-clear': option(effect('delete', 'log:kernel', 'covers_tracks')), '-l --level': 'text' },
  }),
  logrotate: () => ({
    options: { '-f --force': 'flag', '-s --state -l --log -m --mail': 'text', '-d --debug': 'flag' },
    operands: { rest: 'read' },
    keyword: [{ when: { none: ['-d'], atLeast: 1 }, effects: [ruled] }],
  }),
  newsyslog: () => ({
    options: { '-f': 'read', '-a -C -d -R': 'text', '-n -N -v': 'flag' },
    keyword: [{ when: { none: ['-n'], value: { '-f': '' } }, effects: [ruled] }],
  }),
  ...sharing('systemd-tmpfiles systemd-sysusers', () => ({
    options: {
      '--create --clean --remove --purge --boot --user --dry-run --cat-config': 'flag',
      '--prefix --exclude-prefix --root --image --replace': 'text',
    },
    operands: { rest: 'read' },
    stdin: 'read',
    keyword: [{ when: { none: ['--cat-config', '--dry-run', '--help'], atLeast: 1 }, effects: [ruled] }],
  })),
};
