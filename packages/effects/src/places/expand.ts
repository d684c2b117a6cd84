import { refuse } from './refusal.ts';
import type { PathRefusal } from './refusal.ts';

/** What the beginning of a path may stand for. */
export interface PathSurroundings {
  /** The home folder, absolute. Without it `~` cannot be expanded. */
  readonly home?: string | undefined;
  /** Variables whose value is known. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
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
 * Replaces what a path may begin with by what it stands for: `file://` addresses, `~` and `~user` (the own user only), and a
 * variable that is the whole first part (`$HOME/x`, `${TMPDIR}/x`). A variable that is not known, or stands further in
 * (`routes/$id.tsx`), is an ordinary name.
 */
export const expandStart = (text: string, surroundings: PathSurroundings): string | PathRefusal => {
  if (/^file:/i.test(text)) return fromUri(text);
  if (text.startsWith('~')) return fromTilde(text, surroundings.home);
  return text.startsWith('$') ? fromVariable(text, surroundings) : text;
};
