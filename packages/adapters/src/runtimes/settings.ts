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

/** Where the launcher of a project is, from its root. */
export const LAUNCHER_FILE = '.licet/licet.sh';

/** The package that a plugin is. */
export interface PackagedProgram {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The program, from the root of the package. */
  readonly bundle: string;
}

/** Where a project and its user keep their files; absolute. */
export interface SettingsPlaces {
  readonly root: string;
  readonly home: string;
}

/** One file that may hold the hook. */
export interface SettingsFile {
  readonly file: string;
  /** `project` is shared with others, `local` is not, `user` holds for all projects. */
  readonly scope: 'project' | 'local' | 'user';
}

/**
 * How the hook stands in a runtime's settings. They are JSON with the handlers under `hooks`, by event: in `groups` of a
 * matcher and its handlers, or in a plain `list`. A runtime that loads code instead has a `plugin`: a file of our own.
 */
export type RuntimeSettings = {
  /** The files that may hold the hook. `init` takes the first one of the wanted scope. */
  files(places: SettingsPlaces): readonly SettingsFile[];
  /** Tells from the names in the project's folder whether this runtime is used here. */
  readonly signs: readonly string[];
  /** What a human has to do besides, in one sentence. */
  readonly note?: string;
  /** The files that make a package a plugin of the runtime, by their paths in it; absent where the runtime has no such plugins. */
  packaged?(program: PackagedProgram): Readonly<Record<string, string>>;
} & (
  | {
      readonly layout: 'groups' | 'list';
      /** The settings where there are none yet. @defaultValue `{}` */
      readonly fresh?: string;
      /** What is put under `hooks`: one entry for each event. */
      entries(command: HookCommand): Readonly<Record<string, object>>;
      /** Tells whether a handler that cannot do its work stops the call, as it stands in the settings. */
      stopsOnFault(handler: Handler): boolean;
    }
  | {
      readonly layout: 'plugin';
      text(command: HookCommand): string;
      /** What a plugin starts the hook with; undefined for a text that is none of ours. */
      commandIn(text: string): readonly string[] | undefined;
    }
);

/** A handler as it stands in the settings: started directly with `args`, or by a shell, as a `command` or as `bash`. */
export interface Handler {
  readonly command?: string;
  readonly bash?: string;
  readonly args?: readonly string[];
  readonly [key: string]: unknown;
}

/** After how many seconds a runtime gives up on the hook. The hook's own deadline lies below it. */
export const HOST_TIMEOUT_SECONDS = 30;

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

/**
 * The same for a runtime that hands the text of a command to a shell. The launcher is looked for in the folder that the runtime
 * names, or works in, and above it; where there is none, the hook fails as one that stops a call.
 */
export function hookLine(name: string, command: HookCommand, isAfter = false): string {
  if (command !== 'launcher') return hookWords(name, command, isAfter).map(quoted).join(' ');
  const folder = `d="\${CLAUDE_PROJECT_DIR:-$PWD}"`;
  const find = `until [ -f "$d/${LAUNCHER_FILE}" ] || [ "$d" = / ]; do d="$(dirname "$d")"; done`;
  return `${folder}; ${find}; sh "$d/${LAUNCHER_FILE}" hook ${name}${isAfter ? ' --after || exit 1' : ' || exit 2'}`;
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
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
