import type { Dirent } from 'node:fs';
import type NodeFs from 'node:fs';
import type { FileEntry, FileSystemPort } from './fileSystem.ts';
import { isHeldByGit, isKnownToGit } from './gitIndex.ts';
import type { GitFiles } from './gitIndex.ts';
import { ofWindows, withoutDrive } from './lexical.ts';

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** A file that is not there is an answer: an error for each would cost many times as much. */
const MAY_LACK = { throwIfNoEntry: false } as const;

const toEntry = (entry: Dirent): FileEntry => ({
  name: entry.name,
  kind: entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file',
});

/** Longest file that is read. */
const MAX_TEXT = 1 << 18;

/** Largest file that is compared with what git holds, or digested. */
const MAX_BYTES = 64 << 20;

/**
 * Reads a plain file and nothing else. Opening does not wait, so a named pipe that takes the place of a file between a look and the
 * read holds up nothing. Throws for anything but a file, and for one that is larger than `most`.
 */
function readPlain(fs: typeof NodeFs, path: string, most: number): Buffer {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > most) throw new Error('not a file that is read');
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

let machine: FileSystemPort | undefined;

/**
 * The file system of this machine: one for all who ask, so that the guards of one action ask each question once. `node:fs` is taken
 * when the first question is asked, so that building a policy costs nothing and works where there is no Node.
 */
export const nodeFiles = (): FileSystemPort => {
  let loaded: typeof NodeFs | undefined;
  const fs = (): typeof NodeFs => (loaded ??= process.getBuiltinModule('node:fs'));
  return (machine ??= process.platform === 'win32' ? onDrives(filesOf(fs)) : filesOf(fs));
};

/** A file system of Windows, asked about paths in the form that is used inside. */
const onDrives = (files: FileSystemPort): FileSystemPort =>
  Object.freeze<FileSystemPort>({
    realPath: path => mapped(files.realPath(ofWindows(path))),
    readLink: path => mapped(files.readLink(ofWindows(path))),
    identity: path => files.identity(ofWindows(path)),
    text: path => files.text?.(ofWindows(path)),
    version: path => files.version?.(ofWindows(path)),
    digest: path => files.digest?.(ofWindows(path)),
    list: path => files.list(ofWindows(path)),
    madeAt: path => files.madeAt?.(ofWindows(path)),
    changedAt: path => files.changedAt?.(ofWindows(path)),
    isHeldByGit: paths => files.isHeldByGit?.(paths.map(ofWindows)) ?? false,
    isKnownToGit: paths => files.isKnownToGit?.(paths.map(ofWindows)) ?? false,
  });

const mapped = (path: string | undefined): string | undefined => (path === undefined ? undefined : withoutDrive(path));

const filesOf = (fs: () => typeof NodeFs): FileSystemPort =>
  Object.freeze<FileSystemPort>({
    realPath: path => attempt(() => fs().realpathSync.native(path)),
    readLink: path => attempt(() => fs().readlinkSync(path)),
    identity: path =>
      attempt(() => {
        const stats = fs().statSync(path, MAY_LACK);
        return stats && { device: stats.dev, inode: stats.ino, links: stats.nlink, isFolder: stats.isDirectory() };
      }),
    text: path =>
      attempt(() => {
        const stats = fs().statSync(path, MAY_LACK);
        return stats?.isFile() === true && stats.size <= MAX_TEXT ? readPlain(fs(), path, MAX_TEXT).toString('utf8') : undefined;
      }),
    version: path =>
      attempt(() => {
        const stats = fs().statSync(path, { bigint: true, throwIfNoEntry: false });
        return stats && `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`;
      }),
    digest: path =>
      attempt(() => {
        const { createHash } = process.getBuiltinModule('node:crypto');
        return createHash('sha256')
          .update(readPlain(fs(), path, MAX_BYTES))
          .digest('hex');
      }),
    list: path => attempt(() => fs().readdirSync(path, { withFileTypes: true }).map(toEntry)),
    madeAt: path => attempt(() => fs().statSync(path, MAY_LACK)?.birthtimeMs || undefined),
    changedAt: path => attempt(() => fs().statSync(path, MAY_LACK)?.ctimeMs),
    isHeldByGit: paths => attempt(() => isHeldByGit(paths, filesForGit(fs()))) ?? false,
    isKnownToGit: paths => attempt(() => isKnownToGit(paths, filesForGit(fs()))) ?? false,
  });

/** The calls that reading an index takes. */
const filesForGit = (fs: typeof NodeFs): GitFiles => ({
  statSync: fs.statSync,
  lstatSync: fs.lstatSync,
  readFileSync: path => readPlain(fs, path, MAX_BYTES),
});
