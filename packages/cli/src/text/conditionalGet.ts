/** What a server has at an address. `text` is absent where it has not changed since the tag that it was asked about. */
export interface Fetched {
  readonly text?: string;
  readonly etag?: string;
}

/** How a server is asked. */
interface ConditionalGet {
  /** The tag of what is here already. */
  readonly etag: string | undefined;
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  readonly mostBytes: number;
}

/** No server may take longer to answer, in milliseconds. */
export const TIMEOUT_MS = 30_000;

/** Fetches a text that is signed, unless it is unchanged. Redirects are not followed. Throws for any other answer and for too large a text. */
export async function conditionalGet(url: URL, { etag, token, mostBytes }: ConditionalGet): Promise<Fetched> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  });
  if (response.status === 304) return {};
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const found = response.headers.get('etag');
  const text = (await boundedBytes(response, mostBytes)).toString();
  return { text, ...(found !== null && { etag: found }) };
}

/** Reads the body of a response. Throws once more bytes came than `most`. */
export async function boundedBytes(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > most) throw new Error(`the answer is larger than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
