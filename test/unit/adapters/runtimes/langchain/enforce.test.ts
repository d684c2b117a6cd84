import { licetMiddleware } from '@licet/adapters/langchain';
import { PolicyEngine, ask, block, guard, pass } from '@licet/core';
import { expect, it } from 'vitest';

const letting = () => new PolicyEngine(guard('yes', () => pass()));
type Handler = (request: { readonly toolCall: { readonly name: string; readonly args: object } }) => unknown;
const request = (more: object = {}, runtime: object = {}) => ({
  toolCall: { id: 'c', name: 'send', args: { to: 'ann' }, ...more },
  runtime,
});

/** Counts the runs of the tool; what the middleware says by the handler is none. */
function counted(): { readonly handler: Handler; readonly ran: unknown[] } {
  const ran: unknown[] = [];
  return { ran, handler: ({ toolCall }) => (toolCall.name === 'licet_says' ? 'said' : ran.push(toolCall)) };
}

it('runs one of two calls that have one id', async () => {
  const { wrapToolCall } = licetMiddleware(letting());
  const { handler, ran } = counted();

  await Promise.all([wrapToolCall(request(), handler), wrapToolCall(request(), handler)]);

  expect(ran).toHaveLength(1);
});

it('runs the tool under the name that was judged', async () => {
  const names = ['send', 'send', 'send', 'erase'];
  const toolCall = Object.defineProperty({ id: 'c', args: {} }, 'name', {
    enumerable: true,
    get: () => names.shift() ?? 'erase',
  });
  const judged: unknown[] = [];
  const engine = new PolicyEngine(
    guard('looks', ({ tool }) => (judged.push(tool), tool === 'erase' ? block('no', { fix: 'no' }) : pass())),
  );
  const { handler, ran } = counted();

  await licetMiddleware(engine).wrapToolCall({ toolCall: toolCall as never, runtime: {} }, handler);

  expect(ran.map(each => (each as { name: string }).name)).toEqual(judged);
});

it('runs nothing that was cancelled while the policy decided', async () => {
  const abort = new AbortController();
  const engine = new PolicyEngine(guard('slow', async () => (abort.abort(new Error('gone')), pass())));
  const { handler, ran } = counted();

  await licetMiddleware(engine).wrapToolCall(request({}, { signal: abort.signal }), handler);

  expect(ran).toEqual([]);
});

it('shows a human the arguments that were judged', async () => {
  const args: Record<string, unknown> = { to: 'ann' };
  const engine = new PolicyEngine(guard('who', async () => ((args['to'] = 'eve'), ask('it reaches others', { fix: 'ask' }))));
  const shown: unknown[] = [];
  const interrupt = (value: unknown): unknown => (shown.push(value), { decisions: [{ type: 'approve' }] });
  const { handler, ran } = counted();

  await licetMiddleware(engine).wrapToolCall(request({ args }, { interrupt }), handler);

  expect(shown).toMatchObject([{ actionRequests: [{ args: { to: 'ann' } }] }]);
  expect(ran).toEqual([]);
});
