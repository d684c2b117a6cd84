import type { Json } from '@licet/core';

import { COMMON_CASES, caseOf } from '../cases.ts';
import type { Draft, TestCase } from '../draft.ts';
import type { Source } from '../source.ts';

/**
 * Turns declarative policies of agent-kernel. `rules` are its rules in order, by class, data, roles, intent, scope and justification:
 * they become `capability_rules`, with `capabilities` as the catalogue. `policies` name capabilities: which a principal of which roles
 * may use, which ask, which are denied; a capability is a tool here. What no rule allows is blocked, as there.
 */
export function fromAgentKernel(source: Source): Draft {
  if (source.at('version') === 1) source.take('version');
  const drafts = [...(source.indices('rules').length > 0 ? [rulesInOrder(source)] : []), ...policies(source)];
  const cases = drafts.flatMap(each => each.cases);
  return {
    default: 'block',
    ...Object.assign({}, ...drafts.map(({ capabilities }) => (capabilities === undefined ? {} : { capabilities }))),
    nodes: [{ floor: {} }, { self_protection: {} }, ...drafts.flatMap(({ nodes }) => nodes)],
    // Rules without a catalogue say nothing of any tool by its name.
    cases: cases.length > 0 ? cases : COMMON_CASES,
  };
}

/** The tag of capabilities that show no data of a special sort. */
const NO_DATA = 'none';

/** Its names of classes and of data are ours in capitals. */
const spoken = (value: unknown): Json =>
  [value as Json].flat().map(each => (typeof each === 'string' ? each.toLowerCase() : each));

/** The rules that are read from the top, and the catalogue that says what each capability is. */
function rulesInOrder(source: Source): Draft {
  const fallback = source.at('default') === 'allow' ? 'allow' : 'deny';
  source.take('default');
  const rules = source.indices('rules').flatMap(index => ruleInOrder(source, index) ?? []);
  const capabilities = catalogueOf(source);
  if (Object.keys(capabilities).length === 0)
    source.leave(['rules'], 'the class of a tool is in `capabilities`; what it does not name counts as destructive');
  return {
    ...(Object.keys(capabilities).length > 0 && { capabilities }),
    nodes: [{ capability_rules: { ...(fallback === 'allow' && { default: fallback }), rules } }],
    cases: rules.flatMap((rule, index) => caseOfRule(rule, rules.slice(0, index), capabilities)),
  };
}

/** What a rule says of the first capability that no rule before it is about, asked for with everything that it wants. */
function caseOfRule(rule: KernelRule, before: readonly KernelRule[], capabilities: Catalogue): readonly TestCase[] {
  const found = Object.entries(capabilities).find(([, it]) => isAbout(rule, it) && !before.some(each => isAbout(each, it)));
  if (found === undefined) return [];
  const { roles, attributes, intent, scope, min_justification: length = 0 } = rule.match ?? {};
  const plain = (values: Readonly<Record<string, Json>> = {}): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.replaceAll('*', 'example') : value]),
    );
  const call = {
    tool: found[0],
    principal: {
      id: 'someone',
      ...(roles !== undefined && { roles: roles.slice(0, 1) }),
      ...(attributes !== undefined && { attributes: plain(attributes) }),
    },
  };
  const request = {
    ...(length > 0 && { justification: 'as the rule asks for '.padEnd(length, '.') }),
    ...(intent?.[0] !== undefined && { intent: intent[0] }),
    ...(scope !== undefined && { scope: plain(scope) }),
  };
  const whole = { ...call, ...(Object.keys(request).length > 0 && { request }) };
  const asksFor = Object.keys(rule.match ?? {}).some(key => key !== 'safety' && key !== 'sensitivity');
  const without = rule.action === 'allow' && asksFor ? [caseOf({ tool: found[0] }, 'block')] : [];
  return [caseOf(whole, rule.action === 'allow' ? 'pass' : 'block'), ...without];
}

function isAbout(
  { match: { safety, sensitivity } = {} }: KernelRule,
  { safety: own, sensitivity: tags }: Catalogue[string],
): boolean {
  const data = tags ?? [NO_DATA];
  return (
    (safety === undefined || safety.includes(own ?? 'destructive')) &&
    (sensitivity === undefined || sensitivity.some(tag => data.includes(tag)))
  );
}

type Words = readonly string[];

/** A rule of `capability_rules`, as governance.yaml has it. */
type KernelRule = {
  readonly name?: string;
  readonly action: 'allow' | 'deny';
  readonly match?: {
    readonly safety?: Words;
    readonly sensitivity?: Words;
    readonly roles?: Words;
    readonly attributes?: Readonly<Record<string, Json>>;
    readonly min_justification?: number;
    readonly intent?: Words;
    readonly scope?: Readonly<Record<string, Json>>;
  };
  readonly constraints?: Readonly<Record<string, Json>>;
  readonly reason?: string;
};

type Catalogue = Readonly<
  Record<string, { readonly safety?: string; readonly sensitivity?: Words; readonly allowed_fields?: Json }>
>;

function ruleInOrder(source: Source, index: number): KernelRule | undefined {
  const at = (...path: readonly string[]): unknown => source.at('rules', index, ...path);
  const action = at('action');
  if (action !== 'allow' && action !== 'deny') {
    source.leave(['rules', index], 'a rule needs an `action` of allow or deny');
    return undefined;
  }
  const match: Record<string, Json> = {};
  const put = (key: string, name: string, turn: (value: unknown) => Json): void => {
    if (at('match', key) === undefined) return;
    source.take('rules', index, 'match', key);
    match[name] = turn(at('match', key));
  };
  for (const [key, name] of [
    ['safety_class', 'safety'],
    ['sensitivity', 'sensitivity'],
  ] as const)
    put(key, name, spoken);
  for (const key of ['roles', 'intent']) put(key, key, value => (Array.isArray(value) ? value : [value]) as Json);
  for (const key of ['attributes', 'scope', 'min_justification']) put(key, key, value => value as Json);
  const constraints = Object.fromEntries(
    ['max_rows', 'allowed_fields'].flatMap(key => {
      if (at('constraints', key) === undefined) return [];
      source.take('rules', index, 'constraints', key);
      return [[key, at('constraints', key) as Json]];
    }),
  );
  for (const key of ['name', 'action', 'reason']) source.take('rules', index, key);
  return {
    ...(typeof at('name') === 'string' && { name: at('name') as string }),
    action,
    ...(Object.keys(match).length > 0 && { match }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(typeof at('reason') === 'string' && { reason: at('reason') as string }),
  };
}

/** What each capability can do, where the file has it: `safety_class`, `sensitivity`, `allowed_fields`. */
function catalogueOf(source: Source): Catalogue {
  return Object.fromEntries(
    source.keys('capabilities').map(id => {
      const at = (key: string): unknown => source.at('capabilities', id, key);
      for (const key of ['safety_class', 'sensitivity', 'allowed_fields', 'description', 'name'])
        source.take('capabilities', id, key);
      const data =
        at('sensitivity') === undefined ? [] : (spoken(at('sensitivity')) as readonly string[]).filter(tag => tag !== NO_DATA);
      return [
        id,
        {
          ...(typeof at('safety_class') === 'string' && { safety: String(at('safety_class')).toLowerCase() }),
          ...(data.length > 0 && { sensitivity: data }),
          ...(Array.isArray(at('allowed_fields')) && { allowed_fields: at('allowed_fields') as Json }),
        },
      ];
    }),
  );
}

/** The policies that name capabilities. */
function policies(source: Source): readonly Draft[] {
  if (source.indices('policies').length === 0) return [];
  if (source.at('default') === 'deny') source.take('default');
  const rules = source.indices('policies').map(index => ruleOf(source, index));
  const known = rules.filter(rule => rule !== undefined);
  const open = known.filter(({ effect }) => effect !== 'deny').flatMap(({ tools }) => tools);
  const allowed: Json = { tool_allowlist: { tools: open.length > 0 ? [...new Set(open)] : ['none'] } };
  const cases = [caseOf({ tool: 'unknown.tool' }, 'block'), ...known.flatMap(rule => casesOf(rule, known))];
  return [{ nodes: [allowed, ...known.flatMap(nodesOf)], cases }];
}

interface Rule {
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly tools: readonly string[];
  readonly roles: readonly string[];
  readonly reason: string;
}

function ruleOf(source: Source, index: number): Rule | undefined {
  const path = ['policies', index] as const;
  const effect = source.at(...path, 'effect');
  const tools = source.texts(...path, 'match', 'capability');
  if ((effect !== 'allow' && effect !== 'ask' && effect !== 'deny') || tools.length === 0) {
    source.leave(path, 'a rule needs an `effect` of allow, ask or deny, and the `capability` that it is about');
    return undefined;
  }
  const narrows = ['intent', 'scope', 'safety_class', 'sensitivity'].filter(
    key => source.at(...path, 'match', key) !== undefined,
  );
  const [narrow] = narrows;
  if (effect === 'allow' && narrow !== undefined) {
    source.leave(path, `the rule allows by \`${narrow}\`, which a tool call does not carry: without it it would allow more`);
    return undefined;
  }
  for (const key of narrows)
    source.leave([...path, 'match', key], 'a tool call does not carry it: the rule holds for every call of the capability');
  const roles = source.texts(...path, 'match', 'roles');
  for (const { path: place } of [...tools, ...roles]) source.take(...place);
  for (const key of ['name', 'effect', 'reason']) source.take(...path, key);
  if (source.at(...path, 'min_justification') !== undefined)
    source.leave([...path, 'min_justification'], 'a human is asked in place of a justification');
  const asks = effect === 'allow' && typeof source.at(...path, 'min_justification') === 'number';
  const said = source.at(...path, 'reason');
  const reason = typeof said === 'string' && said !== '' ? said : `the policy of the host asks before ${tools[0]?.text}`;
  return { effect: asks ? 'ask' : effect, tools: tools.map(({ text }) => text), roles: roles.map(({ text }) => text), reason };
}

/** What a rule says of its capabilities, where no rule that denies speaks of them. */
function casesOf({ effect, tools, roles }: Rule, all: readonly Rule[]): readonly TestCase[] {
  const want = { allow: 'pass', ask: 'ask', deny: 'block' }[effect];
  const denied = new Set(all.filter(rule => rule.effect === 'deny').flatMap(rule => rule.tools));
  return tools
    .filter(tool => effect === 'deny' || !denied.has(tool))
    .flatMap(tool => {
      const call = { tool: tool.replaceAll('*', 'example') };
      const own = roles.length === 0 ? call : { ...call, principal: { id: 'someone', roles: [...roles] } };
      const others = roles.length > 0 && effect !== 'deny' ? [caseOf(call, 'block')] : [];
      return [caseOf(own, want), ...others];
    });
}

function nodesOf({ effect, tools, roles, reason }: Rule): readonly Json[] {
  const denied: Json = { tool_allowlist: { tools: ['*'], deny: [...tools] } };
  const asked: readonly Json[] =
    effect === 'ask' ? [{ when: { if: { tool: [...tools] }, then: { human_approval: { reason } } } }] : [];
  if (effect === 'deny') return [roles.length > 0 ? { when: { if: { role: [...roles] }, then: denied } } : denied];
  const others: Json = { when: { if: { role: [...roles] }, then: { tool_allowlist: { tools: ['*'] } }, otherwise: denied } };
  return [...(roles.length > 0 ? [others] : []), ...asked];
}
