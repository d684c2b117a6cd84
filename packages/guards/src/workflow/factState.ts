import type { Action, Json } from '@licet/core';
import type { FactScope } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import { digestAction } from '@licet/core/policy';

import type { FileState } from './fileState.ts';

type Facts = SessionState['facts'];

/** Who shares a fact: the session, one agent in it, or every session of the project. */
export type FactSharing = 'session' | 'agent' | 'project';

const AGENT = '@agent/';

/** Where a fact is kept: for each agent under its own name, and for each value of the arguments of `by` under a digest of them. */
export const factKey = (name: string, per: FactSharing, { agentId = 'main' }: Pick<Action, 'agentId'>, value = ''): string =>
  `${per === 'agent' ? `${AGENT}${encodeURIComponent(agentId)}/` : ''}${name}${value === '' ? '' : `${VALUE}${value}`}`;

const VALUE = '#';

/** Whether a fact is kept under a key: for some agent, for some value of its arguments, or as it is. */
export function isKeyOfFact(key: string, name: string): boolean {
  const own = key.startsWith(AGENT) ? key.slice(key.indexOf('/', AGENT.length) + 1) : key;
  return own === name || own.startsWith(`${name}${VALUE}`);
}

/** The most values that one fact is kept for. When another one is earned, the oldest goes: it has to be earned again. */
const MOST_VALUES = 256;

/** The keys of a fact's oldest values, so many that there is room for more. */
export function oldestValues(key: string, facts: Facts, more = 1): readonly string[] {
  const start = key.slice(0, key.lastIndexOf(VALUE) + 1);
  if (start === '' || Object.hasOwn(facts, key)) return [];
  const values = Object.keys(facts).filter(each => each.startsWith(start));
  const room = values.length - MOST_VALUES + more;
  return room <= 0 ? [] : values.toSorted((a, b) => (earnedAt(facts[a]) ?? 0) - (earnedAt(facts[b]) ?? 0)).slice(0, room);
}

/** When a fact was earned or granted, where that is known. */
export function earnedAt(value: Json | undefined): number | undefined {
  const at = typeof value === 'object' && value !== null && 'at' in value ? value['at'] : undefined;
  return typeof at === 'number' ? at : undefined;
}

/** The name of a fact that agents have each for themselves. */
const sharedName = (key: string): string | undefined =>
  key.startsWith(AGENT) ? key.slice(key.indexOf('/', AGENT.length)) : undefined;

/** The keys of the same fact for all agents that have it, or may be earning it: what it rests on is the same for all of them. */
export function keysLike(key: string, facts: Facts): readonly string[] {
  const name = sharedName(key);
  if (name === undefined) return [key];
  const calls = Object.keys(facts).flatMap(each => (each.startsWith(EARNING) ? each.slice(EARNING.length) : []));
  const earning = calls.flatMap(call => Object.keys(earningOf(facts, call)?.facts ?? {}));
  return [...new Set([key, ...[...Object.keys(facts), ...earning].filter(each => sharedName(each) === name)])];
}

/** The session that keeps a fact. */
export const scopeOf = (per: FactSharing): FactScope => (per === 'project' ? 'project' : 'session');

/** The same for every evaluation of a call; of a call without an id, for its arguments. */
export const callOf = (action: Action): string => action.callId ?? digestAction(action) ?? '';

/** The place of the reason why a fact was not earned. */
export const reasonKey = (fact: string): string => `@reason/${fact}`;
const EARNING = '@earning/';
/** Where it is noted what a call may earn. */
export const earningKey = (call: string): string => `${EARNING}${call}`;

const own = (facts: Facts, name: string): Json | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined);

/** Why the fact was not earned the last time that somebody tried. */
export function reasonOf(facts: Facts, fact: string): string | undefined {
  const reason = own(facts, reasonKey(fact));
  return typeof reason === 'string' ? reason : undefined;
}

/** The state of the files that a fact was earned with, where it is bound to files. */
export function filesOf(facts: Facts, fact: string): FileState | undefined {
  const value = own(facts, fact);
  return typeof value === 'object' && value !== null && 'files' in value ? (value['files'] as unknown as FileState) : undefined;
}

/** The stamp of a reset, with what is to be said of it when it made void what held. */
export const causedStamp = (stamp: string, cause: string | undefined): string =>
  cause === undefined ? stamp : `${stamp}\t${cause.slice(0, LONGEST_CAUSE)}`;

const LONGEST_CAUSE = 200;

/** What is said of the reset that made a fact void. */
export function causeOf(stamp: string): string | undefined {
  const at = stamp.indexOf('\t');
  return at < 0 ? undefined : stamp.slice(at + 1);
}

/** What a call may earn when it succeeds. */
export interface Earning {
  /** When the call was let through, or a human was asked about it. */
  readonly at: number;
  readonly digest: string;
  /** The facts by their keys, each with the stamp that it must still have, and the files that it is bound to. */
  readonly facts: Readonly<Record<string, { readonly stamp: string; readonly files?: FileState }>>;
  /** Why other facts will not be earned by this call, whatever comes of it. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The facts that the call resets once more when its outcome is known. */
  readonly resets: readonly string[];
}

/** Reads what a commit has noted; undefined for a call that has noted nothing. */
export function earningOf(facts: Facts, call: string): Earning | undefined {
  const noted = own(facts, earningKey(call));
  return typeof noted === 'object' && noted !== null && !Array.isArray(noted) ? (noted as unknown as Earning) : undefined;
}

/** Notes of calls whose outcome never came, older than a call is kept open. */
export function lapsedEarnings(facts: Facts, before: number): readonly string[] {
  return Object.keys(facts).filter(
    name => name.startsWith(EARNING) && (earningOf(facts, name.slice(EARNING.length))?.at ?? 0) < before,
  );
}
