import { homedir } from 'node:os';

/** The user whom the service answers now, as far as it matters where things are kept. */
export interface ServedUser {
  /** The folder in place of the user's own home for all that Licet keeps. The user cannot write there. */
  readonly home: string;
  /** The folder of the state of a project, by the folder of its policy. */
  readonly stateOf: (root: string) => string;
  /** Runs what opens, replaces or closes files of the service: outside of it the process has the rights of the user who is served. */
  readonly asOwner: <T>(work: () => T) => T;
  /** Who acts, where a human does. */
  readonly human?: string;
  /** Tells whether the caller has said yes to a question, and to what was shown before it. */
  readonly confirm?: (question: string) => boolean;
  /** What the caller has on its standard input. */
  readonly input?: string;
}

let served: ServedUser | undefined;

/** The user whom this process answers as the service; undefined in every other process. */
export const servedUser = (): ServedUser | undefined => served;

/** Has this process answer for a user, until it is called again. The service answers one request at a time. */
export function serve(user: ServedUser | undefined): void {
  served = user;
}

/** The folder that holds `.licet` with what Licet keeps for a user: the home, or what the service has in its place. */
export const licetHome = (): string =>
  served?.home ?? ((process.platform === 'win32' ? '' : (process.env['HOME'] ?? '')) || homedir());

/** Runs what reads or writes in {@link licetHome}: in the service that is a folder that only the service may read. */
export function asOwner<T>(work: () => T): T {
  return served === undefined ? work() : served.asOwner(work);
}
