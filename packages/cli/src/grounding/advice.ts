import type { GraphSettings } from '@licet/core';
import type { GroundingResult } from '@licet/epistemic';

import { DEFAULT_GRAPH } from './defaults.ts';

/** Words that a person may copy into a shell as they stand. An agent can name concepts, and names could be commands. */
const HARMLESS = /^[\p{L}\p{N}_]+(?:[ -][\p{L}\p{N}_]+)*$/u;

/** Says how a person teaches a graph what an action was missing. Concepts with doubtful names are not spelt out. */
export function adviceFor({ store, path, uri, uriEnv }: GraphSettings): (result: GroundingResult) => string {
  const place = store === 'sqlite' ? path : (uri ?? (uriEnv === undefined ? undefined : `$${uriEnv}`));
  const option = place === undefined || place === DEFAULT_GRAPH ? '' : ` --store "${place}"`;
  return ({ resolved }) => {
    if (store === 'memory') return 'only the user can teach concepts, in the seeds of the graph';
    const words = [...new Set(resolved)];
    const named = words.every(word => HARMLESS.test(word))
      ? words.map(word => (word.includes(' ') ? `'${word}'` : word)).join(' ')
      : 'CONCEPT…';
    return `only the user can teach concepts, with \`licet concepts learn ${named}${option}\``;
  };
}
