import type {
  Action,
  CommitResult,
  Condition,
  Effect,
  GovernanceContext,
  Json,
  MaybePromise,
  OutcomeStatus,
  Verdict,
} from '@licet/core';
import { InvariantError, ask, block, match, skip, warn } from '@licet/core';
import { STANDING, chain } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';
import { knownPlace, matcherFor } from '@licet/effects/places';

import { keyPart, scopeKey } from '../resource/counterScope.ts';
import { durationText, milliseconds } from '../resource/duration.ts';
import { runCounter } from '../resource/runCounter.ts';
import { callOf } from './factState.ts';
import type { FactReader, FactView } from './factView.ts';
import { factReader } from './factView.ts';
import { isLooking } from './looking.ts';
import type { ObligationOptions } from './obligation.ts';

/** An obligation that is known to a session. `id` says what brought it about. */
type Kept = { readonly id: string; readonly at: number; readonly open: boolean; readonly agent?: string };

/** An obligation, ready to be looked at. */
export interface Duty {
  readonly options: ObligationOptions;
  /** Under which name it is kept. */
  readonly key: string;
  readonly way: string;
  readonly reader: FactReader;
  readonly condition: Condition | undefined;
  readonly withinMs: number | undefined;
  readonly fulfils: (effect: Effect) => boolean;
}

/** How an obligation stands for one action. */
interface Standing {
  readonly kept: Kept | undefined;
  /** Whether it comes about, or is found to be fulfilled, with this action. */
  readonly isNew: boolean;
  readonly late: boolean;
  /** How many other actions have gone ahead since it is open. */
  readonly used: number;
}

const runs = runCounter({ consecutive: false, windowMs: undefined });

/** Makes an obligation ready. Throws for one that nothing fulfils. */
export function dutyOf(options: ObligationOptions): Duty {
  const { name, when, fulfilledBy, deadline } = options;
  if (Object.keys(fulfilledBy).length === 0)
    throw new InvariantError('invalid_param', '`fulfilled_by` needs one of `writes`, `runs` and `fact`', {
      path: ['fulfilledBy'],
    });
  const place = knownPlace(options);
  const writes = fulfilledBy.writes && matcherFor('fulfilledBy.writes', fulfilledBy.writes, place, 'restrict');
  const programs = [fulfilledBy.runs ?? []].flat();
  return {
    options,
    key: `@obligation/${name}`,
    way: wayOf(fulfilledBy),
    reader: factReader(place),
    condition: typeof when === 'string' ? undefined : match(when),
    withinMs: milliseconds(deadline?.within),
    fulfils({ kind, target, runs: names = [] }) {
      const changes = (kind === 'write' || kind === 'delete') && target?.type === 'file';
      if (changes && writes !== undefined && writes.touches(target).length > 0) return true;
      return names.some(each => programs.some(pattern => matchesWildcard(pattern, each)));
    },
  };
}

/** A sub-agent is told of what it has brought about itself. */
const byAgent = ({ agentId }: Action): { readonly agent?: string } => (agentId === undefined ? {} : { agent: agentId });

const callKey = ({ options }: Duty, action: Action): string => `@fulfils/${options.name}/${callOf(action)}`;

const counterKey = ({ options }: Duty, action: Action, { id }: Kept): string =>
  `obligation:${keyPart(options.name)}:${keyPart(id)}:${scopeKey(action, 'session')}`;

function keptIn({ key }: Duty, facts: Readonly<Record<string, unknown>>): Kept | undefined {
  return Object.hasOwn(facts, key) ? (facts[key] as Kept) : undefined;
}

function current(duty: Duty, ctx: GovernanceContext, facts: FactView): Pick<Standing, 'kept' | 'isNew'> {
  const { when, fulfilledBy } = duty.options;
  const known = keptIn(duty, ctx.session.state.facts);
  if (known?.open === true) {
    const isMet = fulfilledBy.fact !== undefined && facts.holds(fulfilledBy.fact);
    return isMet ? { kept: { ...known, open: false }, isNew: true } : { kept: known, isNew: false };
  }
  const id = typeof when === 'string' ? facts.identity(when) : undefined;
  return id === undefined || id === known?.id
    ? { kept: known, isNew: false }
    : { kept: { id, at: ctx.now, open: true }, isNew: true };
}

function standing(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<Standing> {
  const { when, fulfilledBy, deadline } = duty.options;
  const asksFacts = typeof when === 'string' || fulfilledBy.fact !== undefined || deadline?.fact !== undefined;
  return chain(asksFacts ? duty.reader.withProject(ctx) : duty.reader.ofSession(ctx), facts => {
    const now = { ...current(duty, ctx, facts), late: false, used: 0 };
    const { kept } = now;
    if (kept?.open !== true || deadline === undefined) return now;
    const isOver = duty.withinMs !== undefined && ctx.now - kept.at >= duty.withinMs;
    if (isOver || (deadline.fact !== undefined && facts.holds(deadline.fact))) return { ...now, late: true };
    return chain(runs.read(counterKey(duty, action, kept), ctx), ({ count }) => ({
      ...now,
      used: count,
      late: deadline.actions !== undefined && count >= deadline.actions,
    }));
  });
}

/** Rules on an action by how the obligation stands, and says so to the nodes after it. */
export function check(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<Verdict> {
  const { name, late = 'ask', deadline } = duty.options;
  return chain(standing(duty, action, ctx), ({ kept, late: isLate }) => {
    ctx.annotate('obligation', { name, open: kept?.open === true, late: isLate, way: duty.way });
    if (action.kind === STANDING) {
      if (kept?.open === true) ctx.annotate(STANDING, { obligations: [openObligation(name, isLate, duty.way, kept)] });
      return skip();
    }
    if (!isLate || ctx.effects.some(duty.fulfils) || isLooking(action, ctx)) return skip();
    return lateVerdict(late, name, duty.way, lateText(deadline));
  });
}

const openObligation = (name: string, late: boolean, way: string, { agent }: Kept): Json => ({
  name,
  late,
  way,
  ...(agent !== undefined && { agentId: agent }),
});

/** Opens it, counts an action towards its deadline, or notes that this action fulfils it. */
export function commit(duty: Duty, action: Action, ctx: GovernanceContext): MaybePromise<CommitResult> {
  const { session, now } = ctx;
  const limit = duty.options.deadline?.actions;
  const does = ctx.effects.some(duty.fulfils);
  return chain(standing(duty, action, ctx), ({ kept, isNew, late, used }) => {
    const write = isNew && kept !== undefined ? session.setFact(duty.key, { ...kept, ...byAgent(action) }) : undefined;
    return chain(write, (): MaybePromise<CommitResult> => {
      if (kept?.open === true) {
        if (does) return session.setFact(callKey(duty, action), now);
        if (limit === undefined) return undefined;
        return runs.add({ key: counterKey(duty, action, kept), count: used }, late ? undefined : limit, ctx);
      }
      if (duty.condition === undefined || does) return undefined;
      const opened: Kept = { id: `${now}:${callOf(action)}`, at: now, open: true, ...byAgent(action) };
      return chain(duty.condition.test(action, ctx), comes => (comes ? session.setFact(duty.key, opened) : undefined));
    });
  });
}

/** Closes it when the action that fulfils it has ended well. */
export function record(duty: Duty, action: Action, status: OutcomeStatus, { session }: GovernanceContext): MaybePromise<void> {
  return chain(session.latest(), ({ facts }) => {
    if (!Object.hasOwn(facts, callKey(duty, action))) return undefined;
    const kept = keptIn(duty, facts);
    const isDone = status === 'ok' || status === 'unknown';
    return chain(session.setFact(callKey(duty, action), null), () =>
      isDone && kept?.open === true ? session.setFact(duty.key, { ...kept, open: false }) : undefined,
    );
  });
}

function lateText(deadline: ObligationOptions['deadline']): string {
  const { actions, within, fact } = deadline ?? {};
  const limits = [
    actions === undefined ? [] : [`within ${actions} ${actions === 1 ? 'action' : 'actions'}`],
    within === undefined ? [] : [`within ${durationText(milliseconds(within))}`],
    fact === undefined ? [] : [`before \`${fact}\` holds`],
  ];
  return limits.flat().join(' and ');
}

function wayOf({ writes, runs, fact }: ObligationOptions['fulfilledBy']): string {
  const ways = [
    writes === undefined ? [] : [`change ${writes.map(each => `\`${each}\``).join(' or ')}`],
    runs === undefined
      ? []
      : [
          `run ${[runs]
            .flat()
            .map(each => `\`${each}\``)
            .join(' or ')}`,
        ],
    fact === undefined ? [] : [`see to it that \`${fact}\` holds`],
  ];
  return ways.flat().join(', or ');
}

function lateVerdict(late: 'warn' | 'ask' | 'block', name: string, way: string, deadline: string): Verdict {
  const reason = `the obligation \`${name}\` was to be fulfilled ${deadline} and is not`;
  const details = { code: 'obligation_late', fix: way, recover: 'fix_request' as const };
  if (late === 'warn') return warn(reason, details);
  return late === 'ask' ? ask(reason, details) : block(reason, details);
}
