/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Tells whether a value has members by name: an object that is no list.
 *
 * @example
 * ```ts
 * import { isRecord } from '@licet/core/nodes';
 *
 * [isRecord({}), isRecord([]), isRecord(null)]; // => [true, false, false]
 * ```
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value, or a promise of it. Licet makes a promise only where a guard or a store made one first. */
export type MaybePromise<T> = T | PromiseLike<T>;
