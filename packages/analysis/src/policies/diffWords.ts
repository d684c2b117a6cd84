import { counted } from '@licet/core/command';

import type { Witness } from '../witnesses.ts';
import type { PolicyDiff, Verdict } from './diffPolicies.ts';

/** What each verdict says to a person. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  equal: 'both rule the same, whatever the action',
  narrower: 'the new policy is never milder',
  wider: 'the new policy is milder for some actions',
  mixed: 'the new policy is milder for some actions and stricter for others',
  unknown: 'no action was found that is milder, and it is not proven that there is none: treat it as wider',
};

const MOST_WITNESSES = 30;

/**
 * One witness of everything that became milder, then of everything that became stricter, up to the most that a person reads: for each text of a policy
 * that has changed, and each guard with its code. The others show the same in another way.
 */
export function chooseWitnesses(witnesses: readonly Witness[]): readonly Witness[] {
  return (['wider', 'narrower'] as const).flatMap(change => {
    const own = witnesses.filter(each => each.change === change);
    // What is about a changed text shows that text, by whichever guard it is noticed.
    const groups = Map.groupBy(own, ({ about, old, new: fresh }) =>
      about === undefined ? [old.guard, old.code, old.ruling, fresh.ruling].join() : `about ${about}`,
    );
    return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, MOST_WITNESSES);
  });
}

/** One difference of two policies in words. */
interface ChangeRow {
  readonly change: Witness['change'];
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** What a person reads of a difference: the change of `quiet`, and what {@link chooseWitnesses} chooses. */
export function changeRows({ witnesses, quiet }: Pick<PolicyDiff, 'witnesses' | 'quiet'>): readonly ChangeRow[] {
  const ofQuiet = quiet && {
    change: quiet.change,
    words: `the host's own question about certified calls`,
    before: `quiet: ${quiet.old}`,
    after: `quiet: ${quiet.new}`,
  };
  const ofActions = chooseWitnesses(witnesses).map(each => ({
    change: each.change,
    words: actionText(each),
    before: rulingText(each.old),
    after: rulingText(each.new),
  }));
  return [...(ofQuiet ? [ofQuiet] : []), ...ofActions];
}

/** Says how many witnesses {@link chooseWitnesses} leaves out; undefined where it leaves out none. */
export function unshownText(witnesses: readonly Witness[]): string | undefined {
  const rest = witnesses.length - chooseWitnesses(witnesses).length;
  return rest === 0 ? undefined : `and ${counted(rest, 'more action')}: \`--json\` has them`;
}

/** The action of a witness. */
export const actionText = ({ words, times }: Witness): string => (times === undefined ? words : `${words} (time ${times})`);

/** What a policy says of an action. */
export const rulingText = ({ ruling, guard, code }: Witness['old']): string => `${ruling} (${guard}, ${code})`;

/** Whether a policy that is milder for some actions may also be stricter for others: no action shows it, and nothing excludes it. */
export const isPerhapsStricter = ({ verdict, proof }: Pick<PolicyDiff, 'verdict' | 'proof'>): boolean =>
  verdict === 'wider' && !proof.neverStricter;

/** Why something milder is not excluded; empty where it is. */
export function obstacleTexts({ verdict, proof }: Pick<PolicyDiff, 'verdict' | 'proof'>): readonly string[] {
  if (verdict === 'equal' || verdict === 'narrower') return [];
  const stricter = isPerhapsStricter({ verdict, proof }) ? ['that the new policy is stricter for no action'] : [];
  const nodes = proof.obstacles.map(
    ({ side, kind, way, why }) => `\`${kind}\` at ${way === '' ? 'the root' : way} of the ${side} policy: ${why}`,
  );
  return [...stricter, ...nodes];
}
