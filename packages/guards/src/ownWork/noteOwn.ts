import type { Action, Effect, FileTarget, GovernanceContext, Json, MaybePromise, Outcome } from '@licet/core';
import { chain, inTurn } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import { isStream } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';
import { isFreePlace } from '@licet/effects/marks';

import { callOf } from '../workflow/factState.ts';
import { fetchedChanges, mayFetch } from './fetched.ts';
import { BEFORE_KEY, MOST_MADE, MOST_RUNS, allMade, allRuns, beforeIn, madeKey, ranAs, ranKey } from './kept.ts';
import type { Made } from './kept.ts';
import { ownFiles } from './ownFiles.ts';
import type { OwnFiles } from './ownFiles.ts';

type Facts = SessionState['facts'];
type Change = readonly [name: string, value: Json];

/** Most files of one action that are kept. */
const MOST_OF_ONE = 32;

/** Longer paths are not kept. */
const LONGEST = 1_024;

/**
 * Keeps which files an action is going to make: in `commit`, before it runs, and in `stopped` where a human is asked about it. `asked` says that
 * the call may still be refused, so that it counts only with its outcome.
 */
export function noteOwn(action: Action, ctx: GovernanceContext, place: KnownPlace, asked: boolean = false): MaybePromise<void> {
  const { effects } = ctx;
  const written = effects.filter(isNamedWrite).slice(0, MOST_OF_ONE);
  const runs = action.kind === 'bash' && effects.some(makesUnnamed);
  if (written.length === 0 && !runs && !mayFetch(effects)) return undefined;
  return chain(ctx.session.latest(), ({ facts }) => {
    const made = madeBy(written, effects, facts, place);
    const own = ownFiles(facts, place);
    const note = (path: string, foreign: boolean): Made => {
      const was = !foreign && own.has(path) ? place.files.madeAt?.(path) : undefined;
      return {
        at: ctx.now,
        call: callOf(action),
        ...(was !== undefined && { was }),
        ...(foreign && { foreign }),
        ...(asked && { asked }),
      };
    };
    const changes: readonly Change[] = [
      ...made.map(([path, foreign]): Change => [madeKey(path), { ...note(path, foreign) }]),
      ...(runs ? runOf(action, ctx, facts, place) : []),
      ...fetchedChanges(action, effects, facts, place, ctx.now),
    ];
    return write([...changes, ...forgotten(facts, changes)], ctx);
  });
}

/** Keeps what became of it: which file it is that the call made, and until when it ran. */
export function settleOwn(action: Action, { status }: Outcome, ctx: GovernanceContext, place: KnownPlace): MaybePromise<void> {
  return chain(ctx.session.latest(), ({ facts }) => {
    const call = callOf(action);
    const isRefused = status === 'denied' || status === 'cancelled';
    const settled = allMade(facts)
      .filter(([, made]) => made.call === call && made.born === undefined && made.foreign !== true)
      .map(([path, { at, was }]): Change => {
        const born = isRefused ? was : place.files.madeAt?.(path);
        return [madeKey(path), born === undefined ? null : { at, call, born }];
      });
    const ran = ranAs(facts, action);
    const ended: readonly Change[] =
      ran === undefined || ran.to !== undefined
        ? []
        : [[ranKey(action), isRefused ? null : { from: ran.from, to: ctx.session.now }]];
    return write([...settled, ...ended], ctx);
  });
}

const write = (changes: readonly Change[], { session }: GovernanceContext): MaybePromise<void> =>
  chain(
    inTurn(changes, ([name, value]) => session.setFact(name, value)),
    () => undefined,
  );

type NamedWrite = Effect & { readonly target: FileTarget };

/** Whether an effect writes a file, or a folder, by its name. */
function isNamedWrite(effect: Effect): effect is NamedWrite {
  const { kind, target, tags = [] } = effect;
  if (kind !== 'write' || target?.type !== 'file' || target.glob !== undefined || tags.includes('container')) return false;
  return target.resolved.length <= LONGEST && !isStream(target.resolved);
}

/** Whether an effect may make files of any name: code runs, or a whole folder is written. */
function makesUnnamed({ kind, target, program, tags = [] }: Effect): boolean {
  if (tags.includes('unseen') || (kind === 'write' && target?.type === 'file' && target.recursive === true)) return true;
  if (kind !== 'execute') return false;
  if (target?.type !== 'program') return true;
  const [word = program] = target.argv;
  return word !== program || tags.some(tag => tag === 'unlisted' || tag === 'inline_code' || tag === 'runs_code');
}

/**
 * The paths that writes make where nothing is, or where the session's own work is replaced, with the folders above them that are not there either.
 * What a program moves or packs away is not made: its content is no longer in its old place.
 */
function madeBy(
  written: readonly NamedWrite[],
  effects: readonly Effect[],
  facts: Facts,
  place: KnownPlace,
): readonly (readonly [path: string, foreign: boolean])[] {
  const own = ownFiles(facts, place);
  const found = new Map<string, boolean>();
  for (const { target, program } of written) {
    const { resolved } = target;
    const foreign = takesAway(program, effects, own);
    const isNew = !exists(resolved, place);
    if (foreign) for (const path of destinations(target, program, effects, place)) found.set(path, true);
    else if (isNew || own.has(resolved)) found.set(resolved, found.get(resolved) ?? false);
    const above = isNew ? topmostNew(resolved, place) : undefined;
    if (above !== undefined && above !== resolved) found.set(above, false);
  }
  return [...found];
}

const exists = (path: string, { files }: KnownPlace): boolean =>
  files.identity(path) !== undefined || files.readLink(path) !== undefined;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The uppermost folder of a path that is not there yet. */
function topmostNew(path: string, place: KnownPlace): string {
  let top = path;
  for (let up = parentOf(path); up !== '' && !exists(up, place); up = parentOf(up)) top = up;
  return top;
}

/** Whether the program of a write also takes something away that the session has not made: it moves, or packs and deletes. */
const takesAway = (program: string | undefined, effects: readonly Effect[], own: OwnFiles): boolean =>
  effects.some(
    ({ kind, program: by, target }) => kind === 'delete' && by === program && target?.type === 'file' && !own.covers(target),
  );

/** Where the files that a program takes away arrive: the name that it writes, and the names of its sources in that folder. */
function destinations(
  { resolved }: FileTarget,
  program: string | undefined,
  effects: readonly Effect[],
  { files }: KnownPlace,
): readonly string[] {
  if (files.list(resolved) === undefined) return [resolved];
  return effects.flatMap(({ kind, program: by, target }) =>
    kind === 'delete' && by === program && target?.type === 'file' && target.glob === undefined
      ? [`${resolved}/${target.lexical.slice(target.lexical.lastIndexOf('/') + 1)}`]
      : [],
  );
}

/** Notes that a call runs code, and, the first time, which files are there that git does not hold. */
function runOf(action: Action, { now }: GovernanceContext, facts: Facts, place: KnownPlace): readonly Change[] {
  const open = action.callId === undefined ? undefined : ranAs(facts, action);
  // A human who is asked may answer when the call has run already: it began when it was asked about.
  const began: Change = [ranKey(action), { from: open !== undefined && open.to === undefined ? open.from : now }];
  if (beforeIn(facts) !== undefined) return [began];
  const names = untrackedNames(place);
  return [[BEFORE_KEY, { at: now, ...(names !== undefined && { names }) }], began];
}

/** The oldest of what is kept, where there is more than a session remembers. What is not the session's own is kept longest. */
function forgotten(facts: Facts, changes: readonly Change[]): readonly Change[] {
  const fresh = new Set(changes.map(([name]) => name));
  const made = allMade(facts).filter(([path]) => !fresh.has(madeKey(path)));
  const runs = allRuns(facts).filter(([key]) => !fresh.has(key));
  const drop = (keys: readonly string[], most: number): readonly Change[] =>
    keys.slice(0, Math.max(0, keys.length + fresh.size - most)).map((key): Change => [key, null]);
  const [foreign, own] = [true, false].map(wanted => made.filter(([, { foreign: is }]) => (is === true) === wanted));
  return [
    ...drop(
      (own ?? []).map(([path]) => madeKey(path)),
      MOST_MADE,
    ),
    ...drop(
      (foreign ?? []).map(([path]) => madeKey(path)),
      MOST_MADE,
    ),
    ...drop(
      runs.map(([key]) => key),
      MOST_RUNS,
    ),
  ];
}

/** Most entries of folders that are looked at, most names that are kept, and most times that git's index is read. */
const MOST_ENTRIES = 4_000;
const MOST_NAMES = 400;
const MOST_LOOKS = 48;

/** So few names beside one that git does not hold are kept with it: it costs less than to ask for each. */
const FEW = 12;

/** Folders whose content tools make, and the one of git itself. */
const PASSED_OVER = /^(?:\.git|node_modules)$/;

/** Lists the files of a project that git does not hold, from its root. Undefined where there are too many. */
function untrackedNames({ root, files }: KnownPlace): readonly string[] | undefined {
  const names: string[] = [];
  const folders = [root];
  let [seen, looks] = [0, 0];
  const keepUnknown = (paths: readonly string[]): void => {
    if (paths.length === 0 || (looks += 1) > MOST_LOOKS || files.isKnownToGit?.(paths) === true) return;
    if (paths.length <= FEW) return void names.push(...paths.map(path => path.slice(root.length + 1)));
    const half = paths.length >> 1;
    keepUnknown(paths.slice(0, half));
    keepUnknown(paths.slice(half));
  };
  for (const folder of folders) {
    const entries = (files.list(folder) ?? []).map(entry => ({ ...entry, path: `${folder}/${entry.name}` }));
    seen += entries.length;
    if (seen > MOST_ENTRIES) return undefined;
    for (const { name, kind, path } of entries)
      if (kind === 'folder' && !PASSED_OVER.test(name) && !isMadeAgain(path, root)) folders.push(path);
    keepUnknown(entries.filter(({ kind }) => kind !== 'folder').map(({ path }) => path));
    if (names.length > MOST_NAMES || looks > MOST_LOOKS) return undefined;
  }
  return names;
}

/** Whether a folder is build output or a cache: what lies in it is free to delete anyway. */
const isMadeAgain = (path: string, root: string): boolean =>
  isFreePlace({ kind: 'write', target: { type: 'file', lexical: path, resolved: path }, via: [], certainty: 'certain' }, root);
