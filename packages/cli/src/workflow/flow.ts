import { escapeText } from '@licet/core';
import { PROJECT_SESSION } from '@licet/core/store';
import { FLOW_FACT } from '@licet/guards/state';

import { requireHuman, surroundings, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { nameText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { unknownSession, withWorkflow } from './openWorkflow.ts';

interface FlowCommandOptions {
  readonly policy?: string;
  readonly session?: string;
  readonly as?: string;
  readonly reason?: string;
}

/**
 * Forgets what sessions have read: labels, allowed values, prompts and secrets. Calls then go where they like until text of outsiders
 * is read again. Only a person at a terminal may, and the audit trail has a record of it.
 */
export async function resetFlow(
  { policy, session, as: by = systemUser(), reason }: FlowCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet flow reset' }, caller);
  return withWorkflow(policy, true, async opened => {
    const all = (await opened.known()).filter(({ id }) => id !== PROJECT_SESSION);
    const meant = session === undefined ? all : all.filter(({ id }) => id === session);
    if (session !== undefined && meant.length === 0) throw unknownSession(session);
    const why = reason === undefined ? {} : { reason: escapeText(reason, 500) };
    const told = { name: 'flow', change: 'void', by, ...why } as const;
    const changes = meant.flatMap(({ id, facts }) =>
      Object.keys(facts).flatMap(name => (name.startsWith(FLOW_FACT) ? [{ session: id, name, value: null, told }] : [])),
    );
    await opened.apply(changes, Date.now());
    const names = [...new Set(changes.map(change => nameText(change.session)))];
    terminal.print(names.length === 0 ? 'no session has read anything' : `forgotten what was read: ${names.join(', ')}`);
    return 0;
  });
}
