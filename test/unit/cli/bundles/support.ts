import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { canonicalJson, sha256 } from '@licet/core/text';
import type { Bundle } from 'licet/source/bundles/bundle.ts';
import { BUNDLE_TYPE } from 'licet/source/bundles/bundle.ts';
import type { Pulled } from 'licet/source/bundles/pullBundle.ts';
import { pullBundle } from 'licet/source/bundles/pullBundle.ts';
import { publicKeyText } from 'licet/source/signing/ed25519.ts';
import { envelopeOf, signEnvelope } from 'licet/source/signing/envelope.ts';

/** The keys of three people. */
export const [ann, bob, eve] = [0, 1, 2].map(() => generateKeyPairSync('ed25519')) as [Pair, Pair, Pair];

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const keyOf = ({ privateKey }: Pair): string => publicKeyText(privateKey);

const POLICY = 'version: 1\ninclude: [packs/ours.yaml]\npolicy: { floor: {} }\n';
const TESTS = 'cases:\n  - { bash: make deploy, want: block }\n  - { bash: ls, want: pass }\n';
const packOf = (prefix: string): string =>
  `version: 1\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [${prefix}] } }\n`;

/** A bundle whose pack stops `prefix`; its tests want `make deploy` to be stopped. */
export function bundleOf(meta: Partial<Bundle> = {}, prefix = 'make deploy'): Bundle {
  const texts = { 'governance.test.yaml': TESTS, 'governance.yaml': POLICY, 'packs/ours.yaml': packOf(prefix) };
  const files = Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256(text), text }));
  return { format: 1, name: 'acme', version: 7, minLicet: '0.0.0', files, ...meta };
}

/** The file of a bundle, signed by these. Takes any text for its payload, as a forger would. */
export function signed(payload: Bundle | string, by: readonly Pair[] = [ann, bob], type: string = BUNDLE_TYPE): string {
  const text = typeof payload === 'string' ? payload : canonicalJson(payload);
  return JSON.stringify(by.reduce((envelope, { privateKey }) => signEnvelope(envelope, privateKey), envelopeOf(type, text)));
}

/** A machine that pulls the bundle `acme` of two people. */
export interface PullingMachine {
  readonly folder: string;
  pull(): Promise<Pulled>;
  /** Names another place to pull from. */
  from(place: string): void;
  /** The pack in effect; undefined before the first pull. */
  inEffect(): string | undefined;
}

/** Makes one in a folder. */
export function pullingMachine(world: string, place: string): PullingMachine {
  const folder = mkdtempSync(join(world, 'machine-'));
  const [trust, pack] = [join(folder, 'bundle.json'), join(folder, 'packs/ours.yaml')];
  const from = (named: string): void =>
    writeFileSync(
      trust,
      JSON.stringify({ from: named, name: 'acme', keys: { ann: keyOf(ann), bob: keyOf(bob) }, signatures: 2 }),
    );
  from(place);
  return {
    folder,
    pull: async () => pullBundle(trust),
    from,
    inEffect: () => (existsSync(pack) ? readFileSync(pack, 'utf8') : undefined),
  };
}
