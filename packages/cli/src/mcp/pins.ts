import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ToolDigests, ToolPins } from '@licet/adapters/mcp';

import { UsageError } from '../exit.ts';

/** What is kept about the tools of one server: what they are pinned to, and what the server has listed last. */
export interface KeptTools {
  readonly pinned: ToolDigests;
  readonly listed: ToolDigests;
}

/** The folder below that of the policy: agents are kept from it like from the rest of the state. */
const folderOf = (root: string): string => join(root, '.licet', 'mcp');

const fileOf = (root: string, name: string): string => join(folderOf(root), `${name}.json`);

/**
 * Keeps the pins of a server in a file. The first list becomes them; afterwards only `licet mcp tools --accept` changes them. A file
 * that cannot be read is a fault: nothing is pinned anew over it.
 */
export function filePins(root: string, name: string): ToolPins {
  return {
    pinned(listed) {
      const kept = readTools(root, name);
      if (Object.keys(listed).length === 0) return kept?.pinned ?? {};
      const pinned = kept?.pinned ?? listed;
      const next = { pinned, listed };
      if (JSON.stringify(next) !== JSON.stringify(kept)) writeTools(root, name, next);
      return pinned;
    },
  };
}

/** The servers whose tools are pinned, by name. */
export function pinnedServers(root: string): readonly string[] {
  try {
    return readdirSync(folderOf(root))
      .flatMap(file => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads what is kept about a server; undefined where nothing is. Throws a {@link UsageError} for a file that holds something else. */
export function readTools(root: string, name: string): KeptTools | undefined {
  const file = fileOf(root, name);
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { pinned, listed } = (value ?? {}) as Partial<KeptTools>;
    if (isDigests(pinned) && isDigests(listed)) return { pinned, listed };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== undefined) throw new UsageError(`\`${file}\` cannot be read (${code})`);
  }
  throw new UsageError(`\`${file}\` does not hold the pins of a server: look at it, and remove it`);
}

/** Writes what is kept about a server: all of it, or nothing. */
export function writeTools(root: string, name: string, kept: KeptTools): void {
  mkdirSync(folderOf(root), { recursive: true });
  const part = `${fileOf(root, name)}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(kept, undefined, 2)}\n`);
  renameSync(part, fileOf(root, name));
}

function isDigests(value: unknown): value is ToolDigests {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(digest => typeof digest === 'string')
  );
}
