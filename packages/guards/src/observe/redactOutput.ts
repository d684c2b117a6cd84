import type { Guard, Match, NodeDefinition } from '@licet/core';
import { InvariantError, defineNode, pass } from '@licet/core';

import { checkWhere, needsOf } from '../judging/matching.ts';
import type { RedactionRule } from '../redaction/rule.ts';
import { redactionNames, rulesFor } from '../redaction/ruleSets.ts';
import { matchSchema } from '../judging/schemas.ts';

/** What {@link RedactOutput} takes. */
export interface RedactOutputOptions {
  /**
   * What must not be seen: `secrets`, `pii`, or single rules by name (`card`, `iban`, `email`, `phone`, `ssn`, `ipv4`, `ipv6`,
   * `github_token`, …). @defaultValue `['secrets', 'card', 'iban']`
   */
  readonly rules?: readonly string[];
  /** Rules of the host's own that `rules` may name, as `parseGitleaks` reads them. The adapter needs the same ones. */
  readonly extra?: readonly RedactionRule[];
  /** For which actions. @defaultValue every action */
  readonly match?: Match;
}

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
 * import { RedactOutput, redactOutput } from '@licet/guards';
 *
 * const engine = new PolicyEngine(RedactOutput({ rules: ['secrets'] }));
 * const { obligations } = engine.evaluateSync({ kind: 'read', payload: { path: 'log.txt' } });
 * redactOutput('npm_' + 'a1B2'.repeat(9), obligations.redact ?? []).output; // => '[REDACTED:npm_token]'
 * ```
 */
export function RedactOutput(options: RedactOutputOptions = {}): Guard {
  const { rules = DEFAULT_RULES, extra = [] } = options;
  if (rules.length === 0) throw new InvariantError('invalid_param', '`rules` names nothing to redact', { path: ['rules'] });
  rulesFor(rules, extra);
  const bound = pass({ obligations: { redact: Object.freeze([...rules]) } });
  return Object.freeze<Guard>({
    name: 'redact_output',
    kind: 'redact_output',
    layer: 'observe',
    needs: needsOf(options.match),
    params: Object.freeze({ rules, ...(options.match !== undefined && { match: options.match }) }),
    check: checkWhere(options.match, () => bound),
  });
}

type Params = Omit<RedactOutputOptions, 'extra'>;

/** `redact_output` in governance.yaml. */
export const redactOutputDefinition: NodeDefinition<Params> = defineNode<Params>({
  kind: 'redact_output',
  doc: 'shows the output of an action without secrets and personal data',
  params: z => {
    return z.strictObject({
      rules: z.array(z.enum(redactionNames)).min(1).describe('`secrets`, `pii`, or rules by name').exactOptional(),
      match: matchSchema(z).exactOptional(),
    }) as never;
  },
  build: params => RedactOutput(params),
});
