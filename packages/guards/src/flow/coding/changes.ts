import type { Effect } from '@licet/core';
import { marksOf } from '@licet/effects/marks';

import type { FlowQuestion } from '../judging.ts';
import { fold } from '../words.ts';
import { ASKS_TO_REWRITE, isActAsked } from './acts.ts';
import type { CodeJudged } from './allowing.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { addressesOf, operandsOf } from './calls.ts';
import { hasTag } from './effects.ts';
import { foreignRoot } from './foreign.ts';
import { asksForSetUp } from './plants.ts';
import { addressesIn } from './tenants.ts';

/** What is changed at a service, or in settings of this machine. */
export function namedQuestions(
  effect: Effect,
  category: string,
  name: string,
  call: CodeCall,
  action: CodeAction,
): readonly FlowQuestion[] {
  if (category === 'git_ref' && !hasTag(effect, 'remote_change')) return [];
  const { names } = action.state;
  const key = call.program;
  const isRedirect =
    (category === 'git_config' && /^(?:remote|url|submodule|branch|user)\b/u.test(name)) ||
    /^package(?:_setting)?$/u.test(category);
  if (isRedirect && !(category === 'package' && /^(?:system|project)$/u.test(name)))
    return settingQuestions(effect, category, name, call, action);
  if (category === 'git_ref')
    return actQuestions('act', key, call.words.slice(0, 4).join(' '), ASKS_TO_REWRITE.test(names), action);
  if (hasTag(effect, 'shares', 'remote_change')) return talkQuestions(call, action);
  if (hasTag(effect, 'persistence', 'weakens', 'tampered_environment', 'unguarded_agents', 'skips_checks', 'covers_tracks'))
    return actQuestions('setup', call.program, name, asksForSetUp(category, name, names), action);
  const isGrave =
    effect.kind === 'delete' &&
    hasTag(effect, 'destructive') &&
    /^(?:database|resource|container|service|volume)$/u.test(category);
  return isGrave ? actQuestions('act', call.program, call.words.join(' '), isActAsked(['delete'], names), action) : [];
}

function settingQuestions(
  effect: Effect,
  category: string,
  name: string,
  call: CodeCall,
  action: CodeAction,
): readonly FlowQuestion[] {
  const key = call.program;
  const addresses = [...new Set([...addressesOf(call), ...addressesIn(name.replace(/^url\./u, ''))])];
  if (addresses.length > 0) return addresses.flatMap(address => aimQuestions('setting', 'setting', key, address, action));
  const isWeak = hasTag(effect, 'weakens', 'tampered_environment', 'persistence', 'untrusted_code') || call.words.includes('');
  return isWeak ? actQuestions('setup', key, name, asksForSetUp(category, name, action.state.names), action) : [];
}

const REPOSITORY = /^(?:-R|--repo|--repository|--owner|--org|--project)$/u;

/** Something that others read: its act and its place must be named, and it carries nothing of another place. */
export function talkQuestions(call: CodeCall, action: CodeJudged): readonly FlowQuestion[] {
  const key = call.program;
  const words = call.words.slice(1).filter(word => !/\s/u.test(word));
  const said = [
    key,
    ...words
      .filter(word => !word.startsWith('-'))
      .slice(0, 4)
      .flatMap(word => word.split(/[/:]/u)),
    ...words.flatMap(word => /^--(visibility|delete|approve)/u.exec(word)?.[1] ?? []),
  ];
  const places = call.words.flatMap((word, at) =>
    REPOSITORY.test(word) ? [call.words[at + 1] ?? ''] : (/^--repo=(.*)$/u.exec(word)?.[1] ?? []),
  );
  const paths = words.flatMap(word => /^\/?repos\/([\w.-]+\/[\w.-]+)/u.exec(word)?.[1] ?? []);
  const own = /^(?:docker|podman|skopeo|crane|npm|twine|cargo)$/u.test(key)
    ? operandsOf(call).filter(word => /^[\w.-]+\/[\w./-]+/u.test(word))
    : [];
  const mails = call.words.filter(word => /^[^\s@]+@[^\s@]+\.\w+$/u.test(word));
  const carried = addressesIn(call.words.filter(word => /\s/u.test(word)).join(' '));
  return [
    ...actQuestions('act', key, call.words.slice(0, 4).join(' '), isActAsked(said, action.state.names), action),
    ...[...places, ...paths, ...own, ...mails].flatMap(place => aimQuestions('aim', 'place', key, place, action)),
    ...carried.flatMap(address => aimQuestions('carried', 'fetch', key, address, action)),
    ...privateQuestions(key, [...places, ...paths], action),
  ];
}

/** Text of a place that is not public goes where others read. */
export function privateQuestions(key: string, places: readonly string[], judged: CodeJudged): readonly FlowQuestion[] {
  const { state, declared } = judged;
  if (places.length > 0 && places.every(place => declared.isPrivatePlace(fold(place)))) return [];
  const others = [...state.privates].filter(name => !places.some(place => fold(place) === name));
  return others.flatMap(name => actQuestions('private', key, name, false, judged));
}

/** Files outside of the project that would be lost: the prompt must ask for it. */
export function lossQuestions(effect: Effect, call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { root } = action.place;
  const { target } = effect;
  if (target?.type === 'file' && foreignRoot(target.lexical, action) !== undefined) return [];
  const isGrave =
    effect.kind === 'delete' && marksOf(effect, root).some(mark => mark === 'destructive_outside' || mark === 'catastrophic');
  return isGrave
    ? actQuestions('act', call.program, call.words.join(' '), isActAsked(['delete'], action.state.names), action)
    : [];
}

const GRAVE_TASK = /^(?:deploy|publish|release|ship|destroy|teardown|promote)(?:$|[:_-])/u;

/** A task of the project that reaches its users: the prompt must ask for it. */
export function taskQuestions({ program, words }: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const task = words.slice(1, 4).find(word => GRAVE_TASK.test(word));
  if (task === undefined) return [];
  return actQuestions('act', program, words.slice(0, 3).join(' '), isActAsked(task.split(/[:_-]/u), action.state.names), action);
}
