import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { shutDown } from '../http/shutDown.ts';
import { turns } from './turns.ts';
import { watchdog } from './watchdog.ts';

/** What a door needs of a server of Node to have it listen at a path. */
export interface SocketServer {
  listen(options: { readonly path: string }, done: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** One way in. The operating system decides who may connect: a door that opens is all that tells callers apart. */
export interface ServiceDoor {
  /** Makes a server listen where only the callers of this door can connect. */
  readonly listen: (server: SocketServer) => Promise<void>;
}

/** What a caller asks: a head that says what for, and the bytes behind it. */
export interface ServiceRequest {
  /** The last part of the path: `hook` or `command`. */
  readonly kind: string;
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

/** How an answer ends a caller: its exit code, and what it writes to standard output and to standard error. */
export interface ServiceReply {
  readonly code: number;
  readonly out?: string;
  readonly err?: string;
  /** The question that must be answered first, and what a yes to it is sent as. */
  readonly asks?: { readonly question: string; readonly digest: string };
}

/** What a service is made of. */
export interface ServiceOptions<Door extends ServiceDoor> {
  readonly doors: readonly Door[];
  /** What the service says of itself. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Answers one request at a time. What it throws closes the connection without an answer, which every caller takes for a no. */
  readonly answer: (door: Door, request: ServiceRequest) => Promise<ServiceReply>;
  /** Called between requests when none has come for a while. */
  readonly release: () => Promise<void>;
  readonly limits?: Partial<typeof SERVICE_LIMITS>;
}

/** A service that listens. */
export interface RunningService {
  /** Takes no more callers, and resolves when the last one is gone. */
  readonly end: () => Promise<void>;
}

/** What counts where the options name no limit: times in milliseconds, sizes in bytes. */
export const SERVICE_LIMITS = {
  /** For the requests before this one. */
  turnMs: 15_000,
  /** For one request, until the process is ended from outside of its thread. */
  callMs: 26_000,
  /** Without a request, until files are closed. */
  quietMs: 60_000,
  /** The size of one request, and of all that are being read or wait at one door. */
  requestBytes: 13 << 20,
  doorBytes: 40 << 20,
  /** Connections at one door. */
  connections: 48,
};

/**
 * Answers requests over doors, one at a time. A request is one POST whose body begins with a line of JSON. Each door has its own limit
 * for connections and for bytes, so the callers of one door cannot fill the memory or the queue of another.
 */
export async function startService<Door extends ServiceDoor>(options: ServiceOptions<Door>): Promise<RunningService> {
  const limits = { ...SERVICE_LIMITS, ...options.limits };
  const turn = turns();
  const watch = watchdog(limits.callMs);
  const quiet = async (): Promise<void> => {
    const leave = await turn.take(0);
    if (leave !== undefined) await options.release().finally(leave);
  };
  const timer = setTimeout(() => void quiet(), limits.quietMs);
  const judged = async (door: Door, request: ServiceRequest): Promise<ServiceReply | undefined> => {
    const leave = await turn.take(limits.turnMs);
    if (leave === undefined) return undefined;
    watch.begin();
    try {
      return await options.answer(door, request);
    } finally {
      watch.done();
      timer.refresh();
      leave();
    }
  };
  const servers: Server[] = [];
  for (const door of options.doors) {
    const read = reader(limits);
    const server = createServer({ headersTimeout: 5_000, requestTimeout: 20_000 }, (request, response) => {
      void respond(request, response, options.about, () => replyTo(request, read, asked => judged(door, asked)));
    });
    server.maxConnections = limits.connections;
    // One after the other: a door may act as another user while it is made.
    await door.listen(server);
    servers.push(server);
  }
  return {
    async end() {
      clearTimeout(timer);
      await Promise.all(servers.map(shutDown));
      await options.release();
    },
  };
}

async function replyTo(
  request: IncomingMessage,
  read: Reader,
  judged: (asked: ServiceRequest) => Promise<ServiceReply | undefined>,
): Promise<ServiceReply | undefined> {
  const { asked, done } = await read(request);
  try {
    return asked === undefined ? undefined : await judged(asked);
  } finally {
    done();
  }
}

/** Sends what comes of a request. Nothing that fails is explained: its words could hold what the caller may not read. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  about: object,
  reply: () => Promise<ServiceReply | undefined>,
): Promise<void> {
  response.on('error', () => undefined);
  const isStatus = request.method === 'GET' && request.url === '/v1/status';
  const said = isStatus ? about : await reply().catch(() => undefined);
  const text = said === undefined ? '' : JSON.stringify(said).toWellFormed();
  response.writeHead(said === undefined ? 503 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  response.end(text);
  request.resume();
}

interface Read {
  readonly asked?: ServiceRequest;
  /** Says that the bytes of the request are not held any more. */
  readonly done: () => void;
}

type Reader = (request: IncomingMessage) => Promise<Read>;

/** Returns what reads the requests of one door, and reads no more than its share of the memory. */
function reader({ requestBytes, doorBytes }: typeof SERVICE_LIMITS): Reader {
  let held = 0;
  return async request => {
    const kind = /^\/v1\/(hook|command)$/u.exec(request.url ?? '')?.[1];
    const size = Number(request.headers['content-length'] ?? Number.NaN);
    const isRead =
      request.method === 'POST' && kind !== undefined && size >= 0 && size <= requestBytes && held + size <= doorBytes;
    if (!isRead || kind === undefined) return { done: () => undefined };
    held += size;
    const done = (): void => void (held -= size);
    try {
      const whole = await wholeOf(request, size);
      const end = whole.indexOf(0x0a);
      const head: unknown = JSON.parse(whole.toString('utf8', 0, end < 0 ? whole.length : end));
      if (typeof head !== 'object' || head === null) return { done };
      return {
        asked: { kind, head: head as ServiceRequest['head'], body: end < 0 ? Buffer.alloc(0) : whole.subarray(end + 1) },
        done,
      };
    } catch {
      return { done };
    }
  };
}

async function wholeOf(request: IncomingMessage, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > size) throw new Error('more bytes than were said');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
