import { InvariantError } from '../model/errors.ts';
import type { Guard, Need } from '../model/guard.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { EngineOptions } from './engineOptions.ts';

/** What an engine that lacks something is to be given. What is always there has no entry. */
export const WAYS_OUT: Readonly<Record<'effects' | 'approver' | 'audit', string>> = Object.freeze({
  effects: 'pass an analyser as `effects`, such as `analyzeEffects({ root })`',
  approver: 'pass an `approver`',
  audit: 'pass a trail as `audit`, such as the one that `openEngine` of `licet` opens',
});

/** The stores that need nobody to open them. */
const UNOPENED: ReadonlySet<string> = new Set(['memory', 'none']);

/**
 * Throws an {@link InvariantError} of code `needs_unmet` that lists everything which the nodes and the settings of a policy
 * need and the engine lacks, with what to pass. `sessions` and `facts` are met by any session store, and every engine has
 * one; `graph` is met by the node, which cannot be made without; a store that the settings name must be handed over open.
 */
export function checkNeeds(root: Guard, settings: PolicySettings, options: EngineOptions): void {
  const lacking = (Object.keys(WAYS_OUT) as (keyof typeof WAYS_OUT)[]).filter(need => options[need] === undefined);
  const unmet = lacking.flatMap(need => {
    const names = nodesThatNeed(root, need);
    return names.length === 0 ? [] : [`\`${need}\` (${names.map(name => `\`${name}\``).join(', ')}): ${WAYS_OUT[need]}`];
  });
  const unopened = (['sessions', 'approvals', 'audit'] as const).flatMap(name => {
    const store = settings[name]?.store;
    if (store === undefined || UNOPENED.has(store) || options[name] !== undefined) return [];
    return [`\`${name}\` in \`${store}\`: pass the open store as \`${name}\`, or let \`openEngine\` of \`licet\` open it`];
  });
  if (unmet.length + unopened.length === 0) return;
  throw new InvariantError('needs_unmet', `the policy needs what the engine lacks: ${[...unmet, ...unopened].join('; ')}`);
}

/** The names of the nodes that need something, each once, in the order of the tree. */
function nodesThatNeed(root: Guard, need: Need): readonly string[] {
  const visit = (guard: Guard): readonly string[] => [
    ...(guard.needs?.includes(need) === true ? [guard.id ?? guard.name] : []),
    ...(guard.children ?? []).flatMap(visit),
  ];
  return [...new Set(visit(root))];
}
