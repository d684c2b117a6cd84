/** The oldest Node that Licet runs on. */
const OLDEST_NODE = '22.18.0';

/** Returns what is wrong with a version of Node, or undefined when it is new enough. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number);
  const isNew = major > least || (major === least && minor >= leastMinor);
  return isNew
    ? undefined
    : `licet needs Node ${OLDEST_NODE} or newer, this is ${version}: \`npm install --save-dev node@24\` brings one into the project, then run \`npx licet init\` again`;
}

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
    if (!isThis) Reflect.apply(emit, host, [warning, ...rest]);
  };
}
