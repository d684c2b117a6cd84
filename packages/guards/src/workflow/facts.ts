import type { GovernanceContext, GuardNode, Json, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { InvariantError, skip } from '@licet/core';
import { STANDING, chain, checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';
import { toSnake } from '@licet/core/text';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';
import { collapse, knownPlace, matcherFor } from '@licet/effects/places';

import { hostPlace, placeParams, textOrTexts, texts, withoutPlace } from '../judging/params.ts';
import { textPattern } from '../judging/textPattern.ts';
import { milliseconds } from '../resource/duration.ts';
import { checkParts, checkWay, sortOf, uselessIn } from './factChecks.ts';
import type { FactRules } from './earning.ts';
import { note, noteAsked, settle } from './earning.ts';
import { checkNames } from './factValues.ts';
import type { FactView, Told } from './factView.ts';
import { factReader } from './factView.ts';
import { fileSet } from './fileState.ts';
import type { FactRule } from './factValues.ts';

const factParam = param.object({
  /** A program whose success earns the fact, by its words or its sort (`npm test`, `tests`); a `tool`; or `human`. */
  earnedBy: param.optional(
    param.either(
      param.choice(['human']),
      param.object({
        /** The command that establishes it. */
        runs: param.optional(param.either(param.text(), param.list(param.text()), { doc: 'the command that establishes it' })),
        /** What must be in its output, too, as a pattern in RE2 syntax. */
        output: param.optional(param.text({ doc: 'what must be in its output, too, as a pattern in RE2 syntax' })),
        /** A tool whose success earns the fact, as a pattern. */
        tool: param.optional(textOrTexts('a tool whose success earns the fact, as a pattern')),
        /** Members that the result of the tool must have, by path, `*` for any run of characters: `{ status: ok, review.state: approved }`. */
        result: param.optional(
          param.record(param.scalar(), {
            doc: 'members that the result of the tool must have, by path, `*` for any run of characters: `{ status: ok, review.state: approved }`',
          }),
        ),
      }),
      {
        doc: 'a program whose success earns the fact, by its words or its sort (`npm test`, `tests`); a `tool`; or `human`',
      },
    ),
  ),
  /** The folder that the program must run in. */
  in: param.optional(param.text({ doc: 'the folder that the program must run in' }), 'the folder of the policy'),
  /** Changes of these files make the fact void. */
  resetBy: param.optional(
    param.object(
      {
        /** Files, as patterns. */
        writes: textOrTexts('files, as patterns'),
      },
      { doc: 'changes of these files make the fact void' },
    ),
  ),
  /** Files, as patterns: the fact holds as long as they are as they were when it was earned, whatever changes them. */
  whileUnchanged: param.optional(
    texts('files, as patterns: the fact holds as long as they are as they were when it was earned, whatever changes them'),
  ),
  /** Arguments of the tool, by name or path, and members of its `result` (`result.owner`, `result.orders.*` for each item, `result.seats.size` for their number): each of their values has its own fact, the last 256 of them. */
  by: param.optional(
    texts(
      'arguments of the tool, by name or path, and members of its `result` (`result.owner`, `result.orders.*` for each item, `result.seats.size` for their number): each of their values has its own fact, the last 256 of them',
    ),
  ),
  /** How long the fact holds after it was earned. */
  validFor: param.optional(param.duration({ doc: 'how long the fact holds after it was earned' }), 'until it is void'),
  /** Who shares the fact. */
  per: param.optional(param.choice(['session', 'agent', 'project'], { doc: 'who shares the fact' }), 'session'),
  /** Holds when all of these facts hold; keeps no state. */
  allOf: param.optional(texts('holds when all of these facts hold; keeps no state')),
  /** Holds when one of these facts holds; keeps no state. */
  anyOf: param.optional(texts('holds when one of these facts holds; keeps no state')),
});

const factsParams = params({
  /** Every fact of the policy, by its name. */
  facts: param.record(factParam, { doc: 'every fact of the policy, by its name' }),
  ...placeParams,
});

/** How a fact is established, and what makes it void. */
export type FactOptions = NonNullable<(typeof factParam)['value']>;

/** What {@link Facts} takes: every fact of the policy, by its name. */
export type FactsOptions = ParamsOf<typeof factsParams>;

/**
 * Establishes facts of a session by what really happened: `tests_passing` holds after the tests have run and passed, until a
 * source changes. `requires` asks for them; nothing that the agent says establishes one. The node judges nothing: it watches
 * what goes ahead.
 *
 * | the action | ruling |
 * |---|---|
 * | any | skipped |
 *
 * | what happens | the fact |
 * |---|---|
 * | a call succeeds that proves a program of `earnedBy`: the analyser's evidence, see `withEvidence` | holds |
 * | a call of a tool of `earnedBy` succeeds, and its `result` has the members that are named | holds, with `by` for these values of its arguments |
 * | the tool of a fact with `by` answers otherwise for the same arguments | does not hold for them any more |
 * | more time has passed than `validFor`, or the clock was set back behind the moment when it was earned | does not hold |
 * | the program runs where its exit status is hidden (`pytest \| tail`, `pytest \|\| true`), or only in part (`-k name`) | stays, and `requires` says why |
 * | a call changes a file of `resetBy`, installs packages into one, or puts another branch or what was stashed there | is void, at the decision and once more at the outcome |
 * | a call is evaluated before a reset and succeeds after it | stays void |
 * | a file of `whileUnchanged` is another than when the call began, whatever changed it | does not hold |
 * | the runtime does not say how the call ended, and `output` is found in what it printed | holds |
 *
 * Put it before what asks for its facts: it tells them what earns each, and what a computed fact consists of. It does not
 * see what a script that it cannot read changes: list wrapper scripts and configuration in `resetBy`, or what matters in
 * `whileUnchanged`, which looks at the files themselves.
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
export function Facts(options: FactsOptions): GuardNode {
  checkOptions('facts', factsParams, options);
  const { facts } = options;
  const names = Object.keys(facts);
  const reader = factReader(knownPlace(options));
  const rules = rulesOf(options);
  // Without a file that may change and a program that may run there is nothing to watch.
  const isWatched = ({ programs, tools, resets }: FactRule): boolean =>
    programs.length + tools.length > 0 || resets !== undefined;
  const watched: FactRules = {
    session: rules.filter(rule => isWatched(rule) && rule.per !== 'project'),
    project: rules.filter(rule => isWatched(rule) && rule.per === 'project'),
  };
  const watches = rules.some(isWatched);
  const told: Json = Object.freeze(Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, describeFact(fact)])));
  return Object.freeze<GuardNode>({
    name: 'facts',
    kind: 'facts',
    layer: 'intent',
    needs: ['effects', 'facts'],
    watches: true,
    params: withoutPlace(options),
    check(action, ctx) {
      ctx.annotate('facts', told);
      // The commit needs it, and there a store that answers later cannot be waited for.
      if (watches) void ctx.session.state;
      return action.kind === STANDING ? chain(reader.withProject(ctx, names), view => tellOf(names, view, ctx)) : skip();
    },
    commit: (action, ctx) => note(action, ctx, watched),
    stopped: (action, ruling, ctx) => (ruling === 'ask' ? noteAsked(action, ctx, watched) : undefined),
    record: (action, outcome, ctx) => settle(action, outcome, ctx, watched),
  });
}

/** Tells the status of the session to a caller that asks. */
function tellOf(names: readonly string[], view: FactView, ctx: GovernanceContext): Verdict {
  const facts = names.map(name => ({ name, holds: view.holds(name), way: wayTo(name, view) }));
  ctx.annotate(STANDING, { facts });
  return skip();
}

/** What is missing for a fact, and what establishes that. */
const wayTo = (name: string, view: FactView): string =>
  view
    .missing([name])
    .map(each => `${view.wayTo(each)}${view.why(each) === undefined ? '' : ` (${view.why(each)})`}`)
    .join('; ');

/** What `requires` is told of a fact. */
export const describeFact = ({
  earnedBy,
  allOf,
  anyOf,
  per,
  whileUnchanged,
  by,
  validFor,
  in: folder,
}: FactOptions): Told & Json => ({
  ...(earnedBy === 'human' && { human: true }),
  ...(typeof earnedBy === 'object' && earnedBy.runs !== undefined && { runs: [earnedBy.runs].flat() }),
  ...(typeof earnedBy === 'object' && earnedBy.tool !== undefined && { tools: [earnedBy.tool].flat() }),
  ...(by !== undefined && { by }),
  ...(validFor !== undefined && { validForMs: milliseconds(validFor) }),
  ...(folder !== undefined && { in: folder }),
  ...(per !== undefined && { per }),
  ...(whileUnchanged !== undefined && { whileUnchanged }),
  ...(allOf !== undefined && { allOf }),
  ...(anyOf !== undefined && { anyOf }),
});

function rulesOf({ facts, ...options }: FactsOptions): readonly FactRule[] {
  const place = knownPlace(options);
  const matcherOf = resetMatchers(place);
  const names = Object.keys(facts);
  if (names.length === 0) throw new InvariantError('invalid_param', '`facts` needs at least one fact');
  return Object.entries(facts).flatMap(([name, fact]): readonly FactRule[] => {
    const { earnedBy, allOf, anyOf } = fact;
    const path = ['facts', name];
    if (name === '' || name.startsWith('@'))
      throw new InvariantError('invalid_param', `\`${name}\` is no name for a fact`, { path });
    const parts = allOf ?? anyOf;
    if ([earnedBy, allOf, anyOf].filter(each => each !== undefined).length !== 1)
      throw new InvariantError('invalid_param', `fact \`${name}\` needs one of \`earned_by\`, \`all_of\`, \`any_of\``, { path });
    checkWay(name, fact);
    checkNames(fact.by ?? [], [...path, 'by']);
    const useless = uselessIn(fact);
    if (useless !== undefined) {
      throw new InvariantError(
        'invalid_param',
        `fact \`${name}\` is ${sortOf(fact)}: \`${toSnake(useless)}\` means nothing for it`,
        {
          path: [...path, useless],
        },
      );
    }
    if (parts === undefined) return [ruleOf(name, fact, place, matcherOf)];
    checkParts(name, facts);
    return [];
  });
}

type ResetMatchers = (name: string, writes: readonly string[]) => PathMatcher;

/** Facts that the same files reset share one matcher, so that a change is compared with it once. */
function resetMatchers(place: KnownPlace): ResetMatchers {
  const known = new Map<string, PathMatcher>();
  return (name, writes) => {
    const key = JSON.stringify(writes);
    const matcher = known.get(key) ?? matcherFor(`facts.${name}.resetBy.writes`, writes, place, 'restrict');
    known.set(key, matcher);
    return matcher;
  };
}

type Way = Exclude<FactOptions['earnedBy'], 'human' | undefined> | Readonly<Record<string, never>>;

function ruleOf(name: string, fact: FactOptions, place: KnownPlace, matcherOf: ResetMatchers): FactRule {
  const { earnedBy, resetBy, in: inside, whileUnchanged, by, per = 'session' } = fact;
  const { runs = [], output, tool = [], result }: Way = typeof earnedBy === 'object' ? earnedBy : {};
  const folder = inside === undefined ? place.root : collapse(inside.startsWith('/') ? inside : `${place.root}/${inside}`);
  return {
    name,
    per,
    programs: [runs].flat(),
    tools: [tool].flat(),
    result,
    by,
    proof: [folder, runs].flat().join('\0'),
    output: output === undefined ? undefined : textPattern(output, false, ['facts', name, 'earnedBy', 'output']),
    folder: folder === place.root ? undefined : folder,
    place,
    resets: resetBy && matcherOf(name, [resetBy.writes].flat()),
    bound: whileUnchanged && fileSet(whileUnchanged, place),
  };
}

/** `facts` in governance.yaml. */
export const factsDefinition = defineNode({
  kind: 'facts',
  bare: 'facts',
  doc: 'establishes facts by what really happened, for `requires`',
  params: factsParams,
  establishes: ({ facts }) => Object.keys(facts as object),
  rulings: [['any action', 'skipped']],
  patterns: ({ facts }) => ({
    named: Object.values(facts as FactsOptions['facts']).flatMap(({ resetBy, whileUnchanged }) => [
      resetBy?.writes as Json,
      whileUnchanged as Json,
    ]),
  }),
  example: 'facts: { tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ["src/**"] } } }',
  analysis: {
    affectsSiblings: true,
    compare: compareBy({}),
  },
  build: ({ facts }, _children, context) => Facts({ facts, ...hostPlace(context) }),
});
