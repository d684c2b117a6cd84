import type { Action } from './action.ts';
import type { GovernanceContext } from './context.ts';
import type { EffectKind } from './effects.ts';
import { GovernanceError, InvariantError } from './errors.ts';
import type { Need } from './node.ts';
import type { Json, MaybePromise } from './json.ts';
import { Suspension, attempt, chain } from './maybe.ts';
import type { HistoryReader } from './tally.ts';
import { matchesWildcard } from './wildcard.ts';

/** A yes-or-no question about an action. `source` is the question as data, absent when it is code. */
export interface Condition {
  readonly source?: Json;
  /** For people: the question in one line. */
  readonly text: string;
  /** What the question cannot be answered without; the node that asks it needs it too. */
  readonly needs?: readonly Need[];
  /** What it counts of what happens, for a condition that looks at what happened before. */
  readonly history?: HistoryReader;
  test(action: Action, ctx: GovernanceContext): MaybePromise<boolean>;
}

/**
 * A structural match: every member that is given must match; a list matches when one of its items does. `*` means
 * any run of characters.
 */
export interface Match {
  readonly kind?: string | readonly string[];
  readonly tool?: string | readonly string[];
  readonly taskType?: string | readonly string[];
  readonly agentId?: string | readonly string[];
  /** One of the roles that the agent acts in: those of its principal, its sort as the runtime names it, and those that `roles` gives it. */
  readonly role?: string | readonly string[];
  /** The kind of an effect that the action has. */
  readonly effect?: EffectKind | readonly EffectKind[];
  /** A mark on one of the action's effects. */
  readonly tag?: string | readonly string[];
  /**
   * A program that the action runs, with its subcommand, or a sort of programs: `git commit`, `npm test`, `tests`. A path
   * (`./scripts/deploy.sh`, from the folder of the policy) is that file, however it is started; a name (`deploy.sh`) is a file of that name anywhere.
   */
  readonly runs?: string | readonly string[];
}

/** A condition in any accepted form. */
export type ConditionInput = Condition | Match | ((action: Action, ctx: GovernanceContext) => MaybePromise<boolean>);

type Reader = (action: Action, ctx: GovernanceContext) => readonly (string | undefined)[];

const READERS: Readonly<Record<keyof Match, Reader>> = {
  kind: action => [action.kind],
  tool: action => [action.tool],
  taskType: action => [action.taskType],
  agentId: action => [action.agentId],
  role: (action, ctx) => actingRoles(action, ctx),
  effect: (_action, ctx) => ctx.effects.map(effect => effect.kind),
  tag: (_action, ctx) => ctx.effects.flatMap(effect => effect.tags ?? []),
  runs: (_action, ctx) => ctx.effects.flatMap(effect => effect.runs ?? []),
};

/** The key under which the node `roles` tells the nodes after it which roles an agent has. */
export const ROLES = 'roles';

/** Returns the roles that an agent acts in: those of its principal, its sort, and those that the policy gives it. */
export function actingRoles(
  { principal, agentType }: Action,
  { annotations }: Pick<GovernanceContext, 'annotations'>,
): readonly string[] {
  const given = annotations.flatMap(({ key, value }) => (key === ROLES && Array.isArray(value) ? value : []));
  return [...(principal?.roles ?? []), ...(agentType === undefined ? [] : [agentType]), ...given].filter(
    role => typeof role === 'string',
  );
}

const EFFECTS: readonly Need[] = Object.freeze(['effects']);

/** The members that a {@link Match} may have. */
export const MATCH_KEYS: readonly (keyof Match)[] = Object.freeze(Object.keys(READERS) as (keyof Match)[]);

/**
 * Makes a condition from a structural match. Throws for an unknown member and for an empty match, which would hold for
 * everything.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, When, block, guard, match } from '@licet/core';
 *
 * const noIssues = guard('no_issues', () => block('issues are closed', { fix: 'write to the list' }));
 * const engine = new PolicyEngine(When(match({ tool: 'mcp__github__*' }), noIssues), { default: 'pass' });
 * engine.evaluateSync({ kind: 'tool', tool: 'mcp__github__create_issue' }).ruling; // => 'block'
 * ```
 */
export function match(spec: Match): Condition {
  const members = Object.entries(spec).map(([key, wanted]): [Reader, readonly string[]] => {
    const reader = Object.hasOwn(READERS, key) ? READERS[key as keyof Match] : undefined;
    if (reader === undefined)
      throw new InvariantError('invalid_param', `a match has no member \`${key}\`; it may have \`${MATCH_KEYS.join('`, `')}\``);
    const patterns = typeof wanted === 'string' ? [wanted] : wanted;
    if (!Array.isArray(patterns) || patterns.length === 0 || !patterns.every(each => typeof each === 'string')) {
      throw new InvariantError('invalid_param', `\`${key}\` of a match needs a text or a list of texts`);
    }
    return [reader, patterns];
  });
  if (members.length === 0) throw new InvariantError('invalid_param', 'an empty match would hold for every action');
  const source = Object.freeze({ ...spec }) as unknown as Json;
  return Object.freeze({
    source,
    text: Object.entries(spec)
      .map(([key, wanted]) => `${key}: ${[wanted].flat().join(' | ')}`)
      .join(', '),
    ...((spec.effect !== undefined || spec.tag !== undefined || spec.runs !== undefined) && { needs: EFFECTS }),
    test: (action: Action, ctx: GovernanceContext) =>
      members.every(([read, patterns]) =>
        read(action, ctx).some(text => text !== undefined && patterns.some(pattern => matchesWildcard(pattern, text))),
      ),
  });
}

/** Accepts a condition, a match or a function and returns a condition. */
export function toCondition(input: ConditionInput): Condition {
  if (typeof input === 'function') return Object.freeze({ text: input.name === '' ? 'a function' : input.name, test: input });
  if (typeof input === 'object' && input !== null)
    return 'test' in input && typeof input.test === 'function' ? input : match(input as Match);
  const hint = typeof input === 'string' ? ': a CEL expression is `celCondition(text)` of `@licet/core/cel`' : '';
  throw new InvariantError('invalid_param', `expected a condition, found \`${String(input)}\`${hint}`);
}

/** Asks a condition. A throw, a rejection or an answer that is not a boolean is a fault, never "no". */
export function holds(condition: Condition, action: Action, ctx: GovernanceContext): MaybePromise<boolean> {
  const answer = attempt<unknown>(
    () => condition.test(action, ctx),
    thrown => {
      if (thrown instanceof Suspension) throw thrown;
      throw new GovernanceError('condition_failed', `the condition \`${condition.text}\` failed`, { cause: thrown });
    },
  );
  return chain(answer, value => {
    if (typeof value === 'boolean') return value;
    throw new GovernanceError(
      'condition_failed',
      `the condition \`${condition.text}\` gave a ${typeof value} instead of a boolean`,
    );
  });
}
