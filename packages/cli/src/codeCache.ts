import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';

import { VERSION } from './version.ts';

/** A folder for compiled code, or why there is none. */
type CodeCache = { readonly folder: string } | { readonly problem: string };

/** Where all compiled code of a user is kept, of every version. */
export function allCode(home: string): string {
  return join(home, '.licet', 'cache');
}

/**
 * Finds the folder in which V8's compiled code is kept between processes, and makes it. Compiled code is as good as code, and V8 does not
 * check what it reads: so it lies in the user's home, where `self_protection` keeps agents out, and never in a project, since a clone could
 * bring it. There is a problem where the home lies in the folder that the process works in, or in that of the policy, and where a folder
 * is a link, belongs to somebody else, or lets others in. Never throws.
 */
export function codeCache(policy: string | undefined): CodeCache {
  try {
    const home = homedir();
    if (!isAbsolute(home)) return { problem: `expected the home as an absolute path, found \`${home}\`` };
    const places = [process.cwd(), ...(policy === undefined ? [] : [dirname(resolve(policy))])];
    const project = places.find(place => isBelow(home, place));
    if (project !== undefined) return { problem: `\`${home}\` lies in \`${project}\`, which may have been cloned` };
    if (!statSync(home).isDirectory()) return { problem: `\`${home}\` is not a folder` };
    const all = allCode(home);
    const folder = join(all, VERSION);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const problem = strangerAt(dirname(all), 0o022) ?? strangerAt(all, 0o077) ?? strangerAt(folder, 0o077);
    return problem === undefined ? { folder } : { problem };
  } catch (error) {
    return { problem: `there is no folder for it (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Says why a folder is not the user's alone, with the rights that others must not have. */
function strangerAt(path: string, closed: number): string | undefined {
  const { getuid } = process;
  const found = lstatSync(path);
  if (!found.isDirectory()) return `\`${path}\` is not a folder`;
  if (getuid === undefined) return undefined;
  if (found.uid !== getuid.call(process)) return `\`${path}\` belongs to another user`;
  return (found.mode & closed) === 0 ? undefined : `others have rights on \`${path}\`: \`chmod go= ${path}\``;
}
