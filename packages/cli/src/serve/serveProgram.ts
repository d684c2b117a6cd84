import type { ServeProgram } from '@licet/console/commands';

import { requireHuman } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { start } from './start.ts';

export { signOnPage } from '../passkeys/onPage.ts';

/** What `licet serve` and `licet console` need of this program. */
export const serveProgram: ServeProgram = {
  requireHuman: deed => requireHuman(deed),
  findPolicy: named => findPolicy(named),
  start,
};
