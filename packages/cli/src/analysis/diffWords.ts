import type { Witness } from '@licet/analysis';

import type { PolicyDiff, Verdict } from './diffPolicies.ts';

/** What each verdict says to a person. */
export const MEANING: Readonly<Record<Verdict, string>> = {
  equal: 'both rule the same, whatever the action',
  narrower: 'the new policy is never milder',
  wider: 'the new policy is milder for some actions',
  mixed: 'the new policy is milder for some actions and stricter for others',
  unknown: 'nothing milder was found, and that there is nothing is not proven',
};

const MOST_WITNESSES = 5;

/** The first few witnesses of each change: what became milder comes first. */
export const chosen = (witnesses: readonly Witness[]): readonly Witness[] =>
  (['wider', 'narrower'] as const).flatMap(change => witnesses.filter(each => each.change === change).slice(0, MOST_WITNESSES));

/** The action of a witness. */
export const wordsOf = ({ words, times }: Witness): string => (times === undefined ? words : `${words} (time ${times})`);

/** What a policy says of an action. */
export const saidOf = ({ ruling, guard, code }: Witness['old']): string => `${ruling} (${guard}, ${code})`;

/** Why something milder is not excluded; empty where it is. */
export function notProven({ verdict, proof }: Pick<PolicyDiff, 'verdict' | 'proof'>): readonly string[] {
  if (verdict === 'equal' || verdict === 'narrower') return [];
  return proof.obstacles.map(
    ({ side, kind, way, why }) => `\`${kind}\` at ${way === '' ? 'the root' : way} of the ${side} policy: ${why}`,
  );
}
