import { dirname } from 'node:path';

import { UsageError } from '@licet/core/command';
import { cappedSettings, strictestLimits } from '@licet/core/policy';
import type { CappedSetting, CompiledPolicy, PolicyLimits } from '@licet/core/policy';
import { foldPersonName } from '@licet/core/store';
import type { PolicyIssue } from '@licet/core/yaml';

import { outermostFirst } from '../pins/effective.ts';
import { readPolicies } from './readPolicy.ts';
import type { NearestPolicy } from './readPolicy.ts';

type Layers = Pick<NearestPolicy, 'kept' | 'above'>;

/** A setting of a policy that does not count, and the file of the policy above that has the last word. */
export interface CappedBy extends CappedSetting {
  readonly by: string;
}

/** The limits of a policy and of those above it. */
export const limitsOf = (policies: Layers): PolicyLimits => limitsIn(outermostFirst(policies));

/** The limits of several policies together. */
export const limitsIn = (policies: readonly Pick<CompiledPolicy, 'settings'>[]): PolicyLimits =>
  policies.reduce<PolicyLimits>((limits, { settings }) => strictestLimits(limits, settings.limits), {});

/** The limits that hold for the policy of a file. Rejects where one of the policies does not load. */
export async function limitsAt(file: string): Promise<PolicyLimits> {
  return limitsOf(await readPolicies(file, dirname(file), false));
}

/** The settings of a policy that do not count below those above it. */
export function cappedIn({ kept, above }: Layers): readonly CappedBy[] {
  const found = above.flatMap(layer =>
    layer.isPinned
      ? []
      : cappedSettings(kept.compiled.settings, layer.kept.compiled.settings).map(each => ({
          ...each,
          by: layer.kept.sources[0]?.file ?? '',
        })),
  );
  // The highest policy that changes a setting is the one to ask about it.
  return found.filter(({ key }, index) => found.findIndex(each => each.key === key) === index);
}

/** The same for the policy of a file. */
export async function cappedAt(file: string): Promise<readonly CappedBy[]> {
  return cappedIn(await readPolicies(file, dirname(file), false));
}

/** Says for a person what does not count. */
export const cappedText = ({ key, said, counts, by }: CappedBy): string =>
  `\`${key}: ${said}\` counts as \`${counts}\`, as the policy \`${by}\` says. The person who keeps that policy can change it`;

/** The same as an issue of the policy, at the line of the setting. */
export function cappedIssue(capped: CappedBy, text: string, file: string): PolicyIssue {
  const [key = ''] = capped.key.split('.');
  const line = text.split('\n').findIndex(each => each.startsWith(`${key}:`)) + 1;
  return {
    code: 'beyond_limit',
    message: cappedText(capped),
    file,
    line: Math.max(line, 1),
    column: 1,
    path: capped.key.split('.'),
  };
}

/** Throws a {@link UsageError} for a person whom a limit does not name. */
export function requirePerson(key: keyof PolicyLimits, people: readonly string[] | undefined, by: string): void {
  if (people === undefined || people.map(foldPersonName).includes(foldPersonName(by))) return;
  const named = people.map(each => `\`${each}\``).join(', ');
  const who = named === '' ? 'to no person' : `to ${named} only, and you are \`${by}\``;
  throw new UsageError(`\`limits.${key}\` of the policy, or of one above it, allows it ${who}`);
}
