import { escapeText } from '@licet/core';
import { PROJECT_SESSION, signedRequest } from '@licet/core/store';
import { FLOW_FACT } from '@licet/guards/state';

import { requireHuman, surroundings, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { nameText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { signedValue } from '../passkeys/signFact.ts';
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
    const read = meant.map(({ id, facts }) => ({ id, labels: Object.keys(facts).filter(name => name.startsWith(FLOW_FACT)) }));
    const sessions = read.flatMap(({ id, labels }) => (labels.length > 0 ? [id] : []));
    if (sessions.length === 0) {
      terminal.print('no session has read anything');
      return 0;
    }
    const names = sessions.map(nameText).join(', ');
    const at = Date.now();
    const fact = { name: FLOW_FACT, value: { at, by }, sessions, words: `forget what was read: ${names}` };
    const signed = signedRequest(await signedValue(opened.file, fact, terminal));
    const told = { name: 'flow', change: 'void', by, ...signed, ...why } as const;
    await opened.apply(
      read.flatMap(({ id, labels }) => labels.map(name => ({ session: id, name, value: null, told }))),
      at,
    );
    terminal.print(`forgotten what was read: ${names}`);
    return 0;
  });
}
