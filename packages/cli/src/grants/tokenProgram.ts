import { dirname } from 'node:path';

import type { TokenProgram } from '@licet/capabilities/commands';

import { requireHuman, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { nodesOf } from '../policy/nodes.ts';
import { openEngine } from '../policy/openEngine.ts';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { sharedSessions, storesBelow } from '../policy/stores.ts';
import { writeWhole } from '@licet/server/resident';

/** What `licet grant`, `revoke` and `tokens` need of this program. */
export const tokenProgram = (caller?: Surroundings): TokenProgram => ({
  requireHuman: command => requireHuman({ command }, caller),
  userName: systemUser,
  writeWhole,
  async withPolicy(policy, wanted, work) {
    const found = await policiesKeeping(policy);
    const { file, kept } = found;
    const [node] = nodesOf(kept.compiled.policy, wanted);
    const stores = storesBelow(found, dirname(file), { writes: true });
    const { sessions } = await sharedSessions(stores);
    const audit = (await stores.store('audit'))?.audit;
    const { engine } = await openEngine(found, { records: true, stores });
    try {
      return await work({ file, node, engine, sessions, audit });
    } finally {
      await stores.close();
    }
  },
});
