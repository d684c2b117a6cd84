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
  }
}
