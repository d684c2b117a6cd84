import type { Layer, PinState } from '../pins/effective.ts';
import type { KeptPolicy } from './cache.ts';

/** A policy that was read, with the policies above it: what `nearestPolicy` and `readPolicies` return. */
export interface PolicyToOpen {
  readonly kept: Pick<KeptPolicy, 'compiled' | 'policyDigest' | 'sources'>;
  /** The policy's file; absolute. State and the audit trail start from its folder. */
  readonly file: string;
  /** The folder that patterns start from. @defaultValue the policy's folder */
  readonly root?: string;
  /** The policies above this one, the outermost first: each must let an action through. @defaultValue none */
  readonly above?: readonly Layer[];
  /** Whether it is the managed policy of the machine. @defaultValue false */
  readonly isManaged?: true;
  /** How the policy on disk compares with the accepted one. @defaultValue no person has accepted any */
  readonly pin?: PinState;
  /** Whether the policy governs here, so that the modules that it names are loaded. @defaultValue true */
  readonly governs?: boolean;
}
