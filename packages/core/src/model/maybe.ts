import type { MaybePromise } from './json.ts';

/** Tells whether a value is a promise of any make. */
export function isPromiseLike<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Goes on with a value now, or once it has arrived. No promise is made when `value` is not one: this keeps a policy
 * of synchronous guards synchronous.
 *
 * @example
 * ```ts
 * import { chain } from '@licet/core/nodes';
 *
 * chain(20, n => n + 1); // => 21
 * ```
 */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}

/** Like {@link chain}, and turns a throw or a rejection, of `start` or of `next`, into the value of `caught`. */
export function attempt<T>(start: () => MaybePromise<T>, caught: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const value = start();
    return isPromiseLike(value) ? value.then(undefined, caught) : value;
  } catch (error) {
    return caught(error);
  }
}

/** Visits items one after the other, in order, and stops at the first that `visit` gives a value for. */
export function first<T, R>(
  items: readonly T[],
  visit: (item: T, index: number) => MaybePromise<R | undefined>,
  from = 0,
): MaybePromise<R | undefined> {
  for (let index = from; index < items.length; index++) {
    const result = visit(items[index] as T, index);
    if (isPromiseLike(result)) return result.then(value => (value === undefined ? first(items, visit, index + 1) : value));
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Does something for each item, one after the other, and returns what came of it.
 *
 * @example
 * ```ts
 * import { inTurn } from '@licet/core/nodes';
 *
 * inTurn([1, 2], n => n * 2); // => [2, 4]
 * ```
 */
export function inTurn<T, R>(items: readonly T[], work: (item: T) => MaybePromise<R>): MaybePromise<readonly R[]> {
  const results: R[] = [];
  return chain(
    first(items, item => chain(work(item), result => void results.push(result))),
    () => results,
  );
}

/**
 * Thrown, to the evaluator alone, by a context member whose value is still on its way. The evaluator waits and calls
 * the guard again: `check` is pure, so nothing happens twice. That keeps `ctx.effects` a plain list even where the
 * analyser has to load something first.
 *
 * @internal
 */
export class Suspension {
  readonly ready: PromiseLike<unknown>;

  constructor(ready: PromiseLike<unknown>) {
    this.ready = ready;
    // Where a guard catches it, no caller waits: a store that fails must not end the process.
    void ready.then(undefined, () => undefined);
  }
}
