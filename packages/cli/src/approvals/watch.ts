import { openTty, requestLines, showPages } from '@licet/adapters/terminal';
import type { Tty } from '@licet/adapters/terminal';
import type { StoredApproval } from '@licet/core/store';
import { giveAnswer } from '@licet/core/store';
import { escapeText, isGovernanceError } from '@licet/core';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { isForPeople } from '../exit.ts';
import { requireHuman, systemUser } from '../human.ts';
import { report, answerOf } from './answer.ts';
import { openApprovals } from './openApprovals.ts';
import type { OpenApprovals } from './openApprovals.ts';

/** How watching works. */
export interface Watching {
  readonly tty: Tty;
  readonly by: string;
  /** Opens the requests again, since the state may have come into being meanwhile. */
  readonly open: () => Promise<OpenApprovals>;
  /** Resolves when it is time to look again. */
  readonly pause: () => Promise<void>;
  /** How long what is typed is not heard after a request has appeared, in milliseconds. @defaultValue 250 */
  readonly settleMs?: number;
}

type Meaning = 'yes' | 'no' | 'skip' | 'quit';

/** The keys that answer, and what they mean. */
const KEYS: Readonly<Record<string, Meaning>> = {
  y: 'yes',
  n: 'no',
  s: 'skip',
  q: 'quit',
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/** Shows requests as they come, and takes an answer to each by a single key, until `q`. */
export async function watchRequests(options: { policy?: string; as?: string }): Promise<number> {
  requireHuman({ command: 'licet approvals watch' });
  const by = options.as ?? systemUser();
  let tty: Tty;
  try {
    tty = openTty();
  } catch {
    throw new UsageError('there is no terminal to watch on');
  }
  try {
    const open = (): Promise<OpenApprovals> => openApprovals(options.policy);
    await watch({ tty, by, open, pause: () => new Promise(resolve => setTimeout(resolve, 1_000)) });
  } finally {
    tty.close();
  }
  return 0;
}

/** The loop of {@link watchRequests}. */
export async function watch(watching: Watching): Promise<void> {
  const { tty, by, open, pause } = watching;
  const terminal: Terminal = { print: write(tty), complain: write(tty), hasColor: false };
  const quit = new AbortController();
  const stop = tty.onKeys(keys => {
    if (Array.from(keys).some(key => KEYS[key] === 'quit')) quit.abort();
  });
  const seen = new Set<string>();
  let opened: OpenApprovals | undefined;
  terminal.print(`watching for requests as ${by}; q quits`);
  try {
    while (!quit.signal.aborted) {
      try {
        if (opened?.exists !== true) opened = await open();
        const waiting = await opened.approvals.pending(Date.now());
        const fresh = waiting.find(({ request }) => !seen.has(request.id));
        if (fresh === undefined) await pause();
        else {
          seen.add(fresh.request.id);
          await answerOne(opened, fresh, watching, terminal, quit.signal);
        }
      } catch (error) {
        if (isForPeople(error) || !isGovernanceError(error)) throw error;
        terminal.complain(`licet: ${escapeText(error.message)} (${error.code})`);
        await pause();
      }
    }
  } finally {
    stop();
  }
}

async function answerOne(
  opened: OpenApprovals,
  stored: StoredApproval,
  { tty, by, settleMs = 250 }: Watching,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const written = requestLines(stored.request, stored.answers);
  const whole = !('tooLong' in written);
  const isRead = await showPages(tty, ['', ...(whole ? written.lines : [written.tooLong]), ''], signal);
  if (signal.aborted) return;
  // A signature is made on the page.
  const isSigned = opened.proof !== 'terminal';
  const mayApprove = whole && isRead && !isSigned;
  if (isSigned) terminal.print(`\`licet approve ${stored.request.code}\` says yes: the policy counts one only with its proof`);
  terminal.print(mayApprove ? '[y] yes  [n] no  [s] skip  [q] quit' : '[n] no  [s] skip  [q] quit');
  const key = await keyFor(tty, mayApprove, signal, settleMs);
  if (key === 'skip' || key === 'quit') return;
  report(await giveAnswer(opened, stored, answerOf(stored, { yes: key === 'yes', by, channel: 'cli' }), Date.now()), terminal);
}

/** Waits for a key that means something here. What was typed before the request stood there is not heard. */
function keyFor(tty: Tty, mayApprove: boolean, signal: AbortSignal, settleMs: number): Promise<Meaning> {
  return new Promise(resolve => {
    let listens = settleMs === 0;
    const timer = setTimeout(() => (listens = true), settleMs);
    const end = (meaning: Meaning): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', quits);
      resolve(meaning);
    };
    const quits = (): void => end('quit');
    const stop = tty.onKeys(keys => {
      const meaning = Array.from(keys, key => KEYS[key.toLowerCase()]).find(
        each => each !== undefined && (mayApprove || each !== 'yes'),
      );
      if (meaning !== undefined && (listens || meaning === 'quit')) end(meaning);
    });
    signal.addEventListener('abort', quits, { once: true });
  });
}

const write =
  (tty: Tty) =>
  (text: string): void =>
    tty.write(`${text}\r\n`);
