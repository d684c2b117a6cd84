/**
 * Returns a maker of version 7 UUIDs (RFC 9562): sortable by time, and by order of making within one maker.
 *
 * @example
 * ```ts
 * import { uuids } from '@licet/core';
 *
 * const next = uuids(() => 0);
 * next() < next(); // => true
 * ```
 */
export function uuids(now: () => number): () => string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  random[0] = ((random[0] as number) & 0x3f) | 0x80;
  const tail = Array.from(random, byte => byte.toString(16).padStart(2, '0')).join('');
  let [last, counter] = [0, 0];
  return () => {
    const time = Math.max(now(), last);
    counter = time === last ? counter + 1 : 0;
    last = counter > 0xfff ? time + 1 : time;
    counter &= 0xfff;
    const stamp = last.toString(16).padStart(12, '0');
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}
