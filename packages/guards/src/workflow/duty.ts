import type { Action, Effect, GovernanceContext, Json, MaybePromise, OutcomeStatus, Verdict } from '@licet/core';
import type { CommitResult, Condition } from '@licet/core/nodes';
import { InvariantError, match, skip } from '@licet/core';
import { chain, inTurn, keyPart, scopeKey, STANDING } from '@licet/core/nodes';
import { knownPlace } from '@licet/effects/places';

import { milliseconds } from '../resource/duration.ts';
import { runCounter } from '../resource/runCounter.ts';
import { callOf } from './factState.ts';
import type { FactReader, FactView } from './factView.ts';
import { factReader } from './factView.ts';
import { fulfilling, lateVerdict, wayOf } from './fulfilment.ts';
import { isLooking } from './looking.ts';
import type { ObligationOptions, ObligationStanding } from './obligation.ts';
import { NO_SUBJECT, callsFor, checkBy, subjectsOf } from './subjects.ts';
import type { Subjects } from './subjects.ts';

/** An obligation that is known to a session. `id` says what brought it about. */
type Kept = {
  readonly id: string;
  readonly at: number;
  readonly open: boolean;
  readonly late?: true;
  readonly agent?: string;
  readonly remote?: true;
};

/** An obligation, ready to be looked at. */
interface Duty {
  readonly options: ObligationOptions;
  /** Under which name it is kept, where it is about no target. */
  readonly key: string;
  /** The facts by which it comes about, ends or is late. */
  readonly facts: readonly string[];
  readonly reader: FactReader;
  readonly condition: Condition | undefined;
  readonly withinMs: number | undefined;
  /** What fulfills it, in words, where it is about no target. */
  readonly way: string;
  /** What an action that brings it about is about: targets, or values of arguments; empty where it lacks them. Undefined where there is only one of it. */
  readonly targets: Subjects | undefined;
  readonly fulfils: (effect: Effect, target: string | undefined) => boolean;
  readonly isCall: (action: Action, target: string | undefined) => boolean;
}

/** The status of an obligation for one action: the only one, or the one for a target. */
interface Standing {
  readonly target: string | undefined;
  readonly kept: Kept | undefined;
  /** Whether it comes about, or is found to be fulfilled, with this action. */
  readonly isNew: boolean;
  readonly late: boolean;
  /** How many other actions have gone ahead since it is open. */
  readonly used: number;
}

const runs = runCounter({ consecutive: false, windowMs: undefined });

/** Makes an obligation ready. Throws for one that nothing fulfils, and for one by target that no action brings about. */
export function dutyOf(options: ObligationOptions): Duty {
  const { when, fulfilledBy, deadline } = options;
  if (Object.keys(fulfilledBy).length === 0)
    throw new InvariantError('invalid_param', '`fulfilled_by` needs one of `writes`, `runs`, `tool` and `fact`', {
      path: ['fulfilledBy'],
    });
  checkBy(options);
  if (deadline !== undefined && Object.keys(deadline).length === 0)
    throw new InvariantError('invalid_param', '`deadline` needs one of `actions`, `within` and `fact`', { path: ['deadline'] });
  const place = knownPlace(options);
  return {
    options,
    key: `@obligation/${options.name}`,
    facts: [typeof when === 'string' ? when : undefined, fulfilledBy.fact, deadline?.fact].filter(fact => fact !== undefined),
    reader: factReader(place),
    condition: typeof when === 'string' ? undefined : match(when),
    withinMs: milliseconds(deadline?.within),
    way: wayOf(fulfilledBy, undefined),
    targets: subjectsOf(options),
    fulfils: fulfilling(fulfilledBy, place),
    isCall: callsFor(options),
  };
}

/** Who has brought it about: a sub-agent is told of the ones that it caused, and a remote caller can fulfil only its own. */
const broughtBy = ({ agentId, remote }: Action): Pick<Kept, 'agent' | 'remote'> => ({
  ...(agentId !== undefined && { agent: agentId }),
  ...(remote === true && { remote }),
});

const nameFor = ({ options }: Duty, target: string | undefined): string =>
  target === undefined ? options.name : `${options.name} for ${target}`;

/** Under which name it is kept. */
const keyFor = ({ key }: Duty, target: string | undefined): string => (target === undefined ? key : `${key} for ${target}`);

const callKey = (duty: Duty, target: string | undefined, action: Action): string =>
  `@fulfils/${nameFor(duty, target)}/${callOf(action)}`;

const wayFor = ({ options, way }: Duty, target: string | undefined): string =>
  target === undefined ? way : wayOf(options.fulfilledBy, target);

const counterKey = (duty: Duty, target: string | undefined, action: Action, { id }: Kept): string =>
  `obligation:${keyPart(nameFor(duty, target))}:${keyPart(id)}:${scopeKey(action, 'session')}`;

const openingId = (action: Action, now: number): string => `${now}:${callOf(action)}`;

/** Whether the call that is evaluated, perhaps once more, is the one that brought it about: it does not count towards the deadline. */
const isOpenedBy = (action: Action, { id }: Kept): boolean =>
  action.callId !== undefined && id.slice(id.indexOf(':') + 1) === callOf(action);

function keptIn(key: string, facts: Readonly<Record<string, unknown>>): Kept | undefined {
  return Object.hasOwn(facts, key) ? (facts[key] as Kept) : undefined;
}

/** The targets that it is known for; undefined means the only one. */
function knownTargets(duty: Duty, facts: Readonly<Record<string, unknown>>): readonly (string | undefined)[] {
  if (duty.targets === undefined) return [undefined];
  const start = `${keyFor(duty, undefined)} for `;
  return Object.keys(facts).flatMap(key => (key.startsWith(start) ? [key.slice(start.length)] : []));
}

function current(
  duty: Duty,
  target: string | undefined,
  ctx: GovernanceContext,
  facts: FactView,
): Pick<Standing, 'kept' | 'isNew'> {
  const { when, fulfilledBy } = duty.options;
  const known = keptIn(keyFor(duty, target), ctx.session.state.facts);
  if (known?.open === true) {
    const isMet = fulfilledBy.fact !== undefined && facts.holds(fulfilledBy.fact);
    return isMet ? { kept: { ...known, open: false }, isNew: true } : { kept: known, isNew: false };
  }
  const id = typeof when === 'string' ? facts.identity(when) : undefined;
  return id === undefined || id === known?.id
    ? { kept: known, isNew: false }
    : { kept: { id, at: ctx.now, open: true }, isNew: true };
}

/** How it stood when an action was judged, for what is done when it goes ahead. */
const judged = new WeakMap<GovernanceContext, readonly Standing[]>();

const NONE: readonly Standing[] = Object.freeze([]);

/** Its status for every target that it is known for; empty where it is not open, and no fact can bring it about. */
function standings(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<readonly Standing[]> {
  const known = ctx.session.state.facts;
  const targets = knownTargets(duty, known);
  if (duty.facts.length === 0 && !targets.some(target => keptIn(keyFor(duty, target), known)?.open)) return NONE;
  return chain(duty.reader.withProject(ctx, duty.facts), facts =>
    inTurn(targets, target => standing(duty, target, action, ctx, facts)),
  );
}

function standing(
  duty: Duty,
  target: string | undefined,
  action: Action,
  ctx: GovernanceContext,
  facts: FactView,
): MaybePromise<Standing> {
  const { deadline } = duty.options;
  const now = { target, ...current(duty, target, ctx, facts), late: false, used: 0 };
  const { kept } = now;
  if (kept?.open !== true || deadline === undefined) return now;
  const isOver = duty.withinMs !== undefined && ctx.now - kept.at >= duty.withinMs;
  if (isOver || (deadline.fact !== undefined && facts.holds(deadline.fact))) return { ...now, late: true };
  if (deadline.actions === undefined) return now;
  return chain(runs.read(counterKey(duty, target, action, kept), ctx), ({ count }) => ({
    ...now,
    used: count,
    late: count >= (deadline.actions ?? Infinity),
  }));
}

const does = (duty: Duty, target: string | undefined, { effects, action }: GovernanceContext): boolean =>
  duty.isCall(action, target) || effects.some(effect => duty.fulfils(effect, target));

/** Rules on an action by the status of the obligation, and passes the status to the nodes after it. */
export function check(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<Verdict> {
  const { late: ruling = 'ask', deadline } = duty.options;
  return chain(standings(duty, action, ctx), all => {
    judged.set(ctx, all);
    if (all.length === 0) return skip();
    for (const { target, kept, late } of all) {
      if (kept?.open !== true) continue;
      const said = { name: nameFor(duty, target), open: true, late, way: wayFor(duty, target) } satisfies ObligationStanding;
      ctx.annotate('obligation', said);
    }
    if (action.kind === STANDING) {
      const open = all.flatMap(each => (each.kept?.open === true ? [openObligation(duty, each, each.kept)] : []));
      if (open.length > 0) ctx.annotate(STANDING, { obligations: open });
      return skip();
    }
    const late = all.filter(each => each.late);
    if (late.length === 0 || late.some(({ target }) => does(duty, target, ctx)) || isLooking(action, ctx)) return skip();
    const names = late.map(({ target }) => nameFor(duty, target));
    const ways = [...new Set(late.map(({ target }) => wayFor(duty, target)))];
    return lateVerdict(ruling, names, ways.join('; '), deadline);
  });
}

const openObligation = (duty: Duty, { target, late }: Standing, { agent }: Kept): Json => ({
  name: duty.options.name,
  late,
  way: wayFor(duty, target),
  ...(target !== undefined && { target }),
  ...(agent !== undefined && { agentId: agent }),
});

/** Opens it, counts an action towards its deadline, or notes that this action fulfils it. */
export function commit(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<CommitResult> {
  return chain(judged.get(ctx) ?? standings(duty, action, ctx), all =>
    chain(
      inTurn(all, each => commitOne(duty, each, action, ctx)),
      results => results.find(result => result !== undefined) ?? open(duty, all, action, ctx),
    ),
  );
}

function commitOne(
  duty: Duty,
  { target, kept, isNew, late, used }: Standing,
  action: Action,
  ctx: GovernanceContext,
): MaybePromise<CommitResult> {
  const { session, now } = ctx;
  const limit = duty.options.deadline?.actions;
  const change = isNew ? { ...kept, ...broughtBy(action) } : kept;
  const write =
    change !== undefined && (isNew || becomesLate(late, kept))
      ? session.setFact(keyFor(duty, target), { ...change, ...(late && { late }) })
      : undefined;
  return chain(write, (): MaybePromise<CommitResult> => {
    if (kept?.open !== true) return undefined;
    if (does(duty, target, ctx)) return session.setFact(callKey(duty, target, action), now);
    if (limit === undefined || isOpenedBy(action, kept)) return undefined;
    return runs.add({ key: counterKey(duty, target, action, kept), count: used }, late ? undefined : limit, ctx);
  });
}

const becomesLate = (late: boolean, kept: Kept | undefined): boolean => late && kept?.open === true && kept.late !== true;

/** Writes down, once, that it has become late, where an action was stopped. */
export function stopped(duty: Duty, ctx: GovernanceContext): MaybePromise<void> {
  const late = judged.get(ctx)?.filter(each => becomesLate(each.late, each.kept)) ?? NONE;
  if (late.length === 0) return undefined;
  const mark = ({ target }: Standing, kept: Kept | undefined): MaybePromise<void> =>
    becomesLate(true, kept) ? ctx.session.setFact(keyFor(duty, target), { ...kept, late: true }) : undefined;
  const all = chain(ctx.session.latest(), ({ facts }) =>
    inTurn(late, each => mark(each, keptIn(keyFor(duty, each.target), facts))),
  );
  return chain(all, () => undefined);
}

/** So many obligations of one name are kept. */
const MOST_OPEN = 256;

/** Opens what this action brings about: for each target that it is not open for, unless the action itself fulfils it. */
function open(duty: Duty, all: readonly Standing[], action: Action, ctx: GovernanceContext): MaybePromise<CommitResult> {
  const { condition } = duty;
  if (condition === undefined) return undefined;
  return chain(condition.test(action, ctx), comes => {
    if (!comes) return undefined;
    const isOpen = (target: string | undefined): boolean => all.some(each => each.target === target && each.kept?.open === true);
    const targets = duty.targets?.(action, ctx) ?? [undefined];
    if (targets === NO_SUBJECT)
      return {
        lost: `the action says nothing that \`${duty.options.name}\` could be about: \`by\` names arguments that it lacks`,
      };
    const opened: Kept = { id: openingId(action, ctx.now), at: ctx.now, open: true, ...broughtBy(action) };
    const fresh = targets.filter(target => !isOpen(target) && !does(duty, target, ctx));
    if (all.length + fresh.length > MOST_OPEN)
      return { lost: `${MOST_OPEN} of \`${duty.options.name}\` are open: fulfill some of them first` };
    return chain(
      inTurn(fresh, target => ctx.session.setFact(keyFor(duty, target), opened)),
      () => undefined,
    );
  });
}

/** Closes it when the action that fulfils it has ended well. One for a target is then forgotten. */
export function record(duty: Duty, action: Action, status: OutcomeStatus, { session }: GovernanceContext): MaybePromise<void> {
  const isDone = status === 'ok' || status === 'unknown';
  return chain(session.latest(), ({ facts }) => {
    const noted = knownTargets(duty, facts).filter(target => Object.hasOwn(facts, callKey(duty, target, action)));
    return chain(
      inTurn(noted, target => {
        const key = keyFor(duty, target);
        const kept = keptIn(key, facts);
        const closes = isDone && kept?.open === true && (action.remote !== true || kept.remote === true);
        return chain(session.setFact(callKey(duty, target, action), null), () =>
          closes ? session.setFact(key, target === undefined ? { ...kept, open: false } : null) : undefined,
        );
      }),
      () => undefined,
    );
  });
}
