import type { ActionInput } from '@licet/core';

/** A cheap comparison, as most leaves of a policy are: of the tool, a prefix, a number, a role, a length. */
export type Leaf = (action: ActionInput) => boolean;

const TOOLS = ['Read', 'Write', 'Bash', 'Deploy'] as const;
const ROLES = ['developer', 'admin', 'readonly'] as const;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the n-th leaf; true is pass, false is block. */
export function leafAt(index: number): Leaf {
  const wanted = TOOLS[index % TOOLS.length];
  const role = ROLES[index % ROLES.length] as string;
  const kinds: readonly Leaf[] = [
    action => action.tool !== wanted,
    action => !text(action.payload?.['path']).startsWith(`/forbidden/${index}`),
    action => Number(action.payload?.['cost']) < 4 + (index % 3),
    action => action.principal?.roles?.[0] !== role,
    action => text(action.payload?.['path']).length < 60 + index,
  ];
  return kinds[index % kinds.length] as Leaf;
}

/** 64 different actions. */
export const ACTIONS: readonly ActionInput[] = Array.from({ length: 64 }, (_, index) => ({
  kind: 'tool',
  tool: TOOLS[index % TOOLS.length] as string,
  payload: { path: `/home/project/src/file-${index}.ts`, cost: 1 + (index % 5) },
  sessionId: 'bench',
  principal: { id: `p${index % 7}`, roles: [ROLES[index % ROLES.length] as string] },
}));
