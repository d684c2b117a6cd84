import type { GuardNode, Json } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { needsOf } from '../judging/matching.ts';
import { hostPlace, placeParams, textOrTexts, texts, withoutPlace } from '../judging/params.ts';
import { milliseconds } from '../resource/duration.ts';
import { check, commit, dutyOf, record, stopped } from './duty.ts';

const obligationParams = params({
  /** What it is called. */
  name: param.text({ doc: 'what it is called' }),
  /** What opens it: a fact that is established, by its name, or an action that runs. */
  when: param.either(param.text(), param.match(), {
    doc: 'what opens it: a fact that is established, by its name, or an action that runs',
  }),
  /** One for each file that is changed or read, and each host; or for each value of these arguments, by name or path (`order.id`). Each is fulfilled and late by itself. */
  by: param.optional(
    param.either(param.choice(['target']), param.list(param.text()), {
      doc: 'one for each file that is changed or read, and each host; or for each value of these arguments, by name or path (`order.id`). Each is fulfilled and late by itself',
    }),
    'one for the session',
  ),
  /** Whether the values of the arguments of `by` are kept and shown by their digest alone. */
  sensitive: param.optional(
    param.flag({ doc: 'whether the values of the arguments of `by` are kept and shown by their digest alone' }),
    'false',
  ),
  /** With `by: target`, only files that match one of these patterns. */
  targets: param.optional(texts('with `by: target`, only files that match one of these patterns'), 'all of them'),
  /** What fulfills it. */
  fulfilledBy: param.object(
    {
      /** A change of one of these files, as patterns; with `by: target`, `{path}`, `{name}` and `{folder}` stand for those of the target. */
      writes: param.optional(
        textOrTexts(
          'a change of one of these files, as patterns; with `by: target`, `{path}`, `{name}` and `{folder}` stand for those of the target',
        ),
      ),
      /** A program that runs. */
      runs: param.optional(textOrTexts('a program that runs')),
      /** A tool that is called, as a pattern; with arguments in `by`, for the same values. */
      tool: param.optional(textOrTexts('a tool that is called, as a pattern; with arguments in `by`, for the same values')),
      /** Arguments of that tool whose values must be those of `by`, in its order. */
      same: param.optional(
        texts('arguments of that tool whose values must be those of `by`, in its order'),
        'those of the same names',
      ),
      /** A fact that holds. */
      fact: param.optional(param.text({ doc: 'a fact that holds' })),
    },
    { doc: 'what fulfills it' },
  ),
  /** When it is late. */
  deadline: param.optional(
    param.object(
      {
        /** How many other actions may go ahead before it. */
        actions: param.optional(param.number({ whole: true, min: 1, doc: 'how many other actions may go ahead before it' })),
        /** How long it may take. */
        within: param.optional(param.duration({ doc: 'how long it may take' })),
        /** A fact that makes it late. */
        fact: param.optional(param.text({ doc: 'a fact that makes it late' })),
      },
      { doc: 'when it is late' },
    ),
    'never',
  ),
  /** The ruling for every other action while it is late. */
  late: param.optional(
    param.choice(['warn', 'ask', 'block'], { doc: 'the ruling for every other action while it is late' }),
    'ask',
  ),
  ...placeParams,
});

/** What {@link Obligation} takes. */
export type ObligationOptions = ParamsOf<typeof obligationParams>;

/** What an obligation that is open tells the nodes after it. */
export interface ObligationStanding {
  readonly name: string;
  readonly open: boolean;
  readonly late: boolean;
  /** What fulfills it, in words. */
  readonly way: string;
}

/**
 * Something that has to be done once something else has happened: a changelog after a change, a review before the tenth
 * commit. It stays open until it is fulfilled, whatever becomes of what brought it about, and is late after a number of
 * actions, a time, or a fact.
 *
 * | the obligation | ruling |
 * |---|---|
 * | is not open, or is open and not late | skipped |
 * | is late, and the action fulfils it or only looks | skipped |
 * | is late | `late` (ask) |
 *
 * With `by: target` there is one for each file or host that an action was about, fulfilled and late by itself: `fulfilledBy: { writes: ['test/{name}.test.ts'] }`.
 *
 * With arguments in `by` there is one for each of their values: `when: { tool: refund }, by: [order_id], fulfilledBy: { tool: notify }`. An action that
 * would bring one about and lacks an argument is stopped, and so is one when 256 are open.
 *
 * What is stopped brings nothing about and counts for no deadline; what failed fulfils nothing. The count is exact under
 * parallel calls. Put it behind `facts`, and before a `requires` that asks whether obligations are fulfilled. Below a condition it is
 * there only for actions that meet it: nothing else opens it, counts for it, is held to it, or finds it open.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Obligation } from '@licet/guards';
 *
 * const changelog = Obligation({ name: 'changelog', when: { effect: 'delete' }, fulfilledBy: { writes: ['CHANGELOG.md'] }, deadline: { actions: 1 }, late: 'block', root: '/w' });
 * const engine = new PolicyEngine(changelog, { effects: analyzeEffects({ root: '/w' }), default: 'pass' });
 * const run = async (command: string) => {
 *   const evaluation = await engine.evaluate({ kind: 'bash', cwd: '/w', payload: { command } });
 *   if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
 *   return evaluation.ruling;
 * };
 * [await run('rm src/a.ts'), await run('ls'), await run('ls')]; // => ['pass', 'pass', 'block']
 * [await run('echo fixed >> CHANGELOG.md'), await run('ls')]; // => ['pass', 'pass']
 * ```
 */
export function Obligation(options: ObligationOptions): GuardNode {
  checkOptions('obligation', obligationParams, options);
  const duty = dutyOf(options);
  return Object.freeze<GuardNode>({
    name: 'obligation',
    kind: 'obligation',
    layer: 'intent',
    needs: needsOf(typeof options.when === 'string' ? undefined : options.when, 'effects', 'sessions', 'facts'),
    watches: true,
    params: paramsOf(options),
    check: (action, ctx) => check(duty, action, ctx),
    commit: (action, ctx) => commit(duty, action, ctx),
    stopped: (_action, _ruling, ctx) => stopped(duty, ctx),
    record: (action, { status }, ctx) => record(duty, action, status, ctx),
  });
}

function paramsOf(options: ObligationOptions): object {
  const { deadline } = options;
  return Object.freeze({
    ...withoutPlace(options),
    ...(deadline?.within !== undefined && { deadline: { ...deadline, within: milliseconds(deadline.within) } }),
  });
}

/** `obligation` in governance.yaml. */
export const obligationDefinition = defineNode({
  kind: 'obligation',
  doc: 'demands that something is done after something else has happened, and by when',
  params: obligationParams,
  asks: ({ when, fulfilledBy, deadline }) => ({
    facts: [when, (fulfilledBy as { fact?: Json }).fact, (deadline as { fact?: Json } | undefined)?.fact].filter(
      fact => typeof fact === 'string',
    ),
  }),
  patterns: ({ targets }) => ({ named: [targets] }),
  rulings: [
    ['it is not open, or not late, or the action fulfills it or only looks', 'skipped'],
    ['it is late', '`late` (ask)'],
  ],
  example:
    'obligation: { name: changelog, when: { effect: write }, fulfilled_by: { writes: [CHANGELOG.md] }, deadline: { actions: 20 }, late: ask }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareBy({ late: paramOrder.ruling('ask') }),
  },
  build: (given, _children, context) => Obligation({ ...given, ...hostPlace(context) }),
});
