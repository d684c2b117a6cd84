/** The rulings, from the mildest to the strictest. The order is the algebra: `All` takes the maximum, `Any` the minimum. */
export const RULINGS = ['pass', 'warn', 'ask', 'block'] as const;

/** What a guard says: `warn` lets the action run and tells the agent, `ask` needs a human's yes, `block` stops it. */
export type Ruling = (typeof RULINGS)[number];

/** The place of a ruling in the chain: 0 for `pass` to 3 for `block`. */
export type Severity = 0 | 1 | 2 | 3;

/**
 * Returns the place of a ruling in the chain `pass < warn < ask < block`.
 *
 * @example
 * ```ts
 * import { severityOf } from '@licet/core/nodes';
 *
 * severityOf('ask'); // => 2
 * ```
 */
export function severityOf(ruling: Ruling): Severity {
  return ruling === 'pass' ? 0 : ruling === 'warn' ? 1 : ruling === 'ask' ? 2 : 3;
}

/** Returns the ruling at a place in the chain. */
export function rulingAt(severity: Severity): Ruling {
  return RULINGS[severity];
}

/** Tells whether a value is one of the four rulings. */
export function isRuling(value: unknown): value is Ruling {
  return value === 'pass' || value === 'warn' || value === 'ask' || value === 'block';
}
