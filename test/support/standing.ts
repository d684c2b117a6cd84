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

const standing = new Map<string, Standing>();

function start([program = '', ...args]: readonly string[]): Standing {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { program, args, signal, port: port2 };
  const worker = new Worker(new URL('standingWorker.ts', import.meta.url), { workerData, transferList: [port2], execArgv: [] });
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal };
}

/** Asks a process that stays for all of a test file's thread, and waits for its answer. */
export function ask(program: readonly string[], question: object, mostMs: number = MOST_MS): unknown {
  const key = program.join(' ');
  const found = standing.get(key) ?? start(program);
  standing.set(key, found);
  const { worker, port, signal } = found;
  Atomics.store(signal, 0, 0);
  port.postMessage(question);
  const until = performance.now() + mostMs;
  // The wake-up call for the last answer may come as late as this: only the value says that there is one.
  while (Atomics.load(signal, 0) === 0 && performance.now() < until) Atomics.wait(signal, 0, 0, until - performance.now());
  if (Atomics.load(signal, 0) === 0) {
    standing.delete(key);
    void worker.terminate();
    throw new Error(`${key} does not answer: ${JSON.stringify(question).slice(0, 500)}`);
  }
  return (receiveMessageOnPort(port) as { readonly message: unknown }).message;
}

/**
 * Runs a command in one process that stays for all commands of a test file's thread: starting Node and reading the bundle is most
 * of what a command costs. The process runs the same bundle, in the folder and with the environment that it is told.
 */
export function runStanding(bundle: string, asked: Asked): Ended {
  return ask(['standingProcess.ts', bundle], asked) as Ended;
}
