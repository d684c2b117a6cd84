/** Removes `.`, `..`, `//` and trailing slashes from an absolute path, without looking at any file. */
export function collapse(path: string): string {
  if (!/\/(?:\/|\.{1,2}(?:\/|$)|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The absolute path without `.`, `..` and `//`. `undefined` when a relative path has no known start. */
export function absolutePath(text: string, cwd: string | undefined): string | undefined {
  if (text.startsWith('/')) return collapse(text);
  return cwd === undefined ? undefined : collapse(`${cwd}/${text}`);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True when `path` is `folder` or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}

/** The folder that a path lies in. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** The path of a name in a folder. */
export function join(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** The beginning of a path on a drive, as people write it. */
export const DRIVE: RegExp = /^[A-Za-z]:(?:[\\/]|$)/;

/** The beginning of a path on a drive, as {@link withoutDrive} writes it. */
const ON_DRIVE = /^\/[a-z]:(?:\/|$)/;

/**
 * A path of Windows as one with forward slashes below a folder for its drive: `C:\Users` is `/c:/Users`. Every path of a project on a drive is
 * written so inside, so that whatever judges paths knows one form.
 */
export function withoutDrive(path: string): string {
  const plain = path.replace(/^(?:Microsoft\.PowerShell\.Core\\)?FileSystem::/i, '').replace(/^\\\\[?.]\\(?=[A-Za-z]:)/, '');
  const rooted = plain.replace(/^([A-Za-z]):(?=[\\/]|$)[\\/]*/, (_all, letter: string) => `/${letter.toLowerCase()}:/`);
  return rooted.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '/');
}

/** A folder of this machine: one on a drive in the form that is used inside, any other as it is. */
export const placeOf = (folder: string): string => (DRIVE.test(folder) ? withoutDrive(folder).replace(/(?<=.)\/$/, '') : folder);

/** What an action of a project on a drive calls a path: `C:\x`, `src\a.ts`, and `/c/x` of Git Bash. What lies on another machine stays to be refused; elsewhere a text stays as it is. */
export const pathOnDrive = (text: string, cwd: string | undefined): string => {
  if (cwd === undefined || !ON_DRIVE.test(cwd)) return text;
  if (/^[\\/]{2}(?![?.]\\[A-Za-z]:)/.test(text)) return `\\\\${text.slice(2)}`;
  return withoutDrive(text).replace(/^\/([a-z])(?=\/|$)/, '/$1:');
};

/** The path that Windows itself knows. */
export const ofWindows = (path: string): string => (ON_DRIVE.test(path) ? path.slice(1) : path);
