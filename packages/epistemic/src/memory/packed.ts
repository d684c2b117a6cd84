import { EpistemicError } from '../model/errors.ts';
import type { Remembered } from './fading.ts';

const BYTES = 8;
/** The time of the last confirmation, two counters, and a time for each of the five levels. */
const NUMBERS = 8;

/** Packs what memory knows of a concept for a column that grounding reads: eight numbers, little-endian. */
export function packRemembered({ confirmedAt, successes, failures, levelsAt }: Remembered): Uint8Array {
  const bytes = new Uint8Array(NUMBERS * BYTES);
  const view = new DataView(bytes.buffer);
  [confirmedAt, successes, failures, ...levelsAt].forEach((each, at) => view.setFloat64(at * BYTES, each, true));
  return bytes;
}

/** Reads what {@link packRemembered} wrote. Anything else is `graph_corrupt`. */
export function unpackRemembered(bytes: Uint8Array): Remembered {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== NUMBERS * BYTES)
    throw new EpistemicError('graph_corrupt', 'expected what memory knows of a concept, found damage');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number): number => view.getFloat64(at * BYTES, true);
  return {
    confirmedAt: number(0),
    successes: number(1),
    failures: number(2),
    levelsAt: [number(3), number(4), number(5), number(6), number(7)],
  };
}
