import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';

import { checkWhere, needsOf } from '../judging/matching.ts';
import type { RedactionRule } from '../redaction/rule.ts';
import { redactionNames, rulesFor } from '../redaction/ruleSets.ts';

const redactOutputParams = params({
  /** `secrets`, `pii`, or rules by name. */
  rules: param.optional(
    param.list(param.choice<string>(redactionNames), { doc: '`secrets`, `pii`, or rules by name' }),
    '`secrets`, `card`, `iban`',
  ),
  /** For which actions. */
  match: param.optional(param.match({ doc: 'for which actions' }), 'every action'),
});

const redactOutputOptions = params({
  ...redactOutputParams.members,
  /** `secrets`, `pii`, or rules by name. */
  rules: param.optional(param.list(param.text(), { doc: '`secrets`, `pii`, or rules by name' })),
  /** Rules of the host's own that `rules` may name. */
  extra: param.code<readonly RedactionRule[]>({ doc: "rules of the host's own that `rules` may name" }),
});

/** What {@link RedactOutput} takes. In code `rules` may also name those of `extra`. The adapter needs the same ones. */
export type RedactOutputOptions = ParamsOf<typeof redactOutputOptions>;

const DEFAULT_RULES = ['secrets', 'card', 'iban'];

/**
 * Lets an action run, but its output is shown without secrets and personal data: the adapter must take them out before the agent
 * sees the output, and stops the action when it cannot.
 *
 * | the action | ruling |
 * |---|---|
 * | matches | pass, with the obligation to redact |
 * | does not match | skipped |
 *
 * Card and bank numbers are told from look-alikes by their checksums. It cannot see secrets without a known shape or a telling
 * name beside them, nor ones that the tool's output encodes.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RedactOutput } from '@licet/guards';
 * import { redactOutput } from '@licet/guards/redaction';
 *
 * const engine = new PolicyEngine(RedactOutput({ rules: ['secrets'] }));
 * const { obligations } = engine.evaluateSync({ kind: 'read', payload: { path: 'log.txt' } });
 * redactOutput('npm_' + 'a1B2'.repeat(9), obligations.redact ?? []).output; // => '[REDACTED:npm_token]'
 * ```
 */
export function RedactOutput(options: RedactOutputOptions = {}): GuardNode {
  checkOptions('redact_output', redactOutputOptions, options);
  const { rules = DEFAULT_RULES, extra = [] } = options;
  rulesFor(rules, extra);
  const bound = pass({ obligations: { redact: Object.freeze([...rules]) } });
  return Object.freeze<GuardNode>({
    name: 'redact_output',
    kind: 'redact_output',
    layer: 'observe',
    needs: needsOf(options.match),
    params: Object.freeze({ rules, ...(options.match !== undefined && { match: options.match }) }),
    check: checkWhere(options.match, () => bound),
  });
}

/** `redact_output` in governance.yaml. */
export const redactOutputDefinition = defineNode({
  kind: 'redact_output',
  doc: 'shows the output of an action without secrets and personal data',
  params: redactOutputParams,
  rulings: [
    ['the action matches', 'pass, with the obligation to redact'],
    ['it does not', 'skipped'],
  ],
  example: 'redact_output: { rules: [secrets, pii], match: { kind: read } }',
  analysis: {
    affectsSiblings: true,
    compare: compareBy({}),
  },
  build: given => RedactOutput(given),
});
