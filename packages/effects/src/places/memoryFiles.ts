import type { FileEntry, FileIdentity, FileSystemPort } from './fileSystem.ts';
import { collapse, parentOf } from './lexical.ts';

/** What a path holds: a file (with a text, one that git holds as it is, or both), an empty folder, a symbolic link, or one more name of a file that is listed too. */
export type MemoryFile =
  | 'file'
  | 'held'
  | 'folder'
  | { readonly text: string; readonly held?: true }
  | { readonly link: string }
  | { readonly sameAs: string };

type Nodes = ReadonlyMap<string, MemoryFile>;

const MAX_HOPS = 40;

const linkOf = (node: MemoryFile | undefined): string | undefined =>
  typeof node === 'object' && 'link' in node ? node.link : undefined;

/** Where a path leads; `last` says whether a link at its very end is followed. */
const follow = (nodes: Nodes, path: string, last: boolean, hops: number = 0): string | undefined => {
  let at = '/';
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  for (const [index, part] of parts.entries()) {
    const next = part === '..' ? parentOf(at) : at === '/' ? `/${part}` : `${at}/${part}`;
    const node = nodes.get(next);
    if (node === undefined) return undefined;
    const link = last || index < parts.length - 1 ? linkOf(node) : undefined;
    if (link !== undefined) {
      const start = link.startsWith('/') ? link : `${at}/${link}`;
      return hops > MAX_HOPS ? undefined : follow(nodes, `${start}/${parts.slice(index + 1).join('/')}`, last, hops + 1);
    }
    at = next;
  }
  return at;
};

const identify = (nodes: Nodes, path: string): FileIdentity | undefined => {
  const real = follow(nodes, path, true);
  if (real === undefined) return undefined;
  const ownerOf = (name: string): string => {
    const node = nodes.get(name);
    return typeof node === 'object' && 'sameAs' in node ? collapse(node.sameAs) : name;
  };
  const owner = ownerOf(real);
  const names = [...nodes.keys()];
  return { device: 1, inode: names.indexOf(owner) + 2, links: names.filter(name => ownerOf(name) === owner).length };
};

const textOf = (node: MemoryFile | undefined): string => (typeof node === 'object' && 'text' in node ? node.text : '');

const listEntries = (nodes: Nodes, path: string): readonly FileEntry[] | undefined => {
  const real = follow(nodes, path, true);
  if (real === undefined || nodes.get(real) !== 'folder') return undefined;
  const inside = [...nodes].filter(([name]) => name !== '/' && parentOf(name) === real);
  return inside.map(([name, node]) => ({
    name: name.slice(name.lastIndexOf('/') + 1),
    kind: node === 'folder' ? 'folder' : linkOf(node) === undefined ? 'file' : 'link',
  }));
};

/**
 * A file system made of a table, for tests and for trying out a policy: absolute paths without `..`, the folders above them
 * are there by themselves.
 *
 * @example
 * ```ts
 * import { memoryFiles } from '@licet/effects/places';
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
  const contentOf = (path: string): string | undefined => {
    const real = follow(nodes, path, true);
    return real === undefined ? undefined : textOf(nodes.get(real));
  };
  const isHeld = (path: string): boolean => {
    const node = nodes.get(path);
    return node === 'held' || (typeof node === 'object' && 'held' in node);
  };
  return Object.freeze<FileSystemPort>({
    realPath: path => follow(nodes, path, true),
    readLink: path => linkOf(nodes.get(follow(nodes, path, false) ?? '')),
    identity: path => identify(nodes, path),
    list: path => listEntries(nodes, path),
    text: path => {
      const node = nodes.get(follow(nodes, path, true) ?? '');
      return typeof node === 'object' && 'text' in node ? node.text : undefined;
    },
    version: contentOf,
    digest: contentOf,
    isHeldByGit: paths => paths.every(isHeld),
    isKnownToGit: paths => paths.every(isHeld),
  });
};
