import { InvariantError } from '../model/errors.ts';
import type { GuardNode, Need } from '../model/node.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { EngineOptions } from './engineOptions.ts';
import { keepsSomething } from './plan.ts';

/** What an engine that lacks something is to be given. What is always there has no entry. */
export const WAYS_OUT: Readonly<Record<'effects' | 'approver' | 'audit', string>> = Object.freeze({
  effects: 'pass an analyser as `effects`, such as `analyzeEffects({ root })`',
  approver: 'pass an `approver`',
  audit: 'pass a trail as `audit`, such as the one that `openEngine` of `licet` opens',
});

/** The stores that exist without being opened. */
const UNOPENED: ReadonlySet<string> = new Set(['memory', 'none']);
const STORES = ['sessions', 'approvals', 'audit'] as const;

/**
 * Throws an {@link InvariantError} of code `needs_unmet` that lists everything which the nodes and the settings of a policy
 * need and the engine lacks, with what to pass. `sessions` and `facts` are met by any session store, and every engine has
 * one; `graph` is met by the node, which cannot be made without; a store that the settings name must be handed over open.
 */
export function checkNeeds(root: GuardNode, settings: PolicySettings, options: EngineOptions): void {
  const lacking = (Object.keys(WAYS_OUT) as (keyof typeof WAYS_OUT)[]).filter(need => options[need] === undefined);
  const unopened = opened(settings).flatMap(([name, store]) =>
    options[name] !== undefined
      ? []
      : [`\`${name}\` in \`${store}\`: pass the open store as \`${name}\`, or let \`openEngine\` of \`licet\` open it`],
  );
  refuse('the engine', [...lacking.flatMap(need => unmet(root, need)), ...unopened]);
}

/** What only an engine has: an evaluator keeps nothing and asks no one. */
const KEPT: ReadonlySet<Need> = new Set(['sessions', 'facts', 'approver', 'audit']);

/**
 * Throws an {@link InvariantError} of code `needs_unmet` for a policy to which more than deciding belongs: nodes that take, record
 * or hear, nodes that need what is kept, a store that the settings name. An analyser of effects can be given.
 */
export function checkStateless(root: GuardNode, settings: PolicySettings, { effects }: Pick<EngineOptions, 'effects'>): void {
  const isKeeping = (guard: GuardNode): boolean => guard.decidesAlone !== true && keepsSomething(guard);
  const names = namesOf(root, guard => isKeeping(guard) || guard.needs?.some(need => KEPT.has(need)) === true);
  const kept = [...(names === '' ? [] : [names]), ...opened(settings).map(([name]) => `the setting \`${name}\``)];
  refuse('an evaluator', [
    ...(effects === undefined ? unmet(root, 'effects') : []),
    ...(kept.length === 0 ? [] : [`a place to keep things, or somebody to ask (${kept.join(', ')}): use \`PolicyEngine\``]),
  ]);
}

function refuse(who: string, lacking: readonly string[]): void {
  if (lacking.length > 0) throw new InvariantError('needs_unmet', `the policy needs what ${who} lacks: ${lacking.join('; ')}`);
}

/** The stores of the settings that somebody must open. */
function opened(settings: PolicySettings): readonly (readonly [name: (typeof STORES)[number], store: string])[] {
  return STORES.flatMap(name => {
    const store = settings[name]?.store;
    return store === undefined || UNOPENED.has(store) ? [] : [[name, store] as const];
  });
}

function unmet(root: GuardNode, need: keyof typeof WAYS_OUT): readonly string[] {
  const names = namesOf(root, guard => guard.needs?.includes(need) === true);
  return names === '' ? [] : [`\`${need}\` (${names}): ${WAYS_OUT[need]}`];
}

/** The names of the nodes that are meant, each once, in the order of the tree. */
function namesOf(root: GuardNode, isMeant: (guard: GuardNode) => boolean): string {
  const visit = (guard: GuardNode): readonly string[] => [
    ...(isMeant(guard) ? [`\`${guard.id ?? guard.name}\``] : []),
    ...(guard.children ?? []).flatMap(visit),
  ];
  return [...new Set(visit(root))].join(', ');
}
