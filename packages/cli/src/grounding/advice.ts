import type { GraphSettings } from '@licet/core/policy';
import type { GroundingResult } from '@licet/epistemic';

import { graphPlace } from './graphPlace.ts';

/** Words that a person may copy into a shell as they stand. An agent can name concepts, and names could be commands. */
const HARMLESS = /^[\p{L}\p{N}_]+(?:[ -][\p{L}\p{N}_]+)*$/u;

/** Says how a person teaches a graph what an action was missing. Concepts with doubtful names are not spelt out. */
export function adviceFor(settings: GraphSettings): (result: GroundingResult) => string {
  const place = graphPlace(settings, '');
  const named = 'named' in place ? place.named : undefined;
  const option = named === undefined ? '' : ` --store "${named}"`;
  return ({ resolved }) => {
    if (place.lies === 'in memory') return 'only the user can teach concepts, in the seeds of the graph';
    const words = [...new Set(resolved)];
    const concepts = words.every(word => HARMLESS.test(word))
      ? words.map(word => (word.includes(' ') ? `'${word}'` : word)).join(' ')
      : 'CONCEPT…';
    return `only the user can teach concepts, with \`licet concepts learn ${concepts}${option}\``;
  };
}
