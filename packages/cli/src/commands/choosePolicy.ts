import { join } from 'node:path';

import { profileText } from '@licet/guards';
import type { ProfileName } from '@licet/guards';

import { UsageError } from '@licet/core/command';
import { issueLine, PolicyError } from '../exit.ts';
import { pinNotice } from '../pins/effective.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { readPolicies } from '../policy/readPolicy.ts';

/** Which policy a command is about. */
interface PolicyChoice {
  readonly policy?: string | undefined;
  readonly profile?: ProfileName | undefined;
  /** The folder to look from; for a profile, the folder that it governs. */
  readonly from: string;
  /** Whether the process looks into the state more than once: it then opens all of it by one driver. */
  readonly livesOn?: boolean;
}

/** A policy that is open for questions, and what is doubtful about it, line by line. */
export interface ChosenPolicy extends OpenedPolicy {
  readonly doubts: readonly string[];
  /** What is said while the policy on disk is not the accepted one. */
  readonly notice?: string;
}

/** Opens the policy that was named, or found, for a command that only asks: nothing is written, not even the cache. */
export async function choosePolicy({ policy, profile, from, livesOn = false }: PolicyChoice): Promise<ChosenPolicy> {
  if (profile === undefined) {
    const found = await readPolicies(policy, from, false);
    const doubts = found.kept.warnings.map(warning => issueLine('warning', warning, found.file));
    const notice = pinNotice(found.pin);
    const opened = await openEngine(found, { records: false, looks: true, livesOn });
    return { ...opened, doubts, ...(notice !== undefined && { notice }) };
  }
  if (policy !== undefined) throw new UsageError('`--policy` and `--profile` exclude each other');
  return { ...(await openProfile(profile, from)), doubts: [] };
}

async function openProfile(name: ProfileName, folder: string): Promise<OpenedPolicy> {
  const { compilePolicy } = await import('../policy/compile.ts');
  const file = join(folder, `${name}.yaml`);
  const result = compilePolicy(profileText(name), file);
  if ('issues' in result) throw new PolicyError('policy_invalid', `the profile \`${name}\` does not load`, result.issues);
  return openEngine({ kept: result, file, governs: false }, { records: false });
}
