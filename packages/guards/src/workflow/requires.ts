import type { GovernanceContext, GuardNode, Json, Verdict } from '@licet/core';
import type { Comparison, ParamsOf } from '@licet/core/nodes';
import { InvariantError, block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, joinChanges, param, paramOrder, params } from '@licet/core/nodes';
import type { Place } from '@licet/effects/places';
import { knownPlace } from '@licet/effects/places';

import { hostPlace, texts } from '../judging/params.ts';
import { checkNames } from './factValues.ts';
import type { FactView } from './factView.ts';
import { factReader } from './factView.ts';
import { milliseconds } from '../resource/duration.ts';
import type { ObligationStanding } from './obligation.ts';
import { named, tells } from '../judging/tells.ts';

const requiresParams = params({
  /** The name of a fact. */
  fact: param.optional(param.text({ doc: 'the name of a fact' })),
  /** Facts that must all hold. */
  allOf: param.optional(texts('facts that must all hold')),
  /** Facts of which one must hold. */
  anyOf: param.optional(texts('facts of which one must hold')),
  /** Arguments of this action whose values must be those of the fact, in the order of its `by`; `orders.*` for each item of a list, `seats.size` for their number. */
  same: param.optional(
    texts(
      'arguments of this action whose values must be those of the fact, in the order of its `by`; `orders.*` for each item of a list, `seats.size` for their number',
    ),
    'the arguments that `by` of the fact names',
  ),
  /** How long ago the facts may have been earned. */
  within: param.optional(param.duration({ doc: 'how long ago the facts may have been earned' }), 'as long as they hold'),
  /** Every obligation before this node must be fulfilled. */
  obligations: param.optional(param.choice(['fulfilled'], { doc: 'every obligation before this node must be fulfilled' })),
});

/** What {@link Requires} takes: one fact, several that must all hold, or several of which one must; and that obligations are fulfilled. */
export type RequiresOptions = ParamsOf<typeof requiresParams>;

/**
 * Passes if facts are established, and blocks otherwise: `tests_passing`, `reviewed`. Facts come from the host, from humans and from `facts`, which
 * sees what really happened; never from what the agent says. A fact may be known to the session or to the whole project. `place` says
 * where the files are that facts are bound to.
 *
 * | the facts | ruling |
 * |---|---|
 * | are there, of the values of `same` and no older than `within`, and neither false nor null nor made void since; with `obligations: fulfilled`, also no `obligation` before this node is open | pass |
 * | anything else | block; the fix names the command that earns the fact, where `facts` is before this node, and what is still to be done |
 *
 * It cannot see whether a fact is true: it believes who established it.
 *
 * @example
 * ```ts
 * import { PolicyEngine, memorySessions } from '@licet/core';
 * import { Requires } from '@licet/guards';
 *
 * const sessions = memorySessions();
 * const engine = new PolicyEngine(Requires('tests_passing'), { sessions });
 * engine.evaluateSync({ kind: 'bash', sessionId: 's' }).ruling; // => 'block'
 * sessions.append('s', [{ type: 'fact', at: 0, name: 'tests_passing', value: true }]);
 * engine.evaluateSync({ kind: 'bash', sessionId: 's' }).ruling; // => 'pass'
 * ```
 */
export function Requires(wanted: string | RequiresOptions, place: Place = {}): GuardNode {
  const options = typeof wanted === 'string' ? { fact: wanted } : wanted;
  checkOptions('requires', requiresParams, options);
  const { fact, allOf, anyOf, obligations, same, within } = options;
  checkGiven(options);
  checkNames(same ?? [], ['same']);
  const given = [fact, allOf, anyOf].filter(each => each !== undefined);
  const data = {
    name: 'requires',
    kind: 'requires',
    layer: 'intent',
    needs: ['facts'],
    ...tells({
      first: [
        given.length === 0 ? '' : `${anyOf === undefined ? '' : 'one of '}${named(anyOf ?? allOf ?? [fact ?? ''])}`,
        obligations === undefined ? '' : 'every open obligation',
      ]
        .filter(Boolean)
        .join(' and '),
    }),
    params: Object.freeze({ ...options, ...(within !== undefined && { within: milliseconds(within) }) }),
  } as const;
  const open = (ctx: GovernanceContext): Verdict => (obligations === undefined ? pass() : checkObligations(ctx));
  if (given.length === 0) return Object.freeze<GuardNode>({ ...data, check: (_action, ctx) => open(ctx) });
  const names = anyOf ?? allOf ?? [fact ?? ''];
  const reader = factReader(knownPlace(place));
  const asked = { ...(same !== undefined && { same }), ...(within !== undefined && { withinMs: milliseconds(within) }) };
  const isMet = (facts: FactView): boolean => names[anyOf === undefined ? 'every' : 'some'](name => facts.holds(name));
  return Object.freeze<GuardNode>({
    ...data,
    check: (_action, ctx) =>
      isMet(reader.ofSession(ctx, asked))
        ? open(ctx)
        : chain(reader.withProject(ctx, names, asked), facts =>
            isMet(facts) ? open(ctx) : both(refuse(names, facts), open(ctx)),
          ),
  });
}

function checkGiven({ fact, allOf, anyOf, obligations, same, within }: RequiresOptions): void {
  const given = [fact, allOf, anyOf].filter(each => each !== undefined);
  if (given.length > 1 || (given.length === 0 && obligations === undefined))
    throw new InvariantError('invalid_param', '`requires` needs one of `fact`, `all_of` and `any_of`, or `obligations`, or both');
  if (given.length === 0 && (same ?? within) !== undefined)
    throw new InvariantError('invalid_param', '`same` and `within` of `requires` are about facts: name one', {
      path: [same === undefined ? 'within' : 'same'],
    });
}

/** A block for facts that names the open obligations as well. */
function both(facts: Verdict, obligations: Verdict): Verdict {
  if (obligations.ruling === 'pass') return facts;
  const fixes = [facts.fix, obligations.fix].flatMap(fix => fix?.summary ?? []);
  return block(`${facts.reason}; ${obligations.reason}`, { code: facts.code, recover: 'fix_request', fix: fixes.join('; ') });
}

/** What the obligations before this node have said of themselves. */
function checkObligations({ annotations }: GovernanceContext): Verdict {
  const open = annotations.flatMap(({ key, value }) => {
    const standing = value as unknown as ObligationStanding;
    return key === 'obligation' && standing.open ? [standing] : [];
  });
  if (open.length === 0) return pass();
  return block(`${open.map(({ name }) => `the obligation \`${name}\``).join(' and ')} ${open.length === 1 ? 'is' : 'are'} open`, {
    code: 'obligation_open',
    recover: 'fix_request',
    fix: open.map(({ way }) => way).join('; '),
  });
}

function refuse(names: readonly string[], facts: FactView): Verdict {
  const missing = facts.missing(names);
  const reasons = missing.map(name => {
    const why = facts.why(name);
    return `\`${name}\` is not established${why === undefined ? '' : `: ${why}`}`;
  });
  return block(reasons.join('; '), {
    code: 'fact_missing',
    recover: 'fix_request',
    fix: missing.map(name => facts.wayTo(name)).join('; '),
  });
}

/** Among the facts, the prefix of fulfilled obligations: no fact begins with it. */
const FULFILLED = '@obligations';

/** Of each of these groups one fact must hold. */
function groupsOf({ fact, allOf, anyOf, obligations }: Facts): readonly (readonly Json[])[] {
  const all = [allOf ?? fact ?? []].flat();
  return [
    ...all.map(each => [each]),
    ...(anyOf === undefined ? [] : [[anyOf].flat()]),
    ...(obligations === undefined ? [] : [[FULFILLED]]),
  ];
}

/** Whatever fulfills every group of the one fulfills those of the other, where each of them has a whole group in it. */
function compareRequired(older: Facts, newer: Facts): Comparison {
  const others = ({ fact: _fact, allOf: _allOf, anyOf: _anyOf, obligations: _obligations, ...rest }: Facts): Facts => rest;
  const [before, after] = [groupsOf(older), groupsOf(newer)];
  const implies = (strict: typeof before, mild: typeof before): boolean =>
    mild.every(wide => strict.some(group => group.every(each => wide.includes(each))));
  const [narrows, widens] = [implies(after, before), implies(before, after)];
  const facts = narrows ? (widens ? 'equal' : 'narrower') : widens ? 'wider' : 'unknown';
  return joinChanges([facts, compareBy({ within: paramOrder.limit })(others(older), others(newer))]);
}

type Facts = { readonly [name: string]: Json };

/** `requires` in governance.yaml: `requires: tests_passing`, or `requires: { all_of: [...] }`. */
export const requiresDefinition = defineNode({
  kind: 'requires',
  doc: 'passes if facts are established, and blocks otherwise',
  bare: 'fact',
  params: requiresParams,
  asks: ({ fact, allOf, anyOf }) => ({ facts: [fact, allOf, anyOf].flat().filter(name => typeof name === 'string') }),
  rulings: [
    ['the facts are there, and neither false nor null nor void, and with `obligations` none is open', 'pass'],
    ['anything else', 'block'],
  ],
  example: 'requires: { all_of: [tests_passing, reviewed], obligations: fulfilled }',
  analysis: {
    texts: 'facts',
    dependsOnSiblings: true,
    compare: compareRequired,
    range: () => ({ rulings: ['pass', 'block'], applies: 'always' }),
  },
  build: (options, _children, context) => Requires(options, hostPlace(context)),
});
