import { sha256 } from '@licet/core/text';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Hashes values for one session: the same value has another hash in another session. */
export interface Hashing {
  /** 48 bits of SHA-256, as 8 characters. */
  of(value: string): string;
  /** 24 bits, as 4 characters: fast, for many runs of words. */
  ofRun(run: string): string;
}

const known: { sessionId: string; hashing: Hashing }[] = [];

/** Returns the hashing of a session. Its key is the session's own id, so that processes agree on it without a word. */
export function hashingOf(sessionId: string): Hashing {
  const last = known[0];
  if (last?.sessionId === sessionId) return last.hashing;
  const hashing = makeHashing(sessionId);
  known[0] = { sessionId, hashing };
  return hashing;
}

function makeHashing(sessionId: string): Hashing {
  const key = `licet flow ${sessionId.length} ${sessionId} `;
  const seed = mix(FNV_START, key);
  return Object.freeze({
    of(value: string): string {
      const hex = sha256(key + value);
      let text = '';
      for (let at = 0; at < 12; at += 3) text += digits(Number.parseInt(hex.slice(at, at + 3), 16));
      return text;
    },
    ofRun(run: string): string {
      const hash = mix(seed, run);
      const folded = (hash ^ (hash >>> 24)) & 0xff_ff_ff;
      return digits(folded >>> 12) + digits(folded & 0xf_ff);
    },
  });
}

const digits = (bits: number): string => DIGITS.charAt(bits >>> 6) + DIGITS.charAt(bits & 63);

const FNV_START = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

function mix(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c_1b_3c_6d) >>> 0;
}
