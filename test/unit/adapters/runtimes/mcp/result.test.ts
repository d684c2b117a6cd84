import { describe, expect, it, test } from 'vitest';

import { stopped, withNotice, wordsIn } from '../../../../../packages/adapters/src/runtimes/mcp/result.ts';

const call = (method: string, meta: object = {}) =>
  ({ context: { request: { jsonrpc: '2.0', id: 7, method, params: { _meta: meta } } } }) as never;

describe('a call that is stopped', () => {
  it('has a result that the model reads', () => {
    expect(stopped(call('tools/call'), 'no', { evaluation: { ruling: 'block', code: 'x' } } as never)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: 'no' }], isError: true, _meta: { 'licet/ruling': 'block', 'licet/code': 'x' } },
    });
  });

  it('has an error where no result could say so', () => {
    expect(stopped(call('resources/read'), 'no')).toMatchObject({ id: 7, error: { message: 'no' } });
  });

  it('is complete where each request is separate', () => {
    const stateless = call('tools/call', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' });

    expect(stopped(stateless, 'no')).toMatchObject({ result: { resultType: 'complete' } });
  });
});

test.each([
  [{ content: [{ type: 'text', text: 'a' }, { type: 'image' }, 'x', { text: 1 }, { text: 'b' }] }, 'a\nb'],
  [{ content: 'a' }, ''],
  [{}, ''],
])('%j says %j', (result, words) => {
  expect(wordsIn(result)).toBe(words);
});

it('puts a notice below what a tool has said, and takes nothing away', () => {
  const result = { content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } };

  expect(wordsIn(withNotice(result, 'note'))).toBe('a\nnote');
  expect(withNotice(result, 'note')).toMatchObject({ structuredContent: { a: 1 } });
  expect(withNotice(result, undefined)).toBe(result);
  expect(withNotice({ contents: [{ uri: 'a' }] }, 'note')).toEqual({
    contents: [{ uri: 'a' }, { uri: 'licet:notice', mimeType: 'text/plain', text: 'note' }],
  });
});
