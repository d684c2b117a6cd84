import { GovernanceError } from '@licet/core';

import { withoutDrive } from '../../places/lexical.ts';
import { findDescriptor } from '../../programs/index.ts';
import { TEMPORARY } from '../../places/temporary.ts';

/** A stretch of a word of PowerShell or cmd: text, bare or in quotes, or an expansion in the words of a POSIX shell (`${HOME}`, `$(…)`). */
export type Piece = { readonly text: string; readonly isBare: boolean } | { readonly expansion: string };

/** A word of a command of Windows. `block` is the inside of a script block `{…}`. */
export interface Word {
  readonly pieces: readonly Piece[];
  readonly block?: string;
}

/** Thrown where a text is not understood. What it would do is unknown then, whatever it is. */
export class NotUnderstood extends GovernanceError {
  override readonly name = 'NotUnderstood';

  constructor(what: string) {
    super('not_understood', what);
    Object.freeze(this);
  }
}

/** A word of one bare text. */
export const bare = (text: string): Word => ({ pieces: [{ text, isBare: true }] });

/** The text of a word that is known, without its quotes. */
export function textOf({ pieces, block }: Word): string | undefined {
  if (block !== undefined) return undefined;
  let all = '';
  for (const piece of pieces) {
    if ('expansion' in piece) return undefined;
    all += piece.text;
  }
  return all;
}

/** Whether nothing of a word stood in quotes, so that it may be the name of an option. */
export const isBareWord = ({ pieces }: Word): boolean => pieces.every(piece => 'text' in piece && piece.isBare);

/** A text in single quotes, as a POSIX shell takes it to the letter. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Texts that are paths of Windows by their looks: folders behind back slashes, and no other sign of a pattern. */
const PATH_LIKE = /^(?:[A-Za-z]:|\.{1,2}|~|%\w+%)?[\\/]?(?:[\w .@()*?~-]+[\\/])*[\w .@()*?~-]*$/u;

/** Whether a text is to be read as a path of Windows: it has back slashes, and looks like one. */
const isWindowsPath = (text: string): boolean =>
  /^[A-Za-z]:[\\/]|\\/u.test(text) && PATH_LIKE.test(text) && !/^\\[a-zA-Z]\b/u.test(text);

const textAt = (piece: Piece | undefined): string => (piece !== undefined && 'text' in piece ? piece.text : '');

/** How a word is handed on: as text, as a path with wildcards, or as whichever it looks like. */
export type Reading = 'text' | 'path' | 'either';

/** The word in the words of a POSIX shell. */
export function render({ pieces, block }: Word, reading: Reading): string {
  if (block !== undefined) throw new NotUnderstood('a script block');
  const whole = pieces.map(textAt).join('');
  const isBelow = pieces.some((piece, at) => 'expansion' in piece && textAt(pieces[at + 1]).startsWith('\\'));
  const isPath = reading === 'path' || (reading === 'either' && (isBelow || isWindowsPath(whole)));
  if (pieces.length === 0) return "''";
  return pieces
    .map((piece, at) => {
      if ('expansion' in piece)
        return piece.expansion.startsWith('/') || piece.expansion === '.' ? piece.expansion : `"${piece.expansion}"`;
      const text = isPath ? (at === 0 ? withoutDrive(piece.text) : piece.text.replaceAll('\\', '/')) : piece.text;
      if (reading === 'path' || (isPath && piece.isBare)) return globbed(text, at === 0);
      return piece.isBare && reading === 'either' ? globbed(text, at === 0) : quoted(text);
    })
    .join('');
}

/** A path with its wildcards left bare, and all else in quotes; a home at its beginning stays one. */
function globbed(text: string, isFirst: boolean): string {
  const home = isFirst && /^~(?=\/|$)/u.test(text) ? '~' : '';
  const parts = text.slice(home.length).split(/([*?]+)/u);
  return home + parts.map((part, i) => (i % 2 === 1 ? part : part === '' ? '' : quoted(part))).join('') || "''";
}

/** The word as a path, twice where a wildcard of Windows matches names with a leading dot, which those of a POSIX shell pass over. */
export function renderPath(word: Word): readonly string[] {
  const path = render(word, 'path');
  const dotted = path.replace(/(^|\/)\*(?=[^/]*$)/u, '$1.[!.]*');
  return dotted === path ? [path] : [path, dotted];
}

/**
 * The word that starts a program. A script or program with the ending of Windows that is not known by its name lies in the folder, where cmd
 * looks first.
 */
export function renderProgram(word: Word): string {
  const name = textOf(word);
  if (name === undefined) return render(word, 'either');
  if (isRemote(name)) throw new NotUnderstood('a program of another machine');
  if (/^format$/iu.test(name)) return 'format.com';
  const [, stem] = /^([\w-]+)\.(?:bat|cmd|vbs|ps1|com|exe|msi)$/iu.exec(name) ?? [];
  return quoted(stem !== undefined && findDescriptor(stem.toLowerCase()) === undefined ? `./${name}` : withoutDrive(name));
}

/** Whether a path names a share of another machine: code from there is unreviewed. */
export const isRemote = (path: string): boolean => /^[\\/]{2}[\w.-]/u.test(path);

/** Whether a program reads its words as its own command: they are handed on as they are, with the paths of Windows. */
export const isShell = (program: Word): boolean =>
  /^(?:.*[\\/])?(?:cmd|powershell|pwsh)(?:\.exe)?$/iu.test(textOf(program) ?? '');

/** Variables of the environment of Windows that stand for folders, in the words of a POSIX shell. */
const FOLDERS: Readonly<Record<string, string>> = {
  USERPROFILE: '${HOME}',
  HOME: '${HOME}',
  HOMEPATH: '${HOME}',
  APPDATA: '${HOME}/AppData/Roaming',
  LOCALAPPDATA: '${HOME}/AppData/Local',
  ONEDRIVE: '${HOME}/OneDrive',
  TEMP: TEMPORARY,
  TMP: TEMPORARY,
  SYSTEMDRIVE: '/c:',
  SYSTEMROOT: '/c:/Windows',
  WINDIR: '/c:/Windows',
  PROGRAMFILES: '/c:/Program\\ Files',
  PROGRAMDATA: '/c:/ProgramData',
  PUBLIC: '/c:/Users/Public',
  CD: '.',
};

/** A variable of the environment. Windows does not look at the case of its name. */
export const environment = (name: string): Piece => ({
  expansion: FOLDERS[name.toUpperCase()] ?? `\${${name.toUpperCase().replaceAll(/\W/gu, '_')}}`,
});
