import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

import { RequestFault } from './fault.ts';

/** How much of what callers send is held at once. */
export interface BodyLimits {
  /** The most bytes of one body. */
  readonly maxBodyBytes: number;
  /** The most bytes of all bodies that are being read or judged. */
  readonly maxHeldBytes: number;
}

/** A body that was read, and how many bytes it has. */
export interface Body {
  readonly value: unknown;
  readonly bytes: number;
}

/** Reads bodies, and knows how much of them is held. */
export interface BodyReader {
  /**
   * Reads the JSON body of a request. Rejects with a {@link RequestFault} for a content type other than `application/json`, a body that is
   * empty, too large, broken off, no UTF-8 or no JSON, and while too much is held for others.
   */
  read(request: IncomingMessage): Promise<Body>;
}

/** Makes a reader that holds no more than its limits. */
export function bodyReader(limits: BodyLimits): BodyReader {
  const held: Held = { bytes: 0 };
  return {
    async read(request) {
      if (!isJson(request.headers['content-type']))
        throw new RequestFault('invalid_request', 'expected the content type `application/json`');
      if (Number(request.headers['content-length'] ?? 0) > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes);
      const bytes = await collect(request, limits, held);
      return { value: parse(bytes), bytes: bytes.length };
    },
  };
}

/** How many bytes of bodies are held, of all requests together. */
interface Held {
  bytes: number;
}

function collect(request: IncomingMessage, { maxBodyBytes, maxHeldBytes }: BodyLimits, held: Held): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = [];
    let size = 0;
    let refused: RequestFault | undefined;
    const giveUp = (): void => {
      held.bytes -= size;
      size = 0;
      parts = [];
    };
    request.on('data', (part: Buffer) => {
      // What is refused is still read to its end, and thrown away, so that the writer lives to read the answer.
      if (refused !== undefined) return;
      size += part.length;
      held.bytes += part.length;
      parts.push(part);
      if (size > maxBodyBytes) refused = tooLarge(maxBodyBytes);
      else if (held.bytes > maxHeldBytes) refused = new RequestFault('overloaded', 'too many large requests at once: try again');
      if (refused !== undefined) giveUp();
    });
    let isWhole = false;
    request.once('end', () => {
      isWhole = true;
      if (refused === undefined) resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      else reject(refused);
      giveUp();
    });
    const brokenOff = (): void => {
      if (isWhole) return;
      giveUp();
      reject(new RequestFault('invalid_request', 'the request broke off'));
    };
    request.once('error', brokenOff);
    request.once('close', brokenOff);
  });
}

const tooLarge = (most: number): RequestFault => new RequestFault('body_too_large', `the body has more than ${most} bytes`);

const JSON_TYPE = 'application/json';

const isJson = (contentType: string | undefined): boolean =>
  contentType === JSON_TYPE || contentType?.split(';', 1)[0]?.trim().toLowerCase() === JSON_TYPE;

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new RequestFault('invalid_request', 'expected a JSON body, found an empty one');
  if (!isUtf8(bytes)) throw new RequestFault('invalid_request', 'the body is not UTF-8');
  if (membersOf(bytes) > MAX_MEMBERS)
    throw new RequestFault('body_too_large', `the body has more than ${MAX_MEMBERS} members and elements`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new RequestFault('invalid_request', 'the body is not JSON');
  }
}

/** Members and elements of a body, at all levels together: parsing and checking more would keep all other callers waiting. */
const MAX_MEMBERS = 100_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Counts what JSON holds at most, without parsing it: commas and opening brackets outside of texts. */
function membersOf(bytes: Buffer): number {
  let members = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) members++;
  }
  return members;
}
