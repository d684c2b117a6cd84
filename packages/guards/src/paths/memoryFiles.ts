import type { FileEntry, FileIdentity, FileSystemPort } from './fileSystem.ts';
import { collapse } from './normalize.ts';

/** What a path holds: a file, an empty folder, a symbolic link, or one more name of a file that is listed too. */
export type MemoryFile = 'file' | 'folder' | { readonly link: string } | { readonly sameAs: string };

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/**
 * A file system made of a table, for tests and for trying out a policy: absolute paths without `..`, the folders above them
 * are there by themselves.
 *
 * @example
 * ```ts
 * import { memoryFiles } from '@licet/guards';
 *
 * const files = memoryFiles({ '/w/src/a.ts': 'file', '/w/out': { link: '/etc' } });
 * files.realPath('/w/out'); // '/etc'
 * ```
 */
export const memoryFiles = (table: Readonly<Record<string, MemoryFile>>): FileSystemPort => {
  const nodes = new Map<string, MemoryFile>([['/', 'folder']]);
  for (const [path, file] of Object.entries(table)) {
    nodes.set(path, file);
    for (let up = parentOf(path); !nodes.has(up); up = parentOf(up)) nodes.set(up, 'folder');
  }
  const inodes = new Map([...nodes.keys()].map((path, at) => [path, at + 2] as const));

  const follow = (path: string, last: boolean, hops = 0): string | undefined => {
    let at = '/';
    const parts = path.split('/').filter(part => part !== '' && part !== '.');
    for (const [index, part] of parts.entries()) {
      if (part === '..') {
        at = parentOf(at);
        continue;
      }
      const next = at === '/' ? `/${part}` : `${at}/${part}`;
      const node = nodes.get(next);
      if (node === undefined) return undefined;
      if (typeof node === 'object' && 'link' in node && (last || index < parts.length - 1)) {
        if (hops > 40) return undefined;
        const rest = parts.slice(index + 1).join('/');
        const start = node.link.startsWith('/') ? node.link : `${at}/${node.link}`;
        return follow(`${start}/${rest}`, last, hops + 1);
      }
      at = next;
    }
    return at;
  };

  const identity = (path: string): FileIdentity | undefined => {
    const real = follow(path, true);
    if (real === undefined) return undefined;
    const node = nodes.get(real);
    const owner = typeof node === 'object' && 'sameAs' in node ? collapse(node.sameAs) : real;
    const names = [...nodes.values()].filter(other => typeof other === 'object' && 'sameAs' in other && other.sameAs === owner);
    return { device: 1, inode: inodes.get(owner) ?? 0, links: 1 + names.length };
  };

  const list = (path: string): readonly FileEntry[] | undefined => {
    const real = follow(path, true);
    if (real === undefined || nodes.get(real) !== 'folder') return undefined;
    return [...nodes]
      .filter(([name]) => name !== '/' && parentOf(name) === real)
      .map(([name, node]) => ({
        name: name.slice(name.lastIndexOf('/') + 1),
        kind: node === 'folder' ? 'folder' : typeof node === 'object' && 'link' in node ? 'link' : 'file',
      }));
  };

  return Object.freeze<FileSystemPort>({
    realPath: path => follow(path, true),
    readLink: path => {
      const at = follow(path, false);
      const node = at === undefined ? undefined : nodes.get(at);
      return typeof node === 'object' && 'link' in node ? node.link : undefined;
    },
    identity,
    list,
  });
};
