import type { ChainedRecord } from '@licet/core/store';
import { expect, it, test } from 'vitest';

import { actionText, recordLine, timeText } from 'licet/source/audit/recordLine.ts';

const line = (record: object): string =>
  recordLine({ seq: 1, hash: 'h', record: { at: 0, sessionId: 's', ...record } } as unknown as ChainedRecord, {
    hasColor: false,
  });
const decision = {
  type: 'evaluation',
  ruling: 'block',
  enforced: 'block',
  kind: 'bash',
  tool: 'Bash',
  guard: 'g',
  code: 'c',
  payload: { command: 'rm x' },
};

test.each([
  [decision, 'block Bash rm x g, c'],
  [{ ...decision, enforced: 'pass', reason: 'why' }, 'block (observed) Bash rm x g, c why'],
  [{ type: 'ask', questions: [{ reason: 'a' }, { reason: 'b' }] }, 'asked  a; b'],
  [{ type: 'answer', granted: [true], by: 'ann' }, 'yes    ann'],
  [{ type: 'answer', granted: [true, false], by: 'ann' }, 'no    ann'],
  [{ type: 'answer', granted: [], by: 'ann' }, 'no    ann'],
  [{ type: 'outcome', status: 'error', error: 'it broke' }, 'error     it broke'],
  [{ type: 'fact', name: 'tested', change: 'set', by: 'ann' }, 'fact   tested set by ann'],
  [{ type: 'rotation', first: 5 }, 'pruned, records from 5 on are kept'],
])('%j', (record, text) => {
  expect(line(record)).toContain(`1 1970-01-01 00:00:00Z ${text}`);
});

it('escapes whatever an agent may have written', () => {
  const hostile = 'a\u202e\u001b[31m\n';

  expect(
    line({ ...decision, tool: hostile, payload: { a: hostile }, reason: hostile, guard: hostile, sessionId: hostile }),
  ).not.toMatch(/[\u202e\u001b\n]/);
});

it('names an action by its tool and what it is about, not by the content that it carries', () => {
  expect([
    actionText({ tool: 'Write', kind: 'write', payload: { content: 'password = x', file_path: 'a.py' } } as never),
    actionText({ tool: 'WebFetch', kind: 'network', payload: { prompt: 'sum it up', url: 'https://a.example' } } as never),
    actionText({ tool: 'Grep', kind: 'read', payload: { output_mode: 'content', path: 'src', pattern: 'TODO' } } as never),
    actionText({ tool: 'Bash', kind: 'bash', payload: { description: 'list', command: 'ls' } } as never),
  ]).toEqual(['Write a.py', 'WebFetch https://a.example', 'Grep TODO', 'Bash ls']);
});

it('names an action by its tool and the first of its arguments, where none says more', () => {
  expect([
    actionText({ tool: undefined, kind: 'read', payload: { path: 'a', b: 1 } } as never),
    actionText({ tool: 't', kind: 'tool', payload: { a: [1] } } as never),
    actionText({ tool: 't', kind: 'tool', payload: {} } as never),
    actionText({ tool: 't', kind: 'tool', payload: undefined } as never),
  ]).toEqual(['read a', 't [1]', 't', 't']);
});

it('shows a time that is none as it is', () => {
  expect([timeText(0), timeText(Number.NaN)]).toEqual(['1970-01-01 00:00:00Z', 'NaN']);
});
