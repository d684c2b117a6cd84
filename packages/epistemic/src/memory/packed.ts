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

/** Room for one column: a grounding unpacks one for each concept of a walk, and a `DataView` of each would cost ten times as much. */
const room = new Float64Array(NUMBERS);
const roomBytes = new Uint8Array(room.buffer);
/** What turns the place of a byte into its place on a machine with the other order of bytes. */
const FLIP = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : BYTES - 1;

/** Reads what {@link packRemembered} wrote. Anything else is `graph_corrupt`. */
export function unpackRemembered(bytes: Uint8Array): Remembered {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== NUMBERS * BYTES)
    throw new EpistemicError('graph_corrupt', 'expected what memory knows of a concept, found damage');
  for (let at = 0; at < bytes.byteLength; at += 1) roomBytes[at ^ FLIP] = bytes[at]!;
  const [confirmedAt, successes, failures] = [room[0]!, room[1]!, room[2]!];
  return { confirmedAt, successes, failures, levelsAt: [room[3]!, room[4]!, room[5]!, room[6]!, room[7]!] };
}
