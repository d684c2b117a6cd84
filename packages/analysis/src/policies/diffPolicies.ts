import { guard, pass } from '@licet/core';
import type { MaybePromise, QuietLevel } from '@licet/core';
import { QUIET_LEVELS } from '@licet/core/policy';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';

import { candidateFiles } from '../candidates/candidates.ts';
import { comparePolicies, sideOf } from '../comparePolicies.ts';
import type { PolicyProof } from '../comparePolicies.ts';
import type { Side } from '../compareTrees.ts';
import { read } from '../formula.ts';
import { searchWitnesses } from '../search/search.ts';
import type { Candidate, Witness } from '../witnesses.ts';
import type { PolicyHost } from './host.ts';
import { TEST_PLACE, worldOf } from './world.ts';

/** What a change of a policy does. */
export type Verdict = 'equal' | 'narrower' | 'wider' | 'mixed' | 'unknown';

/** How two policies compare. */
export interface PolicyDiff {
  readonly verdict: Verdict;
  readonly proof: PolicyProof;
  /** Actions that the two judge differently, as both engines have confirmed. */
  readonly witnesses: readonly Witness[];
  /** How `quiet` differs; absent where it does not. */
  readonly quiet?: QuietChange;
  /** Settings that differ and change no ruling. */
  readonly settings: readonly string[];
}

/** A change of `quiet`. A higher level is wider: calls certified up to it run without the question of the host. */
export interface QuietChange {
  readonly change: 'wider' | 'narrower';
  readonly old: QuietLevel;
  readonly new: QuietLevel;
}

/** Where there was no policy, everything ran. */
const NO_POLICY: BuiltPolicy = { policy: guard('no_policy', () => pass()), settings: { default: 'pass' } };
const NOTHING: Side = { tree: { join: { by: 'worst' }, of: [] }, default: 'pass' };
const AFTER_NOTHING: PolicyProof = { neverMilder: true, neverStricter: false, obstacles: [] };

/**
 * Compares two compiled policies, or one with none, under which everything ran. `equal` and `narrower` are proven, `wider` and `mixed` are shown by actions
 * or by a higher `quiet`; what is neither proven nor shown is `unknown`. `recorded` are more actions to try. `root` is the folder of the policies. `pause` is called before each
 * trial and each other step.
 */
export async function diffPolicies(
  host: PolicyHost,
  older: CompiledPolicy | undefined,
  newer: CompiledPolicy,
  root: string,
  recorded: readonly Candidate[] = [],
  pause: () => MaybePromise<void> = () => undefined,
): Promise<PolicyDiff> {
  const nodes = host.nodesAt(root).registry;
  const proof = older === undefined ? AFTER_NOTHING : comparePolicies(older, newer, nodes);
  const settings = older === undefined ? [] : otherSettings(older, newer);
  const quiet = quietChange(older, newer);
  const found = { proof, settings, ...(quiet && { quiet }) };
  if (proof.neverMilder && proof.neverStricter) return { verdict: quiet?.change ?? 'equal', witnesses: [], ...found };
  await pause();
  const policies = [...(older === undefined ? [] : [older]), newer];
  const { files, untracked } = candidateFiles(policies, nodes);
  const world = worldOf(host, files, root, { untracked });
  const trial = { effects: world.effects, cwd: TEST_PLACE.root, now: NOW, pause };
  const before = older === undefined ? NO_POLICY : world.build(older);
  await pause();
  const after = world.build(newer);
  await pause();
  const [was, is] = [older && read(older.policy, nodes, 'old'), read(newer.policy, nodes, 'new')];
  const witnesses = await searchWitnesses(
    {
      older: older && was && { compiled: older, read: was },
      newer: { compiled: newer, read: is },
      sides: [older && was ? sideOf(older, was) : NOTHING, sideOf(newer, is)],
      built: [before, after],
      proof,
    },
    recorded,
    { nodes, build: compiled => world.build(compiled), world: trial },
  );
  return { verdict: verdictOf(proof, [...witnesses, ...(quiet ? [quiet] : [])]), witnesses, ...found };
}

/** Where there was no policy, the host asked. */
function quietChange(older: CompiledPolicy | undefined, newer: CompiledPolicy): QuietChange | undefined {
  const levelOf = (policy: CompiledPolicy | undefined): QuietLevel => policy?.settings.quiet ?? 'off';
  const [was, is] = [levelOf(older), levelOf(newer)];
  if (was === is) return undefined;
  return { change: QUIET_LEVELS.indexOf(is) > QUIET_LEVELS.indexOf(was) ? 'wider' : 'narrower', old: was, new: is };
}

const NOW = Date.UTC(2026, 0, 5, 12);

function verdictOf({ neverMilder }: PolicyProof, shown: readonly Pick<Witness, 'change'>[]): Verdict {
  const isShown = (change: Witness['change']): boolean => shown.some(each => each.change === change);
  if (isShown('wider')) return isShown('narrower') ? 'mixed' : 'wider';
  return neverMilder ? 'narrower' : 'unknown';
}

const RULING_SETTINGS: ReadonlySet<string> = new Set(['default', 'mode', 'quiet']);

function otherSettings({ settings: was }: CompiledPolicy, { settings: is }: CompiledPolicy): readonly string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)] as (keyof typeof was)[]);
  return [...names].filter(name => !RULING_SETTINGS.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
