import type { Guard, GovernanceContext, Json, SessionState, Verdict } from '@licet/core';
import { InvariantError, block, chain, checkOptions, defineNode, param, params, pass } from '@licet/core';

import { isEstablished, reasonOf } from './factState.ts';

const names = (doc: string) => param.optional(param.list(param.text(), { doc }));

const requiresParams = params({
  fact: param.optional(param.text({ doc: 'the name of a fact' })),
  allOf: names('facts that must all hold'),
  anyOf: names('facts of which one must hold'),
});

/** What {@link Requires} takes: one fact, several that must all hold, or several of which one must. */
export type RequiresOptions =
  | { readonly fact: string }
  | { readonly allOf: readonly string[] }
  | { readonly anyOf: readonly string[] };

/**
 * Holds when facts are established: `tests_passing`, `reviewed`. Facts come from the host, from humans and from `facts`, which
 * sees what really happened; never from what the agent says. A fact may be known to the session or to the whole project.
 *
 * | the facts | ruling |
 * |---|---|
 * | are there, and neither false nor null nor made void since | pass |
 * | anything else | block; the fix names the command that earns the fact, where `facts` stands before this node |
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
export function Requires(wanted: string | RequiresOptions): Guard {
  const options = typeof wanted === 'string' ? { fact: wanted } : wanted;
  checkOptions('requires', requiresParams, options);
  const { names, every } = namesOf(options);
  return Object.freeze<Guard>({
    name: 'requires',
    kind: 'requires',
    layer: 'intent',
    needs: ['facts'],
    params: Object.freeze({ ...options }),
    check: (_action, ctx) => {
      const known = ctx.session.state.facts;
      if (areEstablished(names, every, [known], ctx)) return pass();
      return chain(ctx.session.project(), ({ facts }) =>
        areEstablished(names, every, [known, facts], ctx) ? pass() : refuse(names, [known, facts], ctx),
      );
    },
  });
}

function namesOf(options: RequiresOptions): { readonly names: readonly string[]; readonly every: boolean } {
  if (Object.keys(options).length !== 1)
    throw new InvariantError('invalid_param', '`requires` needs one of `fact`, `all_of` and `any_of`');
  const names = 'fact' in options ? [options.fact] : 'allOf' in options ? options.allOf : options.anyOf;
  return { names, every: !('anyOf' in options) };
}

/** What `facts` says of one fact, where it stands before this node. */
interface Told {
  readonly human?: boolean;
  readonly runs?: readonly string[];
  readonly allOf?: readonly string[];
  readonly anyOf?: readonly string[];
}

type Known = readonly SessionState['facts'][];

function toldBy(ctx: GovernanceContext, name: string): Told | undefined {
  for (const { key, value } of ctx.annotations.toReversed()) {
    if (key !== 'facts' || typeof value !== 'object' || value === null) continue;
    const told = (value as Readonly<Record<string, Json>>)[name];
    if (told !== undefined) return told as unknown as Told;
  }
  return undefined;
}

function areEstablished(names: readonly string[], every: boolean, known: Known, ctx: GovernanceContext): boolean {
  const holds = (name: string): boolean => {
    const { allOf, anyOf } = toldBy(ctx, name) ?? {};
    if (allOf !== undefined || anyOf !== undefined) return areEstablished(allOf ?? anyOf ?? [], allOf !== undefined, known, ctx);
    return known.some(facts => isEstablished(facts, name));
  };
  return every ? names.every(holds) : names.some(holds);
}

/** The facts that are missing, down to those that something can establish. */
function missingOf(names: readonly string[], known: Known, ctx: GovernanceContext): readonly string[] {
  return names.flatMap(name => {
    if (known.some(facts => isEstablished(facts, name))) return [];
    const { allOf, anyOf } = toldBy(ctx, name) ?? {};
    const parts = allOf ?? anyOf;
    return parts === undefined ? [name] : missingOf(parts, known, ctx);
  });
}

function refuse(names: readonly string[], known: Known, ctx: GovernanceContext): Verdict {
  const missing = [...new Set(missingOf(names, known, ctx))];
  const reasons = missing.map(name => {
    const why = known.map(facts => reasonOf(facts, name)).find(each => each !== undefined);
    return `\`${name}\` is not established${why === undefined ? '' : `: ${why}`}`;
  });
  return block(reasons.join('; '), {
    code: 'fact_missing',
    recover: 'fix_request',
    fix: missing.map(name => wayTo(name, toldBy(ctx, name))).join('; '),
  });
}

function wayTo(name: string, told: Told | undefined): string {
  if (told?.human === true) return `ask a human to grant \`${name}\``;
  if (told?.runs === undefined) return `do what establishes \`${name}\` first`;
  const programs = told.runs.map(each => (SORTS[each] === undefined ? `\`${each}\`` : SORTS[each])).join(' or ');
  return `run ${programs} as a call of its own, with nothing behind it, and try again when it has succeeded`;
}

const SORTS: Readonly<Record<string, string>> = {
  tests: 'the tests',
  lints: 'the linter',
  builds: 'the build',
  formats: 'the check of formats',
};

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
  build: options => Requires(options as RequiresOptions),
});
