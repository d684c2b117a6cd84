import type { Evaluation, Json, Obligations } from '@licet/core';

import type { Decisions } from '../decide.ts';
import type { Call } from '../http/route.ts';
import { OBLIGATIONS } from '../api/schemas.ts';
import type { AccessRequest } from './entities.ts';
import { actionOf } from './entities.ts';

/** A decision as AuthZEN gives it. */
export interface AccessAnswer {
  readonly decision: boolean;
  readonly context?: { readonly [name: string]: unknown };
}

/** Decides one question. */
export async function answerTo(request: AccessRequest, call: Call, made: Decisions): Promise<AccessAnswer> {
  const { settings } = call.policy;
  const evaluation = await made.decide(actionOf(request, settings), call, supported(request.context));
  return { decision: evaluation.passed, context: contextOf(evaluation, call.base) };
}

const SNAKE: Readonly<Record<string, keyof Obligations>> = Object.freeze(
  Object.fromEntries(OBLIGATIONS.map(name => [name.replaceAll(/[A-Z]/gu, letter => `_${letter.toLowerCase()}`), name])),
);

/** The obligations that the caller says it carries out. A policy that demands another one denies. */
function supported(context: AccessRequest['context']): readonly (keyof Obligations)[] {
  const said = context?.['supported_obligations'];
  return Array.isArray(said)
    ? said.flatMap(each => (typeof each === 'string' && Object.hasOwn(SNAKE, each) ? (SNAKE[each] ?? []) : []))
    : [];
}

function contextOf(evaluation: Evaluation, base: string): NonNullable<AccessAnswer['context']> {
  const { id, ruling, code, reason, fix, passed, approval, obligations } = evaluation;
  const owed = Object.entries(SNAKE).flatMap(([name, member]) => {
    const value = obligations[member] as Json | undefined;
    return value === undefined || !passed ? [] : [{ id: name, type: 'custom', properties: { value } }];
  });
  return {
    evaluation_id: id,
    ruling,
    ...(ruling !== 'pass' && { code }),
    ...(reason !== undefined && { reason }),
    ...(fix !== undefined && { fix: fix.summary }),
    ...(owed.length > 0 && { obligations: owed }),
    ...(!passed &&
      approval?.expiresAt !== undefined &&
      approval.status === 'pending' && { access_request: requestable(approval, base) }),
  };
}

/** What a human's yes is waited for under. A yes decides nothing by itself: the caller asks again. */
function requestable(approval: NonNullable<Evaluation['approval']>, base: string): object {
  const { id, code, status, expiresAt = 0 } = approval;
  return {
    id,
    status,
    expires_at: new Date(expiresAt).toISOString(),
    status_endpoint: `${base}/v1/approvals/${encodeURIComponent(id)}`,
    ...(code !== undefined && { display: { code } }),
  };
}
