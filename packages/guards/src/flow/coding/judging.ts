import type { Effect } from '@licet/core';
import { isSecretPath } from '@licet/effects/places';

import type { FlowQuestion } from '../judging.ts';
import { secretQuestions } from '../judging.ts';
import { textOf } from '../records.ts';
import { fold, isIn, runsOf } from '../words.ts';
import { ASKS_TO_REPEAT, ASKS_TO_RUN, ASKS_TO_SEND, isActAsked } from './acts.ts';
import type { CodeJudged } from './allowing.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, operandsOf, pathIn } from './calls.ts';
import { foreignRoot, takenBy } from './foreign.ts';
import { installsOf } from './packages.ts';
import { plantedQuestions } from './planting.ts';
import { asksForSetUp } from './plants.ts';
import { addressesIn, plainAddress } from './tenants.ts';

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*\.localhost)$/u;
const UNKNOWN = 'a host that cannot be known';

/** Returns what the user must say yes to before an action on code runs; undefined where the guard has nothing to say. */
export function questionsForCode(action: CodeAction): readonly FlowQuestion[] | undefined {
  const { state, calls } = action;
  const isOutward = calls.some(call => call.effects.some(goesOut));
  const secrets = isOutward ? secretsIn(action) : [];
  const late = isOutward && secrets.length === 0 ? lateQuestions(action) : [];
  if (!state.isTainted) return isOutward ? [...secrets, ...late] : undefined;
  const found = calls.flatMap(call => [
    ...call.effects.flatMap(effect => effectQuestions(effect, call, action)),
    ...installQuestions(call, action),
  ]);
  const all = [...found, ...runQuestions(action), ...plantedQuestions(action), ...secrets, ...late];
  const distinct = [...new Map(all.map(each => [`${each.why} ${each.key} ${each.value}`, each])).values()];
  return distinct.length > 0 ? distinct : dictatedQuestions(action);
}

const hasTag = ({ tags = [] }: Effect, ...any: readonly string[]): boolean => any.some(tag => tags.includes(tag));

/** Whether an effect takes something of this machine elsewhere. */
function goesOut(effect: Effect): boolean {
  const { kind, target } = effect;
  if (hasTag(effect, 'shares', 'remote_change', 'uploads')) return true;
  return kind === 'network' && target?.type === 'network' && target.direction !== 'listen' && !LOCAL.test(target.host ?? '');
}

const sendsData = ({ target }: Effect): boolean =>
  target?.type === 'network' && target.direction !== 'download' && target.direction !== 'listen';

function effectQuestions(effect: Effect, call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { kind, target } = effect;
  if (hasTag(effect, 'downloaded_code', 'obfuscated')) return codeQuestions(call, action);
  if (target?.type === 'network') return networkQuestions(effect, call, action);
  if (target?.type !== 'named') return [];
  if (kind === 'configure' || kind === 'delete' || kind === 'execute' || kind === 'write')
    return namedQuestions(effect, target.category, target.name, call, action);
  return [];
}

/** The addresses among the words of a call. */
const addressesOf = (call: CodeCall): readonly string[] => addressesIn(call.words.slice(1).join(' ').replaceAll('git+', ''));

function networkQuestions(effect: Effect, call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
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
  const address = addressesOf(call).find(each => plainAddress(each).startsWith(host)) ?? host;
  if (!sendsData(effect)) return fetchQuestions(address, key, action);
  const sent = aimQuestions('aim', 'send', key, address === host || !isIn(host, fold(address)) ? host : address, action);
  const files = call.effects.some(each => each.kind === 'read' && each.target?.type === 'file');
  return sent.length > 0 || !files ? sent : actQuestions('act', key, call.program, ASKS_TO_SEND.test(action.state.names), action);
}

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
  if (state.hasReadSecret || !declared.isCoding) return aimQuestions('aim', 'fetch', key, address, action);
  const isSeen = [fold(address), plainAddress(address)].some(each => state.values.has(hashing.of(each)));
  const host = plainAddress(address).split(/[/?#]/u)[0] ?? '';
  const isComposed = /[?#=]/u.test(address) && !isSeen && state.values.has(hashing.of(host));
  return isComposed ? aimQuestions('aim', 'fetch', key, address, action) : [];
}

/** Code that comes from the network, or is hidden, and runs at once: its address must be named. */
function codeQuestions(call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const isEdit = action.calls.every(({ words }) => words.length === 0);
  const addresses = isEdit ? addressesIn(textOf(action.args)) : action.calls.flatMap(addressesOf);
  if (addresses.length === 0) return actQuestions('run', call.program, 'code that is fetched or hidden', false, action);
  return addresses.flatMap(address => aimQuestions('run', 'code', call.program, address, action));
}

/** What is changed at a service, or in settings of this machine. */
function namedQuestions(
  effect: Effect,
  category: string,
  name: string,
  call: CodeCall,
  action: CodeAction,
): readonly FlowQuestion[] {
  if (category === 'git_ref' && !hasTag(effect, 'remote_change')) return [];
  const { names } = action.state;
  const isRedirect =
    (category === 'git_config' && /^(?:remote|url|submodule|branch)\b/u.test(name)) || /^package(?:_setting)?$/u.test(category);
  if (isRedirect && !(category === 'package' && /^(?:system|project)$/u.test(name)))
    return settingQuestions(effect, category, name, call, action);
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
    ...words.flatMap(word => /^--(visibility|delete)/u.exec(word)?.[1] ?? []),
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

function installQuestions(call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { effects, program } = call;
  const isInstall = effects.some(effect => hasTag(effect, 'package_scripts'));
  const isRunner = /^(?:npx|bunx|uvx|pipx)$/u.test(program) || call.words.some(word => /^(?:dlx|exec)$/u.test(word));
  const isUnknown = isRunner && action.effects.some(effect => hasTag(effect, 'unlisted') && effect.via.includes(program));
  if (!isInstall && !isUnknown) return [];
  const names = isInstall ? installsOf(call) : installsOf(call).slice(0, 1);
  return names
    .filter(name => name !== '' && !isInstalled(name, action))
    .flatMap(name => aimQuestions('install', 'package', program, name, action));
}

const isInstalled = (name: string, { place: { root, files } }: CodeAction): boolean =>
  /^@?[\w./-]+$/u.test(name) && [`${root}/node_modules/.bin/${name}`].some(path => files.realPath(path) !== undefined);

/** Code of a clone or download that runs: the prompt must name the clone, and ask for code to be run. */
function runQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { calls, place, state } = action;
  const fresh = takenBy(calls, action, place.root);
  if (fresh.size === 0 && state.marks.size === 0 && !state.hasDroppedMarks) return [];
  const asksToRun = ASKS_TO_RUN.test(state.names);
  return calls.flatMap(call => {
    const root = call.effects
      .flatMap(effect => ranBy(effect, call))
      .map(path => foreignRoot(path, action, fresh))
      .find(each => each !== undefined);
    if (root === undefined) return [];
    const isNamed = asksToRun && isIn(fold(nameOf(root)), state.names);
    return actQuestions('run', call.program, nameOf(root), isNamed, action);
  });
}

/** Returns the files and folders whose code an effect runs. */
function ranBy({ kind, target, tags = [], changes = [], note }: Effect, { folder, words, program }: CodeCall): readonly string[] {
  if (tags.includes('package_scripts'))
    return [
      ...changes.slice(0, 1).map(({ lexical }) => lexical),
      ...words
        .slice(1)
        .filter(word => /^\.{0,2}\//u.test(word))
        .map(word => pathIn(folder, word)),
    ];
  if (kind === 'unknown' && target?.type === 'named' && target.category === 'text' && note !== undefined)
    return target.name.startsWith('/') ? [target.name] : [];
  if (kind !== 'execute') return [];
  if (target?.type === 'named') return target.category === 'project' ? [folder] : [];
  if (target?.type !== 'program') return [];
  const path = target.file ?? target.path ?? (words[0]?.includes('/') === true ? words[0] : undefined);
  const own = path === undefined ? [] : [pathIn(folder, path)];
  return /^(?:docker|podman|docker-compose|vagrant|code|claude|codex|gemini)$/u.test(program) ? [...own, folder] : own;
}

/** What a command is that only repeats what a text says: one with effects that no table above judges. */
const SERIOUS: ReadonlySet<Effect['kind']> = new Set(['delete', 'configure', 'unknown', 'privilege', 'environment']);

function dictatedQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { state, hashing, effects, args } = action;
  const command = args['command'];
  if (typeof command !== 'string' || ASKS_TO_REPEAT.test(state.names)) return [];
  const isSerious = effects.some(
    effect => hasTag(effect, 'unlisted', 'dynamic') || (SERIOUS.has(effect.kind) && !hasTag(effect, 'commits', 'regenerable')),
  );
  if (!isSerious) return [];
  const runs = runsOf(command);
  const isTaken = runs.length > 0 && !state.hasDroppedRuns && runs.every(run => state.runs.has(hashing.ofRun(run)));
  return isTaken ? actQuestions('dictated', 'command', command, isIn(fold(command), state.names), action) : [];
}

/** Secrets that a session has read, in the words of an action; and files of secrets that the action itself reads. */
function secretsIn(action: CodeAction): readonly FlowQuestion[] {
  const { state, calls, place, args, tool } = action;
  const told = secretQuestions({ key: tool === 'Bash' ? 'command' : tool, value: textOf(args), kind: 'content' }, action);
  if (!state.isTainted) return told;
  const read = calls.flatMap(({ effects }) =>
    effects.filter(
      effect => effect.kind === 'read' && hasTag(effect, 'secret') && !hasTag(effect, 'metadata') && !isAmongFiles(effect),
    ),
  );
  const named = calls
    .filter(({ effects }) => effects.some(goesOut))
    .flatMap(call => operandsOf(call).filter(word => isSecretPath(pathIn(call.folder, word), undefined, place.home)));
  const paths = [...read.map(nameOfTarget), ...named];
  return [...told, ...[...new Set(paths)].flatMap(path => actQuestions('secret', path, path, false, action))];
}

const isAmongFiles = (effect: Effect): boolean => hasTag(effect, 'among') && effect.target?.type === 'file';
const nameOfTarget = ({ target }: Effect): string =>
  target?.type === 'file' ? nameOf(target.lexical) : target?.type === 'named' ? target.name : '';

function lateQuestions({ state, declared, calls }: CodeAction): readonly FlowQuestion[] {
  if (!state.hasReadSecret || !(declared.asksAfterSecret || state.hasDroppedSecrets)) return [];
  const call = calls.find(({ effects }) => effects.some(goesOut));
  return [{ why: 'after_secret', key: 'host', value: call?.words.slice(0, 3).join(' ') ?? '', grants: [] }];
}
