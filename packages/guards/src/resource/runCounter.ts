import type { GovernanceContext, MaybePromise } from '@licet/core';
import type { CommitResult } from '@licet/core/nodes';
import { chain } from '@licet/core/nodes';

/** What is counted, and for how long. */
export interface RunOptions {
  /** Whether another action that ran ends the run. */
  readonly consecutive: boolean;
  /** Only what went ahead in this many milliseconds counts. */
  readonly windowMs: number | undefined;
}

/** How many actions have gone ahead, and under which key they are counted. */
export interface RunCount {
  readonly key: string;
  readonly count: number;
}

/** Counts the actions that went ahead: all of them, or those in a row. */
export interface RunCounter {
  /** Returns how many have gone ahead so far, not counting this very call. */
  read(key: string, ctx: GovernanceContext): MaybePromise<RunCount>;
  /** Says after how many milliseconds fewer than `limit` will count; undefined when no time brings that about. */
  wait(run: RunCount, limit: number, ctx: GovernanceContext): MaybePromise<number | undefined>;
  /** Counts this action, unless somebody else has brought the run up to `limit` since it was read. Only in `commit`. */
  add(run: RunCount, limit: number | undefined, ctx: GovernanceContext): MaybePromise<CommitResult>;
  /** Holds a place for what the outcome may charge, and counts nothing yet. Only in `commit`. */
  readonly note: (key: string, ctx: GovernanceContext) => MaybePromise<undefined>;
  /** Counts an action that does not go ahead, for the window or a day. Only in `stopped`. */
  readonly charge: (key: string, ctx: GovernanceContext) => MaybePromise<undefined>;
  /** Notes that another action goes ahead, which ends the run once it has run. Only in `commit`. */
  readonly interrupt: (key: string, ctx: GovernanceContext) => MaybePromise<void>;
  /** Ends the run if this call interrupts it. Only in `record`, for an action that ran. */
  readonly end: (key: string, ctx: GovernanceContext) => MaybePromise<void>;
}

/** An action without a reported outcome counts for a day: it may have run. */
const UNREPORTED_MS = 86_400_000;

/**
 * Keeps a run on counters alone. Each run has a number, its generation, and its own counter. The generation is a
 * counter too: an interrupting action reserves nothing of it in `commit`, and is charged one in `record`. So it only
 * rises, and only for what really ran: a lost race, a refusal by the user or silence about the outcome ends no run.
 */
export function runCounter({ consecutive, windowMs }: RunOptions): RunCounter {
  const window = windowMs === undefined ? {} : { windowMs };
  const expiresInMs = windowMs ?? UNREPORTED_MS;
  const generationKey = (key: string): string => `${key}:generation`;
  const read = (key: string, { session }: GovernanceContext): MaybePromise<RunCount> =>
    chain(consecutive ? session.used(generationKey(key)) : 0, generation => {
      const run = consecutive ? `${key}:run:${generation}` : key;
      return chain(session.used(run, windowMs), count => ({ key: run, count }));
    });
  return Object.freeze<RunCounter>({
    read,
    wait: ({ key }, limit, { session }) =>
      windowMs === undefined
        ? undefined
        : chain(session.peek(key, { ...window, expiresInMs, limit }), answer =>
            answer.granted ? undefined : answer.retryAfterMs,
          ),
    add: ({ key }, limit, { session }) =>
      chain(session.reserve(key, { ...window, expiresInMs, ...(limit !== undefined && { limit }) }), answer =>
        answer.granted ? undefined : { lost: 'others have gone ahead in the meantime' },
      ),
    note: (key, { session }) =>
      chain(session.reserve(key, { ...window, amount: 0, expiresInMs: UNREPORTED_MS }), () => undefined),
    charge: (key, { session }) => chain(session.reserve(key, { ...window, expiresInMs }), () => undefined),
    interrupt: (key, ctx) =>
      chain(read(key, ctx), ({ count }) => {
        if (count === 0) return undefined;
        const nothing = { amount: 0, expiresInMs: UNREPORTED_MS };
        return chain(ctx.session.reserve(generationKey(key), nothing), () => undefined);
      }),
    end: (key, { session }) => session.settle(generationKey(key), 1),
  });
}
