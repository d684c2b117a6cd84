import type { Condition, FixedEffect, Keyword, ProgramDescriptor } from './descriptor.ts';
import { does, effect, sets } from './shapes.ts';

/** A service starts with the machine from now on. */
export const stays: FixedEffect = sets('service:start', 'persistence');

/** A service stops. */
export const stops: FixedEffect = sets('service:state', 'disrupts');

/** A service starts. */
export const starts: FixedEffect = effect('execute', 'service:state', 'disrupts');

/** `systemctl`. */
export const systemctl = (): ProgramDescriptor => ({
  summary: 'controls services',
  options: {
    '-t --type --state -p --property -n --lines -o --output -H --host -M --machine --root': 'text',
    '--user --now --no-pager --all -a -l --full -q --quiet -f --force': 'flag',
  },
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
const calls = (pattern: RegExp): Condition => ({
  either: [{ words: pattern.source }, { value: { '--dest': pattern.source } }],
});

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
export const activationEnvironment = (): ProgramDescriptor => ({
  summary: 'gives variables to the services of the session',
  options: { '--systemd --all --verbose': 'flag' },
  operands: { rest: 'environment' },
  keyword: [{ when: { word: '=|^[?]$' }, effects: [effect('environment', 'variable:service', 'tampered_environment')] }],
});

/** Calls over the bus, which reach the manager of services too. */
export const bus = (): ProgramDescriptor => ({
  summary: 'calls a method on the bus of the system or the desktop',
  style: 'long',
  options: { '--dest -d --type --address --destination -o --object-path -m --method -H --host -M --machine': 'text' },
  keyword: methods,
});
