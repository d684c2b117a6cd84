// The thread between a test, which waits, and the process that stays.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import type { Ended } from './cli.ts';

const { program, args, signal, port } = workerData as {
  program: string;
  args: readonly string[];
  signal: Int32Array;
  port: MessagePort;
};

let child: ChildProcess | undefined;
let isAsked = false;

function answer(ended: unknown): void {
  if (!isAsked) return;
  isAsked = false;
  port.postMessage(ended);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL(program, import.meta.url)), args, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.on('message', answer);
  // A command may end its process, or be killed with it: what it wrote is lost then.
  started.on('exit', (status, killed) => {
    if (child === started) child = undefined;
    answer({ status, signal: killed, stdout: '', stderr: 'the process of the command ended' } satisfies Ended);
  });
  return started;
}

port.on('message', (asked: object) => {
  isAsked = true;
  (child ??= start()).send(asked);
});
