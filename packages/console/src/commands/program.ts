import type { Terminal } from '@licet/core/command';

import type { Pairing } from '../pairings.ts';

/** How a policy is served, as `licet serve` takes it. */
export interface ServeOptions {
  readonly policy?: string;
  readonly listen?: string;
  readonly port?: string;
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tokenFile?: string;
  readonly tokens?: string;
  readonly stop?: boolean;
  readonly status?: boolean;
  readonly json?: boolean;
}

/** What a command adds to the server. */
export interface Purpose {
  /** Says where the server is, once it listens. */
  readonly greet?: (url: string, pair: () => Pairing) => void;
  /** The person whose passkey may be the first one. */
  readonly first?: string;
  /** Ends the server when it is aborted. */
  readonly until?: AbortSignal;
}

/** What `licet serve` and `licet console` need of the program that they are part of. */
export interface ServeProgram {
  /** Throws where no person can be: in the shell of an agent, and without a terminal unless `yes` is true. */
  readonly requireHuman: (deed: { readonly command: string; readonly yes?: boolean }) => void;
  /** Returns the path of the policy that is named, or of the nearest one; absolute. Throws where there is none. */
  readonly findPolicy: (named: string | undefined) => string;
  /** Serves a policy until the process is told to end, and returns the exit code. */
  readonly start: (file: string, options: ServeOptions, terminal: Terminal, purpose?: Purpose) => Promise<number>;
}
