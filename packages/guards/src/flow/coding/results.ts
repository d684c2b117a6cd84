import type { Effect } from '@licet/core';
import { isWithin } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import type { FlowAddition } from '../parts.ts';
import { noAddition } from '../parts.ts';
import type { Reading } from '../reading.ts';
import { readPage } from '../reading.ts';
import { textOf } from '../records.ts';
import { isNamed } from '../sinks.ts';
import { MOST, hasOrigin } from '../state.ts';
import { fold, linkOf, runsOf } from '../words.ts';
import type { CodeCall } from './calls.ts';
import { callsOf } from './calls.ts';
import { secretParts } from './carrying.ts';
import { checkoutsBy } from './checkouts.ts';
import { searchesCredentials } from './credentials.ts';
import { foreignRoot, isDependency, isDownload, markOf, takenBy } from './foreign.ts';
import type { House } from './house.ts';
import { isOlder } from './house.ts';
import { installedByPage } from './packages.ts';
import { credentialsIn, literalKeysIn, showsCredentials } from './secretText.ts';
import { addressesIn, plainAddress, tenantOf } from './tenants.ts';
import { NEW, textsAt } from './written.ts';

/** The result of a command, an edit or a read of a file. */
interface CodeReading extends Reading {
  readonly effects: readonly Effect[];
  readonly place: KnownPlace;
  readonly folder: string;
  readonly house: House;
}

const MOST_OF_ONE = 200;

/** Returns what the result of an action on code adds to what the session knows. */
export function readCodeResult(reading: CodeReading): FlowAddition {
  const { effects, place, hashing, output, state } = reading;
  const calls = callsOf(effects, reading.folder);
  const taken = takenBy(calls, reading, place.root);
  const source = outsideSource(calls, taken, reading);
  const added = source === undefined ? noAddition() : readPage(reading, source);
  if (source !== undefined && output === undefined) added.isTainted = true;
  for (const path of taken) added.marks.add(markOf(hashing, path));
  for (const [folder, kind] of checkoutsBy(calls, reading, taken)) added.marks.add(markOf(hashing, folder, kind));
  for (const path of copiedBy(reading)) added.marks.add(markOf(hashing, path, 'copied'));
  const text = textOf(output);
  const isSource = effects.some(showsCredentials);
  const secrets = isSource ? credentialsIn(text) : source === undefined ? literalKeysIn(text) : [];
  const isFind = calls.some(call => searchesCredentials(call, reading)) && (secrets.length > 0 || output === undefined);
  if (isSource || isFind) added.hasReadSecret = true;
  for (const secret of secrets.slice(0, 2 * MOST.secrets)) added.secrets.add(hashing.ofSecret(secret));
  for (const hash of secretParts(secrets, hashing)) added.values.push([hash, 'part']);
  addPrivates(calls, reading, added);
  if (source !== undefined) {
    addGuide(source, text, reading, added);
    addHosts(text, reading, added);
  }
  if (source === undefined && isOfHouse(calls, reading)) addHouse(text, reading, added);
  if (!state.isTainted) addOwn(calls, reading, added);
  return added;
}

/**
 * Returns what the report of a sub-agent adds: one that was sent to the web, or has an address of a page that neither a prompt nor the project has,
 * brings text of outsiders.
 */
export function readReport(reading: Reading, house: House): FlowAddition {
  const { tool, args, state, output, hashing } = reading;
  const text = textOf(output).slice(0, 100_000);
  const isSent = SEARCHES_WEB.test(textOf(args));
  const isWeb =
    isSent ||
    addressesIn(text).some(
      address =>
        address.includes('://') &&
        !isNamed(address, state) &&
        !house.reaches(tenantOf(address)) &&
        !hasOrigin(state, hashing.of(linkOf(address)), 'house'),
    );
  if (!isWeb) return noAddition();
  const added = readPage(reading, tool);
  addHosts(text, reading, added);
  return added;
}

/** Words of an order that sends a sub-agent to the web. */
const SEARCHES_WEB =
  /\b(?:search|browse|look|surf|research|google)\w* (?:\w+ ){0,3}(?:web|internet|online)\b|\bweb ?search|\bfetch\w* (?:\w+ ){0,3}(?:page|site|url|docs|documentation)\b/iu;

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/u;

/** Programs that show what publishers say of their packages. */
const LOOKS_AT_REGISTRY: readonly (readonly [program: RegExp, verb: RegExp])[] = [
  [/^(?:npm|pnpm|yarn|bun)$/u, /^(?:view|v|info|show|search|find|pack|docs)$/u],
  [/^(?:cargo|gem|brew|apt|apt-cache|dnf|composer|conda)$/u, /^(?:info|search|show)$/u],
];

/** Where the text of a result was written that is not the project's: a page, a service, a clone, a dependency. Undefined for the project's own. */
function outsideSource(calls: readonly CodeCall[], taken: ReadonlySet<string>, reading: CodeReading): string | undefined {
  for (const call of calls) {
    const network = call.effects.find(({ kind, target }) => kind === 'network' && isOutside(target));
    if (network?.target?.type === 'network') {
      const host = network.target.host ?? '';
      return (
        addressesIn(call.words.slice(1).join(' ')).find(each => each.includes(host)) ??
        (host === '' ? call.words.slice(0, 4).join(' ') : host)
      );
    }
    if (LOOKS_AT_REGISTRY.some(([program, verb]) => program.test(call.program) && verb.test(call.words[1] ?? '')))
      return call.words.slice(0, 3).join(' ');
    if (call.program !== 'cd' && foreignRoot(call.folder, reading, taken) !== undefined) return call.folder;
    const file = call.effects.flatMap(effect => readFrom(effect, taken, reading))[0];
    if (file !== undefined) return file;
  }
  return undefined;
}

const isOutside = (target: Effect['target']): boolean =>
  target === undefined || (target.type === 'network' && target.direction !== 'listen' && !LOCAL.test(target.host ?? ''));

const NAMES_DEPENDENCY = /(?:^|[\s/'"])(?:node_modules|vendor|third_party|site-packages)\//u;

/** The file from elsewhere that an effect reads. A search through the whole project reads one where its result names it. */
function readFrom({ kind, target, tags = [] }: Effect, taken: ReadonlySet<string>, reading: CodeReading): readonly string[] {
  if (kind === 'unknown' && reading.state.marks.size > 0) return ['a command'];
  if (
    target?.type !== 'file' ||
    (kind !== 'read' && kind !== 'execute') ||
    (tags.includes('metadata') && target.recursive !== true)
  )
    return [];
  const path = target.resolved;
  const isFromElsewhere = (each: string): boolean =>
    isDependency(each) || isDownload(each, reading.place.root) || foreignRoot(each, reading, taken) !== undefined;
  if ([path, target.lexical].some(isFromElsewhere)) return [target.lexical];
  const isSearch = target.recursive === true || target.glob !== undefined || reading.tool === 'Grep';
  return isSearch && (NAMES_DEPENDENCY.test(textOf(reading.output).slice(0, 100_000)) || reading.state.marks.size > 0)
    ? [target.lexical]
    : [];
}

/** Whether a result is what a file of the project says, and no program has changed it since text of outsiders was read. */
function isOfHouse(calls: readonly CodeCall[], { place, state, effects }: CodeReading): boolean {
  const files = effects.flatMap(({ kind, target }) => (kind === 'read' && target?.type === 'file' ? [target] : []));
  const isLook = effects.every(({ kind, target }) => kind === 'read' || (kind === 'execute' && target?.type === 'program'));
  if (files.length === 0 || !isLook || calls.length !== 1) return false;
  return files.every(
    ({ resolved, recursive }) =>
      isWithin(resolved, place.root) && recursive !== true && (!state.isTainted || isOlder(resolved, place, state.since)),
  );
}

/** Remembers the hosts that a text of outsiders names. */
export function addHosts(text: string, { hashing }: Pick<Reading, 'hashing'>, added: FlowAddition): void {
  const hosts = new Set(addressesIn(text.slice(0, 100_000)).map(each => plainAddress(each).split(/[/?#:]/u)[0] ?? ''));
  for (const host of [...hosts].slice(0, MOST_OF_ONE)) added.values.push([hashing.of(host), 'text']);
}

function addHouse(text: string, { hashing }: CodeReading, added: FlowAddition): void {
  const found = new Set(addressesIn(text.slice(0, 100_000)).flatMap(each => [linkOf(each), tenantOf(each)]));
  for (const each of [...found].slice(0, MOST_OF_ONE)) added.values.push([hashing.of(each), 'house']);
}

/** What the agent names itself before it has read any text of outsiders, no outsider has told it. */
function addOwn(calls: readonly CodeCall[], { hashing }: CodeReading, added: FlowAddition): void {
  const words = calls.flatMap(({ words: all }) => all.slice(1)).filter(word => /^@?[\w][\w.@:/-]{1,200}$/u.test(word));
  const own = new Set(words.flatMap(word => [fold(word), ...addressesIn(word).flatMap(each => [linkOf(each), tenantOf(each)])]));
  for (const each of [...own].slice(0, MOST_OF_ONE)) added.values.push([hashing.of(each), 'own']);
}

/** Packages and own addresses on a page that the user named: a prompt that says to follow it then means them too. */
export function addGuide(
  page: string,
  text: string,
  { state, hashing }: Pick<Reading, 'state' | 'hashing'>,
  added: FlowAddition,
): void {
  if (!isNamed(page, state)) return;
  const tenant = tenantOf(page);
  for (const address of addressesIn(text.slice(0, 100_000)).slice(0, MOST_OF_ONE))
    if (tenantOf(address) === tenant) added.values.push([hashing.of(linkOf(address)), 'guide']);
  for (const name of installedByPage(text.slice(0, 100_000)).slice(0, MOST_OF_ONE))
    added.values.push([hashing.of(fold(name)), 'guide']);
}

/** Repositories that a host shows and that no prompt names, nor the project: their text may be private. */
function addPrivates(calls: readonly CodeCall[], { state, house, declared }: CodeReading, added: FlowAddition): void {
  for (const { program, words } of calls) {
    if (!/^(?:gh|glab)$/u.test(program)) continue;
    const named = words.flatMap((word, at) =>
      /^(?:-R|--repo)$/u.test(word) ? [words[at + 1] ?? ''] : (/^\/?repos\/([\w.-]+\/[\w.-]+)/u.exec(word)?.[1] ?? []),
    );
    const viewed = words[1] === 'repo' ? words.slice(3).filter(word => /^[\w.-]+\/[\w.-]+$/u.test(word)) : [];
    for (const place of [...named, ...viewed].map(fold))
      if (!isNamed(place, state) && !house.reaches(tenantOf(`github.com/${place}`)) && !declared.isPublicPlace(place))
        added.privates.add(place);
  }
}

const LEAST_RUNS = 3;
const SHARE = 0.7;

/** Returns the files whose new text is mostly that of a text which outsiders can write, word for word. */
function copiedBy({ args, effects, state, hashing }: Reading & { readonly effects: readonly Effect[] }): readonly string[] {
  if (!state.isTainted || state.hasDroppedRuns) return [];
  const paths = effects.flatMap(({ kind, target }) =>
    kind === 'write' && target?.type === 'file' && target.glob === undefined && target.recursive !== true ? [target.lexical] : [],
  );
  if (paths.length === 0) return [];
  const { command } = args;
  const runs = runsOf(typeof command === 'string' ? command : textsAt(args, NEW).join('\n'));
  const taken = runs.filter(run => state.runs.has(hashing.ofRun(run))).length;
  return runs.length >= LEAST_RUNS && taken >= SHARE * runs.length ? paths : [];
}
