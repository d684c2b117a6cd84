import { sha256 } from '@licet/core/text';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Hashes values for one session: the same value has another hash in another session. */
export interface Hashing {
  /** 48 bits of SHA-256, as 8 characters. What a remote caller reports has other hashes: it allows nothing to a runtime on this machine. */
  of(value: string): string;
  /** The same for a secret, whatever reports it. */
  ofSecret(value: string): string;
  /** 24 bits, as 4 characters: fast, for many runs of words. */
  ofRun(run: string): string;
}

const known: { name: string; hashing: Hashing }[] = [];

/** Returns the hashing of a session. Its key is the session's own id, so that processes agree on it without a word. */
export function hashingOf(sessionId: string, isRemote = false): Hashing {
  const name = `${isRemote ? 'remote' : 'local'} ${sessionId}`;
  const last = known[0];
  if (last?.name === name) return last.hashing;
  const hashing = makeHashing(sessionId, isRemote);
  known[0] = { name, hashing };
  return hashing;
}

function makeHashing(sessionId: string, isRemote: boolean): Hashing {
  const key = `licet flow ${sessionId.length} ${sessionId} `;
  const seed = mix(FNV_START, key);
  return Object.freeze({
    of: (value: string) => hash48(`${key}${isRemote ? 'remote ' : ''}${value}`),
    ofSecret: (value: string) => hash48(`${key}secret ${value}`),
    ofRun(run: string): string {
      const hash = mix(seed, run);
      const folded = (hash ^ (hash >>> 24)) & 0xff_ff_ff;
      return digits(folded >>> 12) + digits(folded & 0xf_ff);
    },
  });
}

function hash48(text: string): string {
  const hex = sha256(text);
  let hash = '';
  for (let at = 0; at < 12; at += 3) hash += digits(Number.parseInt(hex.slice(at, at + 3), 16));
  return hash;
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
