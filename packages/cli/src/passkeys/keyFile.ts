import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { canonicalJson, sha256 } from '@licet/core/text';
import type { KeyLog } from '@licet/console/passkeys';
import { keyLogFrom } from '@licet/console/passkeys';
import { privacyProblem, writeWhole } from '@licet/server/resident';

import { UsageError } from '@licet/core/command';
import { pinFolder } from '../pins/pin.ts';
import { asOwner } from '../policy/licetHome.ts';

/** What is kept of the passkeys of a project. */
export interface KeptKeys {
  readonly log: KeyLog;
  /** The highest counter of each key that was seen. */
  readonly counters: Readonly<Record<string, number>>;
}

/** Where the passkeys of a project are kept: in the home of its user, beside the policy that they accepted. */
export interface KeyFile {
  readonly file: string;
  /** The only page that keys of the project sign on. Its port is the project's own, and the same each time. */
  readonly origin: string;
  /** Throws a {@link UsageError} for a file that others can write to, or that holds no keys. */
  read(): KeptKeys;
  write(kept: KeptKeys): void;
}

const FORMAT = 1;
const NONE: KeptKeys = Object.freeze({ log: [], counters: {} });

/** Ports that no system gives away by itself: below those of Linux, macOS and Windows for outgoing connections. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** Returns where the passkeys of a project are kept. `root` is the folder of its policy. */
export function keyFile(root: string, home?: string): KeyFile {
  const id = sha256(realOf(root)).slice(0, 32);
  const file = join(pinFolder(home), `${id}.keys.json`);
  return {
    file,
    origin: `http://localhost:${FIRST_PORT + (Number.parseInt(id.slice(0, 8), 16) % PORTS)}`,
    read() {
      const text = asOwner(() => textOf(file));
      return text === undefined ? NONE : parsed(text, file);
    },
    write: ({ log, counters }) =>
      asOwner(() => writeWhole(file, `${canonicalJson({ format: FORMAT, changes: log, counters })}\n`)),
  };
}

function textOf(file: string): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const problem = privacyProblem(file, 'file');
  if (problem !== undefined) throw new UsageError(problem);
  return readFileSync(file, 'utf8');
}

/** The port of a page. */
export const portIn = (origin: string): string => new URL(origin).port;

function parsed(text: string, file: string): KeptKeys {
  const value = jsonOf(text);
  if (isRecord(value) && value['format'] === FORMAT) {
    const log = keyLogFrom(value['changes']);
    const { counters } = value;
    if (log !== undefined && isRecord(counters) && Object.values(counters).every(Number.isSafeInteger))
      return { log, counters: counters as KeptKeys['counters'] };
  }
  throw new UsageError(
    `\`${file}\` holds no passkeys: no answer counts until you restore it, or remove it and enroll keys with \`licet passkey add\``,
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
