import { PolicyEngine, createRegistry } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import type { FileSystemPort } from '@licet/effects/places';
import type { ProfileName } from '@licet/guards';
import { guardDefinitions, includePack, profileText } from '@licet/guards';

const registry = createRegistry(guardDefinitions);

/** An engine for a profile that looks at the given files instead of those of the machine. */
export function profileEngine(
  profile: ProfileName,
  place: { readonly root: string; readonly home: string; readonly files: FileSystemPort },
): PolicyEngine {
  const { root, home } = place;
  const { compiled } = loadPolicy(profileText(profile), { registry, root, home, include: includePack });
  return new PolicyEngine(buildPolicy(compiled, { registry, ...place }).policy, {
    effects: analyzeEffects({ ...place, env: {} }),
  });
}
