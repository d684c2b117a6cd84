import { UsageError, counted } from '@licet/core/command';

import { digestOfBundle, readBundle } from './bundle.ts';
import type { Bundle } from './bundle.ts';
import { signersOf } from '../signing/envelope.ts';
import type { Trust } from './trust.ts';

/** The highest version that was seen, so that no older one is taken again. */
export interface Seen {
  readonly version: number;
  readonly digest: string;
}

/** What a bundle is checked against. */
export interface BundleCheck {
  readonly trust: Omit<Trust, 'from'>;
  readonly seen?: Seen | undefined;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** The version of this program. */
  readonly licet: string;
}

/** A bundle that may be tried: its signatures, its times and its version are in order. */
interface CheckedBundle {
  readonly bundle: Bundle;
  readonly digest: string;
  readonly signers: readonly string[];
}

/** Checks the text of a bundle: its form, then its signatures, then what they are over. Throws a {@link UsageError} that says why it is refused. */
export function checkBundle(text: string, { trust, seen, now, licet }: BundleCheck): CheckedBundle {
  const { envelope, bundle } = readBundle(text);
  const signers = signersOf(envelope, trust.keys);
  const refuse = (why: string): UsageError => new UsageError(`the bundle is refused: ${why}`);
  if (signers.length < trust.signatures)
    throw refuse(`signatures of ${counted(trust.signatures, 'pinned key')} are needed, found ${signers.length}`);
  const { name, version, notBefore, expires, minLicet } = bundle;
  if (name !== trust.name) throw refuse(`it is \`${name}\`, and \`${trust.name}\` is wanted`);
  if (notBefore !== undefined && now < Date.parse(notBefore)) throw refuse(`it is valid from ${notBefore} on`);
  if (expires !== undefined && now >= Date.parse(expires)) throw refuse(`it expired at ${expires}`);
  const digest = digestOfBundle(bundle);
  if (seen !== undefined && version < seen.version)
    throw refuse(`its version ${version} is older than ${seen.version}, which was seen before`);
  if (seen !== undefined && version === seen.version && digest !== seen.digest)
    throw refuse(`version ${version} was seen before with another content: publish a higher version`);
  if (isLower(licet, minLicet)) throw refuse(`it needs Licet ${minLicet} or later, and this is ${licet}: update Licet`);
  return { bundle, digest, signers };
}

/** Whether one release is lower than another. The sources themselves have no release: they are `0.0.0`. */
function isLower(one: string, other: string): boolean {
  const parts = (release: string): readonly number[] => release.split('-')[0]?.split('.').map(Number) ?? [];
  const [left, right] = [parts(one), parts(other)];
  const index = right.findIndex((part, at) => part !== left[at]);
  return index !== -1 && (left[index] ?? 0) < (right[index] ?? 0);
}
