import { dirname } from 'node:path';

import { GROUNDING_NODES, compilePolicy } from '../policy/compile.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import { PolicyError } from '../exit.ts';
import { realOf } from '../policy/policyFiles.ts';
import { readText } from '../policy/readPolicy.ts';
import { VERSION } from '../version.ts';
import { governingFiles, pathFrom } from './governingFiles.ts';
import { PIN_FORMAT, digestOf, pinPlace } from './pin.ts';
import type { Pin } from './pin.ts';

/** A policy on disk, and the pin that accepting it would write. */
export interface Acceptable {
  readonly kept: KeptPolicy;
  readonly pin: Pin;
}

/** Reads the policy on disk, without the cache, and makes the pin for it. Throws a {@link PolicyError} for one that does not load. */
export function acceptable(file: string, by: string, now: Date): Acceptable {
  const result = compilePolicy(readText(file), file);
  if ('issues' in result)
    throw new PolicyError(
      'policy_invalid',
      `the policy \`${file}\` does not load, so it cannot be accepted: run \`licet validate\``,
      result.issues,
    );
  const policies = result.sources.map(source => ({ path: pathFrom(dirname(file), source.file), text: source.text }));
  const root = realOf(dirname(file));
  const others = governingFiles(result, GROUNDING_NODES).flatMap(({ file: path, text }) => {
    if (text === undefined)
      throw new PolicyError(
        'unreadable',
        `\`${pathFrom(root, path)}\`, which the policy names, cannot be read: restore it, or take it out of the policy`,
      );
    return [{ path: pathFrom(root, path), text }];
  });
  const files = [...policies, ...others];
  return {
    kept: result,
    pin: {
      format: PIN_FORMAT,
      place: pinPlace(file),
      files,
      policies: policies.length,
      digest: digestOf(files),
      version: VERSION,
      acceptedAt: now.toISOString(),
      acceptedBy: by,
    },
  };
}
