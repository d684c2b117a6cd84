import type { GovernanceContext, MaybePromise } from '@licet/core';
import { chain } from '@licet/core/nodes';

/** How many half-lives an epoch has: what is older than one whole epoch weighs less than a number can tell. */
const EPOCH = 64;

/** A sum whose parts lose half of their weight in every half-life. */
export interface DecayingSum {
  /** Returns what is left of it now, not counting what this very call has added. */
  read(key: string, ctx: GovernanceContext): MaybePromise<number>;
  /** Adds an amount. Only in `commit`. */
  add(key: string, amount: number, ctx: GovernanceContext): MaybePromise<void>;
}

/** What scaling adds to the last digits of a number must not decide about a threshold. */
function withoutDust(sum: number): number {
  return Math.round(sum * 1e12) / 1e12;
}

/**
 * Keeps a decaying sum on plain counters (forward decay): an amount is not made smaller as it ages, it is entered larger
 * the later it comes, and the sum is scaled back when it is read. So nothing is ever read, changed and written again, and
 * parallel processes lose nothing. The scale starts anew with every epoch, so that it stays within what a number holds;
 * a part that lies in the future, because the clock was set back, weighs more than it did, never less.
 */
export function decayingSum(halfLifeMs: number): DecayingSum {
  const length = EPOCH * halfLifeMs;
  const epochOf = (now: number): number => Math.floor(now / length);
  const part = (key: string, epoch: number, { session, now }: GovernanceContext): MaybePromise<number> =>
    chain(session.used(`${key}:${epoch}`), sum => (sum === 0 ? 0 : sum * 2 ** ((epoch * length - now) / halfLifeMs)));
  return Object.freeze<DecayingSum>({
    read(key, ctx) {
      const epoch = epochOf(ctx.now);
      return chain(part(key, epoch - 1, ctx), before =>
        chain(part(key, epoch, ctx), current => chain(part(key, epoch + 1, ctx), after => withoutDust(before + current + after))),
      );
    },
    add(key, amount, ctx) {
      const epoch = epochOf(ctx.now);
      const entered = amount * 2 ** ((ctx.now - epoch * length) / halfLifeMs);
      const expiresInMs = 2 * length;
      return chain(ctx.session.reserve(`${key}:${epoch}`, { amount: entered, expiresInMs }), () => undefined);
    },
  });
}
