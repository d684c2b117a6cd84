import type { Guard, GovernanceContext, Json, NodeDefinition, SessionState, Verdict } from '@licet/core';
import { InvariantError, block, chain, defineNode, pass } from '@licet/core';

import { isEstablished, reasonOf } from './factState.ts';

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
  const params = typeof wanted === 'string' ? { fact: wanted } : wanted;
  const { names, every } = namesOf(params);
  return Object.freeze<Guard>({
    name: 'requires',
    kind: 'requires',
    layer: 'intent',
    needs: ['facts'],
    params: Object.freeze({ ...params }),
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
  const names = 'fact' in options ? [options.fact] : 'allOf' in options ? options.allOf : options.anyOf;
  if (!Array.isArray(names) || names.length === 0 || !names.every(name => typeof name === 'string' && name !== ''))
    throw new InvariantError('invalid_param', '`requires` needs the name of a fact, or `all_of` or `any_of` with names of facts');
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

interface Params {
  readonly fact?: string;
  readonly allOf?: readonly string[];
  readonly anyOf?: readonly string[];
}

/** `requires` in governance.yaml: `requires: tests_passing`, or `requires: { all_of: [...] }`. */
export const requiresDefinition: NodeDefinition<Params> = defineNode<Params>({
  kind: 'requires',
  doc: 'holds when facts are established',
  scalar: 'fact',
  params: z => {
    const names = z.array(z.string().min(1)).min(1);
    return z
      .strictObject({
        fact: z.string().min(1).exactOptional().describe('the name of a fact'),
        allOf: names.exactOptional().describe('facts that must all hold'),
        anyOf: names.exactOptional().describe('facts of which one must hold'),
      })
      .refine(given => Object.keys(given).length === 1, 'expected one of `fact`, `all_of`, `any_of`') as never;
  },
  build: params => Requires(params as RequiresOptions),
});
