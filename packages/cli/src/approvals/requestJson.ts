import type { StoredApproval } from '@licet/core/store';

/** A request and what has become of it, as JSON for programs. Times are ISO 8601. */
export function requestJson({ request, status, answers }: StoredApproval): object {
  const { id, code, action, effects = [], questions, createdAt, expiresAt, actionDigest, policyDigest } = request;
  return {
    id,
    code,
    status,
    action,
    effects,
    questions,
    answers: answers.map(({ at, ...answer }) => ({ ...answer, at: isoTime(at) })),
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    actionDigest,
    policyDigest,
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();
