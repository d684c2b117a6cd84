import { join } from 'node:path';

import { profileNames, profiles } from '@licet/guards';
import type { ProfileName } from '@licet/guards';

import { didYouMean } from '@licet/core';
import { UsageError } from '../exit.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { PolicyError, readPolicy } from '../policy/readPolicy.ts';

/** Which policy a command is about. */
export interface PolicyChoice {
  readonly policy?: string | undefined;
  readonly profile?: string | undefined;
  /** The folder to look from; for a profile, the folder that it governs. */
  readonly from: string;
}

/** Opens the policy that was named, or found, for a command that only asks: nothing is written, not even the cache. */
export async function choosePolicy({ policy, profile, from }: PolicyChoice): Promise<OpenedPolicy> {
  if (profile === undefined) {
    const file = findPolicy(policy, from);
    return openEngine(await readPolicy(file, false), { file, records: false, looks: true });
  }
  if (policy !== undefined) throw new UsageError('`--policy` and `--profile` exclude each other');
  const name = profileNames.find(known => known === profile);
  if (name === undefined) throw new UsageError(`there is no profile \`${profile}\`${didYouMean(profile, profileNames)}`);
  return openProfile(name, from);
}

async function openProfile(name: ProfileName, folder: string): Promise<OpenedPolicy> {
  const { compilePolicy } = await import('../policy/compile.ts');
  const file = join(folder, `${name}.yaml`);
  const result = compilePolicy(profiles[name], file);
  if ('issues' in result) throw new PolicyError(`the profile \`${name}\` does not load`, result.issues);
  return openEngine(result, { file, records: false });
}
