/** What a link holds. */
export interface PageState {
  readonly policy: string;
  readonly call: string;
}

/** A link with more is not opened: it could expand without end. In UTF-8 bytes. */
const MOST_BYTES = 600_000;

/** Returns the bytes that a stream gives. Rejects if there are more than {@link MOST_BYTES}. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError('the link holds too much');
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const through = (bytes: BlobPart, change: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(new Blob([bytes]).stream().pipeThrough(change));

/** Writes the state as the fragment of a link. It is never sent to a server. */
export async function writeFragment(state: PageState): Promise<string> {
  const bytes = await through(JSON.stringify(state), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(bytes, byte => String.fromCodePoint(byte)).join(''));
  return `#s=${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '')}`;
}

/** Reads the state of a fragment; undefined where it holds none that can be read. */
export async function readFragment(fragment: string): Promise<PageState | undefined> {
  const [, text] = /^#s=([\w-]+)$/u.exec(fragment) ?? [];
  if (text === undefined) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, each => each.codePointAt(0) ?? 0);
    const state: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    if (typeof state !== 'object' || state === null || !('policy' in state) || !('call' in state)) return undefined;
    const { policy, call } = state;
    return typeof policy === 'string' && typeof call === 'string' ? { policy, call } : undefined;
  } catch {
    return undefined;
  }
}
