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

/** Members some of which may be there and undefined. */
export type Given<T> = { readonly [Name in keyof T]: T[Name] | undefined };

/** Returns members without those that are undefined. */
export function defined<T extends object>(members: Given<T>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
