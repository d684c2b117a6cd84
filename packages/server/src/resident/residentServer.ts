import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';

import { secretCheck } from '../http/digest.ts';
import { shutDown } from '../http/shutDown.ts';
import type { CallerWorld } from './world.ts';
import { enterWorld } from './world.ts';
import { LIMITS } from './residentOptions.ts';
import type { ResidentOptions, Resident } from './residentOptions.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';

/** The most bytes of an environment. Linux has a limit of this order for a whole command line. */
const MAX_WORLD = 4 * 1024 * 1024;
/** Callers who find no room among these start their own processes. Each has three. */
const MAX_CONNECTIONS = 384;

/**
 * Answers the hooks of one user over a Unix socket, in two steps on one connection. In the first the caller tells its world and waits for
 * its turn; a caller that is not told `ready`, for whatever reason, has sent nothing of the call, and starts its own process. In the second
 * it sends the event; from then on whatever is not a whole answer with the secret of the folder is a no. One call is judged at a time, in the
 * environment and the working folder of its caller.
 */
export async function startResident(options: ResidentOptions): Promise<Resident> {
  const { place } = options;
  const limits = { ...LIMITS, ...options.limits };
  let end = (): void => undefined;
  const told = new Promise<void>(resolve => (end = resolve));
  const desk = openDesk(options, limits, () => end());
  const hear = listener(desk);
  const here = await listening({ path: place.socket }, hear);
  const callers = await listening({ host: '127.0.0.1', port: 0 }, hear);
  const servers = [here, callers];
  place.publish((callers.address() as AddressInfo).port);
  const clock = setInterval(() => (place.isCurrent() ? place.touch() : desk.finish()), limits.lookMs);
  desk.rest();
  const ended = told.then(async () => {
    clearInterval(clock);
    place.remove();
    await Promise.all(servers.map(shutDown));
    desk.rest();
    await options.release();
  });
  return { ended, end: desk.finish };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that listens already. */
async function listening(where: ListenOptions, hear: Listener): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 }, hear);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
  return server;
}

function listener(desk: Desk): Listener {
  const isSecret = secretCheck(`Bearer ${desk.place.token}`);
  return (request, response) => {
    response.on('error', () => undefined);
    void (async () => (isSecret(request.headers.authorization ?? '') ? answer(desk, request) : undefined))()
      .catch(() => undefined)
      .then(text => {
        // A shell reads the answer byte by byte, so it has nothing that is not read.
        response.sendDate = false;
        response.removeHeader('connection');
        response.writeHead(text === undefined ? 503 : 200, {
          'content-length': Buffer.byteLength(text ?? ''),
          ...((desk.isEnding() || text === undefined) && { connection: 'close' }),
        });
        response.end(text);
        request.resume();
      });
  };
}

/** Undefined is a no that says nothing. */
async function answer(desk: Desk, request: IncomingMessage): Promise<string | undefined> {
  const id = String(request.headers['x-licet-request'] ?? '');
  switch (`${request.method} ${request.url}`) {
    case 'POST /ready':
      return ready(desk, request, id);
    case 'POST /judge':
      return decide(desk, request, id);
    case 'GET /status':
      return `${desk.place.answer}\n`;
    case 'POST /stop':
      setImmediate(desk.finish);
      return `${desk.place.answer}\n`;
    default:
      return undefined;
  }
}

/** The first step: the caller tells its world. */
async function ready(desk: Desk, request: IncomingMessage, id: string): Promise<string | undefined> {
  const { place, turn, awaited, watch } = desk;
  const world = desk.readWorld(await wholeOf(request, MAX_WORLD));
  if (world === undefined || desk.isEnding() || id === '' || awaited.has(id)) return undefined;
  if (!place.isCurrent() || !desk.isIntact()) {
    desk.finish();
    return undefined;
  }
  const leave = await turn.take(desk.turnMs);
  if (leave === undefined) return undefined;
  desk.rest();
  watch.begin();
  const isAccepted = await accepted(desk, world);
  watch.done();
  if (!isAccepted || request.socket.destroyed) {
    leave();
    return undefined;
  }
  awaited.add(id, { world, leave }, request.socket);
  return `${place.answer} ready\n`;
}

async function accepted({ accepts }: Desk, world: CallerWorld): Promise<boolean> {
  try {
    enterWorld(world);
    return await accepts(world);
  } catch {
    return false;
  }
}

/** The second step: the event comes, and is judged. */
async function decide(desk: Desk, request: IncomingMessage, id: string): Promise<string | undefined> {
  const { place, watch, awaited } = desk;
  const caller = awaited.take(id);
  if (caller === undefined) return undefined;
  const { next, stop } = piecesOf(request);
  watch.begin();
  try {
    enterWorld(caller.world);
    const { code, text } = await desk.judge(caller.world, next);
    desk.lookAtMemory();
    return `${place.answer} ${code}\n${text}\n${place.answer} end`;
  } finally {
    watch.done();
    caller.leave();
    desk.rest();
    stop();
  }
}

const END = Buffer.alloc(0);

/** Reads a request piece by piece, and gives an empty piece at its end. Rejects where it breaks off. What comes after `stop` is thrown away. */
function piecesOf(request: IncomingMessage): { readonly next: () => Promise<Buffer>; readonly stop: () => void } {
  const pieces: Buffer[] = [];
  let wake = (): void => undefined;
  const heard = (piece: Buffer): void => {
    pieces.push(piece);
    wake();
  };
  const over = (): void => wake();
  request.on('data', heard).once('end', over).once('close', over);
  return {
    async next() {
      for (;;) {
        const piece = pieces.shift();
        if (piece !== undefined) return piece;
        if (request.readableEnded) return END;
        if (request.destroyed) throw new Error('the request broke off');
        await new Promise<void>(resolve => (wake = resolve));
      }
    },
    stop: () => void request.off('data', heard),
  };
}

/** Reads a request whole: every call comes here, and an iterator of the stream takes longer than all else that is done with it. */
function wholeOf(request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > most) request.destroy(new Error('too large'));
      else parts.push(part);
    });
    request.once('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    request.once('error', reject);
    // It closes after its end, too: an unread error takes as long as all else that is done with it.
    request.once('close', () => request.readableEnded || reject(new Error('the request broke off')));
  });
}
