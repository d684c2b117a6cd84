import { QUIET_LEVELS } from '../model/certificate.ts';
import type { QuietLevel } from '../model/certificate.ts';
import { SANDBOX_MODES } from '../model/containment.ts';
import { limitMs } from '../model/limits.ts';
import type { ExceptionLimit, PolicyLimits } from '../model/limits.ts';
import { APPROVAL_PROOFS } from '../model/settings.ts';
import type { PolicySettings } from '../model/settings.ts';

/** A setting beyond what a policy above it allows. */
export interface CappedSetting {
  /** As policies write it: `quiet`, `audit.store`. */
  readonly key: string;
  readonly said: string;
  /** What counts in its place. */
  readonly counts: string;
}

/**
 * Returns the limits that hold where both hold. Lists have only what both have, and the shorter time and the lower number count.
 *
 * @example
 * ```ts
 * import { strictestLimits } from '@licet/core/policy';
 *
 * strictestLimits({ pauses: { for: '1h' } }, { pauses: { for: '5m', by: ['ann'] } }); // => { pauses: { for: '5m', by: ['ann'] } }
 * strictestLimits({ exceptions: 'never' }, { exceptions: { uses: 2 } }); // => { exceptions: 'never' }
 * ```
 */
export function strictestLimits(one: PolicyLimits = {}, other: PolicyLimits = {}): PolicyLimits {
  const limits = {
    exceptions: both(one.exceptions, other.exceptions),
    pauses: both(one.pauses, other.pauses),
    scopedApprovals: both(one.scopedApprovals, other.scopedApprovals),
    quiet: leastQuiet(one.quiet, other.quiet),
    hosts: common(one.hosts, other.hosts),
  };
  return withoutAbsent(limits) as PolicyLimits;
}

function both<Limit extends ExceptionLimit>(
  one: 'never' | Limit | undefined,
  other: 'never' | Limit | undefined,
): 'never' | object | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one === 'never' || other === 'never') return 'never';
  const [first, second] = [one.for, other.for];
  const isFirst = second === undefined || (first !== undefined && limitMs(first) <= limitMs(second));
  const uses = [one.uses, other.uses].filter(count => count !== undefined);
  return withoutAbsent({
    for: isFirst ? first : second,
    by: common(one.by, other.by),
    of: common(one.of, other.of),
    uses: uses.length === 0 ? undefined : Math.min(...uses),
  });
}

const leastQuiet = (...levels: readonly (QuietLevel | undefined)[]): QuietLevel | undefined =>
  QUIET_LEVELS.find(level => levels.includes(level));

const common = <Item>(one: readonly Item[] | undefined, other: readonly Item[] | undefined): readonly Item[] | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one.filter(item => other.includes(item));

const withoutAbsent = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;

/** What a policy keeps: the place that a policy above names counts. */
const KEPT = ['sessions', 'approvals', 'audit'] as const;

/**
 * Returns what of the settings of a policy does not count below another one, and what counts in its place.
 *
 * @example
 * ```ts
 * import { cappedSettings } from '@licet/core/policy';
 *
 * cappedSettings({ quiet: 'build' }, { limits: { quiet: 'look' } }); // => [{ key: 'quiet', said: 'build', counts: 'look' }]
 * ```
 */
export function cappedSettings(settings: PolicySettings, above: PolicySettings): readonly CappedSetting[] {
  const proofs = [settings, above].map(({ approvals }) => approvals?.proof);
  const counted: readonly (readonly [key: string, said: string | undefined, counts: string | undefined])[] = [
    ['mode', settings.mode, above.mode === 'observe' ? settings.mode : 'enforce'],
    ['quiet', settings.quiet, quietWithin(quietWithin(settings.quiet, settings), above)],
    ['sandbox', settings.sandbox, SANDBOX_MODES.find(mode => mode === settings.sandbox || mode === above.sandbox)],
    ['approvals.proof', settings.approvals?.proof, APPROVAL_PROOFS.findLast(level => proofs.includes(level))],
    ...KEPT.map(use => [`${use}.store`, settings[use]?.store, above[use]?.store ?? settings[use]?.store] as const),
  ];
  return counted.flatMap(([key, said, counts]) =>
    said === undefined || counts === undefined || said === counts ? [] : [{ key, said, counts }],
  );
}

/** The level of `quiet` below other settings; undefined where it is not said. */
export function quietWithin(level: QuietLevel | undefined, { quiet, limits }: PolicySettings): QuietLevel | undefined {
  return level && leastQuiet(level, quiet, limits?.quiet);
}
