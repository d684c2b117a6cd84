import type { GuardNode } from '@licet/core';
import { skip, warn } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { knownPlace, matcherFor } from '@licet/effects/places';

import { shortPath } from '../judging/findings.ts';
import { hostPlace, patterns, placeParams, withoutPlace } from '../judging/params.ts';

const sensitiveReadParams = params({
  /** The files that are sensitive. */
  paths: patterns('the files that are sensitive'),
  /** What the agent is told along with what it reads. */
  text: param.text({ doc: 'what the agent is told along with what it reads' }),
  ...placeParams,
});

/** What {@link SensitiveRead} takes. */
export type SensitiveReadOptions = ParamsOf<typeof sensitiveReadParams>;

/**
 * Lets sensitive files be read, and adds a note to their content: "these are customers, do not copy their names".
 *
 * | the action | ruling |
 * |---|---|
 * | reads one of the files, by whatever means | warn, with the text |
 * | anything else | skipped |
 *
 * What must not be read is for `secret_paths` and `file_boundary`. It does not see what becomes of the content afterwards.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { SensitiveRead } from '@licet/guards';
 *
 * const policy = SensitiveRead({ paths: ['customers/**'], text: 'do not copy names of customers', root: '/w' });
 * const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root: '/w' }), default: 'pass' });
 * const bash = (command: string) => ({ kind: 'bash', cwd: '/w', payload: { command } });
 * (await engine.evaluate(bash('head customers/all.csv'))).reason; // => 'it reads `customers/all.csv`: do not copy names of customers'
 * (await engine.evaluate(bash('ls'))).ruling; // => 'pass'
 * ```
 */
export function SensitiveRead(options: SensitiveReadOptions): GuardNode {
  checkOptions('sensitive_read', sensitiveReadParams, options);
  const { paths, text } = options;
  const place = knownPlace(options);
  const matcher = matcherFor('paths', paths, place, 'restrict');
  return Object.freeze<GuardNode>({
    name: 'sensitive_read',
    kind: 'sensitive_read',
    layer: 'observe',
    needs: ['effects'],
    params: withoutPlace(options),
    check(_action, { effects }) {
      for (const { kind, target } of effects)
        if (kind === 'read' && target?.type === 'file' && matcher.touches(target).length > 0)
          return warn(`it reads ${shortPath(target.lexical, place)}: ${text}`, { code: 'sensitive_read' });
      return skip();
    },
  });
}

/** `sensitive_read` in governance.yaml. */
export const sensitiveReadDefinition = defineNode({
  kind: 'sensitive_read',
  doc: 'lets the agent read sensitive files, and adds a text to their content',
  params: sensitiveReadParams,
  rulings: [
    ['the action reads one of the files', 'warn, with the text'],
    ['anything else', 'skipped'],
  ],
  example: "sensitive_read: { paths: ['customers/**'], text: do not copy names of customers }",
  analysis: {
    compare: compareBy({ paths: paramOrder.forbids(), text: paramOrder.words }),
  },
  build: (given, _children, context) => SensitiveRead({ ...given, ...hostPlace(context) }),
});
