import type { Action, Effect, FileTarget, GovernanceContext, Json, MaybePromise, Outcome } from '@licet/core';
import type { FactScope, SessionView } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import { chain, inTurn } from '@licet/core/nodes';
import { isEstablished, OPEN_CALL_MS, stampKey, stampOf } from '@licet/core/store';
import { matchesWildcard } from '@licet/core/text';
import { isSetting } from '@licet/effects/marks';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import { fileName } from '../judging/findings.ts';
import type { Earning } from './factState.ts';
import {
  callOf,
  causeOf,
  causedStamp,
  earningKey,
  earningOf,
  factKey,
  keysLike,
  lapsedEarnings,
  oldestValues,
  reasonKey,
  scopeOf,
} from './factState.ts';
import { isOfResult, valueNow, valuesIn } from './factValues.ts';
import { isContradicted, refusal } from './outcomeProof.ts';
import type { FactRule } from './factValues.ts';

type Change = readonly [name: string, value: Json];
type Facts = SessionState['facts'];

const ELSEWHERE = 'it runs in another folder than the policy is for';

/** The same where sessions share what they keep: calls of two sessions may have one id. */
const noteOf = (action: Action, scope: FactScope): string =>
  scope === 'project' ? `${action.sessionId}/${callOf(action)}` : callOf(action);

/** The rules of a node, by where their facts stand. */
export type FactRules = Readonly<Record<FactScope, readonly FactRule[]>>;

/** Does something for the facts of the session, then for those of the project, each with what is known of it now. */
function inEach(
  { session: own, project: shared }: FactRules,
  { session }: GovernanceContext,
  read: (session: SessionView) => MaybePromise<SessionState>,
  work: (scope: FactScope, rules: readonly FactRule[], facts: Facts) => readonly Change[],
): MaybePromise<void> {
  const done =
    own.length === 0 ? undefined : chain(read(session), ({ facts }) => write(work('session', own, facts), 'session', session));
  if (shared.length === 0) return done;
  return chain(done, () => chain(session.project(), ({ facts }) => write(work('project', shared, facts), 'project', session)));
}

/** One after the other, whatever the store. */
const write = (changes: readonly Change[], scope: FactScope, session: SessionView): MaybePromise<void> =>
  chain(
    inTurn(changes, ([name, value]) => session.setFact(name, value, scope)),
    () => undefined,
  );

/** Notes what the call may earn, and voids what it changes the ground of. */
export function note(action: Action, ctx: GovernanceContext, rules: FactRules): MaybePromise<void> {
  return inEach(
    rules,
    ctx,
    ({ state }) => state,
    (scope, mine, facts) => {
      const { earning, changes } = judge(action, ctx, mine, facts);
      const call = noteOf(action, scope);
      if (earning === undefined) return changes;
      const kept = consented(action, earning, earningOf(facts, call));
      const lapsed = lapsedEarnings(facts, ctx.now - OPEN_CALL_MS).map((name): Change => [name, null]);
      return [...changes, ...lapsed, [earningKey(call), { ...kept }]];
    },
  );
}

/** Notes what a call that waits for a human's yes may earn: by the time that it has run, the facts may have been reset. */
export function noteAsked(action: Action, ctx: GovernanceContext, rules: FactRules): MaybePromise<void> {
  return inEach(
    rules,
    ctx,
    ({ state }) => state,
    (scope, mine, facts) => {
      const { earning } = judge(action, ctx, mine, facts);
      if (earning === undefined || Object.keys(earning.facts).length === 0) return [];
      return [[earningKey(noteOf(action, scope)), { ...earning, resets: [] }]];
    },
  );
}

/** What was noted when the human was asked holds where the answer comes with the outcome: the call has run already. */
function consented(action: Action, earning: Earning, asked: Earning | undefined): Earning {
  if (action.approval === undefined || asked === undefined || asked.digest !== earning.digest) return earning;
  return { ...earning, at: asked.at, facts: { ...earning.facts, ...asked.facts } };
}

interface Judged {
  readonly earning: Earning | undefined;
  readonly changes: readonly Change[];
}

const NOTHING: Judged = Object.freeze({ earning: undefined, changes: Object.freeze([]) });

function judge(action: Action, ctx: GovernanceContext, rules: readonly FactRule[], known: Facts): Judged {
  const { effects, now } = ctx;
  const named = effects.filter(({ runs, evidence }) => runs ?? evidence);
  const changed = effects.flatMap(changesIn);
  if (named.length === 0 && changed.length === 0 && !rules.some(rule => isToolOf(rule, action))) return NOTHING;
  const causeFor = once((matcher: PathMatcher, { place }: FactRule) => causeAmong(changed, matcher, place));
  const evidenceOf = once((_proof: string, rule: FactRule) => evidenceFor(rule, named));
  const facts: Record<string, Earning['facts'][string]> = {};
  const reasons: Record<string, string> = {};
  const resets: string[] = [];
  const changes: Change[] = [];
  for (const rule of rules) {
    const { resets: matcher, bound } = rule;
    const cause = matcher === undefined || changed.length === 0 ? undefined : causeFor(matcher, rule);
    const evidence = isToolOf(rule, action) ? BY_TOOL : named.length === 0 ? undefined : evidenceOf(rule.proof, rule);
    const isReset = cause !== undefined;
    if (!isReset && evidence === undefined) continue;
    const value = valueNow(action, rule);
    if (value === undefined) continue;
    const key = factKey(rule.name, rule.per, action, value);
    const isLast = evidence !== undefined && 'proves' in evidence && evidence.last === true;
    const reset = isReset ? resetOf(key, `${now}:${callOf(action)}`, known, cause) : [];
    changes.push(...reset.flatMap(each => each.changes));
    resets.push(...reset.flatMap(each => (isLast && each.key === key ? [] : [each.key])));
    if (evidence === undefined) continue;
    const stamp = reset.find(each => each.key === key)?.stamp ?? stampOf(known, key);
    const files = bound?.now();
    if ('lacks' in evidence) reasons[key] = evidence.lacks;
    else if (isReset && !isLast) reasons[key] = 'the same call changes files after it';
    else if (bound !== undefined && files === undefined) reasons[key] = 'the files that it depends on cannot all be looked at';
    else facts[key] = { stamp, ...(files !== undefined && { files }) };
  }
  const isNoted = [facts, reasons, resets].some(each => Object.keys(each).length > 0);
  const earning = isNoted ? { at: now, digest: ctx.actionDigest ?? '', facts, reasons, resets } : undefined;
  return { earning, changes: byValue(changes) };
}

/** A call of a tool does one thing: when it succeeds, nothing comes after what earns the fact. */
const BY_TOOL: Effect['evidence'] = Object.freeze({ proves: Object.freeze([]), last: true });

const isToolOf = ({ tools }: FactRule, { tool }: Action): boolean =>
  tool !== undefined && tools.some(pattern => matchesWildcard(pattern, tool));

/** What makes a fact void, by its keys. It is told why where it held, or was void for that reason before. */
function resetOf(key: string, stamp: string, known: Facts, cause?: string) {
  return keysLike(key, known).map(each => {
    const isHeld = Object.hasOwn(known, each);
    const caused = causedStamp(stamp, isHeld && cause !== undefined ? cause : causeOf(stampOf(known, each)));
    const voided: readonly Change[] = isHeld ? [[each, null]] : [];
    return { key: each, stamp: caused, changes: [[stampKey(each), caused] as Change, ...voided] };
  });
}

/** With those that get the same value one after the other: they are kept as one. No name is among them twice. */
const byValue = (changes: readonly Change[]): readonly Change[] =>
  [...Map.groupBy(changes, ([, value]) => value).values()].flat();

/** Facts of one policy mostly rest on the same files and programs: what is found for one holds for the others. */
function once<K, A extends readonly unknown[], T>(find: (key: K, ...more: A) => T): (key: K, ...more: A) => T {
  const found = new Map<K, { readonly value: T }>();
  return (key, ...more) => {
    const known = found.get(key) ?? { value: find(key, ...more) };
    found.set(key, known);
    return known.value;
  };
}

/** Files that an effect changes, and the program that does it for its own purposes; or what may change whatever a check does. */
type Changed = { readonly files: readonly FileTarget[]; readonly by?: string | undefined } | { readonly all: string };

function changesIn(effect: Effect): readonly Changed[] {
  const { kind, target, program, changes, runs = [] } = effect;
  const own = changes === undefined ? [] : [{ files: changes, by: program }];
  // Another branch may hold other files, whichever they are.
  if (runs.includes('checkouts'))
    return [{ all: `\`${runs.find(name => name.includes(' ')) ?? program}\` has put other content there since` }];
  if (isSetting(effect)) return [{ all: `\`${program}\` has changed a setting since` }];
  return (kind === 'write' || kind === 'delete') && target?.type === 'file' ? [{ files: [target] }, ...own] : own;
}

/** What is said of the first change that a pattern matches. */
function causeAmong(changed: readonly Changed[], matcher: PathMatcher, place: KnownPlace): string | undefined {
  for (const each of changed) {
    if ('all' in each) return each.all;
    const { files, by } = each;
    const file = files.find(one => matcher.touches(one).length > 0);
    if (file === undefined) continue;
    const name = fileName(file, place);
    return by === undefined ? `${name} has changed since` : `\`${by}\` has changed ${name} since`;
  }
  return undefined;
}

/** What the effects say about programs that earn a fact: a proof before any reason why there is none. */
function evidenceFor({ programs, folder }: FactRule, effects: readonly Effect[]): Effect['evidence'] {
  if (programs.length === 0) return undefined;
  const wanted = (names: readonly string[]): boolean =>
    names.some(name => programs.some(pattern => matchesWildcard(pattern, name)));
  const proofs = effects.flatMap(({ evidence }) =>
    evidence !== undefined && 'proves' in evidence && wanted(evidence.proves) ? [evidence] : [],
  );
  const proof = proofs.find(each => each.folder === folder);
  if (proof !== undefined) return proof;
  if (proofs.length > 0) return { lacks: ELSEWHERE };
  const ran = effects.find(({ runs = [] }) => wanted(runs));
  if (ran === undefined) return undefined;
  const { evidence } = ran;
  return evidence !== undefined && 'lacks' in evidence
    ? evidence
    : { lacks: 'its exit status does not decide whether the call succeeds' };
}

/** Grants what the call has earned, unless somebody has reset it since. */
export function settle(action: Action, outcome: Outcome, ctx: GovernanceContext, rules: FactRules): MaybePromise<void> {
  return inEach(
    rules,
    ctx,
    session => session.latest(),
    (scope, mine, facts) => {
      const earning = earningOf(facts, noteOf(action, scope));
      return earning === undefined ? [] : changesOf(earning, outcome, { action, ctx, facts, scope, rules: mine });
    },
  );
}

interface Settled {
  readonly action: Action;
  readonly ctx: GovernanceContext;
  readonly facts: Facts;
  readonly scope: FactScope;
  readonly rules: readonly FactRule[];
}

function changesOf(earning: Earning, outcome: Outcome, { action, ctx, facts, scope, rules }: Settled): readonly Change[] {
  const { status } = outcome;
  const call = callOf(action);
  const changes: Change[] = [[earningKey(noteOf(action, scope)), null]];
  if (status === 'denied' || status === 'cancelled') return changes;
  const reset = earning.resets.flatMap(each => resetOf(each, `${ctx.now}:${call}:done`, facts));
  for (const [key, each] of new Map(reset.map(each => [each.key, each])))
    if (!Object.hasOwn(earning.facts, key)) changes.push(...each.changes);
  for (const [key, reason] of Object.entries(earning.reasons)) changes.push([reasonKey(key), reason]);
  const told = { at: ctx.now, call, ...(action.remote === true && { remote: true }) };
  const earned = once((stamp: string): Json => ({ stamp, ...told }));
  const isSame = earning.digest !== '' && earning.digest === ctx.actionDigest;
  for (const [key, { stamp, files }] of Object.entries(earning.facts)) {
    const rule = rules.find(rule => scopeOf(rule.per) === scope && isKeyOf(rule, key, action));
    if (rule === undefined) continue;
    const isFresh = stamp === stampOf(facts, key) && (files === undefined || rule.bound?.isAs(files) === true);
    const why = refusal(outcome, rule, isSame, isFresh);
    // What the runtime has seen itself is not replaced by what a remote caller says.
    if (why === undefined && action.remote === true && isEstablished(facts, key)) continue;
    if (why === undefined) {
      if (isOfResult(rule.by)) {
        changes.push(...valuesIn(outcome, rule, { action, facts, value: earned(stamp) }));
        continue;
      }
      changes.push(...oldestValues(key, facts).map((each): Change => [each, null]));
      changes.push([key, files === undefined ? earned(stamp) : { stamp, ...told, files }]);
      if (Object.hasOwn(facts, reasonKey(key))) changes.push([reasonKey(key), null]);
    } else if (isContradicted(outcome, rule) && Object.hasOwn(facts, key)) changes.push([key, null]);
    else if (rule.by === undefined && !isEstablished(facts, key, action.remote === true)) changes.push([reasonKey(key), why]);
  }
  return byValue(changes);
}

const isKeyOf = (rule: FactRule, key: string, of: Action): boolean =>
  key === factKey(rule.name, rule.per, of, valueNow(of, rule));
