import type { Json } from '@licet/core';

import type { TestCase } from '../../draft.ts';
import type { Source } from '../../source.ts';

/** The roles of an org spec, and which agents play them. */
export interface Roles {
  /** Sub-agents play the other roles by their sort. What is said of the main role holds for every agent. */
  readonly main: string | undefined;
  readonly others: readonly string[];
  /** The node that says which agents play the other roles. */
  readonly nodes: readonly Json[];
  /** A node that holds for the agents of a role. */
  bind(role: unknown, node: Json): Json;
  /** The agent of a case about a role: none for the main agent. */
  agentOf(role: unknown): TestCase;
  /** Tells whether the agents of a role may not do what a capability is for. */
  lacks(role: unknown, capability: 'write_file' | 'execute_command'): boolean;
}

/**
 * Reads the roles of an org spec. aorta4llm registers the agent with the first role that is not `reviewer`: that role is the main one, and no sub-agent
 * gets rid of its norms. A role that is not declared is the main one too, so that no norm is lost.
 */
export function rolesOf(source: Source): Roles {
  const names = source.keys('roles');
  const main = names.find(name => name !== 'reviewer') ?? names[0];
  const others = names.filter(name => name !== main);
  const isOther = (role: unknown): role is string => typeof role === 'string' && others.includes(role);
  return {
    main,
    others,
    nodes: others.length === 0 ? [] : [{ roles: { roles: Object.fromEntries(others.map(name => [name, { agents: [name] }])) } }],
    bind: (role, node) => (isOther(role) ? { when: { if: { role }, then: node } } : node),
    agentOf: role => (isOther(role) ? { agent: role } : {}),
    lacks(role, capability) {
      const of = isOther(role) ? [role, main] : [main];
      return of.some(name => {
        const listed = source.texts('roles', name ?? '', 'capabilities').map(({ text }) => text);
        return listed.length > 0 && !listed.includes(capability);
      });
    },
  };
}

/** What a role cannot do is closed for its agents. */
export function closedByRoles(source: Source, roles: Roles): readonly Json[] {
  return source.keys('roles').flatMap(role => {
    source.take('roles', role, 'objectives');
    const listed = source.texts('roles', role, 'capabilities');
    const own = new Set(listed.map(({ text }) => text));
    for (const { text, path } of listed) {
      if (['read_file', 'write_file', 'execute_command'].includes(text)) source.take(...path);
      else source.leave(path, 'nothing here is closed or opened by it');
    }
    if (own.size === 0) {
      source.take('roles', role);
      return [];
    }
    const missing: readonly Json[] = [
      ...(own.has('write_file') ? [] : [{ file_boundary: { read_only: ['**'] } }]),
      ...(own.has('execute_command') ? [] : [{ tool_allowlist: { tools: ['*'], deny: ['Bash'] } }]),
    ];
    return missing.map(node => roles.bind(role, node));
  });
}
