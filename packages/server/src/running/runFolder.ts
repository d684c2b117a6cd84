import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { randomBytes } from '@licet/core/store';
import { sha256 } from '@licet/core/text';
import { privacyProblem } from '../resident/place.ts';

import { UsageError, unusable } from '@licet/core/command';
import { writeOnce } from '../wholeFile.ts';

/** What is known of a server that runs. */
export interface RunningServer {
  readonly pid: number;
  /** Where it listens. */
  readonly url: string;
  /** The address that people know, where it is another one. */
  readonly publicUrl?: string;
  readonly version: string;
  /** The policy that it serves. */
  readonly policy: string;
  readonly startedAt: string;
  /** What ends it, and asks for its status. */
  readonly control: string;
}

/** The folder in which the server of one policy leaves word, in the home of its user: `self_protection` keeps agents from reading it. */
export interface RunFolder {
  readonly path: string;
  /** What is written about a server; it may have ended without a word. */
  read(): RunningServer | undefined;
  /** Leaves word of a server. Returns false where another one has already. */
  claim(server: RunningServer): boolean;
  /** Takes back exactly this word. */
  release(server: RunningServer): void;
  /** The token of this policy's servers, made when it is first asked for, with the file that it lies in. */
  token(): { readonly token: string; readonly file: string };
}

/** A secret that cannot be guessed. */
export function makeToken(): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

/**
 * Opens the folder of a policy, and makes it where it is missing. Throws a {@link UsageError} where somebody else could read it
 * or write to it: it belongs to another user, it is a link, or its mode lets others in.
 */
export function runFolder(policy: string, home: string = homedir()): RunFolder {
  const path = join(home, '.licet', 'run', sha256(realpathSync(policy)).slice(0, 32));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  checkPrivate(path, 'folder');
  const file = join(path, 'server.json');
  const read = (): string | undefined => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  return {
    path,
    read: () => parsed(read()),
    claim: server => writeOnce(file, JSON.stringify(server)),
    release(server) {
      if (read() === JSON.stringify(server)) rmSync(file, { force: true });
    },
    token: () => tokenIn(join(path, 'token')),
  };
}

function tokenIn(file: string): { readonly token: string; readonly file: string } {
  writeOnce(file, `${makeToken()}\n`);
  return { token: readToken(file), file };
}

/** Reads a token. Throws a {@link UsageError} for a file that others can read, or that holds no token. */
export function readToken(file: string): string {
  try {
    checkPrivate(file, 'file');
    const token = readFileSync(file, 'utf8').trim();
    if (/^[\x21-\x7E]{32,}$/u.test(token)) return token;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unusable(`the token in \`${file}\``, 'read', error);
  }
  throw new UsageError(`expected a token of at least 32 visible characters in \`${file}\`, found something else`);
}

function checkPrivate(path: string, kind: 'folder' | 'file'): void {
  const problem = privacyProblem(path, kind);
  if (problem !== undefined) throw new UsageError(problem);
}

function parsed(text: string | undefined): RunningServer | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const { url, control, pid } = value as Partial<RunningServer>;
    return typeof url === 'string' && typeof control === 'string' && typeof pid === 'number'
      ? (value as RunningServer)
      : undefined;
  } catch {
    return undefined;
  }
}
