import type { ChainedRecord } from '@licet/core/store';
import { expect, it, test } from 'vitest';

import { ocsfEvent } from 'licet/source/audit/formats.ts';

const event = (record: object): Readonly<Record<string, unknown>> =>
  ocsfEvent({
    seq: 3,
    hash: 'h',
    record: { at: 5, sessionId: 's', evaluationId: 'e', ...record },
  } as unknown as ChainedRecord) as never;
const decision = { type: 'evaluation', kind: 'read', tool: 'Read', enforced: 'pass', code: 'ok', durationMs: 1.6 };

test.each([
  [decision, 'Success', 'Read', 600_302],
  [{ ...decision, kind: 'write' }, 'Success', 'Update', 600_303],
  [{ ...decision, kind: 'bash' }, 'Success', 'Other', 600_399],
  [{ ...decision, enforced: 'block' }, 'Failure', 'Read', 600_302],
  [{ ...decision, enforced: 'ask' }, 'Failure', 'Read', 600_302],
  [{ type: 'outcome', status: 'error' }, 'Success', 'Other', 600_399],
  [{ type: 'anomaly' }, 'Failure', 'Other', 600_399],
  [{ type: 'commit_failure' }, 'Failure', 'Other', 600_399],
])('%j is a %s', (record, status, activity, type) => {
  expect(event(record)).toMatchObject({ status, activity_name: activity, type_uid: type });
});

it('says who did what, and keeps the record whole', () => {
  expect(event({ ...decision, reason: 'why', principal: 'ann', agentId: 'a', callId: 'c' })).toMatchObject({
    time: 5,
    metadata: { version: '1.7.0', uid: '3' },
    actor: { session: { uid: 's' }, app_uid: 'a', user: { uid: 'ann' } },
    api: { operation: 'Read', request: { uid: 'c' } },
    message: 'why',
    duration: 2,
    unmapped: { licet: { seq: 3, hash: 'h', record: { reason: 'why' } } },
  });
  expect(event({ type: 'fact' })).toMatchObject({
    actor: { user: { uid: 'unknown' } },
    api: { operation: 'fact', request: { uid: 'e' } },
  });
});
