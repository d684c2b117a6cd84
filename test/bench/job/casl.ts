import type { MongoAbility } from '@casl/ability';
import { AbilityBuilder, createMongoAbility, subject } from '@casl/ability';

import type { Decider } from './decider.ts';
import { pathPatterns } from './patterns.ts';
import type { Request } from './requests.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';

function abilityOf(role: string): MongoAbility {
  const { can, cannot, build } = new AbilityBuilder<MongoAbility>(createMongoAbility);
  for (const tool of TOOLS_OF[role] ?? []) {
    const rules = tool === 'Read' ? pathPatterns(READ) : tool === 'Write' ? pathPatterns(WRITE) : undefined;
    if (rules === undefined) can(tool, 'Request');
    else can(tool, 'Request', { text: { $regex: new RegExp(rules.allowed) } });
    for (const pattern of rules?.blocked ?? []) cannot(tool, 'Request', { text: { $regex: new RegExp(pattern) } });
  }
  for (const { pattern } of DANGERS) cannot('Bash', 'Request', { text: { $regex: pattern } });
  cannot('manage', 'Request', { total: { $gt: BUDGET } });
  return build();
}

/** CASL: one ability per role, conditions in its MongoDB dialect. */
export function casl(all: readonly Request[]): Decider {
  const abilities = new Map(Object.keys(TOOLS_OF).map(role => [role, abilityOf(role)]));
  const subjects = all.map(each => subject('Request', { text: each.text, total: each.spent + each.cost }));
  return { decide: request => abilities.get(request.role)?.can(request.tool, subjects[request.index] as never) === true };
}
