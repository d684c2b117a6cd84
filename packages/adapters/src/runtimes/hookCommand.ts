/**
 * What a hook is started with: a program by absolute paths, which hold on one machine, or the launcher of the project, which is the
 * same on all.
 */
export type HookCommand =
  | {
      readonly node: string;
      readonly bundle: string;
      /** The policy's file; without one it is the nearest to the folder that the agent works in, and the user's own. */
      readonly policy?: string;
    }
  | 'launcher';

/** The program in the package of a plugin, by a path that begins with what the runtime puts the folder of the plugin in place of. */
export interface InPlugin {
  readonly inPlugin: string;
}

/** The package that a plugin is. */
export interface PackagedProgram {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The program, from the root of the package. */
  readonly bundle: string;
}

/** Where the launcher of a project is, from its root. */
export const LAUNCHER_FILE = '.licet/licet.sh';

/** A handler as it is in the settings: started directly with `args`, or by a shell, as a `command` or as `bash`. */
export interface Handler {
  readonly command?: string;
  readonly bash?: string;
  readonly args?: readonly string[];
  readonly [key: string]: unknown;
}

/**
 * The words that start a hook: the program, and `hook NAME [--policy FILE]`. `--after` marks events where nothing can be stopped any
 * more. The launcher is found from the root of the project.
 */
export function hookWords(name: string, command: HookCommand, isAfter = false): readonly string[] {
  const after = isAfter ? ['--after'] : [];
  if (command === 'launcher') return ['sh', LAUNCHER_FILE, 'hook', name, ...after];
  const { node, bundle, policy } = command;
  return [node, bundle, 'hook', name, ...(policy === undefined ? [] : ['--policy', policy]), ...after];
}

/** Where the copy of the launcher is that this user keeps, from the home folder: what git brings into a project cannot change it. */
export const OWN_LAUNCHER_FILE = '.licet/launcher/licet.sh';

/**
 * The same for a runtime that hands the text of a command to a shell. The launcher is looked for in the folder that the runtime
 * names, or works in, and above it; where there is none, the hook fails as one that stops a call. A user who has a copy of the launcher runs
 * that one, with the folder in `LICET_HOOK_ROOT`. The program of a plugin that cannot be started stops the call too.
 */
export function hookLine(name: string, command: HookCommand | InPlugin, isAfter = false): string {
  if (command !== 'launcher' && 'inPlugin' in command) {
    // Some runtimes start it in the folder of the plugin.
    const start = `cd "\${CLAUDE_PROJECT_DIR:-$PWD}" && node "${command.inPlugin}" hook ${name}`;
    return `${start}${isAfter ? ' --after || exit 1' : ' || exit 2'}`;
  }
  if (command !== 'launcher') return hookWords(name, command, isAfter).map(quoted).join(' ');
  const folder = `d="\${CLAUDE_PROJECT_DIR:-$PWD}"`;
  const find = `until [ -f "$d/${LAUNCHER_FILE}" ] || [ "$d" = / ]; do d="$(dirname "$d")"; done`;
  const choose = `l="$d/.licet" u="$HOME/.licet/launcher"; [ "$d" = / ] || [ ! -f "$u/licet.sh" ] || l="$u"`;
  const after = isAfter ? ' --after || exit 1' : ' || exit 2';
  return `${folder}; ${find}; ${choose}; LICET_HOOK_ROOT="$d" sh "$l/licet.sh" hook ${name}${after}`;
}

/** Returns the arguments of a handler, whichever way it is started. A text that our own quoting has not made has none. */
export function wordsOf(handler: Handler): readonly string[] {
  const { args } = handler;
  if (args !== undefined) return [lineOf(handler), ...args];
  return Array.from(lineOf(handler).matchAll(/'((?:[^']|'\\'')*)'|([^\s']+)/gu), ([, inside, bare]) =>
    inside === undefined ? (bare ?? '') : inside.replaceAll(String.raw`'\''`, "'"),
  );
}

/** The program of a handler, or its whole line for a shell. */
export function lineOf({ command, bash }: Handler): string {
  return command ?? bash ?? '';
}

/** Tells whether a handler of the settings is one of Licet's for a runtime. */
export function isLicetHandler(handler: unknown, name: string): handler is Handler {
  if (typeof handler !== 'object' || handler === null) return false;
  const { command, bash, args } = handler as Handler;
  if (typeof (command ?? bash) !== 'string' || (args !== undefined && !Array.isArray(args))) return false;
  const words = wordsOf(handler as Handler).map(String);
  const at = words.indexOf('hook');
  return at > 0 && words[at + 1] === name && /(?:^|[\\/])licet[^\\/]*$/u.test(words[at - 1] ?? '');
}

/** Quotes a word for a POSIX shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
