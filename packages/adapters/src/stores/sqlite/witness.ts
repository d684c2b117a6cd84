import type { Anchor } from '@licet/core/store';
import { GovernanceError } from '@licet/core';

import { fileSystem } from './fileIdentity.ts';

/** What is kept of a state outside of its file. */
export interface Witness {
  /** The identity that the file was given when it was made. */
  readonly id: string;
  /** A place in the trail that was on the disk when this was written. */
  readonly anchor?: Anchor;
}

/** The file that says that a state exists. It lies where the agent does not write, and not beside the state. */
export interface WitnessFile {
  /** Undefined where there is none. Throws a `GovernanceError` of code `store_unavailable` for one that cannot be read. */
  read(): Witness | undefined;
  /** Writes it whole or not at all. False where it cannot be written. */
  write(witness: Witness): boolean;
  /** Removes it. */
  forget(): void;
}

/** The witness of a state, in a separate file. `state` is the absolute path of the state. */
export function witnessFile(path: string, state: string): WitnessFile {
  return Object.freeze<WitnessFile>({
    read() {
      let text: string;
      try {
        const found = fileSystem()?.readFileSync(path, 'utf8');
        if (found === undefined) return undefined;
        text = found;
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
        throw unreadable(path, state, error);
      }
      return parsed(text) ?? fail(unreadable(path, state, undefined));
    },
    forget: () => fileSystem()?.rmSync(path, { force: true }),
    write(witness) {
      const files = fileSystem();
      if (files === undefined) return false;
      const part = `${path}.${globalThis.process.pid}.part`;
      try {
        files.mkdirSync(path.replace(/[\\/][^\\/]*$/, ''), { recursive: true });
        files.writeFileSync(part, `${JSON.stringify({ version: 1, state, ...witness })}\n`, { mode: 0o600 });
        files.renameSync(part, path);
        return true;
      } catch {
        // Where nothing can be written, a state that goes missing is not noticed: `licet doctor` reports it.
        return false;
      }
    },
  });
}

function parsed(text: string): Witness | undefined {
  try {
    const { id, anchor } = JSON.parse(text) as Partial<Witness>;
    if (typeof id !== 'string') return undefined;
    const isAnchor = typeof anchor?.seq === 'number' && typeof anchor.hash === 'string';
    return isAnchor ? { id, anchor: { seq: anchor.seq, hash: anchor.hash } } : { id };
  } catch {
    return undefined;
  }
}

function unreadable(path: string, state: string, cause: unknown): GovernanceError {
  const why = `the witness \`${path}\` of the state in \`${state}\` cannot be read`;
  return new GovernanceError('store_unavailable', `${why}: give the user read access to it, or remove it`, { cause });
}

function fail(error: Error): never {
  throw error;
}
