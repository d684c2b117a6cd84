import { dirname, resolve } from 'node:path';

import { GovernanceError } from '@licet/core';
import { QUIET_LEVELS, SANDBOX_MODES } from '@licet/core/policy';
import type { CompiledPolicy, PolicySettings } from '@licet/core/policy';

import { PolicyError } from '../exit.ts';
import { servedUser } from '../policy/licetHome.ts';
import { keep, readDisk, readKept } from '../policy/cache.ts';
import type { KeptPolicy, ReadSource } from '../policy/cache.ts';
import { realOf } from '../policy/policyFiles.ts';
import { pathFrom } from './governingFiles.ts';
import { joinable } from './joinable.ts';
import { pinFile, placeFolder, readPin, requireWhole } from './pin.ts';
import type { Pin } from './pin.ts';

/** A policy above another one, which can only narrow it. */
export interface Layer {
  readonly kept: Pick<KeptPolicy, 'compiled' | 'policyDigest' | 'sources'>;
  /** The folder that its patterns start from. @defaultValue the one of the policy below */
  readonly root?: string;
  /** Whether it comes from a pin, so that its texts are not those on disk. @defaultValue false */
  readonly isPinned?: true;
  /** Whether it is the managed policy of the machine: no pause and no wider answer lifts what it stops. @defaultValue false */
  readonly isManaged?: true;
}

/** How the policy on disk compares with the one that a person has accepted. */
export type PinState =
  /** No person has accepted a policy here: the one on disk counts. */
  | { readonly state: 'unpinned' }
  | { readonly state: 'accepted'; readonly pin: Pin }
  /** Both count: the policy on disk can only narrow the accepted one. `isPartial` says that some of its rules do not apply until it is accepted. */
  | { readonly state: 'changed'; readonly pin: Pin; readonly isPartial: boolean }
  /** No person has accepted this policy, but one of a folder above it, which it can only narrow. */
  | { readonly state: 'nested'; readonly pin: Pin; readonly isPartial: boolean }
  /** The accepted policy counts alone. */
  | { readonly state: 'gone'; readonly pin: Pin };

/** The policy of one folder, as it counts. */
export interface Effective {
  /** The policy on disk, with the stores of the accepted one; the accepted one itself where none is on disk. */
  readonly kept: KeptPolicy;
  /** The accepted policy, where the one on disk differs. */
  readonly above: readonly Layer[];
  readonly pin: PinState;
}

/** A policy and those above it, the outermost first. */
export const outermostFirst = ({
  kept,
  above,
}: {
  readonly kept: Pick<KeptPolicy, 'compiled'>;
  readonly above: readonly Layer[];
}): readonly CompiledPolicy[] => [...above.map(layer => layer.kept), kept].map(({ compiled }) => compiled);

/** Reads and compiles the policy on disk. */
export type ReadOnDisk = (file: string, keeps: boolean) => Promise<KeptPolicy>;

/**
 * Returns the policy that counts in a folder: the one on disk if a person has accepted exactly this one, or if no person has accepted any; otherwise
 * the accepted one, narrowed by the one on disk. Throws a {@link PolicyError} for a pin that is gone or damaged and for a policy on disk that does not load.
 */
export async function effectivePolicy(file: string, keeps: boolean, onDisk: ReadOnDisk): Promise<Effective> {
  const pin = readPin(file);
  if (pin === undefined) return { kept: await onDisk(file, keeps), above: [], pin: { state: 'unpinned' } };
  let kept: KeptPolicy;
  try {
    kept = await onDisk(file, keeps);
  } catch (error) {
    if (!(error instanceof PolicyError) || error.code !== 'policy_not_found') throw error;
    return { kept: await pinnedPolicy(pin, file, keeps), above: [], pin: { state: 'gone', pin } };
  }
  if (isPinned(kept, pin, file)) return { kept, above: [], pin: { state: 'accepted', pin } };
  const pinned = await pinnedPolicy(pin, file, keeps);
  const { inner, isPartial } = below(pinned, kept, true);
  const state: PinState = { state: 'changed', pin, isPartial };
  return inner === undefined
    ? { kept: pinned, above: [], pin: state }
    : { kept: inner, above: [{ kept: pinned, isPinned: true }], pin: state };
}

/** A policy that no person has accepted, in a folder below one whose policy `pin` holds. */
export interface Nested {
  /** The policy that may only narrow. */
  readonly kept: KeptPolicy;
  readonly pin: Pin;
  /** The file that the pin is of, where it is now. */
  readonly outer: string;
}

/** Returns what counts where an accepted policy is above one that no person has accepted: both, or the accepted one alone. */
export async function effectiveBelow({ kept, pin, outer }: Nested, keeps: boolean, onDisk: ReadOnDisk): Promise<Effective> {
  const above = await effectivePolicy(outer, keeps, onDisk);
  const { inner, isPartial } = below(above.kept, kept, false);
  const state: PinState = { state: 'nested', pin, isPartial };
  if (inner === undefined) return { ...above, pin: state };
  const root = dirname(outer);
  return { kept: inner, above: [...above.above, { kept: above.kept }].map(layer => ({ ...layer, root })), pin: state };
}

/** Tells whether a person has accepted the policy on disk, with every file that it names. */
function isPinned({ sources }: KeptPolicy, pin: Pin, file: string): boolean {
  const root = realOf(dirname(file));
  const isSame = ({ path, text }: Pin['files'][number], index: number): boolean => {
    const found = sources[index];
    return found !== undefined && found.text === text && (index === 0 || pathFrom(dirname(file), found.file) === path);
  };
  const others = pin.files.slice(pin.policies);
  return (
    sources.length === pin.policies &&
    pin.files.slice(0, pin.policies).every(isSame) &&
    others.every(({ path, text }) => readDisk(resolve(root, path)) === text)
  );
}

/** Compiles the policy of a pin from the texts that it holds. */
export async function pinnedPolicy(pin: Pin, file: string, keeps: boolean): Promise<KeptPolicy> {
  const root = dirname(file);
  const texts = new Map(pin.files.slice(0, pin.policies).map(({ path, text }) => [resolve(root, path), text]));
  const read: ReadSource = path => texts.get(path);
  const text = pin.files[0]?.text ?? '';
  const known = readKept(file, text, read, 'pinned');
  if (known !== undefined) return known;
  requireWhole(pin);
  const { compilePolicy } = await import('../policy/compile.ts');
  const result = compilePolicy(text, file, read);
  if ('issues' in result)
    throw new PolicyError(
      'pin_damaged',
      `the accepted policy of \`${pin.place}\` does not load with this version of Licet: line ${result.issues[0]?.line}: ${result.issues[0]?.message}: a person can accept the policy on disk with \`licet accept\``,
      result.issues,
    );
  if (keeps) keep(file, result, 'pinned');
  return result;
}

/** Settings that decide where something is kept, who answers, what a tool is and how long a guard may take: only a person changes them. */
const FIXED = ['sessions', 'audit', 'approvals', 'resident', 'principals', 'resources', 'tools', 'guardTimeoutMs'] as const;

/** The policy on disk as it counts below the accepted one: the rules and settings that cannot widen it. */
function below(
  { compiled: accepted }: KeptPolicy,
  kept: KeptPolicy,
  isSamePlace: boolean,
): { readonly inner: KeptPolicy | undefined; readonly isPartial: boolean } {
  const { settings: outer } = accepted;
  const { policy, isPartial } = joinable(accepted, kept.compiled.policy, isSamePlace);
  if (policy === undefined) return { inner: undefined, isPartial };
  const { places, ...compiled } = kept.compiled;
  const own = Object.entries(compiled.settings).filter(([name]) => !FIXED.some(fixed => fixed === name));
  const both = [outer, compiled.settings];
  const least = {
    quiet: QUIET_LEVELS.find(level => both.some(said => level === (said.quiet ?? 'off'))),
    sandbox: SANDBOX_MODES.find(mode => both.some(said => mode === (said.sandbox ?? 'off'))),
  };
  const fixed = FIXED.flatMap(name => (outer[name] === undefined ? [] : [[name, outer[name]] as const]));
  const settings = { ...Object.fromEntries([...own, ...fixed]), ...least } as PolicySettings;
  const inner = { ...compiled, policy, settings, ...(places !== undefined && !isPartial && { places }) };
  return { inner: { ...kept, compiled: inner }, isPartial };
}

/** What agents and people are told while the policy on disk is not the accepted one. */
export function pinNotice(pin: PinState): string | undefined {
  switch (pin.state) {
    case 'changed': {
      const both = 'the policy on disk differs from the accepted one. Both apply until a person runs `licet accept`';
      return pin.isPartial ? `${both}; rules of the one on disk that could widen the accepted one do not apply` : both;
    }
    case 'nested':
      return `no person has accepted the policy of this folder, so the accepted one of \`${pin.pin.place}\` applies too. A person can run \`licet accept\` here`;
    case 'gone':
      return 'the policy file is gone, so the accepted policy applies. A person can restore the file, or run `licet uninstall`';
    default:
      return undefined;
  }
}

/** Throws unless a module or a seed, and every other one of the policy, is as it was when a person accepted the policy. */
export function requireAccepted(state: PinState, root: string, file: string): void {
  if (state.state === 'unpinned') return;
  const real = realOf(root);
  const others = state.pin.files.slice(state.pin.policies);
  // A module that is a link by now imports other files than those that were accepted.
  const isSame = (path: string, text: string): boolean => {
    const place = resolve(real, path);
    return realOf(place) === place && readDisk(place) === text;
  };
  const changed = others.find(({ path, text }) => !isSame(path, text))?.path;
  const path = pathFrom(real, realOf(file));
  if (changed === undefined && others.some(each => each.path === path)) return;
  throw new GovernanceError(
    'store_unavailable',
    `\`${changed ?? path}\` is not as it was accepted with the policy, so no code of the policy runs: a person can accept it with \`licet accept\``,
  );
}

/** Every file whose change changes what counts, for processes that live on. */
export function watchedSources({ kept, above, pin }: Effective): KeptPolicy['sources'] {
  const layers = [...above.filter(({ isPinned }) => isPinned !== true).map(layer => layer.kept), kept];
  const sources = layers.flatMap(each => each.sources);
  if (pin.state === 'unpinned') return sources;
  const root = realOf(placeFolder(pin.pin));
  const others = pin.pin.files.slice(pin.pin.policies).map(({ path, text }) => ({ file: resolve(root, path), text }));
  // The service may look at the pin only as its owner, and the folder of the pins tells it of a new one.
  if (servedUser() !== undefined) return [...sources, ...others];
  const file = pinFile(pin.pin.place);
  return [...sources, ...others, { file, text: readDisk(file) ?? '' }];
}
