import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ToolDigests, ToolPins } from '@licet/adapters/mcp';
import { isRecord } from '@licet/core/nodes';

import { UsageError } from '@licet/core/command';
import { writeWhole } from '@licet/server/resident';

/** What is kept about the tools of one server: what they are pinned to, and what the server has listed last. */
export interface KeptTools {
  readonly pinned: ToolDigests;
  readonly listed: ToolDigests;
  /** What the server says of the tools that either of them has, by digest. Files of older versions have none. */
  readonly described: Readonly<Record<string, object>>;
}

/** The folder below that of the policy: agents are kept from it like from the rest of the state. */
const folderOf = (root: string): string => join(root, '.licet', 'mcp');

const fileOf = (root: string, name: string): string => join(folderOf(root), `${name}.json`);

/**
 * Keeps the pins of a server in a file. The first list becomes them; afterwards only `licet mcp tools --accept` changes them. A file
 * that cannot be read is a fault: no new pin replaces it.
 */
export function filePins(root: string, name: string): ToolPins {
  return {
    pinned(listed, described) {
      const kept = readTools(root, name);
      if (Object.keys(listed).length === 0) return kept?.pinned ?? {};
      const pinned = kept?.pinned ?? listed;
      const now = Object.entries(listed).map(([tool, digest]) => [digest, described[tool]]);
      const next = keptOf(pinned, listed, { ...kept?.described, ...(Object.fromEntries(now) as KeptTools['described']) });
      if (JSON.stringify(next) !== JSON.stringify(kept)) writeTools(root, name, next);
      return pinned;
    },
  };
}

/** Puts together what is kept: of descriptions only those that are pinned or listed. */
export function keptOf(pinned: ToolDigests, listed: ToolDigests, described: KeptTools['described']): KeptTools {
  const digests = [...new Set([...Object.values(pinned), ...Object.values(listed)])].sort();
  const known = digests.flatMap(digest => {
    const said = Object.hasOwn(described, digest) ? described[digest] : undefined;
    return said === undefined ? [] : [[digest, said] as const];
  });
  return { pinned, listed, described: Object.fromEntries(known) };
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
    const { pinned, listed, described = {} } = (value ?? {}) as Partial<KeptTools>;
    if (isDigests(pinned) && isDigests(listed) && isRecord(described)) return { pinned, listed, described };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== undefined) throw new UsageError(`\`${file}\` cannot be read (${code})`);
  }
  throw new UsageError(`\`${file}\` does not hold the pins of a server: look at it, and remove it`);
}

/** Writes what is kept about a server: all of it, or nothing. */
export function writeTools(root: string, name: string, kept: KeptTools): void {
  writeWhole(fileOf(root, name), `${JSON.stringify(kept, undefined, 2)}\n`, 0o666);
}

function isDigests(value: unknown): value is ToolDigests {
  return isRecord(value) && Object.values(value).every(digest => typeof digest === 'string');
}
