import type { Enforcer } from 'casbin';
import { StringAdapter, newEnforcer, newModelFromString } from 'casbin';

import type { Decider } from './decider.ts';
import { pathPatterns } from './patterns.ts';
import { BUDGET, DANGERS, READ, WRITE } from './rules.ts';

const MODEL = `
[request_definition]
r = sub, tool, text, total
[policy_definition]
p = sub, tool, pattern, eft
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = g(r.sub, p.sub) && (p.tool == "Budget" && r.total > ${BUDGET} || r.tool == p.tool && regexMatch(r.text, p.pattern))
`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function rows(): string {
  const paths = (tool: string, { allowed, blocked }: ReturnType<typeof pathPatterns>, role: string): readonly string[] => [
    `p, ${role}, ${tool}, ${quoted(allowed)}, allow`,
    ...blocked.map(pattern => `p, readonly, ${tool}, ${quoted(pattern)}, deny`),
  ];
  return [
    'p, readonly, Budget, none, deny',
    ...paths('Read', pathPatterns(READ), 'readonly'),
    ...paths('Write', pathPatterns(WRITE), 'developer'),
    'p, developer, Bash, ^, allow',
    'p, admin, Deploy, ^, allow',
    ...DANGERS.map(({ pattern }) => `p, readonly, Bash, ${quoted(pattern.source)}, deny`),
    'g, developer, readonly',
    'g, admin, developer',
  ].join('\n');
}

/** Casbin: deny-override, a role hierarchy, and its own regexMatch. */
export async function casbin(): Promise<Decider> {
  const enforcer: Enforcer = await newEnforcer(newModelFromString(MODEL), new StringAdapter(rows()));
  return { decide: ({ role, tool, text, spent, cost }) => enforcer.enforceSync(role, tool, text, spent + cost) };
}
