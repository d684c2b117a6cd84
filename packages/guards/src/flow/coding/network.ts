import type { Effect } from '@licet/core';

import { isSecretVariable } from '@licet/effects/places';

import type { FlowQuestion } from '../judging.ts';
import { textOf } from '../records.ts';
import { isNamed } from '../sinks.ts';
import { fold, linkOf } from '../words.ts';
import { ASKS_TO_SEND } from './acts.ts';
import type { CodeJudged } from './allowing.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { addressesOf, operandsOf } from './calls.ts';
import { hasSecretPart, hidesText, tellsHost } from './carrying.ts';
import { talkQuestions } from './changes.ts';
import { LOCAL, hasTag, sendsData } from './effects.ts';
import { addressesIn, isShared, plainAddress } from './tenants.ts';

const UNKNOWN = 'a host that cannot be known';

/** Asks about where a program reaches: pages, uploads, other machines, code that is installed from an address. */
export function networkQuestions(effect: Effect, call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { target } = effect;
  if (target?.type !== 'network' || target.direction === 'listen' || LOCAL.test(target.host ?? '')) return [];
  const key = call.program === '' ? 'host' : call.program;
  if (hasTag(effect, 'untrusted_code'))
    return operandsOf(call)
      .filter(word => /[:/]/u.test(word))
      .flatMap(word => aimQuestions('install', 'code', key, word, action));
  if (hasTag(effect, 'package_scripts')) return [];
  if (target.host === undefined) return hiddenQuestions(effect, call, key, action);
  const host = target.host.toLowerCase();
  if (host.includes('*')) return [{ why: 'aim', key, value: host, grants: [] }];
  const address =
    [...addressesOf(call), ...remoteAdded(call, action.calls)].find(each => plainAddress(each).startsWith(host)) ?? host;
  if (hasSecretVariable(host, action)) return [{ why: 'secret', key, value: address, grants: [] }];
  if (target.method === 'dns') return lookupQuestions(host, key, action);
  if (!sendsData(effect)) return fetchQuestions(address === host && call.words.includes('') ? `${host}/*` : address, key, action);
  const sent = aimQuestions('aim', 'send', key, isShared(host) ? address : host, action);
  const files = call.effects.some(each => each.kind === 'read' && each.target?.type === 'file');
  return sent.length > 0 || !files ? sent : actQuestions('act', key, call.program, ASKS_TO_SEND.test(action.state.names), action);
}

/** The address of the remote that a push names, where the same command has added it. */
function remoteAdded(call: CodeCall, calls: readonly CodeCall[]): readonly string[] {
  if (call.program !== 'git' || !call.words.includes('push')) return [];
  const remote = operandsOf(call)[1];
  const adding = calls.findLast(
    ({ program, words }) =>
      program === 'git' && words.includes('remote') && /^(?:add|set-url)$/u.test(words[2] ?? '') && words.includes(remote ?? ''),
  );
  return adding === undefined || remote === undefined ? [] : addressesOf(adding);
}

const VARIABLE_IN_ADDRESS = /(?:https?:\/\/|www\.)[^\s"']*?\$\{?([A-Za-z_]\w*)/gu;

/** Whether an address of a host holds a variable with the name of a secret: what an address holds, servers write down. */
const hasSecretVariable = (host: string, { args }: CodeAction): boolean => {
  const { command } = args;
  if (typeof command !== 'string' || !command.includes('$')) return false;
  return [...command.matchAll(VARIABLE_IN_ADDRESS)].some(
    ([address, name = '']) => address.includes(host) && isSecretVariable(name),
  );
};

/** A network effect without a host: a service that the program knows, a remote of git, or one that cannot be known. */
function hiddenQuestions(effect: Effect, call: CodeCall, key: string, action: CodeAction): readonly FlowQuestion[] {
  if (hasTag(effect, 'dynamic')) return [{ why: 'aim', key, value: UNKNOWN, grants: [] }];
  const isPush = call.program === 'git' && call.words.includes('push');
  if (isPush) return call.words.includes('') ? [{ why: 'aim', key, value: UNKNOWN, grants: [] }] : [];
  if (hasTag(effect, 'shares', 'remote_change')) return talkQuestions(call, action);
  if (!sendsData(effect)) return [];
  const places = operandsOf(call).filter(word => /^[a-z][a-z0-9+]*:\/\/|@.*:/u.test(word));
  if (places.length === 0) return hasTag(effect, 'uploads') ? [{ why: 'aim', key, value: UNKNOWN, grants: [] }] : [];
  return places.flatMap(place => aimQuestions('aim', 'send', key, place.replace(/^([a-z0-9+]+:\/\/[^/]+).*$/u, '$1'), action));
}

/** Any page may be fetched until a secret was read, unless the agent put the address together for a host that only a text names. */
export function fetchQuestions(address: string, key: string, action: CodeJudged): readonly FlowQuestion[] {
  const { state, hashing, declared } = action;
  if (hasSecretPart(address, action)) return actQuestions('secret', key, address, isNamed(address, state), action);
  if (declared.isCoding && !isFetchKnown(address, action) && tellsHost(address, action))
    return actQuestions('aim', key, address, false, action);
  if (state.hasReadSecret || !declared.isCoding) return aimQuestions('aim', 'fetch', key, address, action);
  const isRead = (value: string): boolean => state.values.has(hashing.of(value));
  const host = (plainAddress(address).split(/[/?#]/u)[0] ?? '').replace(/:\d+$/u, '');
  const isSeen = [fold(address), plainAddress(address)].some(isRead);
  const isBelow = domainsAbove(host).some(isRead);
  const hides = address.split(/[/?&=.]/u).some(hidesText);
  const isComposed = (/[?#=]|\*$/u.test(address) && isRead(host)) || isData(host, isBelow) || hides;
  return isComposed && !isSeen ? aimQuestions('aim', 'fetch', key, address, action) : [];
}

/** Whether a prompt or a text has an address as a whole: the agent then put nothing into it. */
const isFetchKnown = (address: string, { state, hashing }: CodeJudged): boolean =>
  isNamed(address, state) || [fold(address), linkOf(address)].some(each => state.values.has(hashing.of(each)));

/** The owner of a domain reads the names that are looked up below it: a name below one that only a text names must be named too. */
function lookupQuestions(host: string, key: string, action: CodeAction): readonly FlowQuestion[] {
  const isRead = (value: string): boolean => action.state.values.has(action.hashing.of(value));
  const isBelow = !isRead(host) && domainsAbove(host).some(isRead);
  return isBelow || action.state.hasReadSecret || isData(host) ? aimQuestions('aim', 'fetch', key, host, action) : [];
}

/** The hosts above one, down to those of two names. */
const domainsAbove = (host: string): readonly string[] => {
  const names = host.split('.');
  return names.slice(1, -1).map((_name, at) => names.slice(at + 1).join('.'));
};

/** Whether a host name carries data: a name in it is longer than people choose, or looks drawn. Below a host that a text names less is enough. */
function isData(host: string, isBelow = false): boolean {
  const [longest, most] = isBelow ? [20, 0] : [30, 2];
  return host
    .split('.')
    .slice(0, -1)
    .some(
      name => name.length > longest || (name.length >= 12 && !name.includes('-') && (name.match(/\d+/gu) ?? []).length > most),
    );
}

/** Code that comes from the network, or is hidden, and runs at once: its address must be named. */
export function codeQuestions(call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const isEdit = action.calls.every(({ words }) => words.length === 0);
  const addresses = isEdit ? addressesIn(textOf(action.args)) : action.calls.flatMap(addressesOf);
  if (addresses.length === 0) return actQuestions('run', call.program, 'code that is fetched or hidden', false, action);
  return addresses.flatMap(address => aimQuestions('run', 'code', call.program, address, action));
}
