import { dirname } from 'node:path';

import { TRAIL } from '@licet/core/store';
import type { Passkeys } from '@licet/console';

import { servedPolicy } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';
import { keyFile } from './keyFile.ts';

/** The passkeys of a policy's project, as the page enrolls and removes them. `first` is the person whose key may be the first one. */
export function consolePasskeys(file: string, first?: string): Passkeys {
  const kept = keyFile(dirname(file));
  return {
    origin: kept.origin,
    ...(first !== undefined && { first }),
    read: () => kept.read(),
    async add(change) {
      const stores = storesBelow(await servedPolicy(file), dirname(file), { writes: true });
      try {
        // A change that cannot be recorded is not made.
        await (await stores.store('audit'))?.audit.append({ type: 'key', ...TRAIL, ...change });
      } finally {
        await stores.close();
      }
      const { log, counters } = kept.read();
      kept.write({ log: [...log, change], counters: { ...counters, [change.key.keyId]: change.key.counter } });
    },
    noteCounter(keyId, counter) {
      const { log, counters } = kept.read();
      kept.write({ log, counters: { ...counters, [keyId]: counter } });
    },
  };
}
