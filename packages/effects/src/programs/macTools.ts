import { fitsCall } from './callPatterns.ts';
import type { CallPatterns } from './callPatterns.ts';
import type { FixedEffect, CommandDescriptor } from './descriptor.ts';
import { effect, loses, onWord, sets } from './shapes.ts';

const { raw } = String;

/**
 * Calls that show what is on the screen or in a window of the person, such as a code that the person is to type. The panes of a multiplexer, which
 * agents start servers in, are no such thing. Sources: their manuals.
 */
const SHOWS_SCREEN: CallPatterns = [
  ['kitty kitten', raw`@\S*(?: \S+)*? get-text\b`],
  ['wezterm', raw`(?:\S+ )*cli (?:\S+ )*get-text\b`],
  ['setterm', raw`(?:\S+ )*-?-(?:dump|append)\b`],
  ['osascript', raw`.*\b(?:contents|history) of (?:\S+ )*(?:tab|window|session)\b`],
  ['spectacle gnome-screenshot flameshot shotgun wayshot hyprshot peekaboo wf-recorder', ''],
];

/** True when the words of a call show the screen of another program. */
export const showsScreen = (name: string, words: string): boolean => fitsCall(SHOWS_SCREEN, name, words);

/** What is on the screen. */
export const screenShown: FixedEffect = effect('read', 'device:screen', 'secret');

/** A program that switches a protection of the system off by one of these verbs. */
export const protection =
  (name: string, verbs: string): (() => CommandDescriptor) =>
  () => ({ cases: [onWord(verbs, sets(`protection:${name}`, 'weakens'))] });

/** Backups of macOS. */
export const tmutil = (): CommandDescriptor => ({
  cases: [onWord('^(?:delete|deletelocalsnapshots|disable|disablelocal|removedestination)$', loses('backup:system'))],
});

/** Records what is on the screen, said or typed. */
export const capture = (): CommandDescriptor => ({
  options: { '-R -t -T -l -D -x': 'text' },
  operands: { rest: 'write' },
  effects: [screenShown],
});

/** A program that changes settings that stay, by one of these verbs. */
export const persists =
  (verbs: string): (() => CommandDescriptor) =>
  () => ({ cases: [onWord(verbs, sets('setting:system', 'persistence'))] });

/** Property lists of macOS. */
export const plist = (): CommandDescriptor => ({
  options: {
    '-c': 'text',
    '-convert -extract -type': 'text',
    '-o': 'write',
    '-replace -insert': { value: 'text', more: ['text', 'text'], operands: { rest: 'update' } },
  },
  operands: { rest: 'read' },
  cases: [{ when: { any: ['-c'] }, operands: { rest: 'update' } }],
});
