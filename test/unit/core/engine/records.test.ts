import { All, PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import type { Guard, Json } from '@licet/core';
import { describe, expect, it } from 'vitest';

const knowing = (evidence: Json) => guard('knows', () => pass({ evidence }));

const all = ([first, ...rest]: readonly Guard[]): Guard => All(first as Guard, ...rest);

function recorded(policy: readonly Guard[], redact?: (payload: object) => Json): unknown {
  const audit = memoryAudit();
  new PolicyEngine(all(policy), { audit, ...(redact !== undefined && { redact }) }).evaluateSync({ kind: 'bash' });
  return audit.records[0];
}

describe('the record of an evaluation', () => {
  it('holds what every guard went by', () => {
    expect(recorded([knowing({ concepts: ['file'] }), guard('blind', () => pass()), knowing(7)])).toMatchObject({
      evidence: [
        { guard: 'knows', evidence: { concepts: ['file'] } },
        { guard: 'knows', evidence: 7 },
      ],
    });
    expect(recorded([guard('blind', () => pass())])).not.toHaveProperty('evidence');
  });

  it('holds it redacted, whatever the redactor returns', () => {
    expect(recorded([knowing({ password: 'hunter2' })])).toMatchObject({
      evidence: [{ guard: 'knows', evidence: { password: '[REDACTED]' } }],
    });
    expect(recorded([knowing({ secret: 1 })], () => 'gone')).toMatchObject({ evidence: 'gone' });
    expect(recorded([knowing({ secret: 1 })], () => null)).toMatchObject({ evidence: null });
  });
});
