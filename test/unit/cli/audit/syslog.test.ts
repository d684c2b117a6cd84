import type { ChainedRecord } from '@licet/core/store';
import { expect, it, test } from 'vitest';

import { syslogLine } from 'licet/source/audit/export.ts';

const of = (record: object): ChainedRecord =>
  ({ seq: 3, prev: 'p', hash: 'h', record: { at: 5, sessionId: 's', evaluationId: 'e', ...record } }) as unknown as ChainedRecord;

test.each([
  [{ type: 'evaluation', enforced: 'pass' }, 110],
  [{ type: 'evaluation', enforced: 'warn' }, 109],
  [{ type: 'evaluation', enforced: 'ask' }, 108],
  [{ type: 'evaluation', enforced: 'block' }, 108],
  [{ type: 'anomaly' }, 108],
  [{ type: 'commit_failure' }, 108],
  [{ type: 'outcome' }, 110],
])('%j has the priority %d', (record, priority) => {
  expect(syslogLine(of(record))).toMatch(new RegExp(`^<${priority}>1 1970-01-01T00:00:00\\.005Z \\S+ licet - \\w+ - \\{`, 'u'));
});

it('has the line of the trail for its message, and a host name without what a header cannot have', () => {
  expect(syslogLine(of({ type: 'outcome' }), 'a b\nc')).toBe(
    '<110>1 1970-01-01T00:00:00.005Z abc licet - outcome - {"seq":3,"prev":"p","hash":"h","record":{"at":5,"evaluationId":"e","sessionId":"s","type":"outcome"}}',
  );
  expect(syslogLine(of({ type: 'outcome' }), '')).toContain('Z - licet - ');
});
