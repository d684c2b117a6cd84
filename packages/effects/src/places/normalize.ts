import { collapse, DRIVE, pathOnDrive } from './lexical.ts';

/** Why a text cannot be judged as a path. */
export type PathRefusalCode =
  | 'empty_path'
  | 'path_too_long'
  | 'control_character'
  | 'malformed_text'
  | 'malformed_uri'
  | 'remote_file'
  | 'windows_path'
  | 'unknown_home'
  | 'relative_without_root'
  | 'opaque_path'
  | 'ambiguous_path';

/**
 * A path that is not judged because it is not certain which file it names. Analysers turn it into an effect of
 * kind `unknown`, except `control_character`, which guards block: no honest tool call needs one.
 */
export interface PathRefusal {
  readonly type: 'refusal';
  readonly code: PathRefusalCode;
  /** What was found, in one lower-case phrase without a full stop and without the path itself. */
  readonly message: string;
}

/** A refusal with its code and message. */
export const refuse = (code: PathRefusalCode, message: string): PathRefusal => ({ type: 'refusal', code, message });

/** What the beginning of a path may stand for. */
export interface PathSurroundings {
  /** The home folder, absolute. Without it `~` cannot be expanded. */
  readonly home?: string | undefined;
  /** Variables whose value is known. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Longer texts are refused: no system opens them (Linux stops at 4,096 bytes). In UTF-16 units. */
const MAX_PATH_LENGTH = 4096;

/** Where relative paths start and what `~` and variables stand for. */
export interface NormalizeOptions extends PathSurroundings {
  /** Absolute. Without it relative paths are refused. */
  readonly cwd?: string | undefined;
  /** The text is a file name to the letter: `~`, variables and `file://` have been expanded already or mean themselves. */
  readonly literal?: boolean | undefined;
}

/** A text that was understood as a path. */
export interface NormalizedPath {
  readonly type: 'path';
  /** Absolute, without `.`, `..`, `//` and trailing slashes, in Unicode NFC. Trailing spaces are part of a POSIX name and stay. */
  readonly lexical: string;
  /** Absolute as the file system would get it: `..` still in place, letters as they were written. */
  readonly exact: string;
}

const fromUri = (text: string): string | PathRefusal => {
  const rest = text.slice('file:'.length).replace(/[?#].*$/s, '');
  const hostEnd = rest.startsWith('//') ? rest.indexOf('/', 2) : 0;
  const host = rest.startsWith('//') ? rest.slice(2, hostEnd < 0 ? undefined : hostEnd) : '';
  if (host !== '' && host.toLowerCase() !== 'localhost') return refuse('remote_file', 'a file address that names another host');
  const path = hostEnd < 0 ? '/' : rest.slice(hostEnd);
  try {
    return decodeURIComponent(path);
  } catch {
    return refuse('malformed_uri', 'a file address with a broken percent escape');
  }
};

const fromTilde = (text: string, home: string | undefined): string | PathRefusal => {
  const name = /^~([A-Za-z_][\w.-]*)?(?=\/|$)/.exec(text);
  if (name === null) return text;
  const isOwn = name[1] === undefined || home?.endsWith(`/${name[1]}`) === true;
  if (!isOwn || home === undefined) return refuse('unknown_home', 'the home folder of a user that is not known here');
  return home + text.slice(name[0].length);
};

const fromVariable = (text: string, surroundings: PathSurroundings): string => {
  const name = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))(?=\/|$)/.exec(text);
  if (name === null) return text;
  const key = name[1] ?? name[2] ?? '';
  const value = key === 'HOME' ? (surroundings.home ?? surroundings.env?.[key]) : surroundings.env?.[key];
  return value === undefined ? text : value + text.slice(name[0].length);
};

/**
 * Replaces what a path may begin with by its value: `file://` addresses, `~` and `~user` (the own user only), and a
 * variable that is the whole first part (`$HOME/x`, `${TMPDIR}/x`). A variable that is not known, or is further in
 * (`routes/$id.tsx`), is an ordinary name.
 */
const expandStart = (text: string, surroundings: PathSurroundings): string | PathRefusal => {
  if (/^file:/i.test(text)) return fromUri(text);
  if (text.startsWith('~')) return fromTilde(text, surroundings.home);
  return text.startsWith('$') ? fromVariable(text, surroundings) : text;
};

const SHORT_NAME = /^[A-Z0-9!#$%&'()@^_`{}-]{1,6}~[1-9][0-9]?(?:\.[A-Z0-9]{0,3})?$/;

const ALTERNATE_STREAM = /:\$(?:DATA|INDEX_ALLOCATION|INDEX_ROOT|BITMAP|ATTRIBUTE_LIST|REPARSE_POINT|EA)(?=$|[/\\])/i;

/**
 * Names the Windows form that a text has, or nothing. On POSIX such a text would be an ordinary file name, but the author who wrote
 * it meant another file, and a file system shared with Windows may open that one: so it is refused rather than judged.
 *
 * Known forms: drives (`C:\x`, `C:/x`), UNC and device paths (`\\host\share`, `\\?\C:\x`, `//./pipe/x`), alternate streams
 * (`x::$DATA`), 8.3 short names (`GIT~1`; `HEAD~1` is git's) and back slashes that climb (`..\x`).
 */
const windowsForm = (text: string): string | undefined => {
  if (DRIVE.test(text)) return 'a drive letter';
  if (text.startsWith('\\\\') || /^[\\/]{2}[?.][\\/]/.test(text)) return 'a network or device prefix';
  if (ALTERNATE_STREAM.test(text)) return 'an alternate data stream';
  if (/(?:^|[\\/])\.\.\\|\\\.\.(?:[\\/]|$)/.test(text)) return 'a parent folder behind a back slash';
  if (text.includes('~') && text.split(/[\\/]/).some(part => SHORT_NAME.test(part) && !part.startsWith('HEAD~')))
    return 'a short name';
  return undefined;
};

const LINK = /^\/proc\/(self|thread-self|[0-9]+)(?:\/task\/[0-9]+)?\/(cwd|root|fd|exe|map_files)(\/.*)?$/;

const STANDARD: Readonly<Record<string, string>> = { '0': '/dev/stdin', '1': '/dev/stdout', '2': '/dev/stderr' };

const descriptor = (rest: string): string | PathRefusal => {
  const name = rest.slice(1);
  if (/^[0-9]*$/.test(name)) return STANDARD[name] ?? `/dev/fd${rest}`;
  return refuse('opaque_path', 'a path that goes through an open file of a process');
};

/**
 * Follows the links that `/proc` keeps for every process, which only the process itself can: `/proc/self/cwd/x` is `x`,
 * `/proc/<pid>/root/x` is `/x`, `/proc/self/fd/0` is `/dev/stdin`. A link whose end is not known is refused. All other paths,
 * `/proc/self/environ` among them, come back as they are.
 *
 * @param path - Absolute, without `.`, `..` and `//`.
 */
export const followProcessLinks = (path: string, cwd: string | undefined): string | PathRefusal => {
  let current = path.startsWith('/dev/fd/') ? `/proc/self/fd/${path.slice('/dev/fd/'.length)}` : path;
  for (let hops = 0; hops < 64; hops += 1) {
    const found = LINK.exec(current);
    if (found === null) return current;
    const [, owner, kind, rest = ''] = found;
    const isOwn = owner === 'self' || owner === 'thread-self';
    if (kind === 'root') current = rest === '' ? '/' : rest;
    else if (kind === 'cwd' && isOwn && cwd !== undefined) current = cwd === '/' ? rest || '/' : cwd + rest;
    else if (kind === 'fd' && isOwn) return descriptor(rest);
    else return refuse('opaque_path', 'a link into another process');
  }
  return refuse('opaque_path', 'too many links through `/proc`');
};

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/;

const findFault = (text: string): PathRefusal | undefined => {
  if (text.length > MAX_PATH_LENGTH) return refuse('path_too_long', `more than ${MAX_PATH_LENGTH} characters`);
  if (CONTROLS.test(text)) return refuse('control_character', 'a control or text-direction character');
  if (!text.isWellFormed()) return refuse('malformed_text', 'half of a surrogate pair');
  const form = windowsForm(text);
  return form === undefined ? undefined : refuse('windows_path', form);
};

/**
 * This turns what an action calls a path into one absolute path, by text alone: `file://`, `~` and known leading variables are
 * expanded, `.`, `..`, `//` and trailing slashes removed, the links of `/proc/self` followed, Unicode composed (NFC). Returns a
 * refusal when no one file can be told: control characters, half surrogates, Windows forms, other users' homes, other hosts,
 * or a relative path with nowhere to start. It never throws.
 */
export const normalizePath = (given: string, options: NormalizeOptions): NormalizedPath | PathRefusal => {
  const text = pathOnDrive(given, options.cwd);
  if (text === '') return refuse('empty_path', 'an empty text');
  const fault = findFault(text);
  if (fault !== undefined) return fault;
  const expanded = options.literal === true ? text : expandStart(text, options);
  if (typeof expanded !== 'string') return expanded;
  const late = expanded === text ? undefined : findFault(expanded);
  if (late !== undefined) return late;
  if (!expanded.startsWith('/') && options.cwd === undefined)
    return refuse('relative_without_root', 'a relative path without a working directory');
  const exact = expanded.startsWith('/') ? expanded : `${options.cwd}/${expanded}`;
  const plain = collapse(exact);
  const followed = followProcessLinks(plain, options.cwd);
  if (typeof followed !== 'string') return followed;
  return { type: 'path', lexical: collapse(followed).normalize('NFC'), exact: followed === plain ? exact : followed };
};
