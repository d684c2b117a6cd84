import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import type { AuditRecord, Json } from '@licet/core';
import { canonicalJson, sha256 } from '@licet/core/text';
import { describe, expect, it } from 'vitest';

type EvaluationRecord = Extract<AuditRecord, { readonly type: 'evaluation' }>;

const yes = guard('yes', () => pass());

const recordOf = (
  payload: Record<string, unknown>,
  redact?: (payload: Readonly<Record<string, unknown>>) => Json,
): EvaluationRecord => {
  const audit = memoryAudit();
  const evaluation = new PolicyEngine(yes, { audit, ...(redact !== undefined && { redact }) }).evaluateSync({
    kind: 'tool',
    payload,
  });
  expect(evaluation.passed).toBe(true);
  expect(audit.verify()).toMatchObject({ valid: true });
  return audit.records[0] as EvaluationRecord;
};

describe('the record of a large action', () => {
  const largest = 250_000;

  it.each([
    ['many members', Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`name${i}`, `value${i}`]))],
    ['a long list', { list: Array.from({ length: 20_000 }, (_, i) => i) }],
    ['many objects', { rows: Array.from({ length: 5_000 }, (_, i) => ({ i, text: 'x'.repeat(50) })) }],
    ['a long text', { text: 'x'.repeat(15 * 1024 * 1024) }],
    ['many texts', { texts: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)) }],
    ['long names', Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => ['n'.repeat(1_000) + i, 1]))],
  ])('with %s holds its beginning, and the digest of all of it', (_what, payload) => {
    const record = recordOf(payload);

    expect(canonicalJson(record).length).toBeLessThan(largest);
    expect(JSON.stringify(record.payload)).toMatch(/more|characters/u);
    expect(record.actionDigest).toBe(sha256(canonicalJson({ kind: 'tool', payload })));
  });

  it('is as small under a redactor of the caller', () => {
    const list = Array.from({ length: 20_000 }, (_, i) => `${i}`);
    const record = recordOf({ list }, payload => payload as Json);

    expect(canonicalJson(record).length).toBeLessThan(largest);
    expect((record.payload as { list: readonly string[] }).list.at(-1)).toMatch(/^… \(\d+ more\)$/u);
  });

  it('says all that an ordinary action has', () => {
    const payload = { rows: Array.from({ length: 300 }, (_, i) => ({ i, name: 'x' })), text: 'y'.repeat(1_999) };

    expect(recordOf(payload).payload).toEqual(payload);
  });
});
