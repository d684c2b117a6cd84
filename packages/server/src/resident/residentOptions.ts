import type { ResidentPlace } from './place.ts';
import type { CallerWorld } from './world.ts';

/** How a hook ends: its code, and what it writes, to standard output for code 0 and to standard error otherwise. */
export interface HookAnswer {
  readonly code: 0 | 1 | 2;
  readonly text: string;
}

/** What a resident process is made of. */
export interface ResidentOptions {
  readonly place: ResidentPlace;
  /** Tells whether the program is still what it was when the process started. */
  readonly isIntact: () => boolean;
  /** Looks whether this call can be judged here, in the caller's world; what it throws is a no. A new process judges it then. */
  readonly accepts: (world: CallerWorld) => Promise<boolean>;
  /** Judges, in the caller's world. `next` gives the event piece by piece, and an empty piece at its end. Never rejects. */
  readonly judge: (world: CallerWorld, next: () => Promise<Uint8Array>) => Promise<HookAnswer>;
  /** Closes what was kept open for the next call. */
  readonly release: () => Promise<void>;
  readonly limits?: ResidentLimits;
}

/** How long a resident process waits for what, in milliseconds. */
export interface ResidentLimits {
  /** Without a call, until it ends. @defaultValue 15 minutes */
  readonly idleMs?: number;
  /** Without a call, until it closes files. @defaultValue one minute */
  readonly quietMs?: number;
  /** For a call that is being judged, until another caller is sent to a new process. @defaultValue 250 */
  readonly turnMs?: number;
  /** For the event of a caller who has the turn. @defaultValue 6000 */
  readonly eventMs?: number;
  /** For one call, until the process is ended from outside of its thread. @defaultValue 26000 */
  readonly callMs?: number;
  /** Between two looks at whether callers are still led here. @defaultValue 30000 */
  readonly lookMs?: number;
}

/** What counts where the options name no limit, in milliseconds. */
export const LIMITS = { idleMs: 900_000, quietMs: 60_000, turnMs: 250, eventMs: 6_000, callMs: 26_000, lookMs: 30_000 } as const;

/** A resident process that answers. */
export interface Resident {
  /** Resolves when it has ended and nothing is left of it. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}
