/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A value, or a promise of it. Licet makes a promise only where a guard or a store made one first. */
export type MaybePromise<T> = T | PromiseLike<T>;
