/** What can be wrong with a file, as far as something else is to be done about it. */
export type SqliteFault = 'no_folder' | 'locked' | 'damaged' | 'full' | 'disk' | 'read_only' | 'cannot_open' | 'other';

/** The names of the primary result codes, by number: the driver inside Node gives the number only. */
const CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  23: 'SQLITE_AUTH',
  24: 'SQLITE_FORMAT',
  26: 'SQLITE_NOTADB',
};

/** By the result code where there is one that says something, else by what a library or the file system says. The first that fits counts. */
const FAULTS: readonly (readonly [RegExp, SqliteFault])[] = [
  [/ENOTDIR|EEXIST/i, 'no_folder'],
  [/locked|busy/i, 'locked'],
  [/malformed|corrupt|not a database|SQLITE_(?:NOTADB|FORMAT)/i, 'damaged'],
  [/full|EFBIG|ENOSPC/i, 'full'],
  [/I\/O error|IOERR|EIO/i, 'disk'],
  [/readonly|read-only|SQLITE_(?:PERM|AUTH)/i, 'read_only'],
  [/unable to open|cannot open|CANTOPEN|no such file|ENOENT|EACCES/i, 'cannot_open'],
];

/** The name of the result code that an error of either library carries; undefined for an error of anything else. */
export function resultCode(error: unknown): string | undefined {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === 'number') return CODES[errcode & 0xff] ?? 'SQLITE_ERROR';
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/** Says what is wrong, by what a library of SQLite or the file system has thrown. */
export function faultOf(error: unknown): SqliteFault {
  const code = resultCode(error);
  const said = code === undefined || code === 'SQLITE_ERROR' ? whatIsSaid(error) : code;
  return FAULTS.find(([pattern]) => pattern.test(said))?.[1] ?? 'other';
}

function whatIsSaid(error: unknown): string {
  return error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : String(error);
}
