import { memoryAudit } from '@licet/core';
import { GENESIS } from '@licet/core/store';
import type { Anchor } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

describe('memoryAudit', () => {
  it('keeps what it is given, in order', () => {
    const audit = memoryAudit();
    const common = { type: 'anomaly', at: 1, sessionId: 's', code: 'record_failed', detail: '' } as const;
    audit.append({ ...common, evaluationId: 'a' });
    audit.append({ ...common, evaluationId: 'b' });

    expect(audit.records.map(({ evaluationId }) => evaluationId)).toEqual(['a', 'b']);
  });

  it('is a chain like any other trail', () => {
    const audit = memoryAudit();
    audit.append({ type: 'outcome', at: 1, evaluationId: 'a', sessionId: 's', status: 'ok' });
    audit.append({ type: 'outcome', at: 2, evaluationId: 'b', sessionId: 't', status: 'ok' });

    expect(audit.verify(audit.head() as Anchor)).toMatchObject({ valid: true, records: 2, head: { seq: 2 } });
    expect(audit.read({ session: 't' }).map(({ seq }) => seq)).toEqual([2]);
    expect(memoryAudit().head()).toEqual({ seq: 0, hash: GENESIS });
  });
});
