// Written out because loading a host's crypto module costs a one-shot process several milliseconds, and because the
// core has no host. Checked against the host's own implementation in the tests.

const K: Uint32Array = roots(64, 1 / 3);
const INITIAL: Uint32Array = roots(8, 1 / 2);

/** The first 32 fractional bits of a root of each of the first primes, as FIPS 180-4 defines its constants. */
function roots(count: number, power: number): Uint32Array {
  const words = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate && prime; divisor++) prime = candidate % divisor !== 0;
    if (prime) {
      const root = candidate ** power;
      words[found++] = (root - Math.floor(root)) * 2 ** 32;
    }
  }
  return words;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, block: DataView, offset: number, schedule: Uint32Array): void {
  const at = (index: number): number => schedule[index] as number;
  for (let i = 0; i < 16; i++) schedule[i] = block.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const s0 = rotate(at(i - 15), 7) ^ rotate(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const s1 = rotate(at(i - 2), 17) ^ rotate(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    schedule[i] = at(i - 16) + s0 + at(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + at(i)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word;
}

/**
 * Returns the SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { sha256 } from '@licet/core';
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
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset, schedule);
  return Array.from(state, word => word.toString(16).padStart(8, '0')).join('');
}
