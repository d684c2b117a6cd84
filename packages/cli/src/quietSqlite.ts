/** The little of a process that warns. */
export interface Warning {
  emitWarning: (warning: string | Error, ...more: never[]) => void;
}

/**
 * Silences one warning of Node 22, that its SQLite is experimental: it would stand on standard error after every call of a
 * hook. Licet holds its stores to both SQLite libraries. Every other warning is emitted as before.
 */
export function quietSqlite(host: Warning = process): void {
  const emit = host.emitWarning;
  host.emitWarning = (warning, ...rest: readonly unknown[]) => {
    const isThis = rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite is an experimental feature');
    if (!isThis) emit.call(host, warning, ...(rest as never[]));
  };
}
