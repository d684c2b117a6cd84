/** What makes two names the same file. */
export interface FileIdentity {
  readonly device: number;
  readonly inode: number;
  /** How many names the file has. */
  readonly links: number;
  /** Whether it is a folder, which has several names by itself. Without it, a listing tells. */
  readonly isFolder?: boolean;
}

/** One entry of a folder. */
export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/**
 * The little that judging paths needs to know about a file system. Every answer is a snapshot; `undefined` means
 * that something is unknown: nothing there, no permission, a loop. Implementations never throw.
 */
export interface FileSystemPort {
  /** The path with every symbolic link followed, when the file exists. */
  realPath(path: string): string | undefined;
  /** The text of the symbolic link that the path itself is; links before the last part are followed. */
  readLink(path: string): string | undefined;
  /** Identity of the file the path leads to, links followed. */
  identity(path: string): FileIdentity | undefined;
  /** The entries of a folder, in any order, without `.` and `..`. */
  list(path: string): readonly FileEntry[] | undefined;
  /** The text of a small file (at most 256 kB). Without it nothing is known about what files say. */
  text?(path: string): string | undefined;
  /** The size and the times of a file in one text: another text when it was written. Without it no file can be watched. */
  version?(path: string): string | undefined;
  /** What a file holds, as a digest. Without it no file can be watched. */
  digest?(path: string): string | undefined;
  /** When a file was made, in milliseconds since the epoch. Without it, and where a file system does not know, no file is young. */
  madeAt?(path: string): number | undefined;
  /**
   * When a file, or what is known of it, last changed, in milliseconds since the epoch: no program can set this time back. Without it no file is
   * known to be older than anything.
   */
  changedAt?(path: string): number | undefined;
  /** True when the index of the git repository around them holds every one of these files as it is now. Without it none is held. */
  isHeldByGit?(paths: readonly string[]): boolean;
  /** True when that index holds a file of each of these names, whatever it says. Without it none is known. */
  isKnownToGit?(paths: readonly string[]): boolean;
  /** True for a file system that always answers the same, so that what was found of a target is kept. */
  readonly isStill?: true;
}
