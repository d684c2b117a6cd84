import type { Action, Effect, GovernanceContext, Json, MaybePromise, Outcome, SessionState, SessionView } from '@licet/core';
import { chain, digestAction, matchesWildcard } from '@licet/core';
import type { PathMatcher } from '@licet/effects/places';

import type { Earning } from './factState.ts';
import { earningKey, earningOf, isEstablished, reasonKey, stampKey, stampOf } from './factState.ts';

/** A fact that is established by what happens. */
export interface FactRule {
  readonly name: string;
  /** The programs that earn the fact; empty for a fact that only a human grants. */
  readonly programs: readonly string[];
  /** The files whose change makes the fact void. */
  readonly resets: PathMatcher | undefined;
}

type Change = readonly [name: string, value: Json];

/** The same for every evaluation of a call; of a call without an id, for its arguments. */
const callOf = (action: Action): string => action.callId ?? digestOf(action);

/** Empty for arguments that have no digest: such a call earns nothing. */
const digestOf = (action: Action): string => digestAction(action) ?? '';

/** Notes what the call may earn, and voids what it changes the ground of. */
export function note(action: Action, ctx: GovernanceContext, rules: readonly FactRule[]): MaybePromise<void> {
  const { effects, session } = ctx;
  const stamp = `${ctx.now}:${callOf(action)}`;
  const earning = { facts: {} as Record<string, string>, reasons: {} as Record<string, string>, resets: [] as string[] };
  const changes: Change[] = [];
  for (const { name, programs, resets } of rules) {
    const isReset = resets !== undefined && effects.some(effect => changesFile(effect, resets));
    const evidence = evidenceFor(programs, effects);
    const isLast = evidence !== undefined && 'proves' in evidence && evidence.last === true;
    if (isReset) {
      changes.push([stampKey(name), stamp], [name, null]);
      if (!isLast) earning.resets.push(name);
    }
    if (evidence === undefined) continue;
    if ('lacks' in evidence) earning.reasons[name] = evidence.lacks;
    else if (isReset && !isLast) earning.reasons[name] = 'the same call changes files after it';
    else earning.facts[name] = isReset ? stamp : stampOf(session.state.facts, name);
  }
  const noted = [earning.facts, earning.reasons, earning.resets].some(each => Object.keys(each).length > 0);
  if (noted) changes.push([earningKey(callOf(action)), { at: ctx.now, digest: digestOf(action), ...earning }]);
  return write(changes, session);
}

/** One after the other, whatever the store. */
function write(changes: readonly Change[], session: SessionView): MaybePromise<void> {
  return changes.reduce<MaybePromise<void>>((done, [name, value]) => chain(done, () => session.setFact(name, value)), undefined);
}

function changesFile({ kind, target }: Effect, matcher: PathMatcher): boolean {
  if ((kind !== 'write' && kind !== 'delete') || target?.type !== 'file') return false;
  return matcher.touches(target).length > 0;
}

/** What the effects say about programs that earn a fact: a proof before any reason why there is none. */
function evidenceFor(programs: readonly string[], effects: readonly Effect[]): Effect['evidence'] {
  const wanted = (names: readonly string[]): boolean =>
    names.some(name => programs.some(pattern => matchesWildcard(pattern, name)));
  const proof = effects.find(({ evidence }) => evidence !== undefined && 'proves' in evidence && wanted(evidence.proves));
  if (proof !== undefined) return proof.evidence;
  const ran = effects.find(({ runs = [] }) => wanted(runs));
  if (ran === undefined) return undefined;
  const { evidence } = ran;
  return evidence !== undefined && 'lacks' in evidence
    ? evidence
    : { lacks: 'its exit status does not decide whether the call succeeds' };
}

/** Grants what the call has earned, unless somebody has reset it since. */
export function settle(action: Action, { status }: Outcome, ctx: GovernanceContext): MaybePromise<void> {
  return chain(ctx.session.latest(), ({ facts }) => {
    const call = callOf(action);
    const earning = earningOf(facts, call);
    if (earning === undefined) return undefined;
    return write(changesOf(earning, status, action, ctx, facts), ctx.session);
  });
}

function changesOf(
  earning: Earning,
  status: Outcome['status'],
  action: Action,
  ctx: GovernanceContext,
  facts: SessionState['facts'],
): readonly Change[] {
  const call = callOf(action);
  const ran = status !== 'denied' && status !== 'cancelled';
  const changes: Change[] = [[earningKey(call), null]];
  if (!ran) return changes;
  for (const name of earning.resets) changes.push([stampKey(name), `${ctx.now}:${call}:done`], [name, null]);
  for (const [name, reason] of Object.entries(earning.reasons)) changes.push([reasonKey(name), reason]);
  for (const [name, stamp] of Object.entries(earning.facts)) {
    const why = refusal(status, earning.digest !== '' && earning.digest === digestOf(action), stamp === stampOf(facts, name));
    if (why === undefined) changes.push([name, { stamp, at: ctx.now, call }], [reasonKey(name), null]);
    else if (!isEstablished(facts, name)) changes.push([reasonKey(name), why]);
  }
  return changes;
}

function refusal(status: Outcome['status'], isSame: boolean, isFresh: boolean): string | undefined {
  if (status !== 'ok') return status === 'error' ? 'it failed the last time' : 'nobody knows how it ended the last time';
  if (!isSame) return 'it ran with other arguments than were judged';
  return isFresh ? undefined : 'files changed while it ran';
}
