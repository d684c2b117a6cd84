import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import type { PruneReport } from '@licet/core/store';

import { counted, EXIT, jsonText, readTime, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { confirmed, requireHuman } from '../human.ts';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';

interface PruneOptions {
  readonly policy?: string;
  readonly before: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Takes the records before a time out of the trail of a policy. What stays is a chain that `verify` proves, and says that it was pruned. */
export async function pruneTrail(
  { policy, before, yes = false, json = false }: PruneOptions,
  terminal: Terminal,
): Promise<number> {
  requireHuman({ command: 'licet audit prune', yes });
  const now = Date.now();
  const time = readTime('--before', before, now);
  if (time > now) throw new UsageError(`\`--before\` must lie in the past, found \`${before}\``);
  const found = await policiesKeeping(policy);
  const stores = storesBelow(found, dirname(found.file), { writes: true });
  try {
    const { file: name = stores.place('audit').store } = stores.place('audit');
    const store = await stores.store('audit');
    if (store === undefined) throw new UsageError('the policy keeps no audit trail that outlives its process');
    const day = new Date(time).toISOString();
    if (!yes && !(await confirmed(`remove every record before ${day} from \`${escapeText(name)}\`, for good?`))) {
      terminal.complain('licet: nothing was removed');
      return EXIT.ask;
    }
    const report = (await store.exists()) ? await store.audit.prune(time, now) : { removed: 0, first: 1 };
    terminal.print(json ? jsonText({ trail: name, before: day, ...report }) : pruned(report, day));
    return 0;
  } finally {
    await stores.close();
  }
}

function pruned({ removed, first }: PruneReport, day: string): string {
  if (removed === 0) return `nothing is older than ${day}`;
  return `${counted(removed, 'record is', 'records are')} gone; the trail begins with record ${first}, and \`licet audit verify\` proves the rest`;
}
