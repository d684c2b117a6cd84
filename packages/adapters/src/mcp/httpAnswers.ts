import { GovernanceError } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { textParts, wholeText } from '../textParts.ts';
import type { McpRequest } from './message.ts';
import { CODES, LONGEST_MESSAGE, TOO_LONG, failed, readMessage } from './message.ts';

/** Sends a request to the one address of a server. */
export type Send = (method: string, headers: Readonly<Record<string, string>>, body?: string) => Promise<Response>;

/** What the parts of a transport share. */
export interface Line {
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly deliver: (value: unknown) => void;
}

/** How often a stream that broke off is taken up again, where the server lets it be. */
const MOST_RESUMED = 5;
const RESUME_MS = 1_000;

const BROKE_OFF = 'the server broke off before it answered';

/** Tells whether a response is a stream of events. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Takes an answer that is no stream. A request that gets none that is a message gets an error: its caller waits for it. */
export async function answered({ deliver }: Line, response: Response, request: McpRequest | undefined): Promise<void> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const text = await wholeText(textParts(response.body), LONGEST_MESSAGE);
  if (request === undefined) {
    if (!response.ok) throw new GovernanceError('server_unavailable', `the server answered with HTTP ${response.status}`);
    return;
  }
  const answer = isJson && text !== undefined ? readMessage(withId(parsed(text), request)) : undefined;
  const why = text === undefined ? TOO_LONG : `the server answered with HTTP ${response.status}`;
  deliver(answer ?? failed(request.id, CODES.refused, why));
}

/** Reads a stream, and takes it up again where it breaks off with an event that has an identity. */
export async function streamed({ send, signal, deliver }: Line, response: Response, request?: McpRequest): Promise<void> {
  let from: Response | undefined = response;
  let last: string | undefined;
  let isDone = request === undefined;
  try {
    for (let time = 0; from?.ok === true && from.body !== null && time < MOST_RESUMED; time += 1) {
      let wait = RESUME_MS;
      for await (const event of eventsOf(from.body)) {
        last = event.id ?? last;
        wait = event.retry ?? wait;
        const value = parsed(event.data);
        if (value === undefined) continue;
        isDone ||= isRecord(value) && value['id'] === request?.id && !('method' in value);
        deliver(value);
      }
      if (isDone || last === undefined) break;
      await new Promise(resolve => setTimeout(resolve, wait));
      from = signal.aborted ? undefined : await send('GET', { accept: 'text/event-stream', 'last-event-id': last });
    }
  } finally {
    if (!isDone && request !== undefined) deliver(failed(request.id, CODES.refused, BROKE_OFF));
  }
}

/** Hears what the server says without a request, where it has a place for that. */
export async function listened(line: Line): Promise<void> {
  const response = await line.send('GET', { accept: 'text/event-stream' });
  if (response.ok && isStream(response)) await streamed(line, response);
  else await response.body?.cancel();
}

/** An error that is about no message is about the one that was sent. */
function withId(value: unknown, { id }: McpRequest): unknown {
  return isRecord(value) && value['error'] !== undefined && (value['id'] === null || value['id'] === undefined)
    ? { ...value, id }
    : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One event of a stream. */
interface ServerEvent {
  readonly data: string;
  readonly id: string | undefined;
  readonly retry: number | undefined;
}

/** The events of a stream, as HTML has them. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const text of textParts(body)) {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > LONGEST_MESSAGE) throw new GovernanceError('protocol_broken', TOO_LONG);
    for (const block of blocks) {
      const all = (name: string): string[] =>
        block.split('\n').flatMap(line => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /u, '')] : []));
      const retry = Number(all('retry').at(-1));
      yield { data: all('data').join('\n'), id: all('id').at(-1), retry: retry > 0 ? Math.min(retry, 60_000) : undefined };
    }
  }
}
