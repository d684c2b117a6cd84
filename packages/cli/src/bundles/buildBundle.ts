import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { UsageError, unusable } from '@licet/core/command';
import { sha256 } from '@licet/core/text';

import { acceptable } from '../pins/makePin.ts';
import { MOST_BYTES, POLICY_PATH, TESTS_PATH, bundleProblem, digestOfBundle } from './bundle.ts';
import type { Bundle } from './bundle.ts';

/** What a bundle is called and when it may be installed. */
export type BundleMeta = Omit<Bundle, 'files' | 'format'>;

/** Makes the bundle of a policy: what it includes, the seeds that it names, and the tests beside it. Throws a {@link UsageError} where one cannot be in it. */
export function buildBundle(policy: string, meta: BundleMeta): Bundle {
  const { pin } = acceptable(policy, '', new Date(0));
  const [own, ...others] = pin.files;
  const tests = join(dirname(policy), TESTS_PATH);
  const texts = [{ path: POLICY_PATH, text: own?.text ?? '' }, ...others, { path: TESTS_PATH, text: textOf(tests) }];
  const files = texts.map(({ path, text }) => ({ path, sha256: sha256(text), text }));
  const bundle: Bundle = { format: 1, ...meta, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const problem = bundleProblem(bundle);
  if (problem !== undefined) throw new UsageError(`no bundle can be made of \`${policy}\`: ${problem}`);
  if (JSON.stringify(bundle).length > MOST_BYTES / 2) throw new UsageError('the files of the policy are too large for a bundle');
  digestOfBundle(bundle);
  return bundle;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(`the tests \`${file}\`, which every bundle holds,`, 'read', error);
  }
}
