import type { Action, Effect } from '@licet/core';
import type { SessionState } from '@licet/core/store';

import { knownPlace } from '@licet/effects/places';

import type { AimSort } from './coding/allowing.ts';
import { isAllowed, yesTo } from './coding/allowing.ts';
import { addressesOf, callsOf } from './coding/calls.ts';
import { NO_HOUSE, houseOf } from './coding/house.ts';
import { installsOf } from './coding/packages.ts';
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
  ['house', 'is in a file of the project'],
  ['own', 'was named by the agent before it read text of outsiders'],
  ['hit', 'was found by a search'],
  ['guide', 'is on a page that a prompt names'],
];

/** Whether a session has read text of outsiders, or a secret: before that no call asks. */
export function hasRead(session: SessionState): boolean {
  const { isTainted, hasReadSecret } = flowStateOf(session);
  return isTainted || hasReadSecret;
}

/**
 * Tells where the aims of a call came from, by what its session has read: for people who ask why a call asks or passes. Of a command these are the
 * addresses and the packages in it, as far as `effects` tell its words.
 */
export function originsOf(
  action: Action,
  session: SessionState,
  options: FlowOptions,
  effects: readonly Effect[] = [],
): readonly FlowOrigin[] {
  const { tool = action.kind, payload: args, sessionId, remote } = action;
  const declared = declarationsOf(options);
  const judged: Judged = { tool, args, state: flowStateOf(session, remote), hashing: hashingOf(sessionId, remote), declared };
  if (isCommand(action)) return originsInCommand(action, effects, judged);
  const page = fetchedAddress(tool, args, declared);
  return flatArguments(tool, args, declared)
    .filter(({ kind, value }) => kind === 'dest' || kind === 'object' || value === page)
    .map(({ key, value, kind }) => ({ argument: key, value: String(value), kind, origin: originOf(String(value), judged) }));
}

function originsInCommand({ cwd }: Action, effects: readonly Effect[], judged: Judged): readonly FlowOrigin[] {
  const place = knownPlace(cwd === undefined ? {} : { root: cwd });
  const { isTainted, since } = judged.state;
  const house = judged.declared.isCoding ? houseOf(place, isTainted ? since : Infinity) : NO_HOUSE;
  const code = { ...judged, house };
  const originIn = (sort: AimSort, value: string): string => {
    const origin = originOf(value, judged);
    if (!origin.startsWith('is not named') || !isAllowed(sort, value, code)) return origin;
    return hasOrigin(judged.state, yesTo(sort, value, judged), 'granted')
      ? 'was said yes to'
      : 'belongs to the project, or to what a prompt names';
  };
  return callsOf(effects, place.root).flatMap(call => [
    ...addressesOf(call).map(value => ({
      argument: call.program,
      value,
      kind: 'dest' as const,
      origin: originIn('send', value),
    })),
    ...(call.effects.some(({ tags = [] }) => tags.includes('package_scripts')) ? installsOf(call) : []).map(value => ({
      argument: call.program,
      value,
      kind: 'object' as const,
      origin: originIn('package', value),
    })),
  ]);
}

function originOf(value: string, judged: Judged): string {
  const { state, hashing, declared } = judged;
  if (declared.isOwner(fold(value))) return 'belongs to the owner';
  if (isNamed(value, state)) return 'is named in a prompt';
  const hashes = [hashing.of(fold(value)), hashing.of(linkOf(value))];
  const found = ORIGINS.find(([origin]) => hashes.some(hash => hasOrigin(state, hash, origin)));
  return found === undefined ? `is not named: ${placeOf(value, judged)}` : found[1];
}
