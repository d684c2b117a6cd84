import { describe, expect, it, test } from 'vitest';

import { answerIn, canBeAsked, elicitation, isStateless } from '../../../../../packages/adapters/src/runtimes/mcp/question.ts';

const request = (meta: object = {}) =>
  ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', _meta: meta } }) as never;
const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

describe('a human can be asked through a client', () => {
  test.each([
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: true }, false],
    [{}, false],
  ])('that says %j: %s', (capabilities, yes) => {
    expect(canBeAsked(request(), { capabilities })).toBe(yes);
    expect(canBeAsked(request({ ...version, 'io.modelcontextprotocol/clientCapabilities': capabilities }), {})).toBe(yes);
  });

  it('by what each request says, where there is no connection that knows it', () => {
    expect([isStateless(request(version)), isStateless(request())]).toEqual([true, false]);
    expect(canBeAsked(request(version), { capabilities: { elicitation: {} } })).toBe(false);
  });
});

describe('what a human has said', () => {
  test.each([
    [{ action: 'accept', content: { approve: true } }, { granted: true }],
    [{ action: 'accept', content: { approve: 'true' } }, { granted: false }],
    [{ action: 'accept' }, { granted: false }],
    [{ action: 'decline', content: { approve: true } }, { granted: false }],
    [{ action: 'cancel' }, undefined],
    [undefined, undefined],
    ['yes', undefined],
  ])('%j: %j', (said, answer) => {
    expect(answerIn(said)).toEqual(answer);
  });
});

it('shows the person who answers the very call, with nothing in it that hides', () => {
  const { message } = elicitation({ tool: 'drop\u202e', input: { a: '\u202ex' } }, { do: 'ask', reason: 'why' } as never);

  expect(message).toContain('drop');
  expect(message).toContain('why');
  expect(message).not.toContain('\u202e');
});
