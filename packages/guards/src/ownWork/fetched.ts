import type { Action, Effect, Json } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import type { KnownPlace } from '@licet/effects/places';

type Facts = SessionState['facts'];
type Change = readonly [name: string, value: Json];

const FETCHED = '@fetched/';

/** Most fetched files that a session remembers: the oldest are forgotten. */
export const MOST_FETCHED = 64;

/** Hosts of this machine and of its network. */
const NEAR =
  /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|localhost|internal|test)$/i;

/** The programs by which an action fetches something from elsewhere. */
const fetchers = (effects: readonly Effect[]): ReadonlySet<string | undefined> =>
  new Set(
    effects.flatMap(({ kind, target, program }) =>
      kind === 'network' && target?.type === 'network' && target.direction !== 'upload' && !NEAR.test(target.host ?? '')
        ? [program]
        : [],
    ),
  );

/** The last part of each address among the words of `wget`, which it takes for the name of the file. */
function namedByAddress({ target, program }: Effect, cwd: string): readonly string[] {
  if (program !== 'wget' || target?.type !== 'program') return [];
  return target.argv.flatMap(word => {
    const [, name] = /^(?:https?|ftp):\/\/[^?#]*\/([^/?#]+)/.exec(word ?? '') ?? [];
    return name === undefined ? [] : [`${cwd}/${name}`];
  });
}

/** The files that an action fetches or copies from a fetched one, and those whose whole content a tool for files replaces. */
function writtenBy(action: Action, effects: readonly Effect[], facts: Facts, place: KnownPlace): ReadonlyMap<string, boolean> {
  const by = fetchers(effects);
  const isReplaced = action.kind !== 'bash' && typeof action.payload['content'] === 'string';
  const copies = effects.some(
    ({ kind, target }) => kind === 'read' && target?.type === 'file' && isFetched(target.resolved, facts),
  );
  const found = new Map<string, boolean>();
  for (const effect of effects) {
    const { kind, target, program } = effect;
    if (kind === 'write' && target?.type === 'file' && target.glob === undefined) {
      const isFrom = copies || by.has(program) || (program === undefined && by.size > 0);
      if (isFrom || isReplaced) found.set(target.resolved, isFrom);
    }
    if (kind === 'execute' && by.has(program))
      for (const path of namedByAddress(effect, action.cwd ?? place.root)) found.set(path, true);
  }
  return found;
}

const isFetched = (path: string, facts: Facts): boolean =>
  Object.hasOwn(facts, FETCHED + path) && isRecord(facts[FETCHED + path]);

/** What is to be kept of the files that an action fetches. A file that is filled with something else is fetched no more. */
export function fetchedChanges(
  action: Action,
  effects: readonly Effect[],
  facts: Facts,
  place: KnownPlace,
  now: number,
): readonly Change[] {
  const written = writtenBy(action, effects, facts, place);
  const known = Object.keys(facts).filter(key => key.startsWith(FETCHED) && isRecord(facts[key]));
  const changes = [...written].flatMap(([path, fetched]): readonly Change[] => {
    if (fetched) return [[FETCHED + path, { at: now }]];
    return isFetched(path, facts) ? [[FETCHED + path, null]] : [];
  });
  const timeOf = (key: string): number => Number((facts[key] as { readonly at?: Json } | undefined)?.at ?? 0);
  const oldest = known.filter(key => !changes.some(([name]) => name === key)).sort((one, other) => timeOf(one) - timeOf(other));
  const over = Math.max(0, oldest.length + changes.length - MOST_FETCHED);
  return [...changes, ...oldest.slice(0, over).map((key): Change => [key, null])];
}

/** Whether an action fetches something, or may fill a file that was fetched. */
export const mayFetch = (effects: readonly Effect[]): boolean => fetchers(effects).size > 0;

/** Whether an effect runs a file by its own path. */
export const runsFile = ({ kind, target }: Effect): boolean =>
  kind === 'execute' && target?.type === 'program' && target.file !== undefined;

/** The effect as code that was not reviewed, where it runs a file that an earlier call of the session has fetched. */
export function markFetched(effect: Effect, facts: Facts, { files }: KnownPlace): Effect {
  const { target } = effect;
  if (!runsFile(effect) || target?.type !== 'program' || target.file === undefined) return effect;
  const real = files.realPath(target.file);
  return isFetched(target.file, facts) || (real !== undefined && isFetched(real, facts))
    ? { ...effect, target: { ...target, untrusted: true } }
    : effect;
}
