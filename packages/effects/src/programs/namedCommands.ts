import type { Family, OptionTable, CommandDescriptor } from './descriptor.ts';
import { sharing, tabled } from './shapes.ts';

/** Programs by options whose value is a command that they start. Sources: their manuals. */
const COMMANDS: Readonly<Record<string, string>> = {
  'transmission-remote': '--torrent-done-script --torrent-done-seeding-script',
  'transmission-cli': '-f --finish',
  fetchmail: '-m --mda --preconnect --postconnect --plugin --plugout',
  'feh nsxiv sxiv':
    '-A --action --action1 --action2 --action3 --action4 --action5 --action6 --action7 --action8 --action9 --info',
  zathura: '-x --synctex-editor-command',
  'devmon udevil': '--exec-on-drive --exec-on-video --exec-on-audio --exec-on-disc --exec-on-unmount --exec-on-remove',
  xautolock: '-locker -killer -notifier',
  'mbsync isync offlineimap getmail': '--passcmd --password-command',
  'inotify-hookable watchman-make': '--on-modify-command -c --run',
};

/** Options of players whose values are scripts that they load. */
const PLAYER: OptionTable = {
  '--script --scripts': { as: 'execute', language: 'lua' },
  '--include --config-dir': 'read',
  '-o --o --stream-record --log-file --dump-stats --screenshot-directory': 'write',
};

const starting = (options: string): CommandDescriptor => ({
  options: { [options]: { as: 'shell', tags: ['runs_code'] } },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  mayRun: true,
});

/** Programs with an option that names what they start. */
export const namedCommands: Family = {
  ...tabled(COMMANDS, starting),
  ...sharing('mpv celluloid', () => ({
    options: PLAYER,
    operands: { rest: { as: 'read', certainty: 'possible' } },
  })),
};
