import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { ask, match, skip } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { texts } from '../judging/params.ts';
import { named, tells } from '../judging/tells.ts';

const askBeforeParams = params({
  /** Programs with their subcommand, or sorts of programs: `git push`, `npm publish`, `tests`. */
  runs: texts('programs with their subcommand, or sorts of programs: `git push`, `npm publish`, `tests`'),
  /** What the human is asked. */
  reason: param.optional(param.text({ doc: 'what the human is asked' }), 'the program that is run'),
});

/** What {@link AskBefore} takes. */
export type AskBeforeOptions = ParamsOf<typeof askBeforeParams>;

/**
 * Asks a human before any of these programs runs, however the call starts it.
 *
 * | the action | ruling |
 * |---|---|
 * | runs one of them | ask |
 * | anything else | skipped |
 *
 * It cannot see a program behind code that is not read: `bash_safety` and `sandbox` judge such code.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { AskBefore } from '@licet/guards';
 *
 * const engine = new PolicyEngine(AskBefore(['git commit', 'git push']), { default: 'pass', effects: analyzeEffects() });
 * const ruling = async (command: string) => (await engine.evaluate({ kind: 'bash', payload: { command } })).ruling;
 * await ruling('git add . && git commit -m x'); // => 'ask'
 * await ruling('git status'); // => 'pass'
 * ```
 */
export function AskBefore(wanted: readonly string[] | AskBeforeOptions): GuardNode {
  const options = (Array.isArray(wanted) ? { runs: wanted } : wanted) as AskBeforeOptions;
  checkOptions('ask_before', askBeforeParams, options);
  const { runs, reason } = options;
  const conditions = runs.map(name => ({ name, condition: match({ runs: name }) }));
  const all = match({ runs: [...runs] });
  return Object.freeze<GuardNode>({
    name: 'ask_before',
    kind: 'ask_before',
    layer: 'intent',
    ...tells({ ask: `${named(runs)}${reason === undefined ? '' : ` (${reason})`}` }),
    needs: all.needs ?? [],
    params: Object.freeze({ ...options }),
    check: (action, ctx) =>
      chain(all.test(action, ctx), isRun => {
        if (!isRun) return skip('it runs none of these programs');
        const named = conditions.find(({ condition }) => condition.test(action, ctx) === true)?.name ?? runs[0];
        return ask(reason ?? `\`${named}\` needs a yes first`, { fix: 'ask the user, and wait for the answer' });
      }),
  });
}

/** `ask_before` in governance.yaml. */
export const askBeforeDefinition = defineNode({
  kind: 'ask_before',
  bare: 'runs',
  doc: 'asks a human before one of these programs runs',
  params: askBeforeParams,
  rulings: [
    ['it runs one of the programs', 'ask'],
    ['anything else', 'skipped'],
  ],
  example: 'ask_before: [git commit, git push]',
  analysis: {
    compare: compareBy({ runs: paramOrder.forbids(), reason: paramOrder.words }),
  },
  build: given => AskBefore(given),
});
