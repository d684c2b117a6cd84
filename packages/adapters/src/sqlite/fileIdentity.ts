interface FileStatus {
  readonly dev: number;
  readonly ino: number;
}

interface Host {
  getBuiltinModule?(
    name: 'node:fs',
  ): { statSync(file: string, options: { readonly throwIfNoEntry: false }): FileStatus | undefined } | undefined;
}

/** Tells whether a name stands for a file of its own: not for memory, and not for an address. */
export function isPlainFile(file: string): boolean {
  return file !== '' && file !== ':memory:' && !file.startsWith('file:');
}

/**
 * Returns what tells the file that lies at a path from any other one; undefined where there is none. Throws when the
 * operating system does not say.
 */
export function fileIdentity(file: string): string | undefined {
  const status = (globalThis.process as Host | undefined)
    ?.getBuiltinModule?.('node:fs')
    ?.statSync(file, { throwIfNoEntry: false });
  return status === undefined ? undefined : `${status.dev}:${status.ino}`;
}
