import type { Action, GuardNode, Json, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import { SAFETY_CLASSES, SENSITIVITIES, checkSelected, rolesOf } from './capability.ts';
import type { Capability } from './capability.ts';
import type { CapabilityCode, FailedCondition } from './conditions.ts';
import { named, refuse } from './conditions.ts';
import { justificationLength } from './requireJustification.ts';
import { orderedRules } from './compare.ts';

const matchParam = param.object(
  {
    /** One of these classes of tools. */
    safety: param.optional(param.list(param.choice(SAFETY_CLASSES), { doc: 'one of these classes of tools' })),
    /** One of these kinds of data, as the catalogue says. */
    sensitivity: param.optional(
      param.list(param.choice(['none', ...SENSITIVITIES]), { doc: 'one of these kinds of data, as the catalogue says' }),
    ),
    /** One of them. */
    roles: param.optional(param.list(param.text(), { doc: 'one of them' })),
    /** All of them; `*`: it is there. */
    attributes: param.optional(param.record(param.text(), { doc: 'all of them; `*`: it is there' })),
    /** A reason of at least so many characters. */
    minJustification: param.optional(param.number({ whole: true, min: 0, doc: 'a reason of at least so many characters' })),
    /** One of them. */
    intent: param.optional(param.list(param.text(), { doc: 'one of them' })),
    /** All of them; `*` matches any number of characters. */
    scope: param.optional(param.record(param.text(), { doc: 'all of them; `*` matches any number of characters' })),
  },
  { doc: 'what must fit, all of it; without it the rule fits everything' },
);

const ruleParam = param.object({
  /** What the rule is called in reasons. */
  name: param.optional(param.text({ doc: 'what the rule is called in reasons' }), '`rule-0`, by its place'),
  /** Whether a call that fits may run. */
  action: param.choice(['allow', 'deny'], { doc: 'whether a call that fits may run' }),
  /** Which calls it is for. */
  match: param.optional(matchParam),
  /** What the output of an allowed call may show. */
  constraints: param.optional(
    param.object(
      {
        /** The most rows that its output shows. */
        maxRows: param.optional(param.number({ whole: true, min: 0, doc: 'the most rows that its output shows' })),
        /** The only fields that its output shows. */
        allowedFields: param.optional(param.list(param.text(), { doc: 'the only fields that its output shows' })),
      },
      { doc: 'what the output of an allowed call may show' },
    ),
  ),
  /** What the caller is told. */
  reason: param.optional(param.text({ doc: 'what the caller is told' })),
});

const capabilityRulesParams = params({
  /** What counts where no rule fits. */
  default: param.optional(param.choice(['allow', 'deny'], { doc: 'what counts where no rule fits' }), 'deny'),
  /** The first that fits decides. */
  rules: param.list(ruleParam, { doc: 'the first that fits decides' }),
});

/** What {@link CapabilityRules} takes. */
export type CapabilityRulesOptions = ParamsOf<typeof capabilityRulesParams>;

type Rule = NonNullable<(typeof ruleParam)['value']>;

/**
 * Rules in order: the first that fits decides. Everything else in a policy is the other way about, where order changes nothing
 * and the strictest child of `all` counts: an allow here stops the rules below it, but lifts no ruling next to
 * this node.
 *
 * | the first rule that fits | ruling |
 * |---|---|
 * | allows | pass, `rule_allow`, with its limits on rows and fields as obligations |
 * | denies | block, `explicit_deny_rule` |
 * | there is none | block, `no_matching_rule`; pass, `default_fallthrough_allow`, with `default: allow` |
 *
 * A block where nothing fits tells what else the first rule that would allow such a capability asks for. Limits only narrow:
 * a rule cannot widen what another guard, or the request, has capped.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine } from '@licet/core';
 * import { Capabilities, CapabilityRules } from '@licet/capabilities';
 *
 * const catalogue = Capabilities({ catalogue: { 'docs.search': { safety: 'read' } } });
 * const rules = CapabilityRules({ rules: [{ action: 'allow', match: { safety: ['read'], intent: ['triage'] } }] });
 * const engine = new PolicyEngine(All(catalogue, rules));
 * const search = { kind: 'tool', tool: 'docs.search' };
 * engine.evaluateSync({ ...search, request: { intent: 'triage' } }).ruling; // => 'pass'
 * engine.evaluateSync(search).code; // => 'no_matching_rule'
 * ```
 */
export function CapabilityRules(options: CapabilityRulesOptions): GuardNode {
  checkOptions('capability_rules', capabilityRulesParams, options);
  const { rules } = options;
  return Object.freeze<GuardNode>({
    name: 'capability_rules',
    kind: 'capability_rules',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected({}, (needed, action) => {
      const rule = rules.find(each => failuresOf(each, needed, action).length === 0);
      if (rule === undefined)
        return options.default === 'allow' ? pass({ code: 'default_fallthrough_allow' }) : nothingFits(rules, needed, action);
      const name = rule.name ?? `rule-${rules.indexOf(rule)}`;
      return rule.action === 'allow' ? allowed(rule, name) : denied(rule, name, needed);
    }),
  });
}

function allowed({ constraints: { maxRows, allowedFields } = {} }: Rule, name: string): Verdict {
  return pass({
    code: 'rule_allow',
    evidence: { rule: name },
    obligations: { ...(maxRows !== undefined && { maxRows }), ...(allowedFields !== undefined && { fields: allowedFields }) },
  });
}

function denied({ reason }: Rule, name: string, { id }: Capability): Verdict {
  return refuse(reason ?? `a rule of the policy denies \`${id}\``, {
    condition: `rule \`${name}\``,
    required: 'a request that this rule does not deny',
    found: 'one that it denies',
    fix: 'do something else, or ask the user',
    code: 'explicit_deny_rule',
  });
}

/** Tells what the first rule asks for that would allow a capability of this class and this data. */
function nothingFits(rules: readonly Rule[], needed: Capability, action: Action): Verdict {
  const near = rules.find(rule => rule.action === 'allow' && isAbout(rule, needed));
  const conditions = near === undefined ? [] : failuresOf(near, needed, action);
  const verdict = refuse(`no rule of the policy allows \`${needed.id}\` to this request`, {
    condition: 'rules',
    required: 'a rule that allows it',
    found: 'none',
    fix: conditions[0]?.fix ?? 'do something else, or ask the user',
    code: 'no_matching_rule',
  });
  return conditions.length === 0
    ? verdict
    : Object.freeze({ ...verdict, evidence: { conditions: conditions as unknown as readonly Json[] } });
}

function isAbout({ match = {} }: Rule, { safety, sensitivity }: Capability): boolean {
  const tags: readonly string[] = sensitivity.length === 0 ? ['none'] : sensitivity;
  return (
    (match.safety === undefined || match.safety.includes(safety)) &&
    (match.sensitivity === undefined || match.sensitivity.some(tag => tags.includes(tag)))
  );
}

function failuresOf(rule: Rule, needed: Capability, action: Action): readonly FailedCondition[] {
  if (!isAbout(rule, needed)) return [failed('capability', 'a capability of another class', needed.safety, 'no_matching_rule')];
  return askedBy(rule, action).flatMap(([holds, ...rest]) => (holds ? [] : [failed(...rest)]));
}

/** What a rule asks for in addition to the capability, and whether the request has it. */
type Asked = readonly [holds: boolean, condition: string, required: string, found: string, code: CapabilityCode];

function askedBy({ match = {} }: Rule, action: Action): readonly Asked[] {
  const { roles = [], attributes = {}, minJustification = 0, intent = [], scope = {} } = match;
  const { request, principal } = action;
  const own = rolesOf(action);
  const length = justificationLength(request?.justification);
  const hasRole = roles.length === 0 || roles.some(role => own.includes(role));
  const hasIntent = intent.length === 0 || intent.includes(request?.intent as string);
  const intentFound = request?.intent === undefined ? 'none' : 'another one';
  const words = `a justification of at least ${minJustification} characters`;
  return [
    [hasRole, 'roles', `one of the roles ${named(roles, '')}`, named(own, 'no roles'), 'missing_role'],
    ...Object.entries(attributes).map(([name, wanted]): Asked => {
      const holds = hasAttribute(principal?.attributes, name, wanted);
      return [holds, `attribute:${name}`, `the attribute \`${name}\` of the rule`, 'another one, or none', 'missing_attribute'];
    }),
    [hasIntent, 'intent', `one of the intents ${named(intent, '')}`, intentFound, 'intent_not_allowed'],
    ...Object.entries(scope).map(([name, wanted]): Asked => {
      const holds = fitsScope(request?.scope, name, wanted);
      return [holds, `scope:${name}`, `the scope \`${name}\` of the rule`, 'another one, or none', 'scope_not_allowed'];
    }),
    [length >= minJustification, 'min_justification', words, `one of ${length}`, 'insufficient_justification'],
  ];
}

const failed = (condition: string, required: string, found: string, code: CapabilityCode): FailedCondition => ({
  condition,
  required,
  found,
  fix: `make the request with ${required}, or ask the user`,
  code,
});

type Named = Readonly<Record<string, Json>> | undefined;

const valueOf = (values: Named, name: string): unknown =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, name) ? values[name] : undefined;

function hasAttribute(attributes: Named, name: string, wanted: string): boolean {
  const found = valueOf(attributes, name);
  return found !== undefined && (wanted === '*' || found === wanted);
}

/** What is no text fits no pattern but the one that asks for anything. */
function fitsScope(scope: Named, name: string, wanted: string): boolean {
  const found = valueOf(scope, name);
  return wanted === '*' ? found !== undefined : typeof found === 'string' && matchesWildcard(wanted, found);
}

/** `capability_rules` in governance.yaml. */
export const capabilityRulesDefinition = defineNode({
  kind: 'capability_rules',
  doc: 'rules for capabilities in order: the first that fits decides',
  params: capabilityRulesParams,
  rulings: [
    ['the first rule that fits allows', 'pass'],
    ['the first rule that fits denies', 'block'],
    ['no rule fits', 'what `default` says: block, or pass'],
  ],
  example: 'capability_rules: { rules: [{ action: allow, match: { safety: [read] } }] }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareBy({ default: paramOrder.choice(['allow', 'deny'], 'deny'), rules: orderedRules }),
    affectsSiblings: ({ rules }) => JSON.stringify(rules).includes('"constraints"'),
  },
  build: given => CapabilityRules(given),
});
