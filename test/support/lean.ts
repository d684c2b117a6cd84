// To start a process, Node copies the page tables of the one that starts it. A thread of the tests lies in a process of a gigabyte, where
// that costs 90 ms of CPU for every start; here a process of 50 MB does it for 4.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Ended } from './cli.ts';
import { ask } from './standing.ts';

/** A program that is run to its end. */
export interface LeanCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** @defaultValue that of the tests */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** After so many milliseconds it is told to end. */
  readonly timeout?: number;
}

/** How it ended, or why it was not started. */
export interface LeanEnd extends Ended {
  readonly fault?: string;
}

const PROGRAM = 'leanProcess.ts';
const MOST_MS = 100_000;

function checked({ fault, status, signal, stdout, stderr }: LeanEnd): Ended {
  if (fault !== undefined) throw new Error(fault);
  return { status, signal, stdout, stderr };
}

/** Runs a program to its end, as `spawnSync` does. */
export function runLean(call: LeanCall): Ended {
  const { timeout = MOST_MS, env = process.env } = call;
  return checked(ask([PROGRAM], { ...call, timeout, env: { ...env } }, timeout + MOST_MS) as LeanEnd);
}

let starter: ChildProcess | undefined;
const waiting = new Map<number, (ended: LeanEnd) => void>();
let asked = 0;

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL(PROGRAM, import.meta.url)), [], { execArgv: [], serialization: 'advanced' });
  started.on('message', message => {
    const { id, ...ended } = message as LeanEnd & { readonly id: number };
    waiting.get(id)?.(ended);
    waiting.delete(id);
  });
  started.unref();
  started.channel?.unref();
  return started;
}

/** Runs a program to its end, beside others. */
export async function runLeanLater(call: LeanCall & Required<Pick<LeanCall, 'env'>>): Promise<Ended> {
  const id = asked++;
  starter ??= start();
  const ended = new Promise<LeanEnd>(resolve => waiting.set(id, resolve));
  starter.send({ ...call, id });
  return checked(await ended);
}
