import type { Guard, Json, ParamsOf } from '@licet/core';
import { InvariantError, checkOptions, defineNode, param, params, skip } from '@licet/core';
import { knownPlace, matcherFor } from '@licet/effects/places';

import { placeParams, texts } from '../judging/params.ts';
import type { FactRule } from './earning.ts';
import { note, settle } from './earning.ts';

const factParam = param.object({
  earnedBy: param.optional(
    param.either(param.choice(['human']), param.object({ runs: param.either(param.text(), param.list(param.text())) }), {
      doc: 'a program whose success earns the fact, by its words or its sort (`npm test`, `tests`); or `human`',
    }),
  ),
  resetBy: param.optional(
    param.object({ writes: texts('files, as patterns') }, { doc: 'changes of these files make the fact void' }),
  ),
  allOf: param.optional(texts('holds when all of these facts hold; keeps no state of its own')),
  anyOf: param.optional(texts('holds when one of these facts holds; keeps no state of its own')),
});

const factsParams = params({
  facts: param.record(factParam, { doc: 'every fact of the policy, by its name' }),
  ...placeParams,
});

/** How a fact comes to hold, and what makes it void. */
export type FactOptions = NonNullable<(typeof factParam)['value']>;

/** What {@link Facts} takes: every fact of the policy, by its name. */
export type FactsOptions = ParamsOf<typeof factsParams>;

/**
 * Establishes facts of a session by what really happened: `tests_passing` holds after the tests have run and passed, until a
 * source changes. `requires` asks for them; nothing that the agent says establishes one. The node judges nothing: it is
 * skipped for every action, and watches what goes ahead.
 *
 * | what happens | the fact |
 * |---|---|
 * | a call succeeds that proves a program of `earnedBy`: the analyser's evidence, see `withEvidence` | holds |
 * | the program runs where its exit status is hidden (`pytest \| tail`, `pytest \|\| true`), or only in part (`-k name`) | stays, and `requires` says why |
 * | a call changes a file of `resetBy` | is void, at the decision and once more at the outcome |
 * | a call is evaluated before a reset and succeeds after it | stays void |
 *
 * Put it before what asks for its facts: it tells them what earns each, and what a computed fact consists of. It does not
 * see what a script that it cannot read changes: list wrapper scripts and configuration in `resetBy`.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, When } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Facts, Requires } from '@licet/guards';
 *
 * const facts = Facts({ root: '/w', facts: { tests_passing: { earnedBy: { runs: 'tests' }, resetBy: { writes: ['src/**'] } } } });
 * const gate = When({ runs: 'git commit' }, Requires('tests_passing'));
 * const engine = new PolicyEngine(All(facts, gate), { effects: analyzeEffects({ root: '/w' }), default: 'pass' });
 * const run = async (command: string) => {
 *   const evaluation = await engine.evaluate({ kind: 'bash', cwd: '/w', payload: { command } });
 *   if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
 *   return evaluation.ruling;
 * };
 * [await run('git commit -m a'), await run('npm test'), await run('git commit -m a')]; // => ['block', 'pass', 'pass']
 * [await run('touch src/a.ts'), await run('git commit -m b')]; // => ['pass', 'block']
 * ```
 */
export function Facts(options: FactsOptions): Guard {
  checkOptions('facts', factsParams, options);
  const { facts } = options;
  const rules = rulesOf(options);
  const told: Json = Object.freeze(Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, toldOf(fact)])));
  return Object.freeze<Guard>({
    name: 'facts',
    kind: 'facts',
    layer: 'intent',
    needs: ['effects', 'facts'],
    watches: true,
    params: Object.freeze({ facts }),
    check(_action, ctx) {
      ctx.annotate('facts', told);
      return skip();
    },
    commit: (action, ctx) => note(action, ctx, rules),
    record: (action, outcome, ctx) => settle(action, outcome, ctx),
  });
}

/** What `requires` is told of a fact. */
const toldOf = ({ earnedBy, allOf, anyOf }: FactOptions): Json => ({
  ...(earnedBy === 'human' && { human: true }),
  ...(typeof earnedBy === 'object' && { runs: [earnedBy.runs].flat() }),
  ...(allOf !== undefined && { allOf }),
  ...(anyOf !== undefined && { anyOf }),
});

function rulesOf({ facts, ...options }: FactsOptions): readonly FactRule[] {
  const place = knownPlace(options);
  const names = Object.keys(facts);
  if (names.length === 0) throw new InvariantError('invalid_param', '`facts` needs at least one fact');
  return Object.entries(facts).flatMap(([name, fact]): readonly FactRule[] => {
    const { earnedBy, resetBy, allOf, anyOf } = fact;
    const path = ['facts', name];
    if (name === '' || name.startsWith('@'))
      throw new InvariantError('invalid_param', `\`${name}\` is no name for a fact`, { path });
    const parts = allOf ?? anyOf;
    if ([earnedBy, allOf, anyOf].filter(each => each !== undefined).length !== 1)
      throw new InvariantError('invalid_param', `fact \`${name}\` needs one of \`earned_by\`, \`all_of\`, \`any_of\``, { path });
    if (parts !== undefined) {
      checkParts(name, facts);
      return [];
    }
    const programs = typeof earnedBy === 'object' ? [earnedBy.runs].flat() : [];
    return [{ name, programs, resets: resetBy && matcherFor(`facts.${name}.resetBy.writes`, resetBy.writes, place, 'restrict') }];
  });
}

/** The parts of a computed fact are facts, and none of them rests on itself. */
function checkParts(name: string, facts: FactsOptions['facts'], above: readonly string[] = []): void {
  const path = ['facts', above[0] ?? name];
  if (above.includes(name))
    throw new InvariantError('invalid_param', `facts rest on one another: \`${[...above, name].join('`, `')}\``, { path });
  const fact = facts[name];
  if (fact === undefined)
    throw new InvariantError('invalid_param', `fact \`${above.at(-1)}\` rests on \`${name}\`, which is not declared`, { path });
  for (const part of fact.allOf ?? fact.anyOf ?? []) checkParts(part, facts, [...above, name]);
}

/** `facts` in governance.yaml. */
export const factsDefinition = defineNode({
  kind: 'facts',
  doc: 'establishes facts by what really happened, for `requires`',
  params: factsParams,
  establishes: ({ facts }) => Object.keys(facts as object),
  rulings: [['any action', 'skipped']],
  example: 'facts: { facts: { tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ["src/**"] } } } }',
  build: ({ facts }, _children, { root, home }) => Facts({ facts, root, home }),
});
