import type { AnswerScope } from '../ports/approval.ts';
import { endApproval } from '../store/giveAnswer.ts';
import { scopeOf } from '../store/scopeRules.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { inTime, observed } from './writeDown.ts';

/** What is over: what one prompt of the user has started, or the whole session. */
export type Over = Exclude<AnswerScope['lasts'], 'time'>;

const ENDS: Readonly<Record<Over, readonly AnswerScope['lasts'][]>> = { task: ['task'], session: ['task', 'session'] };

/**
 * Ends every yes for several calls of a session whose task or session is over. A fault is an anomaly in the audit trail: such a yes then ends with
 * its time, and no later.
 */
export async function endScopes(sessionId: string, over: Over, options: ResolvedOptions): Promise<void> {
  const end = async (): Promise<void> => {
    const now = options.clock.now();
    for (const stored of await inTime(options.approvals.scoped(now), options)) {
      const scope = scopeOf(stored);
      if (stored.request.sessionId !== sessionId || scope === undefined || !ENDS[over].includes(scope.lasts)) continue;
      await endApproval(options, stored, { reason: `the ${over} is over` }, now);
    }
  };
  await observed(end, 'record_failed', { evaluationId: `end of ${over}`, sessionId }, options);
}
