import type { GovernanceContext, GuardNode, Json, Verdict } from '@licet/core';
import type { Comparison, ParamsOf } from '@licet/core/nodes';
import { InvariantError, block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import type { Place } from '@licet/effects/places';
import { knownPlace } from '@licet/effects/places';

import { hostPlace, texts } from '../judging/params.ts';
import type { FactView } from './factView.ts';
import { factReader } from './factView.ts';
import type { ObligationStanding } from './obligation.ts';

const requiresParams = params({
  fact: param.optional(param.text({ doc: 'the name of a fact' })),
  allOf: param.optional(texts('facts that must all hold')),
  anyOf: param.optional(texts('facts of which one must hold')),
  obligations: param.optional(param.choice(['fulfilled'], { doc: 'every obligation before this node must be fulfilled' })),
});

type OneOf<T> = { [Name in keyof T]-?: Required<Pick<T, Name>> }[keyof T];

/** What {@link Requires} takes: one fact, several that must all hold, or several of which one must. */
export type RequiresOptions = OneOf<ParamsOf<typeof requiresParams>>;

/**
 * Holds when facts are established: `tests_passing`, `reviewed`. Facts come from the host, from humans and from `facts`, which
 * sees what really happened; never from what the agent says. A fact may be known to the session or to the whole project. `place` says
 * where the files are that facts are bound to.
 *
 * | the facts | ruling |
 * |---|---|
 * | are there, and neither false nor null nor made void since | pass |
 * | `obligations: fulfilled`, and no `obligation` before this node is open | pass |
 * | anything else | block; the fix names the command that earns the fact, where `facts` stands before this node |
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
  if (Object.keys(options).length !== 1)
    throw new InvariantError('invalid_param', '`requires` needs one of `fact`, `all_of`, `any_of` and `obligations`');
  const data = {
    name: 'requires',
    kind: 'requires',
    layer: 'intent',
    needs: ['facts'],
    params: Object.freeze({ ...options }),
  } as const;
  if ('obligations' in options) return Object.freeze<GuardNode>({ ...data, check: (_action, ctx) => checkObligations(ctx) });
  const { names, every } = namesOf(options);
  const reader = factReader(knownPlace(place));
  const isMet = (facts: FactView): boolean => names[every ? 'every' : 'some'](name => facts.holds(name));
  return Object.freeze<GuardNode>({
    ...data,
    check: (_action, ctx) =>
      isMet(reader.ofSession(ctx))
        ? pass()
        : chain(reader.withProject(ctx, names), facts => (isMet(facts) ? pass() : refuse(names, facts))),
  });
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

function namesOf(options: Exclude<RequiresOptions, { readonly obligations: string }>): {
  readonly names: readonly string[];
  readonly every: boolean;
} {
  const names = 'fact' in options ? [options.fact] : 'allOf' in options ? options.allOf : options.anyOf;
  return { names, every: !('anyOf' in options) };
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

/** One fact is a list of one; of a list that must hold as a whole more is stricter, of one of which one must hold fewer. */
function compareRequired(older: Facts, newer: Facts): Comparison {
  const listOf = ({ fact, allOf, anyOf }: Facts): Facts => (anyOf === undefined ? { allOf: allOf ?? [fact ?? null] } : { anyOf });
  const [before, after] = [listOf(older), listOf(newer)];
  if ('anyOf' in before !== 'anyOf' in after) return 'unknown';
  return compareBy({ allOf: paramOrder.forbids(), anyOf: paramOrder.exempts() })(before, after);
}

type Facts = { readonly [name: string]: Json };

/** `requires` in governance.yaml: `requires: tests_passing`, or `requires: { all_of: [...] }`. */
export const requiresDefinition = defineNode({
  kind: 'requires',
  doc: 'holds when facts are established',
  scalar: 'fact',
  params: requiresParams,
  asks: ({ fact, allOf, anyOf }) => ({ facts: [fact, allOf, anyOf].flat().filter(name => typeof name === 'string') }),
  rulings: [
    ['the facts are there, and neither false nor null nor void', 'pass'],
    ['anything else', 'block'],
  ],
  example: 'requires: { all_of: [tests_passing, reviewed] }',
  texts: 'facts',
  heeds: true,
  compare: compareRequired,
  build: (options, _children, context) => Requires(options as RequiresOptions, hostPlace(context)),
});
