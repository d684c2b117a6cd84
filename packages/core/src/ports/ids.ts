/** Returns random bytes that cannot be guessed, from the platform's `crypto`. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * Returns a maker of version 7 UUIDs (RFC 9562): sortable by time, and by order of making within one maker. `seed` is
 * eight random bytes, for a host that has them cheaper than the platform's `crypto`.
 *
 * @example
 * ```ts
 * import { uuids } from '@licet/core/store';
 *
 * const next = uuids(() => 0);
 * next() < next(); // => true
 * ```
 */
export function uuids(now: () => number, seed?: Uint8Array): () => string {
  const next = uuidsAt(seed);
  return () => next(now());
}

/** Returns a maker of the same identities for callers that have read the clock already. */
export function uuidsAt(seed?: Uint8Array): (now: number) => string {
  const random = Uint8Array.from(seed ?? randomBytes(8));
  random[0] = ((random[0] as number) & 0x3f) | 0x80;
  const tail = Array.from(random, byte => byte.toString(16).padStart(2, '0')).join('');
  const end = `-${tail.slice(0, 4)}-${tail.slice(4)}`;
  let [last, counter, start] = [-1, 0, ''];
  return now => {
    const time = Math.max(Math.floor(now), last);
    counter = time === last ? counter + 1 : 0;
    if (time !== last || counter > 0xfff) start = stamped((last = counter > 0xfff ? time + 1 : time));
    counter &= 0xfff;
    return start + (counter < 0x10 ? '00' : counter < 0x100 ? '0' : '') + counter.toString(16) + end;
  };
}

function stamped(time: number): string {
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
}
