import { accessSync, constants } from 'node:fs';

import type { ContainedCall, Containing, Runtime } from '@licet/adapters/runtimes';
import { InvariantError } from '@licet/core';
import type { Action, ActionInput, Effect, OfferContainment } from '@licet/core';
import type { BuiltPolicy } from '@licet/core/policy';
import { isUnseenCode } from '@licet/guards/authoring';
import { findBubblewrap, openReceipts, planDigest, ticketName } from '@licet/sandbox';
import type { Receipts, SandboxPlan, Ticket } from '@licet/sandbox';

import { licetHome } from '../policy/licetHome.ts';
import { planOf } from './planOf.ts';
import { ruleWithLine } from './ruleLine.ts';
import { shellWord } from './shellWord.ts';
import { leavesAlone } from './hostSettings.ts';
import type { PolicyToOpen } from '../policy/policyToOpen.ts';

/** What puts commands into `licet run`, and what proves afterwards that they ran there. */
export interface OpenedContaining {
  readonly offer: OfferContainment;
  readonly containing: Containing;
}

/** The name of our own sandbox, in records and messages. */
export const LICET_RUN = 'licet run';

/**
 * Offers `licet run` to commands that run code of the project. It makes no offer where the sandbox is not certain: without bubblewrap, under policies of
 * two projects, where a rule of the user speaks about the text of the command or the runtime has a sandbox itself, or after a call of the session ran without the sandbox that it was given.
 *
 * @param runtime - The agent runtime whose calls are decided about; undefined for a question outside of one.
 */
export function openContaining(
  found: PolicyToOpen,
  { policy, settings }: BuiltPolicy,
  runtime: Runtime | undefined,
): OpenedContaining {
  const receipts = openReceipts(licetHome());
  // A process that stays judges one call at a time.
  let offered: { readonly name: string; readonly ticket: Ticket } | undefined;
  return {
    offer(action, effects) {
      const { command } = action.payload;
      const { sessionId, callId } = action;
      if (typeof command !== 'string' || callId === undefined || !mayContain(action, effects)) return undefined;
      if (receipts.isDistrusted(sessionId) || (runtime !== undefined && leavesAlone(runtime, command, found))) return undefined;
      const plan = planHere(found, { policy, settings });
      if (plan === undefined || (!plan.hasNetwork && effects.some(usesNetwork))) return undefined;
      offered = { name: ticketName(sessionId, callId), ticket: ticketFor(ticketName(sessionId, callId), command, plan.digest) };
      return {
        level: 'constructed',
        by: LICET_RUN,
        planDigest: plan.digest,
        rewrite: { command: offered.ticket.wrapped },
        notice: plan.notice,
        ...(settings.sandbox === 'ask' && { asks: true }),
      };
    },
    containing: {
      keep({ containment, action: { sessionId, callId } }) {
        if (containment?.rewrite === undefined || callId === undefined) return;
        const name = ticketName(sessionId, callId);
        if (offered?.name !== name) throw new InvariantError('wrong_phase', 'the ticket of a contained call is gone');
        receipts.issue(name, offered.ticket);
        offered = undefined;
      },
      ended: action => settledCall(action, receipts),
    },
  };
}

function settledCall(
  { sessionId = 'default', callId, payload = {} }: ActionInput,
  receipts: Receipts,
): ContainedCall | undefined {
  const settled = callId === undefined ? undefined : receipts.settle(ticketName(sessionId, callId), payload['command']);
  if (settled === undefined) return undefined;
  const { ticket, problem, end } = settled;
  if (problem !== undefined) receipts.distrust(sessionId);
  return {
    payload: { ...payload, command: ticket.command },
    outcome: {
      held: problem === undefined,
      by: LICET_RUN,
      planDigest: ticket.planDigest,
      ...(problem !== undefined && { why: problem }),
      ...(end !== undefined && end.planted.length > 0 && { planted: end.planted }),
    },
  };
}

/** A command that runs code that Licet cannot read. One that names Licet itself is left as it is: a sandbox in a sandbox does not start. */
function mayContain({ kind }: Action, effects: readonly Effect[]): boolean {
  return (
    kind === 'bash' && effects.some(isUnseenCode) && !effects.some(effect => effect.program === 'licet' || changesGit(effect))
  );
}

/** In a sandbox `.git` is read-only, since code that changes it could start other code later. */
const changesGit = ({ program, kind }: Effect): boolean =>
  program === 'git' && kind !== 'read' && kind !== 'execute' && kind !== 'unknown';

/** A command that reaches another machine, as far as its words show. */
const usesNetwork = ({ target }: Effect): boolean => target?.type === 'network' && target.direction !== 'listen';

interface KnownPlan {
  readonly digest: string;
  readonly hasNetwork: boolean;
  readonly notice: string;
}

/** The plan of the policy; undefined where no sandbox can be made from it on this machine. */
function planHere(found: PolicyToOpen, built: BuiltPolicy): KnownPlan | undefined {
  if (process.platform !== 'linux' || process.env['LICET_CONTAINED'] !== undefined || !('program' in findBubblewrap()))
    return undefined;
  try {
    const plan = planOf(found, built);
    return { digest: planDigest(plan), hasNetwork: plan.hosts.length > 0, notice: noticeOf(plan, found) };
  } catch {
    return undefined;
  }
}

/** What the agent is told, so that it does not take a closed door for a fault of the project. */
function noticeOf(plan: SandboxPlan, found: PolicyToOpen): string {
  const { write, hosts, project } = plan;
  const folders = write.map(folder => (folder === project ? 'the project' : `\`${folder}\``)).join(', ');
  const changes = folders === '' ? 'It can change nothing' : `It can change files of ${folders} and no others`;
  const reach =
    hosts.length === 0 ? 'it has no network' : `it reaches only \`${hosts.map(({ pattern }) => pattern).join('`, `')}\``;
  const rules = new Set([...plan.freeze, ...plan.hide, ...plan.readOnly].map(({ rule }) => ruleWithLine(rule, found)));
  return (
    `this command runs code that Licet cannot read, so it runs in a sandbox that holds it to the policy. ${changes}, except for what these rules close: ${[...rules].join(', ')}; ` +
    `the home folder in it is a private one; ${reach}. A change of the folder or of variables of the shell ends with it`
  );
}

function ticketFor(name: string, command: string, digest: string): Ticket {
  const words = [shellHere(), '-c', command];
  const own = [process.execPath, process.argv[1] ?? '', 'run', '--ticket', name, '--'];
  return { planDigest: digest, command, words, wrapped: [...own, ...words].map(shellWord).join(' ') };
}

/** The shell that reads the command: the one that runtimes use where there is one. */
function shellHere(): string {
  try {
    accessSync('/bin/bash', constants.X_OK);
    return '/bin/bash';
  } catch {
    return '/bin/sh';
  }
}
