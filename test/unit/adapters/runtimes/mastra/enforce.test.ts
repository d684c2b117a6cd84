import { licetHooks } from '@licet/adapters/mastra';
import { PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
import { expect, it } from 'vitest';

const noRoot = guard('root', ({ payload }) =>
  JSON.stringify(payload).includes('root') ? block('not as root', { fix: 'name a user' }) : pass(),
);
const call = (input: unknown, more: object = {}) => ({ toolName: 'run', input, context: { toolCallId: 'c', ...more } });

it.each([
  ['a text', 'as root'],
  ['a list', ['as', 'root']],
])('judges an input that is no object as a whole: %s', async (_what, input) => {
  const seen: unknown[] = [];
  const engine = new PolicyEngine(guard('looks', ({ payload }) => (seen.push(payload), pass())));

  expect(await licetHooks(engine).beforeToolCall(call(input))).toBeUndefined();
  expect(await licetHooks(new PolicyEngine(noRoot)).beforeToolCall(call(input))).toMatchObject({ proceed: false });
  expect(seen).toEqual([{ input }]);
});

it('stops a call whose input is no object, where the policy rewrites it', async () => {
  const engine = new PolicyEngine(guard('less', () => pass({ obligations: { rewrite: { limit: 10 } } })));

  expect(await licetHooks(engine).beforeToolCall(call('all'))).toMatchObject({ proceed: false });
});

it('rewrites the object that Mastra runs with, and freezes it', async () => {
  const engine = new PolicyEngine(guard('less', () => pass({ obligations: { rewrite: { limit: 10, __proto__: null } } })));
  const input: Record<string, unknown> = { limit: 99, deep: { a: 1 } };

  await licetHooks(engine).beforeToolCall(call(input));

  expect(input).toEqual({ limit: 10, deep: { a: 1 } });
  expect([Object.isFrozen(input), Object.isFrozen(input['deep'])]).toEqual([true, true]);
});

it('lets no call run that was cancelled while it was judged', async () => {
  const audit = memoryAudit();
  const abort = new AbortController();
  const engine = new PolicyEngine(
    guard('slow', async () => (abort.abort(), pass())),
    { audit },
  );

  expect(await licetHooks(engine).beforeToolCall(call({}, { abortSignal: abort.signal }))).toMatchObject({ proceed: false });
});

it('lets a call id run once at a time, and reports each outcome to its own call', async () => {
  const audit = memoryAudit();
  const hooks = licetHooks(
    new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    ),
  );
  const [one, two] = [call({ n: 1 }), call({ n: 2 })];
  expect([await hooks.beforeToolCall(one), await hooks.beforeToolCall(two)]).toEqual([undefined, undefined]);

  await hooks.afterToolCall({ ...two, output: 'two' });
  await hooks.afterToolCall({ ...one, output: 'one' });

  const ids = (type: string) => audit.records.filter(record => record.type === type).map(({ evaluationId }) => evaluationId);
  expect(new Set(ids('outcome'))).toEqual(new Set(ids('evaluation')));
  expect(ids('anomaly')).toEqual([]);
});
