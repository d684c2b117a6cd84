import { licet, licetTools } from '@licet/adapters/ai-sdk';
import { guarded, withLicet } from '@licet/adapters/function';
import { licetMiddleware } from '@licet/adapters/langchain';
import { licetHooks } from '@licet/adapters/mastra';
import { PolicyEngine, block, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

type Input = Record<PropertyKey, unknown>;
type Pay = (input: unknown) => unknown;

const HIDDEN = Symbol('amount');

/** Everything that a tool could take for the amount. */
function amountsIn(input: unknown): unknown[] {
  const { amount, order, list, [HIDDEN]: hidden, secret, map } = (input ?? {}) as Input;
  const spread = Array.isArray(list) ? [...(list as unknown[]), list[0], (list as unknown as Input)['extra']] : [];
  const nested = (order as Input | undefined)?.['amount'];
  const called = typeof secret === 'function' ? [(secret as () => unknown).call(input)] : [];
  return [amount, amount, nested, hidden, ...spread, ...called, ...(map instanceof Map ? [...map.values()] : [])];
}

/** How each runtime runs a tool with an input: as its SDK does, with the object that the adapter hands on. */
const ways: Readonly<Record<string, (engine: PolicyEngine, input: unknown, pay: Pay) => Promise<unknown>>> = {
  guarded: (engine, input, pay) => guarded((given: unknown) => pay(given), { engine, tool: 'pay' })(input),
  withLicet: (engine, input, pay) => withLicet({ name: 'pay', run: async (given: unknown) => pay(given) }, { engine }).run(input),
  async 'AI SDK, `licetTools`'(engine, input, pay) {
    const tools = licetTools(engine, { pay: { execute: async (given: unknown, _about: { toolCallId: string }) => pay(given) } });
    return tools.pay.execute(input, { toolCallId: 'c' });
  },
  async 'AI SDK, `licet`'(engine, input, pay) {
    const toolCall = { toolCallId: 'c', toolName: 'pay', input };
    const status = await licet(engine).toolApproval({ toolCall, messages: [], runtimeContext: {}, tools: { pay: {} } });
    return status === 'not-applicable' ? pay(toolCall.input) : undefined;
  },
  LangChain: (engine, input, pay) =>
    licetMiddleware(engine).wrapToolCall(
      { toolCall: { id: 'c', name: 'pay', args: input as Input }, runtime: {} },
      ({ toolCall }) => (toolCall.name === 'pay' ? pay(toolCall.args) : undefined),
    ),
  async Mastra(engine, input, pay) {
    const call = { toolName: 'pay', input, context: { toolCallId: 'c' } };
    return (await licetHooks(engine).beforeToolCall(call)) === undefined ? pay(call.input) : undefined;
  },
};

class Order {
  readonly amount = 5;
  readonly #real = 500;
  secret(): number {
    return this.#real;
  }
}

class Tricky extends Array<number> {
  override *[Symbol.iterator](): ArrayIterator<number> {
    yield 500;
  }
}

const inTurn = (...values: unknown[]) => {
  let at = 0;
  return () => values[Math.min(at++, values.length - 1)];
};
const withGetter = (get: () => unknown) => Object.defineProperty({}, 'amount', { get, enumerable: true });

/** Inputs that show 5 to who judges, and 500 to who runs. The second of a pair changes them while the policy decides. */
const inputs: Readonly<Record<string, () => readonly [input: unknown, meanwhile?: () => void]>> = {
  'a member is changed': () => {
    const input: Input = { amount: 5 };
    return [input, () => (input['amount'] = 500)];
  },
  'a member is added': () => {
    const input: Input = { other: 1 };
    return [input, () => (input['amount'] = 500)];
  },
  'a nested member is changed': () => {
    const order: Input = { amount: 5 };
    return [{ order }, () => (order['amount'] = 500)];
  },
  'a nested object is replaced': () => {
    const input: Input = { order: { amount: 5 } };
    return [input, () => (input['order'] = { amount: 500 })];
  },
  'an item of a list is changed': () => {
    const list = [5];
    return [{ list }, () => (list[0] = 500)];
  },
  'a value of a map is changed': () => {
    const map = new Map([['a', 5]]);
    return [{ map }, () => map.set('a', 500)];
  },
  'the prototype is replaced': () => {
    const input = {};
    return [input, () => Object.setPrototypeOf(input, { amount: 500 })];
  },
  'a getter says another thing the second time': () => [withGetter(inTurn(5, 500))],
  'a getter says another thing the third time': () => [withGetter(inTurn(5, 5, 500))],
  'a getter says another thing the fifth time': () => [withGetter(inTurn(5, 5, 5, 5, 500))],
  'a nested getter says another thing the second time': () => [{ order: withGetter(inTurn(5, 500)) }],
  'a proxy says another thing the second time': () => {
    const next = inTurn(5, 500);
    return [new Proxy({ amount: 5 }, { get: (target, key) => (key === 'amount' ? next() : Reflect.get(target, key)) })];
  },
  'a proxy hides a member': () => [new Proxy({ amount: 500 }, { ownKeys: () => [] })],
  'a nested proxy hides a member': () => [{ order: new Proxy({ amount: 500 }, { ownKeys: () => [] }) }],
  'a member is not enumerable': () => [Object.defineProperty({}, 'amount', { value: 500 })],
  'a member is a symbol': () => [{ [HIDDEN]: 500 }],
  'a member is inherited': () => [Object.create({ amount: 500 })],
  'a member is inherited from an object without a prototype': () => [
    Object.create(Object.assign(Object.create(null) as object, { amount: 500 })),
  ],
  'toJSON says another thing': () => [{ amount: 500, toJSON: () => ({ amount: 5 }) }],
  'a function would say it': () => [{ amount: 5, secret: () => 500 }],
  'a private part would say it': () => [new Order()],
  'a list says another thing when it is walked through': () => [{ list: Tricky.of(5) }],
  'a list has another member': () => [{ list: Object.assign([5], { extra: 500 }) }],
  'a list says another thing by its own iterator': () => [
    { list: Object.assign([5], { [Symbol.iterator]: [500][Symbol.iterator].bind([500]) }) },
  ],
  'a list claims to have four billion members': () => [{ list: Object.assign([], { length: 4_000_000_000 }) }],
  'a throwing getter': () => [
    withGetter(() => {
      throw new Error('no');
    }),
  ],
};

/** Lets up to 100 pass in any place, and gives the caller time to change its objects. */
const limited = (meanwhile: () => void): PolicyEngine =>
  new PolicyEngine(
    guard('limit', async ({ payload }) => {
      await Promise.resolve();
      meanwhile();
      await Promise.resolve();
      const seen = amountsIn(payload['input'] ?? (Array.isArray(payload['args']) ? payload['args'][0] : payload));
      return seen.some(each => Number(each) > 100) ? block('too much', { fix: 'ask for 100 or less' }) : pass();
    }),
  );

describe.each(Object.entries(ways))('%s', (_runtime, run) => {
  it.each(Object.entries(inputs))('never runs with 500 where 5 was judged: %s', async (_what, make) => {
    const [input, meanwhile = () => undefined] = make();
    const ran: unknown[] = [];
    const engine = limited(meanwhile);

    await run(engine, input, given => void ran.push(...amountsIn(given))).catch(() => undefined);

    expect(ran).not.toContain(500);
  });

  it('runs with what it was called with, where that is data', async () => {
    const given = { amount: 5, order: { amount: 7, note: null }, list: [1, [2]] };
    const ran: unknown[] = [];

    await run(
      limited(() => undefined),
      structuredClone(given),
      input => void ran.push(input),
    );

    expect(ran).toEqual([given]);
  });
});
