import { browse } from '@licet/console';
import type { Pairing } from '@licet/console';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { AnswerScope } from '@licet/core/store';
import { isThere, pairWith, runFolder } from '@licet/server/running';
import { start } from '../serve/start.ts';

/** Something that a person has to sign on the page. */
export interface ToSign {
  /** The policy's file. */
  readonly file: string;
  /** The page that keys sign on. */
  readonly origin: string;
  readonly view: 'approvals' | 'passkeys';
  /** The request that is to be signed. */
  readonly request?: string;
  /** What else the yes covers. */
  readonly scope?: AnswerScope;
  /** The person whose key may be the first one. */
  readonly first?: string;
  /** Looks whether it is done. */
  readonly isDone: () => Promise<boolean>;
}

/** How often it is looked whether a person has signed. */
const LOOK_MS = 300;

/** Opens the page at something that a person has to sign, and waits until it is done. Returns whether it was: not where the server has ended. */
export async function signOnPage(signing: ToSign, terminal: Terminal): Promise<boolean> {
  const { file, origin, first } = signing;
  const show = ({ code }: Pick<Pairing, 'code'>): void => {
    const request =
      signing.request === undefined ? '' : `&request=${encodeURIComponent(signing.request)}${scopeWords(signing.scope)}`;
    const address = `${origin}/console#pair=${code}&view=${signing.view}${request}`;
    terminal.print(
      `sign on  ${address}\nOpen it on this machine only, and sign only there. It waits until you have signed; Ctrl-C ends it.`,
    );
    browse(address);
  };
  const server = runFolder(file).read();
  if (server !== undefined && (await isThere(server))) {
    const pairing = server.url === origin && first === undefined ? await pairWith(server) : undefined;
    if (pairing === undefined)
      throw new UsageError(`the server that runs for this policy cannot take the signature: end it with \`licet serve --stop\``);
    show(pairing);
    return until(signing.isDone, async () => isThere(server));
  }
  let isRunning = true;
  const done = new AbortController();
  const running = start(file, {}, terminal, {
    greet: (_url, pair) => show(pair()),
    until: done.signal,
    ...(first !== undefined && { first }),
  }).finally(() => (isRunning = false));
  try {
    return await Promise.race([until(signing.isDone, async () => isRunning), running.then(() => false)]);
  } finally {
    done.abort();
    await running;
  }
}

/** What the page offers first. The person chooses there, and signs what they have chosen. */
function scopeWords(scope: AnswerScope | undefined): string {
  if (scope === undefined) return '';
  const { lasts, uses, region, until } = scope;
  const minutes = Math.max(1, Math.round((until - Date.now()) / 60_000));
  return `&lasts=${lasts}&uses=${uses}&region=${region}&minutes=${minutes}`;
}

/** Waits until something is done, for as long as it may still be. */
async function until(isDone: () => Promise<boolean>, mayBe: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    if (await isDone()) return true;
    if (!(await mayBe())) return false;
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
}
