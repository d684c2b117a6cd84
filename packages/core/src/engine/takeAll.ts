import type { AskedMaybe } from './approving.ts';
import { commitPath, giveBack, takesAnything } from './commit.ts';
import type { Committed } from './commit.ts';
import { STORES, lets } from './decide.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Frame } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import { inTime } from './writeDown.ts';

/**
 * Takes what the action needs, and uses up the approval that it rests on, for no longer than a store may take; the facts that
 * guards set come last.
 */
export function takeAll(root: Frame, answered: AskedMaybe, options: ResolvedOptions): MaybePromise<Committed> {
  if (!lets(answered.verdict) || (answered.claim === undefined && !takesAnything(root))) return undefined;
  const { session } = root.run.options;
  const late = (failed: unknown): MaybePromise<Committed> => chain(giveBack(session), () => ({ failed, guard: STORES }));
  return attempt<Committed>(
    () =>
      inTime(
        chain(commitAndClaim(root, answered, options), stopped => stopped ?? chain(session.establish(), () => undefined)),
        options,
      ),
    late,
  );
}

function commitAndClaim(root: Frame, { claim }: AskedMaybe, { approvals }: ResolvedOptions): MaybePromise<Committed> {
  return chain(commitPath(root), outcome => {
    if (outcome !== undefined || claim === undefined) return outcome;
    const consumed = attempt<unknown>(
      () => chain(approvals.consume(claim), result => (result.valid ? undefined : { lost: result.why, guard: 'engine' })),
      failed => ({ failed, guard: 'engine' }),
    ) as MaybePromise<Committed>;
    return chain(consumed, (stopped): MaybePromise<Committed> =>
      stopped === undefined ? undefined : chain(giveBack(root.run.options.session), () => stopped),
    );
  });
}
