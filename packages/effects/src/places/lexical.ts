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
