import type { Action } from '@licet/core';
import type { SessionState } from '@licet/core/store';

import { isCommand } from './commands.ts';
import { declarationsOf } from './declaration.ts';
import type { FlowOptions } from './flow.ts';
import { hashingOf } from './hashing.ts';
import type { Judged } from './judging.ts';
import { placeOf } from './question.ts';
import { fetchedAddress, flatArguments, isNamed } from './sinks.ts';
import type { Origin } from './state.ts';
import { flowStateOf, hasOrigin } from './state.ts';
import { fold, linkOf } from './words.ts';

/** Where one argument of a call came from. */
export interface FlowOrigin {
  readonly argument: string;
  readonly value: string;
  /** What it is: who reads, what is acted on, a detail, or what is sent. */
  readonly kind: 'dest' | 'object' | 'detail' | 'content';
  /** Where it came from, in a clause: `is named in a prompt`. */
  readonly origin: string;
}

const ORIGINS: readonly (readonly [origin: Origin, clause: string])[] = [
  ['selected', 'is a fact of a record that a prompt chooses'],
  ['made', 'was made by this session'],
  ['granted', 'was said yes to'],
  ['directory', 'is in a directory that the policy declares'],
  ['linked', 'is in the text of a page or record that a prompt chooses'],
];

/** Whether a session has read text of outsiders, or a secret: before that no call asks. */
export function hasRead(session: SessionState): boolean {
  const { isTainted, hasReadSecret } = flowStateOf(session);
  return isTainted || hasReadSecret;
}

/** Tells where the aims of a call came from, by what its session has read: for people who ask why a call asks or passes. */
export function originsOf(action: Action, session: SessionState, options: FlowOptions): readonly FlowOrigin[] {
  if (isCommand(action)) return [];
  const { tool = action.kind, payload: args, sessionId, remote } = action;
  const declared = declarationsOf(options);
  const judged: Judged = { tool, args, state: flowStateOf(session), hashing: hashingOf(sessionId, remote), declared };
  const page = fetchedAddress(tool, args, declared);
  return flatArguments(tool, args, declared)
    .filter(({ kind, value }) => kind === 'dest' || kind === 'object' || value === page)
    .map(({ key, value, kind }) => ({ argument: key, value: String(value), kind, origin: originOf(String(value), judged) }));
}

function originOf(value: string, judged: Judged): string {
  const { state, hashing, declared } = judged;
  if (declared.isOwner(fold(value))) return 'belongs to the owner';
  if (isNamed(value, state)) return 'is named in a prompt';
  const hashes = [hashing.of(fold(value)), hashing.of(linkOf(value))];
  const found = ORIGINS.find(([origin]) => hashes.some(hash => hasOrigin(state, hash, origin)));
  return found === undefined ? `is not named: ${placeOf(value, judged)}` : found[1];
}
