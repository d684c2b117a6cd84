import type { Family, ProgramDescriptor } from './descriptor.ts';
import { printers, sharing } from './shapes.ts';

/** Files that run when they are opened. */
const isRun = (path = ''): boolean =>
  /\.(?:command|tool|terminal|workflow|scpt|pkg|mobileconfig|jar|desktop|bat|cmd|exe|msi|ps1)$/iu.test(path);

/** Programs of macOS that run what they open. */
const RUNNERS = /^(?:.*\/)?(?:Terminal|iTerm|Script Editor|Automator|Installer)(?:\.app)?$/u;

const opener = (): ProgramDescriptor => ({
  summary: 'opens a file or an address in another program',
  options: { '-a -b --args -u': 'text', '-e -t -f -F -W -R -n -g -j -h': 'flag' },
  inspect: call =>
    call.operands
      .slice(0, 8)
      .map(value =>
        isRun(value.text) || call.values('-a').some(({ text = '' }) => RUNNERS.test(text))
          ? ({ use: 'execute', value } as const)
          : value.text === undefined || /^[a-z][a-z\d+.-]*:/i.test(value.text)
            ? ({ use: 'url', value } as const)
            : ({ use: { as: 'read', tags: ['metadata'] }, value } as const),
      ),
  match: { 'open https://x.example': 'network download x.example', 'open /tmp/a.command': 'execute /tmp/a.command' },
  notMatch: { 'xdg-open http://localhost:3000': 'unknown; * #uploads', 'open .': 'unknown' },
});

const clipboard = (): ProgramDescriptor => ({
  summary: 'copies to or from the clipboard',
  options: { '-selection -sel -o -i -t -target -d -display -l -loops': 'text' },
});

const protection =
  (name: string, verbs: string): (() => ProgramDescriptor) =>
  () => ({
    summary: 'switches a protection of the system',
    cases: [{ when: { operand: verbs }, effects: [{ kind: 'configure', target: `protection:${name}`, tags: ['weakens'] }] }],
  });

const tmutil = (): ProgramDescriptor => ({
  summary: 'manages backups',
  cases: [
    {
      when: { operand: '^(?:delete|deletelocalsnapshots|disable|disablelocal|removedestination)$' },
      effects: [{ kind: 'delete', target: 'backup:system', tags: ['destructive'] }],
    },
  ],
  match: { 'tmutil deletelocalsnapshots /': 'delete backup:system #destructive' },
  notMatch: { 'tmutil listbackups': 'delete' },
});

const capture = (): ProgramDescriptor => ({
  summary: 'records the screen, the sound or the keys',
  options: { '-R -t -T -l -D -x': 'text' },
  operands: { rest: 'write' },
  effects: [{ kind: 'read', target: 'device:screen', tags: ['secret'] }],
  match: { 'screencapture a.png': 'write /w/a.png; read #secret' },
});

const persists =
  (verbs: string): (() => ProgramDescriptor) =>
  () => ({
    summary: 'changes settings that stay',
    cases: [{ when: { operand: verbs }, effects: [{ kind: 'configure', target: 'setting:system', tags: ['persistence'] }] }],
  });

const plist = (): ProgramDescriptor => ({
  summary: 'shows or changes property lists',
  options: {
    '-c': 'text',
    '-convert -extract -type': 'text',
    '-o': 'write',
    '-replace -insert': { value: 'text', more: ['text', 'text'], operands: { rest: 'update' } },
  },
  operands: { rest: 'read' },
  cases: [{ when: { any: ['-c'] }, operands: { rest: 'update' } }],
  match: { "PlistBuddy -c 'Set :a b' f.plist": 'write /w/f.plist' },
  notMatch: { 'plutil -p f.plist': 'write' },
});

/** Programs of desktops: clipboards, openers, protections of macOS. */
export const platform: Family = {
  ...sharing('open xdg-open gnome-open kde-open wslview sensible-browser x-www-browser explorer.exe', opener),
  ...sharing('pbcopy pbpaste xclip xsel wl-copy wl-paste clip clip.exe', clipboard),
  tccutil: protection('privacy', '^reset$'),
  fdesetup: protection('encryption', '^(?:disable|removerecovery)$'),
  gsettings: persists('^(?:set|reset|reset-recursively)$'),
  dconf: persists('^(?:write|reset|load|update)$'),
  'xdg-mime': persists('^(?:default|install)$'),
  'xdg-settings': persists('^set$'),
  'update-alternatives': () => ({
    ...persists('^$')(),
    options: {
      '--install': {
        value: 'text',
        more: ['text', 'text', 'text'],
        effects: [{ kind: 'configure', target: 'setting:system', tags: ['persistence'] }],
      },
      '--set': {
        value: 'text',
        more: ['text'],
        effects: [{ kind: 'configure', target: 'setting:system', tags: ['persistence'] }],
      },
    },
  }),
  tmutil,
  ...sharing('screencapture scrot maim grim import xwd', capture),
  ...sharing('plutil PlistBuddy', plist),
  ...printers(
    'say notify-send zenity kdialog dialog whiptail terminal-notifier afplay aplay paplay espeak mdutil mdls mdimport xcode-select xcrun sips textutil pkgutil codesign ioreg kextstat vm_stat dscacheutil airport brightness',
    'shows something or tells about the machine',
  ),
};
