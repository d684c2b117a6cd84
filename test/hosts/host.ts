import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Row } from '../contract/runtimes/row.ts';
import type { Client } from '../live/client.ts';

/** How a call ended, for the code that writes the event after it. */
export interface End {
  readonly output?: unknown;
  readonly error?: string;
  readonly cancelled?: boolean;
}

/** Everything that tests know of a runtime with hooks, apart from its golden events. */
export interface HostUnderTest {
  /** Why scenarios of the table do not hold that no capability decides about. */
  readonly lacks: NonNullable<Row['lacks']>;
  /** What it writes after a call. */
  readonly after: (end: End) => object;
  /** What a reply has in place of the output. */
  readonly replaced: (reply: Readonly<Record<string, unknown>>) => unknown;
  /** What it writes when a batch of calls is over, where it does. */
  readonly batch?: true;
  /** How the real program is driven; absent where it needs an account. */
  readonly client?: Omit<Client, 'runtime'>;
}

/** A reply whose members have members. */
export type Reply = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export const AT_ITS_OWN_PROMPT = 'after a yes at its own prompt the call runs, and no event comes in between';
export const ERRORS_STAY =
  'the text of a call that failed cannot be replaced: the model is told not to use it, and the trail has an anomaly';
export const NO_CANCELLATION = 'no event tells it';
export const BESIDE_THE_USER = 'only the model reads what a hook says';
export const WHOLE_CALLS = { streams: 'a hook is asked about whole calls, however the model speaks' };

/** Writes a file of settings, and the folders above it. */
export function writeSettings(file: string, value: object | string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}
