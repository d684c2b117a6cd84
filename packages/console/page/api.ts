import { signal } from '@preact/signals';

import type { Effect } from './words.ts';

/** A record of the trail with its number, as the server sends it. */
export interface Entry {
  readonly seq: number;
  readonly hash: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly type: string; readonly at: number; readonly sessionId: string };
}

/** A request that waits for a person. */
export interface Waiting {
  readonly id: string;
  readonly code: string;
  readonly action: {
    readonly kind: string;
    readonly tool?: string;
    readonly payload: unknown;
    readonly cwd?: string;
    readonly sessionId: string;
    readonly agentId?: string;
    readonly turnId?: string;
  };
  /** Whether a yes may cover other calls that do the same. */
  readonly mayCover: boolean;
  readonly effects: readonly Effect[];
  readonly questions: readonly { readonly guard: string; readonly reason: string }[];
  readonly answers: readonly { readonly by?: string }[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** By which the page says what it has shown. */
  readonly digest: string;
}

/** A yes for several calls that is in force. */
export interface Covering {
  readonly id: string;
  readonly code: string;
  readonly sessionId: string;
  readonly lines: readonly string[];
  readonly used: number;
  readonly ends: string;
}

/** A node of the policy. */
export interface Node {
  readonly kind: string;
  readonly id?: string;
  readonly name?: string;
  readonly layer?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
  /** What each child is to the node: `then`, `fallback`. */
  readonly edges?: readonly string[];
}

/** What the server refuses, in its words. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const KEPT = 'licet.token';

/** The token of this page; null until a code of the address has been turned into one. */
export const token = signal<string | null>(sessionStorage.getItem(KEPT));

/** The request that a terminal has opened the page for. */
export const wanted = signal('');

/** What a terminal has said that the yes to that request covers. */
export const wantedScope = signal<WantedScope | undefined>(undefined);

interface WantedScope {
  readonly request: string;
  readonly scope: {
    readonly lasts: 'task' | 'session' | 'time';
    readonly region: 'file' | 'folder';
    readonly uses: number;
    readonly minutes: number;
  };
}

function scopeIn(said: URLSearchParams): WantedScope | undefined {
  const [lasts, request] = [said.get('lasts'), said.get('request')];
  if (request === null || (lasts !== 'task' && lasts !== 'session' && lasts !== 'time')) return undefined;
  const region = said.get('region') === 'folder' ? 'folder' : 'file';
  return { request, scope: { lasts, region, uses: Number(said.get('uses')), minutes: Number(said.get('minutes')) } };
}

/** Turns the code in the address into the token, and takes it out of the address. */
export async function pair(): Promise<void> {
  const said = new URLSearchParams(location.hash.slice(1));
  const code = said.get('pair');
  if (code === null) return;
  wanted.value = said.get('request') ?? '';
  wantedScope.value = scopeIn(said);
  history.replaceState(null, '', `${location.pathname}#${said.get('view') ?? 'overview'}`);
  const { token: made } = (await send('POST', '/v1/console/pair', { code })) as { readonly token: string };
  sessionStorage.setItem(KEPT, made);
  token.value = made;
}

/** Asks the server, and returns its answer. Throws a {@link Refusal}. */
export async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: headers(body),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => undefined)) as { readonly error?: { readonly message?: string } } | undefined;
  if (response.ok) return answer;
  if (response.status === 401) forget();
  throw new Refusal(response.status, answer?.error?.message ?? `the server answered ${response.status}`);
}

function headers(body?: object): Record<string, string> {
  return {
    ...(token.value !== null && { authorization: `Bearer ${token.value}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function forget(): void {
  sessionStorage.removeItem(KEPT);
  token.value = null;
}

/** Hands on every record as it is written, until `stop` is aborted. What breaks off is taken up again where it was. */
export async function listen(
  heard: (entries: readonly Entry[]) => void,
  isOpen: (open: boolean) => void,
  stop: AbortSignal,
): Promise<void> {
  let after: number | undefined;
  while (!stop.aborted && token.value !== null) {
    try {
      const response = await fetch(after === undefined ? '/v1/events?last=2000' : `/v1/events?after=${after}`, {
        headers: headers(),
        signal: stop,
      });
      if (response.status === 401) return forget();
      if (response.ok && response.body !== null) {
        isOpen(true);
        for await (const entries of eventsIn(response.body)) {
          after = entries.at(-1)?.seq ?? after;
          heard(entries);
        }
      }
    } catch {
      // It is tried again.
    }
    isOpen(false);
    await new Promise(resolve => setTimeout(resolve, 1_000));
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Entry[]> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    const found = events.flatMap(event => {
      const data = event.split('\n').find(line => line.startsWith('data: '));
      return data === undefined ? [] : [JSON.parse(data.slice(6)) as Entry];
    });
    if (found.length > 0) yield found;
  }
}
