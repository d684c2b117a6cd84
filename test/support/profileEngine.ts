import type { EffectAnalyzer } from '@licet/core/nodes';
import { PolicyEngine, createRegistry } from '@licet/core';
import type { EngineOptions } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import type { FileSystemPort } from '@licet/effects/places';
import type { ProfileName } from '@licet/guards';
import { guardDefinitions, includePack, profileText } from '@licet/guards';

const registry = createRegistry(guardDefinitions);

interface Place {
  readonly root: string;
  readonly home: string;
  readonly files: FileSystemPort;
}

/** An analyser that keeps what it found of the last action: several profiles judge one command in turn, and files do not change. */
export function analyzeOnce(place: Place): EffectAnalyzer {
  const analyze = analyzeEffects({ ...place, env: {} });
  let last = '';
  let found: ReturnType<EffectAnalyzer> = [];
  return action => {
    const asked = JSON.stringify(action);
    if (asked !== last) [last, found] = [asked, analyze(action)];
    return found;
  };
}

/** An engine for a profile that looks at the given files instead of those of the machine. */
export function profileEngine(
  profile: ProfileName,
  place: Place,
  effects: EffectAnalyzer = analyzeEffects({ ...place, env: {} }),
  options: Pick<EngineOptions, 'sessions' | 'clock'> = {},
): PolicyEngine {
  const { root, home } = place;
  const { compiled } = loadPolicy(profileText(profile), { registry, root, home, include: includePack });
  return new PolicyEngine(buildPolicy(compiled, { registry, ...place }).policy, { ...options, effects });
}
