import type { Json } from '@licet/core';

import type { Draft } from '../importPolicy.ts';
import type { Source } from '../source.ts';

/**
 * Turns declarative policies of agent-kernel: which capabilities a principal of which roles may use, which ask, which are denied. A capability is a
 * tool here. What no rule allows is blocked, as there.
 */
export function fromAgentKernel(source: Source): Draft {
  if (source.at('version') === 1) source.take('version');
  if (source.at('default') === 'deny') source.take('default');
  const rules = source.indices('policies').map(index => ruleOf(source, index));
  const known = rules.filter(rule => rule !== undefined);
  const open = known.filter(({ effect }) => effect !== 'deny').flatMap(({ tools }) => tools);
  const allowed: Json = { tool_allowlist: { tools: open.length > 0 ? [...new Set(open)] : ['none'] } };
  return { default: 'block', nodes: [{ floor: {} }, { self_protection: {} }, allowed, ...known.flatMap(nodesOf)] };
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

function nodesOf({ effect, tools, roles, reason }: Rule): readonly Json[] {
  const denied: Json = { tool_allowlist: { tools: ['*'], deny: [...tools] } };
  const asked: readonly Json[] =
    effect === 'ask' ? [{ when: { if: { tool: [...tools] }, then: { human_approval: { reason } } } }] : [];
  if (effect === 'deny') return [roles.length > 0 ? { when: { if: { role: [...roles] }, then: denied } } : denied];
  const others: Json = { when: { if: { role: [...roles] }, then: { tool_allowlist: { tools: ['*'] } }, otherwise: denied } };
  return [...(roles.length > 0 ? [others] : []), ...asked];
}
