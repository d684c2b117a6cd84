import { memoryAudit } from '@licet/core';
import { matchesQuery, readAll } from '@licet/core/store';
import type { AuditRecord } from '@licet/core';
import type { AuditQuery, EvaluationRecord } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

const evaluation: EvaluationRecord = {
  type: 'evaluation',
  at: 10,
  evaluationId: 'e1',
  sessionId: 's',
  agentId: 'main',
  kind: 'bash',
  tool: 'Bash',
  payload: { command: 'echo Hello' },
  actionDigest: 'a',
  policyDigest: 'p',
  ruling: 'block',
  enforced: 'block',
  code: 'blocked',
  guard: 'shell',
  risk: 0,
  durationMs: 1,
};

const outcome = (index: number): AuditRecord => ({
  type: 'outcome',
  at: index,
  evaluationId: `${index}`,
  sessionId: 's',
  status: 'ok',
});

describe('matchesQuery', () => {
  const matches = (query: AuditQuery): boolean => matchesQuery({ seq: 3, record: evaluation, prev: '', hash: '' }, query);

  test.each<AuditQuery>([
    {},
    { session: 's', ruling: 'block', guard: 'shell', code: 'blocked', tool: 'Bash', kind: 'bash', agent: 'main' },
    { type: 'evaluation', since: 10, until: 11, after: 2 },
    { text: 'HELLO' },
  ])('finds what is asked for: %o', query => expect(matches(query)).toBe(true));

  test.each<AuditQuery>([
    { session: 't' },
    { ruling: 'pass' },
    { guard: 'shel' },
    { code: 'ok' },
    { tool: 'bash' },
    { kind: 'Bash' },
    { agent: 'other' },
    { type: 'outcome' },
    { since: 11 },
    { until: 10 },
    { after: 3 },
    { text: 'goodbye' },
    { session: 's', text: 'goodbye' },
  ])('leaves out what is not: %o', query => expect(matches(query)).toBe(false));
});

describe('readAll', () => {
  const audit = memoryAudit();
  audit.appendAll(Array.from({ length: 2_500 }, (_, index) => outcome(index)));
  const seqs = async (query: AuditQuery): Promise<readonly number[]> => {
    const found: number[] = [];
    for await (const { seq } of readAll(audit, query)) found.push(seq);
    return found;
  };

  it('reads every page once', async () => {
    expect(await seqs({})).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
  });

  it('stops at the limit and starts where it is told to', async () => {
    expect(await seqs({ after: 990, limit: 1_020 })).toEqual(Array.from({ length: 1_020 }, (_, index) => index + 991));
    expect(await seqs({ limit: 0 })).toEqual([]);
  });
});
