import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import type { Ended } from './cli.ts';

/** A command for the process that stays. */
export interface Asked {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a hook reads. */
  readonly input?: Uint8Array;
}

interface Standing {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

/** Longest that a command may take. */
const MOST_MS = 100_000;

let standing: Standing | undefined;

function start(bundle: string): Standing {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { bundle, signal, port: port2 };
  const worker = new Worker(new URL('standingWorker.ts', import.meta.url), { workerData, transferList: [port2], execArgv: [] });
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal };
}

/**
 * Runs a command in one process that stays for all commands of a test file's thread: starting Node and reading the bundle is most
 * of what a command costs. The process runs the same bundle, in the folder and with the environment that it is told.
 */
export function runStanding(bundle: string, asked: Asked): Ended {
  const { worker, port, signal } = (standing ??= start(bundle));
  Atomics.store(signal, 0, 0);
  port.postMessage(asked);
  if (Atomics.wait(signal, 0, 0, MOST_MS) === 'timed-out') {
    standing = undefined;
    void worker.terminate();
    throw new Error(`\`licet ${asked.args.join(' ')}\` does not end`);
  }
  return (receiveMessageOnPort(port) as { readonly message: Ended }).message;
}
