import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that the model wants to make. `isText`: the tool takes a text, not an object. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** What the model says, one turn after the other: the calls of each turn. After the last one it says that it is done. */
export type Script = readonly (readonly ScriptedCall[])[];

/** What a client sent with one request: the results of all calls so far, in order, and everything as text. */
export interface Request {
  /** When it had arrived, by the clock of this process, in milliseconds. */
  readonly at: number;
  readonly results: readonly string[];
  readonly text: string;
}

/** A model that says what a script says, on loopback. */
export interface ScriptedModel {
  readonly url: string;
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

/** One way in which clients talk to models. */
interface Wire {
  readonly matches: RegExp;
  /** The results of calls in a request. */
  results(body: Json): readonly string[];
  reply(calls: readonly ScriptedCall[], turn: number, response: ServerResponse, body: Json): void;
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const idOf = (turn: number, index: number): string => `call_${turn}_${index}`;

function send(response: ServerResponse, events: readonly (readonly [event: string | undefined, data: unknown])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [event, data] of events)
    response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    );
  response.end();
}

/** The Messages API. */
const messages: Wire = {
  matches: /\/v1\/messages$/u,
  results: body =>
    listOf(body['messages']).flatMap(({ content }) =>
      listOf(content).flatMap(part => (part['type'] === 'tool_result' ? [JSON.stringify(part['content'])] : [])),
    ),
  reply(calls, turn, response) {
    const blocks = calls.map((call, index) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${index}`,
      name: call.tool,
      input: call.input,
    }));
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      usage,
    };
    const event = (type: string, data: object): readonly [string, unknown] => [type, { type, ...data }];
    const parts = blocks.flatMap((block, index) => [
      event('content_block_start', { index, content_block: { ...block, input: {} } }),
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) } }),
      event('content_block_stop', { index }),
    ]);
    const text = [
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'done' } }),
      event('content_block_stop', { index: 0 }),
    ];
    const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
    send(response, [
      event('message_start', { message }),
      ...(calls.length > 0 ? parts : text),
      event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }),
      event('message_stop', {}),
    ]);
  },
};

/** The Responses API. */
const responses: Wire = {
  matches: /\/responses$/u,
  results: body =>
    listOf(body['input']).flatMap(item =>
      String(item['type']).endsWith('_call_output') ? [JSON.stringify(item['output'])] : [],
    ),
  reply(calls, turn, response) {
    const done = (item: object): readonly [string, unknown] => [
      'response.output_item.done',
      { type: 'response.output_item.done', item },
    ];
    const items = calls.map(({ tool, input }, index) =>
      typeof input === 'string'
        ? done({ type: 'custom_tool_call', name: tool, input, call_id: idOf(turn, index) })
        : done({ type: 'function_call', name: tool, arguments: JSON.stringify(input), call_id: idOf(turn, index) }),
    );
    const text = done({
      type: 'message',
      role: 'assistant',
      id: `msg_${turn}`,
      content: [{ type: 'output_text', text: 'done' }],
    });
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    send(response, [
      ['response.created', { type: 'response.created', response: { id: `resp_${turn}` } }],
      ...(calls.length > 0 ? items : [text]),
      ['response.completed', { type: 'response.completed', response: { id: `resp_${turn}`, usage } }],
    ]);
  },
};

/** The Gemini API. */
const gemini: Wire = {
  matches: /:(?:streamGenerateContent|generateContent)$/u,
  results: body =>
    listOf(body['contents']).flatMap(({ parts }) =>
      listOf(parts).flatMap(part => ('functionResponse' in part ? [JSON.stringify(part['functionResponse'])] : [])),
    ),
  reply(calls, _turn, response) {
    const said = calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }));
    const parts = calls.length > 0 ? said : [{ text: 'done' }];
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    send(response, [
      [undefined, { candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }], usageMetadata }],
    ]);
  },
};

/** Chat completions. */
const chat: Wire = {
  matches: /\/chat\/completions$/u,
  results: body => listOf(body['messages']).flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : [])),
  reply(calls, turn, response, body) {
    const tool_calls = calls.map(({ tool, input }, index) => ({
      index,
      id: idOf(turn, index),
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    const said = calls.length > 0 ? { role: 'assistant', content: null, tool_calls } : { role: 'assistant', content: 'done' };
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const whole = {
      id: `chat_${turn}`,
      created: 0,
      model: 'scripted',
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
    if (body['stream'] !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ ...whole, object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason }] }),
      );
      return;
    }
    const chunk = { ...whole, object: 'chat.completion.chunk' };
    send(response, [
      [undefined, { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] }],
      [undefined, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] }],
      [undefined, '[DONE]'],
    ]);
  },
};

const WIRES: readonly Wire[] = [messages, responses, gemini, chat];

/** Starts a model that plays a script to one client. A request that offers no tools, for a title or a summary, gets a word. */
export async function scriptedModel(script: Script): Promise<ScriptedModel> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(text => {
      const wire = WIRES.find(({ matches }) => matches.test((request.url ?? '').split('?')[0] ?? ''));
      const body = parsed(text);
      if (wire === undefined || body === undefined) {
        response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' });
        return response.end(request.method === 'HEAD' ? '' : '{"error": {"type": "not_found_error", "message": "no"}}');
      }
      const results = wire.results(body);
      const offersTools = listOf(body['tools']).length > 0;
      if (offersTools) requests.push({ at: performance.now(), results, text });
      const turn = turnAfter(script, results.length);
      return wire.reply(offersTools ? (script[turn] ?? []) : [], turn, response, body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise(resolve => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** How many turns have been answered when there are so many results. */
function turnAfter(script: Script, results: number): number {
  let [turn, seen] = [0, 0];
  while (turn < script.length && seen + (script[turn]?.length ?? 0) <= results) seen += script[turn++]?.length ?? 0;
  return turn;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
