import type { Action, AuditRecord } from '@licet/core';
import type { AnswerRecord, EvaluationRecord } from '@licet/core/store';

import { recordedAction } from './recorded.ts';
import { keep } from './simulation.ts';

/** A yes of a human to a call, as a trail has it. */
export interface HumanApproval {
  readonly action: Action;
  /** When the yes came, in milliseconds since the epoch. */
  readonly at: number;
  /** Who said it, where that is known. */
  readonly by?: string;
  /** The request that was answered: calls under one yes share it. @defaultValue a separate yes */
  readonly approvalId?: string;
}

/** Collects what humans have said yes to. */
export interface ApprovalCollector {
  readonly take: (record: AuditRecord) => void;
  readonly result: () => {
    readonly approvals: readonly HumanApproval[];
    /** Yeses to calls that are not whole in the trail: nothing can be learnt from those. */
    readonly inexact: number;
  };
}

const MOST_WAITING = 10_000;
const MOST_APPROVALS = 20_000;

/**
 * Collects from the records of a trail, in their order, what humans have said yes to: answers to questions, never what a policy or
 * an agent did by itself. An approval counts once, however often its call was judged again. A yes for several calls brings each call that used it, as one
 * approval. It keeps the last 20,000.
 *
 * @example
 * ```ts
 * import { PolicyEngine, ask, guard, memoryAudit } from '@licet/core';
 * import { collectApprovals } from '@licet/analysis';
 *
 * const audit = memoryAudit();
 * const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })), { audit });
 * const asked = await engine.evaluate({ kind: 'tool', tool: 'send', payload: { to: 'ann' }, sessionId: 's', callId: '1' });
 * await engine.resume(asked, { granted: true, by: 'ben' });
 * const collected = collectApprovals();
 * for (const { record } of await audit.read({})) collected.take(record);
 * collected.result().approvals.map(({ action, by }) => [action.tool, by]); // => [['send', 'ben']]
 * ```
 */
export function collectApprovals(): ApprovalCollector {
  const waiting = new Map<string, EvaluationRecord>();
  const answered = new Map<string, AnswerRecord>();
  const found = new Map<string, HumanApproval | undefined>();
  return {
    take(record) {
      if (record.type === 'answer' && record.granted.length > 0 && record.granted.every(each => each === true)) {
        const asked = waiting.get(record.evaluationId);
        if (asked !== undefined) note(found, record.approvalId, asked, record);
        else keep(answered, record.evaluationId, record, MOST_WAITING);
      }
      if (record.type !== 'evaluation') return;
      const scoped = scopedYes(record);
      if (scoped !== undefined) return note(found, scoped.id, record, scoped, record.evaluationId);
      const answer = answered.get(record.evaluationId);
      if (answer !== undefined) note(found, answer.approvalId, record, answer);
      else if (record.ruling === 'ask') keep(waiting, record.evaluationId, record, MOST_WAITING);
    },
    result() {
      const approvals = [...found.values()].filter(each => each !== undefined);
      return { approvals, inexact: found.size - approvals.length };
    },
  };
}

function note(
  found: Map<string, HumanApproval | undefined>,
  approvalId: string,
  record: EvaluationRecord,
  { at, by }: Pick<AnswerRecord, 'at' | 'by'>,
  key: string = approvalId,
): void {
  if (found.has(key)) return;
  const { action, exact } = recordedAction(record);
  const approval = { action, at, approvalId, ...(by !== undefined && { by }) };
  keep(found, key, exact ? approval : undefined, MOST_APPROVALS);
}

/** The yes for several calls that a call ran under. */
function scopedYes({ approval, at }: EvaluationRecord): (Pick<AnswerRecord, 'at' | 'by'> & { readonly id: string }) | undefined {
  if (approval?.status !== 'granted') return undefined;
  const answer = approval.answers?.find(({ scope }) => scope !== undefined);
  return answer && { id: approval.id, at, ...(answer.by !== undefined && { by: answer.by }) };
}
