import { refuse } from './refusal.ts';
import type { PathRefusal } from './refusal.ts';

const link = /^\/proc\/(self|thread-self|[0-9]+)(?:\/task\/[0-9]+)?\/(cwd|root|fd|exe|map_files)(\/.*)?$/;

const standard: Readonly<Record<string, string>> = { '0': '/dev/stdin', '1': '/dev/stdout', '2': '/dev/stderr' };

const descriptor = (rest: string): string | PathRefusal => {
  const name = rest.slice(1);
  if (/^[0-9]*$/.test(name)) return standard[name] ?? `/dev/fd${rest}`;
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
    const found = link.exec(current);
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
