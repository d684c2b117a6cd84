import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';
import { sha256 } from '@licet/core/text';

import { SandboxError } from '../sandboxError.ts';

/** A call that was let go into a sandbox: what it was, and what runs in its place. */
export interface Ticket {
  readonly planDigest: string;
  /** The command as the agent wrote it. */
  readonly command: string;
  /** The command line that the runtime was given in its place. */
  readonly wrapped: string;
  /** The program that runs in the sandbox, with its arguments. */
  readonly words: readonly string[];
}

/** How a contained run ended. */
export interface RunEnd {
  readonly exitCode: number;
  /** Files, absolute, that a rule closes and that the run made. */
  readonly planted: readonly string[];
}

/** What the files of a call prove. */
export interface Settled {
  readonly ticket: Ticket;
  /** Why nothing proves that the call ran in its sandbox; undefined where a receipt does. */
  readonly problem: string | undefined;
  /** Undefined where the run has not ended, or has left no word. */
  readonly end: RunEnd | undefined;
}

/**
 * The files that prove, from the decision to the outcome, that a call ran in its sandbox. They are in the folder that Licet keeps for its user, which is
 * closed in every sandbox and governed outside of it: an agent can neither make a ticket nor a receipt.
 */
export interface Receipts {
  /** Keeps a ticket under the name that {@link ticketName} gives to its call. */
  issue(name: string, ticket: Ticket): void;
  /** Takes a ticket for its one run. Throws where there is none, where it was used before, or where it is for another command. */
  claim(name: string, words: readonly string[]): Ticket;
  /** Writes that the sandbox of a ticket is about to start. */
  start(name: string, planDigest: string): void;
  /** Writes how the run of a ticket ended. */
  end(name: string, end: RunEnd): void;
  /** Tells, once, what is proved of a call that ran with a command; undefined where it had no ticket. */
  settle(name: string, command: unknown): Settled | undefined;
  /** Remembers that a sandbox of a session was not what the call ran in. */
  distrust(sessionId: string): void;
  /** Tells whether a sandbox of this session was not what its call ran in. */
  isDistrusted(sessionId: string): boolean;
}

/** For how long the files of a call are kept that has no outcome, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const NAME = /^[0-9a-f]{32}$/u;

/** Names the ticket of a call. */
export const ticketName = (sessionId: string, callId: string): string => sha256(`${sessionId}\n${callId}`).slice(0, 32);

/**
 * Opens the receipts below a folder, which must be the one that holds `.licet`.
 *
 * @throws {SandboxError} from its functions, for a ticket that does not fit.
 */
export function openReceipts(licetHome: string): Receipts {
  const folder = join(licetHome, '.licet', 'sandbox', 'calls');
  const fileOf = (name: string, sort: Sort): string => fileIn(folder, name, sort);
  const write = (name: string, sort: Sort, value: object, flag: 'w' | 'wx'): void =>
    writeFileSync(fileOf(name, sort), JSON.stringify(value), { mode: 0o600, flag });
  const distrusted = (sessionId: string): string => join(folder, `${sha256(sessionId).slice(0, 32)}.distrusted`);
  return {
    issue(name, ticket) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeOld(folder);
      // The same call may be decided about again, and its first run is then the only one.
      if (!existsSync(fileOf(name, 'used'))) write(name, 'ticket', ticket, 'w');
    },
    claim(name, words) {
      const ticket = ticketFor(fileOf(name, 'ticket'), words);
      try {
        write(name, 'used', {}, 'wx');
      } catch (cause) {
        throw new SandboxError('the ticket was used before, and each is for one run: repeat the call', { cause });
      }
      return ticket;
    },
    start: (name, planDigest) => write(name, 'receipt', { planDigest }, 'wx'),
    end: (name, end) => write(name, 'end', end, 'wx'),
    settle(name, command) {
      const ticket = readTicket(fileOf(name, 'ticket'));
      if (ticket === undefined) return undefined;
      const receipt = readJson(fileOf(name, 'receipt'));
      const end = readEnd(fileOf(name, 'end'));
      for (const sort of SORTS) rmSync(fileOf(name, sort), { force: true });
      return { ticket, problem: problemOf(ticket, receipt, command), end };
    },
    distrust(sessionId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(distrusted(sessionId), '', { mode: 0o600 });
    },
    isDistrusted: sessionId => existsSync(distrusted(sessionId)),
  };
}

const SORTS = ['ticket', 'used', 'receipt', 'end'] as const;
type Sort = (typeof SORTS)[number];

function fileIn(folder: string, name: string, sort: Sort): string {
  if (!NAME.test(name)) throw new SandboxError(`\`${name}\` is no ticket`);
  return join(folder, `${name}.${sort}`);
}

function ticketFor(file: string, words: readonly string[]): Ticket {
  const ticket = readTicket(file);
  if (ticket === undefined) throw new SandboxError('there is no such ticket: only the hook of Licet gives them out');
  if (JSON.stringify(ticket.words) !== JSON.stringify(words)) throw new SandboxError('the ticket is for another command');
  return ticket;
}

function problemOf({ wrapped, planDigest }: Ticket, receipt: unknown, ran: unknown): string | undefined {
  // Another hook can change the command again.
  if (ran !== wrapped) return 'it ran with other arguments than the policy gave it';
  if (!isRecord(receipt)) return 'there is no receipt of the run';
  return receipt['planDigest'] === planDigest ? undefined : 'the receipt is of another plan';
}

function readTicket(file: string): Ticket | undefined {
  const value = readJson(file);
  if (!isRecord(value)) return undefined;
  const { planDigest, command, wrapped, words } = value;
  const isWhole = [planDigest, command, wrapped].every(each => typeof each === 'string') && isTexts(words);
  return isWhole ? (value as unknown as Ticket) : undefined;
}

function readEnd(file: string): RunEnd | undefined {
  const value = readJson(file);
  if (!isRecord(value)) return undefined;
  const { exitCode, planted } = value;
  return typeof exitCode === 'number' && isTexts(planted) ? { exitCode, planted } : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string');

function removeOld(folder: string): void {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? before) < before) rmSync(file, { force: true });
  }
}
