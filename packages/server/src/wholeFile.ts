import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes all of a file or nothing, in place of what was there; readable by its owner only unless `mode` says otherwise. Makes its folder. */
export function writeWhole(file: string, text: string | Uint8Array, mode: number = 0o600, folderMode?: number): void {
  throughPart(file, text, { mode, ...(folderMode !== undefined && { folderMode }) }, part => renameSync(part, file));
}

/** Like {@link writeWhole}, where there is no file yet. Returns false, and leaves it, where there is one. */
export function writeOnce(file: string, text: string): boolean {
  try {
    throughPart(file, text, { mode: 0o600 }, part => linkSync(part, file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

interface Modes {
  readonly mode: number;
  /** The mode of a folder that has to be made. */
  readonly folderMode?: number;
}

function throughPart(file: string, text: string | Uint8Array, { mode, folderMode }: Modes, put: (part: string) => void): void {
  const part = `${file}.${process.pid}.part`;
  mkdirSync(dirname(file), { recursive: true, ...(folderMode !== undefined && { mode: folderMode }) });
  try {
    writeFileSync(part, text, { mode });
    put(part);
  } finally {
    rmSync(part, { force: true });
  }
}
