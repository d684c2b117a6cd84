import type { EpistemicErrorCode } from '@licet/epistemic/store';
import { EpistemicError } from '@licet/epistemic/store';

const CODES: readonly (readonly [pattern: RegExp, code: EpistemicErrorCode, what: string])[] = [
  [/^SQLITE_(?:READONLY|PERM|AUTH)/, 'graph_read_only', 'a file that may be written'],
  [/^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/, 'graph_corrupt', 'a SQLite file'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'graph_unavailable', 'a file that is free within the busy timeout'],
  [/^SQLITE_/, 'graph_unavailable', 'a file that can be used'],
];

/** The names of the primary result codes, by number: the driver inside Node gives the number only. */
const BUILTIN_CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  11: 'SQLITE_CORRUPT',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** Says in our words what the driver threw; errors of our own pass through. The driver's error is the cause. */
export function sqliteFault(error: unknown, path: string): unknown {
  if (error instanceof EpistemicError) return error;
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  const primary = typeof errcode === 'number' ? (BUILTIN_CODES[errcode & 0xff] ?? 'SQLITE_ERROR') : undefined;
  const text = primary ?? (typeof code === 'string' ? code : '');
  const known = CODES.find(([pattern]) => pattern.test(text));
  if (known !== undefined) {
    const [, ours, wanted] = known;
    return new EpistemicError(ours, `expected ${wanted} at \`${path}\`, found: ${String(message)} (${text})`, { cause: error });
  }
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) {
    return new EpistemicError('graph_unavailable', `expected a folder for \`${path}\`, found none`, { cause: error });
  }
  return error;
}

/** Runs a step against the database and translates what it throws. */
export function guarded<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw sqliteFault(error, path);
  }
}
