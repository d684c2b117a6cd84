import type { Action, Effect, GovernanceContext, GuardNode, Json, MaybePromise, Verdict } from '@licet/core';
import type { CommitResult, ParamsOf } from '@licet/core/nodes';
import { block, pass, skip } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, inTurn, param, paramOrder, params } from '@licet/core/nodes';
import { knownPlace, pathsStillLead } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import { shortPath } from '../judging/findings.ts';
import { hostPlace, placeParams, withoutPlace } from '../judging/params.ts';
import { coverage, isBeside } from './coverage.ts';
import type { Grant } from './grant.ts';
import { grantCounter, grantsOf, useFact } from './grant.ts';

const allowOnceParams = params({
  /** The ruling for an action that no grant covers. */
  otherwise: param.optional(param.choice(['block', 'skip'], { doc: 'the ruling for an action that no grant covers' }), 'block'),
  ...placeParams,
});

/** What {@link AllowOnce} takes. */
export type AllowOnceOptions = ParamsOf<typeof allowOnceParams>;

/**
 * Lets through what a human has made an exception for, so many times and so long: a file, the files of a pattern, or one
 * command. Only a human can, by `licet allow-once`, at a terminal that no agent has. An exception is a guard like any other, so
 * what is next to it still holds: `All(SelfProtection(), Escalate(FileBoundary(…), AllowOnce()))` lets a grant lift the boundary
 * and nothing else.
 *
 * | the action | ruling |
 * |---|---|
 * | a grant names its command or its digest, to the letter | pass |
 * | every one of its effects is a read, write or delete that a grant allows for that file | pass |
 * | anything else | `otherwise` (block) |
 *
 * A grant for one file is for none below it and none beside it, and only while its links lead where they led when it was
 * given. A grant is used when an action goes ahead on the strength of it: looking uses nothing, a blocked action uses nothing,
 * a denied one gives it back. An action without a reported outcome has used it. The same call evaluated again uses it once.
 * A command is compared to the letter: it cannot see what the programs in it do differently the next time.
 *
 * @example
 * ```ts
 * import { Escalate, PolicyEngine, memorySessions } from '@licet/core';
 * import { PROJECT_SESSION } from '@licet/core/store';
 * import { analyzeEffects } from '@licet/effects';
 * import { AllowOnce, FileBoundary } from '@licet/guards';
 * import { grantFact } from '@licet/guards/state';
 *
 * const sessions = memorySessions();
 * const policy = Escalate(FileBoundary({ deny: ['.env'], root: '/project' }), AllowOnce({ root: '/project' }));
 * const engine = new PolicyEngine(policy, { sessions, effects: analyzeEffects({ root: '/project' }) });
 * const read = { kind: 'read', tool: 'Read', cwd: '/project', payload: { file_path: '.env' } };
 * (await engine.evaluate(read)).code; // => 'no_grant'
 *
 * const file = { path: '/project/.env', resolved: '/project/.env', kinds: ['read'] };
 * const value = { id: 'g1', deed: 'd1', ...file, uses: 1, grantedAt: Date.now(), expiresAt: Date.now() + 60_000 };
 * sessions.append(PROJECT_SESSION, [{ type: 'fact', at: Date.now(), name: grantFact('g1'), value }]);
 * (await engine.evaluate(read)).ruling; // => 'pass'
 * (await engine.evaluate(read)).ruling; // => 'block'
 * ```
 */
export function AllowOnce(options: AllowOnceOptions = {}): GuardNode {
  checkOptions('allow_once', allowOnceParams, options);
  const place = knownPlace(options);
  const { otherwise = 'block' } = options;
  const find = (action: Action, ctx: GovernanceContext): MaybePromise<readonly Grant[] | undefined> => {
    const { effects } = ctx;
    return chain(usable(ctx), grants => coverage(action, effects, grants, place));
  };
  const use = (grants: readonly Grant[], ctx: GovernanceContext): MaybePromise<CommitResult> =>
    chain(
      keep(grants, grant => chain(ctx.session.reserve(grantCounter(grant.id), takeOf(grant, ctx)), ({ granted }) => granted)),
      taken => (taken.length === grants.length ? undefined : { lost: 'the grant has been used up' }),
    );
  return Object.freeze<GuardNode>({
    name: 'allow_once',
    kind: 'allow_once',
    layer: 'resource',
    counts: true,
    needs: ['effects', 'facts'],
    params: withoutPlace(options),
    check: (action, ctx) =>
      chain(find(action, ctx), grants => {
        if (grants !== undefined) return pass({ code: 'granted', evidence: { grants: grants.map(({ id }) => id) } });
        return otherwise === 'skip' ? skip() : noGrant(ctx.effects, place);
      }),
    // A grant may have been withdrawn since the check, and a path may lead elsewhere.
    commit: (action, ctx) =>
      pathsStillLead(ctx.effects, place.files) ??
      chain(find(action, ctx), grants => (grants === undefined ? { lost: 'the grant is gone' } : use(grants, ctx))),
    record: (action, { status }, ctx) => chain(usedBy(ctx), grants => note(grants, action, status, ctx)),
  });
}

const DAY_MS = 86_400_000;

/** Those that have neither expired nor been used up, in this session. What this very call has used is still usable for it. */
function usable(ctx: GovernanceContext): MaybePromise<readonly Grant[]> {
  return chain(ctx.session.project(), project => {
    const open = grantsOf(project).filter(
      ({ expiresAt, sessionId }) => ctx.now < expiresAt && (sessionId === undefined || sessionId === ctx.session.id),
    );
    return keep(open, grant => chain(ctx.session.peek(grantCounter(grant.id), takeOf(grant, ctx)), ({ granted }) => granted));
  });
}

/** The grants that this very call has used: asked for one more than there is, the counter says yes only to who holds it. */
function usedBy(ctx: GovernanceContext): MaybePromise<readonly Grant[]> {
  return chain(ctx.session.project(), project =>
    keep(grantsOf(project), ({ id }) => chain(ctx.session.peek(grantCounter(id), { limit: 0 }), ({ granted }) => granted)),
  );
}

/** Asks about one after the other. */
const keep = (grants: readonly Grant[], test: (grant: Grant) => MaybePromise<boolean>): MaybePromise<readonly Grant[]> =>
  chain(inTurn(grants, test), kept => grants.filter((_, index) => kept[index]));

/** It is held as long as the grant lives, and longer than an action runs: an action without a reported outcome has used it. */
function takeOf({ uses, expiresAt }: Grant, { now }: GovernanceContext): { limit: number; expiresInMs: number } {
  return { limit: uses, expiresInMs: Math.max(0, expiresAt - now) + DAY_MS };
}

/** Each use is a separate fact, for `licet allow-once --list`: two processes never write the same one. */
function note(grants: readonly Grant[], { callId, tool }: Action, status: string, ctx: GovernanceContext): MaybePromise<void> {
  if (status === 'denied' || status === 'cancelled') return undefined;
  const { session, now } = ctx;
  const told = inTurn(grants, ({ id }) => {
    const value: Json = {
      grant: id,
      at: now,
      sessionId: session.id,
      status,
      ...(callId !== undefined && { callId }),
      ...(tool !== undefined && { tool }),
    };
    return session.setFact(useFact(id, session.id, callId ?? String(now)), value, 'project');
  });
  return chain(told, () => undefined);
}

function noGrant(effects: readonly Effect[], { root }: KnownPlace): Verdict {
  const paths = effects.flatMap(effect => (effect.target?.type === 'file' && !isBeside(effect) ? [effect.target.lexical] : []));
  const [path] = paths;
  const about = path === undefined ? 'this action' : shortPath(path, { root });
  const isPlain = paths.every(each => each === path) && /^`[\w./-]+`$/.test(about);
  const command = isPlain ? ` by \`licet allow-once ${about.slice(1)}` : '';
  return block(`the user has made no exception for ${about}, or it has been used up`, {
    code: 'no_grant',
    recover: 'approval',
    fix: `do without it, or ask the user to make an exception${command}`,
  });
}

/** `allow_once` in governance.yaml. */
export const allowOnceDefinition = defineNode({
  kind: 'allow_once',
  doc: 'passes actions for which a person has made an exception with `licet allow-once`',
  params: allowOnceParams,
  rulings: [
    ['a grant covers everything that the action does', 'pass, and the grant is used up by one'],
    ['no grant does', '`otherwise` (block)'],
  ],
  example: "escalate: [{ file_boundary: { allow: ['src/**'] } }, { allow_once: {} }]",
  analysis: {
    compare: compareBy({ otherwise: paramOrder.choice(['skip', 'block'], 'block') }),
  },
  build: (given, _children, context) => AllowOnce({ ...given, ...hostPlace(context) }),
});
