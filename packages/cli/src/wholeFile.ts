import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes all of a file or nothing, in place of what was there; for nobody else's eyes unless told so. Makes its folder. */
export function writeWhole(file: string, text: string, mode: number = 0o600): void {
  throughPart(file, text, mode, part => renameSync(part, file));
}

/** Like {@link writeWhole}, where there is no file yet. Returns false, and leaves it, where there is one. */
export function writeOnce(file: string, text: string): boolean {
  try {
    throughPart(file, text, 0o600, part => linkSync(part, file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function throughPart(file: string, text: string, mode: number, put: (part: string) => void): void {
  const part = `${file}.${process.pid}.part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(part, text, { mode });
    put(part);
  } finally {
    rmSync(part, { force: true });
  }
}
