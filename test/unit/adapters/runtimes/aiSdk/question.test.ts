import { expect, it, test } from 'vitest';

import { answerIn } from '../../../../../packages/adapters/src/runtimes/aiSdk/question.ts';

const asked = (more: object = {}) => ({
  role: 'assistant',
  content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c', ...more }],
});
const said = (more: object = {}) => ({
  role: 'tool',
  content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true, ...more }],
});

it('is the answer of the last message to the question about this call', () => {
  expect(answerIn([asked(), said()], 'c')).toEqual({ granted: true });
  expect(answerIn([asked(), said({ approved: false, reason: 'why' })], 'c')).toEqual({ granted: false, reason: 'why' });
});

test.each([
  ['for another call', [asked(), said()], 'd'],
  ['to another request', [asked(), said({ approvalId: 'b' })], 'c'],
  ['by the SDK itself', [asked({ isAutomatic: true }), said()], 'c'],
  ['in an earlier message', [asked(), said(), { role: 'user', content: 'go on' }], 'c'],
  ['to nothing', [said()], 'c'],
  ['in what is no conversation', 'yes', 'c'],
  ['in parts that are none', [null, { content: [null, 'x'] }], 'c'],
])('is none %s', (_what, messages, call) => {
  expect(answerIn(messages, call)).toBeUndefined();
});

it('is a no in any other form than a plain yes', () => {
  expect(answerIn([asked(), said({ approved: 'true' })], 'c')).toEqual({ granted: false });
});
