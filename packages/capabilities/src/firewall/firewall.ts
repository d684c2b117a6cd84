import type { Action, GuardNode, Obligations } from '@licet/core';
import type { ParamsOf, ResponseMode } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { RESPONSE_MODES, checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';

import { rolesOf } from '../guards/capability.ts';
import { checkWhere, needsOf } from '@licet/guards/authoring';
import { redactionNames, rulesFor } from '@licet/guards/redaction';

const limit = (doc: string, most: number) => param.optional(param.number({ whole: true, min: 0, doc }), String(most));

const firewallParams = params({
  /** How outputs are shown, unless the host asks for another way. */
  mode: param.optional(
    param.choice(RESPONSE_MODES, { doc: 'how outputs are shown, unless the host asks for another way' }),
    '`summary`, and `table` where the host asks for it',
  ),
  /** Who may have outputs in their own shape where the host asks for it. */
  rawRoles: param.optional(
    param.list(param.text(), { empty: true, doc: 'who may have outputs in their own shape where the host asks for it' }),
    '`admin`',
  ),
  /** `secrets`, `pii`, or redaction rules by name. */
  redact: param.optional(
    param.list(param.choice<string>(redactionNames), { doc: '`secrets`, `pii`, or redaction rules by name' }),
    '`secrets`, `card`, `iban`',
  ),
  /** The most items of a list. */
  maxRows: limit('the most items of a list', 50),
  /** The most fields of a record. */
  maxFields: limit('the most fields of a record', 20),
  /** The most characters in all. */
  maxChars: limit('the most characters in all', 4_000),
  /** How deep lists and records may be nested. */
  maxDepth: limit('how deep lists and records may be nested', 3),
  /** For which actions. */
  match: param.optional(param.match({ doc: 'for which actions' }), 'every action'),
});

/** What {@link Firewall} takes. */
export type FirewallOptions = ParamsOf<typeof firewallParams>;

/**
 * Is between what a tool returns and what the model sees: takes secrets out, keeps outputs to limits, and shows them as facts
 * (`summary`), as rows (`table`), under a handle only (`handle`), or in their own shape (`raw`). Who runs the tool must carry it out,
 * and stops the action where that is not possible.
 *
 * | the action | ruling |
 * |---|---|
 * | matches | pass, with the obligation to show its output so |
 * | does not match | skipped |
 *
 * The host may ask for another mode in `request.mode`. A wider one than `mode` is shown only to principals with one of `raw_roles`;
 * everybody else has `mode`. Without `mode` outputs are summaries, rows are for everybody who asks, and `raw` needs a role. The required mode is in the audit trail. Of several firewalls the narrowest of everything counts.
 *
 * It cannot see secrets without a known shape or a telling name beside them, nor ones that the output encodes.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Firewall, shapeOutput } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(Firewall({ mode: 'table', maxRows: 1 }));
 * const { obligations } = engine.evaluateSync({ kind: 'tool', tool: 'crm.find' });
 * shapeOutput([{ id: 1, token: 'ghp_' + 'a1B2'.repeat(9) }, { id: 2 }], obligations).output; // => [{ id: 1, token: '[REDACTED:github_token]' }]
 * ```
 */
export function Firewall(options: FirewallOptions = {}): GuardNode {
  checkOptions('firewall', firewallParams, options);
  const { redact = DEFAULT_RULES, maxRows = 50, maxFields = 20, maxChars = 4_000, maxDepth = 3 } = options;
  rulesFor(redact);
  const limits: Obligations = { redact: Object.freeze([...redact]), maxRows, maxFields, maxOutput: maxChars, maxDepth };
  const verdicts = new Map(RESPONSE_MODES.map(mode => [mode, pass({ obligations: Object.freeze({ ...limits, mode }) })]));
  return Object.freeze<GuardNode>({
    name: 'firewall',
    kind: 'firewall',
    layer: 'observe',
    needs: needsOf(options.match),
    params: Object.freeze({ ...options }),
    check: checkWhere(options.match, action => verdicts.get(modeFor(action, options)) ?? pass()),
  });
}

const DEFAULT_RULES = ['secrets', 'card', 'iban'];

function modeFor(action: Action, { mode, rawRoles = ['admin'] }: FirewallOptions): ResponseMode {
  const usual = mode ?? 'summary';
  const wanted = action.request?.mode;
  if (wanted === undefined || !RESPONSE_MODES.includes(wanted)) return usual;
  const isForAll = RESPONSE_MODES.indexOf(wanted) >= RESPONSE_MODES.indexOf(mode ?? 'table');
  return isForAll || rolesOf(action).some(role => rawRoles.includes(role)) ? wanted : usual;
}

/** `firewall` in governance.yaml. */
export const firewallDefinition = defineNode({
  kind: 'firewall',
  doc: 'filters what a tool returns before the model sees it: removes secrets, keeps limits, shows facts or rows',
  params: firewallParams,
  rulings: [
    ['the action matches', 'pass, with the obligation to show its output so'],
    ['it does not', 'skipped'],
  ],
  example: 'firewall: { mode: table, max_rows: 20, redact: [secrets, pii] }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareBy({}),
  },
  build: given => Firewall(given),
});
