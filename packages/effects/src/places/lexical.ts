/** The absolute path without `.`, `..` and `//`. `undefined` when a relative path has no known start. */
export function absolutePath(text: string, cwd: string | undefined): string | undefined {
  if (!text.startsWith('/') && cwd === undefined) return undefined;
  const parts: string[] = [];
  for (const part of (text.startsWith('/') ? text : `${cwd}/${text}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True when `path` is `folder` or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}
