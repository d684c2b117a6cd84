import { licetTools } from '@licet/adapters/ai-sdk';
import { guarded } from '@licet/adapters/function';
import { licetMiddleware } from '@licet/adapters/langchain';
import { licetTools as licetFunctions } from '@licet/adapters/openai-agents';
import { PolicyEngine, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const SECRET = 'open sesame';
const shaper = {
  meets: ['redact'] as const,
  shape(output: unknown) {
    const text = JSON.stringify(output) ?? '';
    return { output: JSON.parse(text.replaceAll('sesame', 'HIDDEN')) as unknown, rules: text.includes('sesame') ? ['x'] : [] };
  },
};
const engine = () => new PolicyEngine(guard('redacts', () => pass({ obligations: { redact: ['x'] } })));
type Tool = () => unknown;

/** What the model gets of what a tool returns or throws. */
const ways: Readonly<Record<string, (tool: Tool) => Promise<unknown>>> = {
  guarded: tool => guarded(tool, { engine: engine(), tool: 't', shape: shaper })(),
  'guarded, `sync`': async tool => guarded(tool, { engine: engine(), tool: 't', shape: shaper, sync: true })(),
  async 'AI SDK, `licetTools`'(tool) {
    const tools = licetTools(
      engine(),
      { t: { execute: (_input: object, _about: { toolCallId: string }) => tool() } },
      { shaper },
    );
    return tools.t.execute({}, { toolCallId: 'c' });
  },
  LangChain: tool =>
    licetMiddleware(engine(), { shaper }).wrapToolCall(
      { toolCall: { id: 'c', name: 't', args: {} }, runtime: {} },
      async request => {
        const own = (request as { tool?: { invoke?: () => Promise<string> } }).tool?.invoke;
        return { tool_call_id: 'c', content: own === undefined ? await tool() : await own() };
      },
    ),
  'OpenAI Agents'(tool) {
    const given = { type: 'function', name: 't', needsApproval: async () => false, invoke: async () => tool() };
    const [governed] = licetFunctions(engine(), [given], { shaper }) as unknown as [
      { invoke: (...of: unknown[]) => Promise<unknown> },
    ];
    return governed.invoke({ context: {}, isToolApproved: () => false }, '{}', { toolCall: { callId: 'c' } });
  },
};

/** What a model could read of a value: its JSON, its text, and what comes out of it. */
async function readable(value: unknown): Promise<string> {
  const parts: unknown[] = [value];
  if (typeof value === 'function') parts.push((value as () => unknown)());
  if (value instanceof Error) parts.push(value.message, value.message, String(value), String(value.cause));
  if (typeof value === 'object' && value !== null && Symbol.asyncIterator in value)
    for await (const each of value as AsyncIterable<unknown>) parts.push(each);
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) parts.push(...(value as Iterable<unknown>));
  return parts.map(part => `${JSON.stringify(part)} ${JSON.stringify(part)} ${typeof part === 'string' ? part : ''}`).join(' ');
}

const inTurn = (...values: unknown[]) => {
  let at = 0;
  return () => values[Math.min(at++, values.length - 1)];
};
class Row {
  readonly #key = SECRET;
  toJSON(): object {
    return { key: this.#key };
  }
}

const returned: Readonly<Record<string, Tool>> = {
  'a text': () => SECRET,
  'a nested text': () => ({ deep: [{ key: SECRET }] }),
  'an object of a class that says it in its JSON': () => new Row(),
  'a getter that says it the second time': () =>
    Object.defineProperty({}, 'key', { enumerable: true, get: inTurn('harmless', SECRET) }),
  'a getter that says it the third time': () =>
    Object.defineProperty({}, 'key', { enumerable: true, get: inTurn('harmless', 'harmless', SECRET) }),
  'a proxy that says it later': () => {
    const next = inTurn('harmless', SECRET);
    return new Proxy({ key: '' }, { get: (target, name) => (name === 'key' ? next() : Reflect.get(target, name)) });
  },
  'a generator': function* () {
    yield SECRET;
  },
  'a list with its own iterator': () =>
    Object.assign(['harmless'], { [Symbol.iterator]: [SECRET][Symbol.iterator].bind([SECRET]) }),
  'a stream': () => new ReadableStream({ start: stream => (stream.enqueue(SECRET), stream.close()) }),
  'a function': () => () => SECRET,
  'a promise of a function': async () => () => SECRET,
  'an object that changes later': () => {
    const value = { key: 'harmless' };
    setTimeout(() => (value.key = SECRET), 0);
    return value;
  },
  'a set': () => new Set([SECRET]),
  bytes: () => Buffer.from(SECRET),
};

const thrown: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error(SECRET),
  'an error whose words say it the second time': () =>
    Object.defineProperty(new Error('harmless'), 'message', { get: inTurn('harmless', SECRET) }),
  'an error with a cause': () => new Error('harmless', { cause: SECRET }),
  'an error with another member': () => Object.assign(new Error('harmless'), { stdout: SECRET }),
  'a text': () => SECRET,
};

describe.each(Object.entries(ways))('%s', (runtime, run) => {
  it.each(Object.entries(returned))('shows nothing of what the policy keeps from view: %s', async (_what, tool) => {
    const shown = await run(tool).catch((error: unknown) => error);
    await new Promise(resolve => setTimeout(resolve, 2));

    expect(await readable(shown)).not.toContain('sesame');
  });

  // What a function throws is thrown on: the host decides what a model sees of it, and the trail has it.
  if (runtime.startsWith('guarded')) return;

  it.each(Object.entries(thrown))('shows nothing of it that is thrown: %s', async (_what, make) => {
    const shown = await run(() => {
      throw make();
    }).catch((error: unknown) => error);

    expect(await readable(shown)).not.toContain('sesame');
    expect(JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(Object(shown))))).not.toContain('open sesame"}');
  });
});
