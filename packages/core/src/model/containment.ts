import type { Json } from './json.ts';

/**
 * How far it is certain that a sandbox holds what a call runs, from the weakest to the strongest. `configured`: settings of the host that only an
 * administrator can change. `constructed`: the host runs the call through our own sandbox, and a receipt proves it afterwards. `measured`: the
 * process that decides runs in the sandbox itself and has asked the kernel.
 */
export const CONTAINMENT_LEVELS = ['configured', 'constructed', 'measured'] as const;
/** One of the {@link CONTAINMENT_LEVELS}. */
export type ContainmentLevel = (typeof CONTAINMENT_LEVELS)[number];

/**
 * What becomes of commands that run code of the project, from the least to the most: they run as they are (`off`), a person is asked about the same
 * command in a sandbox (`ask`), or they run in a sandbox without a question (`auto`).
 */
export const SANDBOX_MODES = ['off', 'ask', 'auto'] as const;
/** One of the {@link SANDBOX_MODES}. */
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** The sandbox that holds what a call runs. What a host merely declares is none. */
export interface Containment {
  readonly level: ContainmentLevel;
  /** What holds it: `licet run`, the name of a host. */
  readonly by: string;
  /** SHA-256 of the plan that the sandbox was made from. */
  readonly planDigest: string;
}

/** A sandbox that a call can have. With `rewrite` it holds only if the call runs with these arguments instead. */
export interface OfferedContainment extends Containment {
  readonly rewrite?: Readonly<Record<string, Json>>;
  /** What the agent should know of what its call can do there. */
  readonly notice?: string;
  /** Whether a person must say yes to these arguments, although the policy lets the call pass. */
  readonly asks?: true;
}

/** What became of the sandbox of a call. */
export interface ContainmentOutcome {
  /** Whether a receipt proves that the call ran in the sandbox that was offered. */
  readonly held: boolean;
  readonly by: string;
  readonly planDigest: string;
  /** Why it did not hold, in a clause. */
  readonly why?: string;
  /** Files, absolute, that a rule closes and that the run made. */
  readonly planted?: readonly string[];
}

/**
 * Tells whether a sandbox is at least as certain as a level.
 *
 * @example
 * ```ts
 * import { isContained } from '@licet/core/nodes';
 *
 * isContained({ level: 'constructed', by: 'licet run', planDigest: 'abc' }, 'constructed'); // => true
 * isContained(undefined, 'configured'); // => false
 * ```
 */
export function isContained(containment: Containment | undefined, atLeast: ContainmentLevel): boolean {
  return containment !== undefined && CONTAINMENT_LEVELS.indexOf(containment.level) >= CONTAINMENT_LEVELS.indexOf(atLeast);
}
