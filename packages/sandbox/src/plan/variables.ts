/**
 * Names of environment variables that code in a sandbox gets. It is a list of what passes, since no list of what is secret is complete:
 * `DATABASE_URL` and `SENTRY_DSN` look harmless. `HOME`, `PATH` and the folders for temporary files are set by the sandbox.
 */
export const PASSED_VARIABLES: readonly string[] = Object.freeze(
  'CI COLORTERM COLUMNS FORCE_COLOR LANG LANGUAGE LC_* LINES NO_COLOR NODE_ENV PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG TERM TZ'.split(
    ' ',
  ),
);

/** Returns the variables of an environment that are on a list of names. */
export function passedVariables(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const isPassed = (name: string): boolean =>
    names.some(each => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isPassed(name) ? [[name, value] as const] : [])),
  );
}
