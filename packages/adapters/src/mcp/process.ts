import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { GovernanceError, InvariantError } from '@licet/core';

import type { McpMessage, McpTransport } from './message.ts';
import type { LineInput, LineOutput, LineTransport } from './stream.ts';
import { streamTransport } from './stream.ts';

/** How a server is started. */
export interface ServerProcess {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How long a server may take to end after its input has, and after it was told to. */
const END_MS = 2_000;

/** Starts a server as a separate program, and talks to it over its standard input and output; its errors go where ours go. */
export function processTransport(command: string, args: readonly string[] = [], how: ServerProcess = {}): McpTransport {
  let child: ChildProcess | undefined;
  let inner: LineTransport | undefined;
  const transport: McpTransport = {
    async start() {
      child = spawn(command, args, { ...how, stdio: ['pipe', 'pipe', 'inherit'] });
      const { stdin, stdout } = child;
      await new Promise<void>((resolve, reject) => {
        child?.once('spawn', resolve).once('error', (error: NodeJS.ErrnoException) => {
          reject(new GovernanceError('server_unavailable', `\`${command}\` cannot be started (${error.code ?? error.message})`));
        });
      });
      inner = streamTransport(stdout as LineInput, stdin as LineOutput);
      Object.assign(inner, {
        onmessage: (value: unknown) => transport.onmessage?.(value),
        onerror: (error: Error) => transport.onerror?.(error),
        onclose: () => transport.onclose?.(),
      });
      await inner.start();
    },
    send: (message: McpMessage) =>
      inner?.send(message) ?? Promise.reject(new InvariantError('wrong_phase', 'the server is not started')),
    async close() {
      await inner?.close();
      if (child !== undefined) await ended(child);
    },
  };
  return transport;
}

/** Closes the input of a program, and ends it where that does not. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  child.stdin?.end();
  const timers = (['SIGTERM', 'SIGKILL'] as const).map((signal, index) =>
    setTimeout(() => child.kill(signal), END_MS * (index + 1)),
  );
  await gone;
  for (const timer of timers) clearTimeout(timer);
}
