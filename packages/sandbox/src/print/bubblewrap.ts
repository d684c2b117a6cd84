import { laterFiles, residualNotes } from './target.ts';
import type { PrintPlan, PrintedPlan } from './target.ts';

const quoted = (text: string): string =>
  text === '"$@"' || /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A script that runs a command by bubblewrap, without Licet: `./sandbox.sh COMMAND…`. */
export const printBubblewrap: PrintPlan = (plan, { bubblewrap }): PrintedPlan => ({
  text: `#!/bin/sh\nexec bwrap ${bubblewrap.map(quoted).join(' ')}\n`,
  notes: [
    ...(plan.hosts.length === 0 ? [] : ['there is no network: the proxy is a part of `licet run`']),
    'there is no filter of system calls and no watch for files that are planted: `licet run` has both',
    ...laterFiles(plan.hide),
    ...residualNotes(plan),
  ],
  wider: [],
});
