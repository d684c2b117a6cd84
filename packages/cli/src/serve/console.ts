import type { Pairing } from '@licet/console';

import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import type { AdmittedPage } from './askServer.ts';
import { isThere, pairWith } from './askServer.ts';
import { browse } from './browse.ts';
import { runFolder } from './runFolder.ts';
import { start } from './start.ts';

/** What `licet console` takes. */
export interface ConsoleCommand {
  readonly policy?: string;
  readonly port?: string;
  readonly open: boolean;
  readonly json?: boolean;
}

/**
 * Opens the page that shows what an agent does and what waits for a person: of the server that runs for the policy, else of one that
 * runs until this command ends. The address holds a code for one page; the other code is for this terminal only, and never opens
 * anything. A human's to run.
 */
export async function openConsole({ policy, port, open, json = false }: ConsoleCommand, terminal: Terminal): Promise<number> {
  requireHuman({ command: 'licet console' });
  const file = findPolicy(policy);
  const show = (url: string, { code, ...told }: Pairing | AdmittedPage, ending: string): void => {
    const address = `${url}/console#pair=${code}`;
    if (json) return terminal.print(jsonText({ url: address, ...('confirm' in told && told) }));
    terminal.print(`open     ${address}\n${codeLine(told)}\n${ending}`);
    if (open) browse(address);
  };
  const server = runFolder(file).read();
  if (server !== undefined && (await isThere(server))) {
    if (port !== undefined) throw new UsageError(`a server runs for this policy at \`${server.url}\`: leave \`--port\` out`);
    const pairing = await pairWith(server);
    if (pairing === undefined)
      throw new UsageError('the server that runs has no page: end it with `licet serve --stop`, and start it again');
    show(server.url, pairing, 'the server runs on when you close the page');
    return 0;
  }
  return start(file, { ...(port !== undefined && { port }) }, terminal, {
    greet: (url, pair) => show(url, pair(), 'Ctrl-C ends it'),
  });
}

/** Says where the code for approvals is. */
function codeLine(told: Omit<Pairing, 'code'> | Omit<AdmittedPage, 'code'>): string {
  if ('confirm' in told) return `code     ${told.confirm}  (the page asks for it when you approve something)`;
  return told.shown
    ? 'code     on the terminal where the server runs  (the page asks for it when you approve something)'
    : 'code     none: the server has no terminal to show one on, so the page cannot approve; use `licet approve`, or end the server with `licet serve --stop`';
}
