/** A path of plain names below the policy's folder, with a slash in it: no wildcard, no brace, no escape, no blank, no dots alone. */
const PLAIN = /^(?!\.{1,2}\/)(?:[\w@+-]|\.(?!\.?(?:\/|$)))+(?:\/(?:[\w@+-]|\.(?!\.?(?:\/|$)))+)+$/u;

/** The folder of a pattern that matches all that is in it: `src/app` for `src/app/` and `src/app/**`. */
function folderOf(pattern: string): string | undefined {
  const folder = /^(?<folder>[^*]+?)\/(?:\*\*)?$/u.exec(pattern)?.groups?.['folder'];
  return folder !== undefined && (PLAIN.test(folder) || PLAIN.test(`x/${folder}`)) ? folder : undefined;
}

/**
 * Tells whether one path pattern matches everything that another one does. It knows folders with plain names (`src/**` and
 * `src/app/**` or `src/app/main.ts`) and says no to everything else.
 */
export function includesPath(wide: string, narrow: string): boolean {
  const folder = folderOf(wide);
  const inner = folderOf(narrow) ?? (PLAIN.test(narrow) ? narrow : undefined);
  if (inner === undefined) return false;
  if (wide === '**') return true;
  return folder !== undefined && (inner === folder || inner.startsWith(`${folder}/`));
}

/** The same for names in which `*` matches any number of characters. Only a single `*` at the end of the wide one is known. */
export function includesName(wide: string, narrow: string): boolean {
  const start = /^(?<start>[^*]*)\*$/u.exec(wide)?.groups?.['start'];
  return start !== undefined && narrow.startsWith(start);
}
