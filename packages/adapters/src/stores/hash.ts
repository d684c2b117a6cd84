import type { HashText } from '@licet/core/store';
import { sha256 } from '@licet/core/text';

interface HostCrypto {
  readonly hash?: (algorithm: 'sha256', text: string) => string;
}

interface HostProcess {
  getBuiltinModule?(name: 'node:crypto'): HostCrypto | undefined;
}

/** A text that is longer is hashed by the host at once: core's own hash takes ten times as long. */
const LONG = 262_144;

/** After so many texts, loading the host's crypto module has paid for itself. */
const FEW = 32;

/**
 * Returns a SHA-256 that is core's own for the first few texts, and the host's after that: a process that lives for one call
 * never loads the crypto module, and one that writes thousands of records hashes ten times as fast.
 */
export function reusingHash(): HashText {
  let count = 0;
  let hash: HashText = text => {
    if (++count <= FEW && text.length <= LONG) return sha256(text);
    hash = hostHash();
    return hash(text);
  };
  return text => hash(text);
}

function hostHash(): HashText {
  const digest = (globalThis.process as HostProcess | undefined)?.getBuiltinModule?.('node:crypto')?.hash;
  return digest === undefined ? sha256 : text => digest('sha256', text);
}
