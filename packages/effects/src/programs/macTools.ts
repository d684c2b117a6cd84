import type { ProgramDescriptor } from './descriptor.ts';
import { effect, loses, onWord, sets } from './shapes.ts';

/** A program that switches a protection of the system off by one of these verbs. */
export const protection =
  (name: string, verbs: string): (() => ProgramDescriptor) =>
  () => ({ summary: 'switches a protection of the system', cases: [onWord(verbs, sets(`protection:${name}`, 'weakens'))] });

/** Backups of macOS. */
export const tmutil = (): ProgramDescriptor => ({
  summary: 'manages backups',
  cases: [onWord('^(?:delete|deletelocalsnapshots|disable|disablelocal|removedestination)$', loses('backup:system'))],
  match: { 'tmutil deletelocalsnapshots /': 'delete backup:system #destructive' },
  notMatch: { 'tmutil listbackups': 'delete' },
});

/** Records what is on the screen, said or typed. */
export const capture = (): ProgramDescriptor => ({
  summary: 'records the screen, the sound or the keys',
  options: { '-R -t -T -l -D -x': 'text' },
  operands: { rest: 'write' },
  effects: [effect('read', 'device:screen', 'secret')],
  match: { 'screencapture a.png': 'write /w/a.png; read #secret' },
});

/** A program that changes settings that stay, by one of these verbs. */
export const persists =
  (verbs: string): (() => ProgramDescriptor) =>
  () => ({ summary: 'changes settings that stay', cases: [onWord(verbs, sets('setting:system', 'persistence'))] });

/** Property lists of macOS. */
export const plist = (): ProgramDescriptor => ({
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
