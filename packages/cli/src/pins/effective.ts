import { dirname, resolve } from 'node:path';

import { GovernanceError } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';

import { PolicyError } from '../exit.ts';
import { keep, readDisk, readKept } from '../policy/cache.ts';
import type { KeptPolicy, ReadSource } from '../policy/cache.ts';
import { pathFrom } from './governingFiles.ts';
import { pinFile, readPin, requireWhole } from './pin.ts';
import type { Pin } from './pin.ts';

/** A policy that stands above another one, which can only narrow it. */
export interface Layer {
  readonly kept: Pick<KeptPolicy, 'compiled' | 'policyDigest' | 'sources'>;
  /** The folder that its patterns start from. @defaultValue the one of the policy below */
  readonly root?: string;
}

/** How the policy on disk compares with the one that a person has accepted. */
export type PinState =
  /** No person has accepted a policy here: the one on disk counts. */
  | { readonly state: 'unpinned' }
  | { readonly state: 'accepted'; readonly pin: Pin }
  /** Both count: the policy on disk can only narrow the accepted one. */
  | { readonly state: 'changed'; readonly pin: Pin }
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
  return { kept: below(pinned, kept), above: [{ kept: pinned }], pin: { state: 'changed', pin } };
}

/** Tells whether a person has accepted the policy on disk, with every file that it names. */
function isPinned({ sources }: KeptPolicy, pin: Pin, file: string): boolean {
  const root = dirname(file);
  const isSame = ({ path, text }: Pin['files'][number], index: number): boolean => {
    const found = sources[index];
    return found !== undefined && found.text === text && (index === 0 || pathFrom(root, found.file) === path);
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

/** Settings that decide where something is kept or who answers: only a person changes them. */
const FIXED = ['sessions', 'audit', 'approvals', 'resident', 'principals', 'resources'] as const;

/** The policy on disk as it counts below the accepted one: it keeps its rules, and none of the settings that could widen. */
function below(pinned: KeptPolicy, kept: KeptPolicy): KeptPolicy {
  const outer = pinned.compiled.settings;
  const inner = Object.fromEntries(
    Object.entries(kept.compiled.settings).filter(([name]) => !FIXED.some(fixed => fixed === name)),
  ) as PolicySettings;
  const fixed = Object.fromEntries(FIXED.flatMap(name => (outer[name] === undefined ? [] : [[name, outer[name]]])));
  const tools = Object.entries(inner.tools ?? {}).map(([name, { kind, ...tool }]) => {
    const isKnown = kind !== undefined && outer.tools?.[name]?.kind === kind;
    return [name, isKnown ? { kind, ...tool } : tool] as const;
  });
  const settings = { ...inner, ...fixed, ...(tools.length > 0 && { tools: Object.fromEntries(tools) }) } as PolicySettings;
  return { ...kept, compiled: { ...kept.compiled, settings } };
}

/** What agents and people are told while the policy on disk is not the accepted one. */
export function pinNotice({ state }: PinState): string | undefined {
  switch (state) {
    case 'changed':
      return 'the policy on disk differs from the accepted one. Both apply until a person runs `licet accept`';
    case 'gone':
      return 'the policy file is gone, so the accepted policy applies. A person can restore the file, or run `licet uninstall`';
    default:
      return undefined;
  }
}

/** Throws unless a module or a seed, and every other one of the policy, is as it was when a person accepted the policy. */
export function requireAccepted(state: PinState, root: string, file: string): void {
  if (state.state === 'unpinned') return;
  const others = state.pin.files.slice(state.pin.policies);
  const changed = others.find(({ path, text }) => readDisk(resolve(root, path)) !== text)?.path;
  const path = pathFrom(root, file);
  if (changed === undefined && others.some(each => each.path === path)) return;
  throw new GovernanceError(
    'store_unavailable',
    `\`${changed ?? path}\` is not as it was accepted with the policy, so no code of the policy runs: a person can accept it with \`licet accept\``,
  );
}

/** Every file whose change changes what counts, for processes that live on. */
export function watchedSources({
  kept,
  pin,
}: Pick<Effective, 'kept' | 'pin'>): readonly { readonly file: string; readonly text: string }[] {
  if (pin.state === 'unpinned') return kept.sources;
  const others = pin.pin.files
    .slice(pin.pin.policies)
    .map(({ path, text }) => ({ file: resolve(dirname(kept.sources[0]?.file ?? ''), path), text }));
  const file = pinFile(pin.pin.place);
  return [...kept.sources, ...others, { file, text: readDisk(file) ?? '' }];
}
