interface FileStatus {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
}

/** The little of Node's files that the stores need. */
export interface FileSystem {
  statSync(file: string, options: { readonly throwIfNoEntry: false }): FileStatus | undefined;
  openSync(file: string, flags: 'a', mode: number): number;
  closeSync(descriptor: number): void;
  mkdirSync(folder: string, options: { readonly recursive: true }): unknown;
  readFileSync(file: string, encoding: 'utf8'): string;
  writeFileSync(file: string, text: string, options: { readonly mode: number }): void;
  renameSync(from: string, to: string): void;
  rmSync(file: string, options: { readonly force: true }): void;
}

interface Host {
  getBuiltinModule?(name: 'node:fs'): FileSystem | undefined;
}

/** Undefined on a host without Node's files; what depends on it is then left out. */
export const fileSystem = (): FileSystem | undefined => (globalThis.process as Host | undefined)?.getBuiltinModule?.('node:fs');

/** Tells whether a name means a separate file: not for memory, and not for an address. */
export function isPlainFile(file: string): boolean {
  return file !== '' && file !== ':memory:' && !file.startsWith('file:');
}

/**
 * Returns what tells the file that lies at a path from any other one; undefined where there is none. Throws when the
 * operating system does not say.
 */
export function fileIdentity(file: string): string | undefined {
  const status = fileSystem()?.statSync(file, { throwIfNoEntry: false });
  return status === undefined ? undefined : `${status.dev}:${status.ino}`;
}

/** Remembers the file that lies at a path, and tells later whether it still does: what is written into another one is seen by no other process. */
export function watchPlace(file: string): () => 'there' | 'gone' | 'replaced' {
  if (!isPlainFile(file)) return () => 'there';
  const identity = fileIdentity(file);
  return () => {
    const now = fileIdentity(file);
    if (now === identity) return 'there';
    return now === undefined ? 'gone' : 'replaced';
  };
}

/**
 * Makes an empty file that only its owner may read, unless there is one, and with `makeFolder` the folder that it lies in.
 * SQLite gives its other files the same rights.
 */
export function createPrivate(file: string, makeFolder: boolean): void {
  const files = fileSystem();
  const end = file.search(/[\\/][^\\/]*$/);
  if (makeFolder && end > 0) files?.mkdirSync(file.slice(0, end), { recursive: true });
  files?.closeSync(files.openSync(file, 'a', 0o600));
}
