// Written out because loading a host's crypto module costs a one-shot process several milliseconds, and because the
// core has no host. Checked against the host's own implementation in the tests.

const K: Int32Array = roots(64, 1 / 3);
const INITIAL: Int32Array = roots(8, 1 / 2);

/** The first 32 fractional bits of a root of each of the first primes, as FIPS 180-4 defines its constants. */
function roots(count: number, power: number): Int32Array {
  const words = new Int32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate && prime; divisor++) prime = candidate % divisor !== 0;
    if (prime) {
      const root = candidate ** power;
      words[found++] = ((root - Math.floor(root)) * 2 ** 32) | 0;
    }
  }
  return words;
}

// Plain loops over plain numbers: most processes that hash live for one call, and never see this code compiled.
function expand(block: DataView, offset: number, w: Int32Array): void {
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
}

function compress(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = ((state[i] as number) + (next[i] as number)) | 0;
}

/**
 * Returns the SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { sha256 } from '@licet/core/text';
 *
 * sha256('').slice(0, 8); // => 'e3b0c442'
 * ```
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = INITIAL.slice();
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    expand(view, offset, schedule);
    compress(state, schedule);
  }
  return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
