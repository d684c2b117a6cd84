import { GovernanceError } from '@licet/core';

import { LONGEST_MESSAGE, TOO_LONG } from './message.ts';
import type { McpMessage, McpTransport } from './message.ts';

/** What lines are read from: a readable stream of Node. Said here, so that its types need none of Node's. */
export interface LineInput {
  setEncoding(encoding: 'utf8'): unknown;
  pause(): unknown;
  on(event: 'data' | 'end' | 'close' | 'error', listener: (text: string) => void): unknown;
  off(event: 'data', listener: (text: string) => void): unknown;
}

/** What lines are written to: a writable stream of Node. */
export interface LineOutput {
  on(event: 'error', listener: () => void): unknown;
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** A transport that takes messages as this package has them. */
export interface LineTransport extends McpTransport {
  send(message: McpMessage): Promise<void>;
}

/**
 * Messages as lines of JSON over a pair of streams, as the protocol has it for programs: `streamTransport(process.stdin,
 * process.stdout)` is the side of a client. What is no JSON is told to `onerror` and dropped.
 */
export function streamTransport(input: LineInput, output: LineOutput): LineTransport {
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    input.off('data', take);
    input.pause();
    transport.onclose?.();
  };
  let rest = '';
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line, transport);
    if (rest.length <= LONGEST_MESSAGE) return;
    transport.onerror?.(new GovernanceError('protocol_broken', TOO_LONG));
    close();
  };
  const transport: LineTransport = {
    async start() {
      input.setEncoding('utf8');
      input.on('data', take);
      for (const event of ['end', 'close', 'error'] as const) input.on(event, close);
      output.on('error', close);
    },
    send: (message: McpMessage) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new GovernanceError('server_unavailable', 'the connection is closed'));
        output.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()));
      }),
    async close() {
      close();
    },
  };
  return transport;
}

function readLine(line: string, transport: McpTransport): void {
  if (line.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return transport.onerror?.(new GovernanceError('protocol_broken', 'a line arrived that is no JSON'));
  }
  transport.onmessage?.(value);
}
