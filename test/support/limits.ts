import { APPROVAL_PROOFS, EXCEPTION_SUBJECTS, QUIET_LEVELS, SANDBOX_MODES } from '@licet/core/policy';
import type { PolicyLimits, PolicySettings } from '@licet/core/policy';
import * as fc from 'fast-check';

const some = <Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> =>
  fc.subarray([...items], { minLength: 1 }) as fc.Arbitrary<readonly Item[]>;

/** The people of random limits and exceptions. */
export const PEOPLE = ['ann', 'bob', 'eve'] as const;

const time = fc.constantFrom('5m', '30m', '2h');
const uses = fc.integer({ min: 1, max: 6 });

const partly = <Members extends object>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }): fc.Arbitrary<
  Partial<Members>
> => fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<Members>>;

/** Random limits of a policy. */
export const limits = partly({
  exceptions: fc.oneof(
    fc.constant('never' as const),
    partly({ of: some(EXCEPTION_SUBJECTS), by: some(PEOPLE), for: time, uses }),
  ),
  pauses: fc.oneof(fc.constant('never' as const), partly({ by: some(PEOPLE), for: time })),
  scopedApprovals: fc.oneof(fc.constant('never' as const), partly({ for: time, uses })),
  quiet: fc.constantFrom(...QUIET_LEVELS),
  hosts: some(['claude', 'codex', 'mcp']),
}) as fc.Arbitrary<PolicyLimits>;

/** Random settings of a policy that a limit may be about. */
export const settingsWithin = partly({
  mode: fc.constantFrom('enforce' as const, 'observe' as const),
  quiet: fc.constantFrom(...QUIET_LEVELS),
  sandbox: fc.constantFrom(...SANDBOX_MODES),
  approvals: partly({ proof: fc.constantFrom(...APPROVAL_PROOFS) }),
  limits,
}) as fc.Arbitrary<PolicySettings>;
