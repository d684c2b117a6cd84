import { homedir } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';

import type { BuiltPolicy } from '@licet/core/policy';
import { planSandbox } from '@licet/sandbox';
import type { SandboxPlan } from '@licet/sandbox';

import { PolicyError } from '../exit.ts';
import { ownProgram } from '../policy/ownProgram.ts';
import { realOf } from '../policy/policyFiles.ts';
import { registry } from '../policy/registry.ts';
import type { PolicyToOpen } from '../policy/policyToOpen.ts';

/** Computes the plan of a policy that was read and built. Throws where policies of two projects govern the same folder. */
export function planOf(
  { kept, file, above = [], root: given = dirname(file) }: PolicyToOpen,
  { policy, settings }: BuiltPolicy,
): SandboxPlan {
  const root = realOf(given);
  const other = above.find(layer => layer.root !== undefined && realOf(layer.root) !== root);
  if (other !== undefined)
    throw new PolicyError(
      'policy_invalid',
      `the policy of \`${other.root}\` governs here too, and a sandbox has one project: run the command in \`${other.root}\``,
    );
  const sources = [...above.map(layer => layer.kept), kept].flatMap(layer => layer.sources.map(source => source.file));
  const program = ownProgram().map(each => resolve(each));
  return planSandbox({
    policy,
    registry: registry(),
    root,
    home: realOf(homedir()),
    default: settings.default,
    governing: [
      ...new Set(
        [...sources.filter(each => isAbsolute(each)), ...program].flatMap(each => [
          each,
          realOf(dirname(each)) === dirname(each) ? each : realOf(each),
        ]),
      ),
    ],
  });
}
