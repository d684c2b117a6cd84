import type { Effect, FileTarget } from '@licet/core';
import type { FileSystemPort } from '../../places/fileSystem.ts';
import { isWithin, parentOf } from '../../places/lexical.ts';
import type { FileEffect } from '../../places/moves.ts';
import { has } from '../../places/moves.ts';
import type { CallPatterns } from '../../programs/callPatterns.ts';
import { fitsCall } from '../../programs/callPatterns.ts';
import type { ShellOptions, Run } from '../words/frame.ts';

/** An effect on one file or one folder, no pattern. */
const onFile = (effect: Effect, kind: Effect['kind']): effect is FileEffect =>
  effect.kind === kind && effect.target?.type === 'file' && effect.target.glob === undefined;

/**
 * Marks what a command deletes and has made itself: nothing lies there yet, and an earlier part of the command writes it, such as a script
 * that is run and removed. What was there before may have been saved in it. So the command must change nothing else that is there, or must
 * have read nothing of it.
 */
function markMadeHere(effects: readonly Effect[], files: FileSystemPort | undefined): readonly Effect[] {
  const isLost = (effect: Effect): effect is FileEffect =>
    onFile(effect, 'delete') && has(effect, 'destructive') && !has(effect, 'catastrophic') && !has(effect, 'regenerable');
  if (files === undefined || !effects.some(isLost) || effects.some(effect => has(effect, 'moved'))) return effects;
  const seen = new Map<string, boolean>();
  const lies = (path: string): boolean => {
    const found = seen.get(path) ?? files.identity(path) !== undefined;
    seen.set(path, found);
    return found;
  };
  const isThere = ({ lexical, resolved }: FileTarget): boolean => lies(lexical) || lies(resolved);
  const saves = ({ kind, target }: Effect): boolean =>
    kind === 'unknown' || (kind === 'read' && (target?.type !== 'file' || target.glob !== undefined || isThere(target)));
  const changes = ({ kind, target }: Effect): boolean =>
    kind === 'unknown' ||
    ((kind === 'write' || kind === 'delete') && target?.type === 'file' && (target.glob !== undefined || isThere(target)));
  const saved = effects.findIndex(saves);
  // From there on a file may hold what was there before.
  const until = saved >= 0 && effects.some(changes) ? saved : effects.length;
  const { own, inside } = begunIn(effects);
  return effects.map((effect, at) => {
    if (at > until || !isLost(effect)) return effect;
    const { lexical, recursive } = effect.target;
    const begun = Math.min(own.get(lexical) ?? at, recursive === true ? (inside.get(lexical) ?? at) : at);
    return begun < at && !lies(lexical) ? { ...effect, tags: [...(effect.tags ?? []), 'regenerable'] } : effect;
  });
}

/** Where each file is first written for certain, and where the first file in each folder is. */
function begunIn(effects: readonly Effect[]): Readonly<Record<'own' | 'inside', ReadonlyMap<string, number>>> {
  const [own, inside] = [new Map<string, number>(), new Map<string, number>()];
  for (const [at, effect] of effects.entries()) {
    if (!onFile(effect, 'write') || effect.certainty !== 'certain' || own.has(effect.target.lexical)) continue;
    own.set(effect.target.lexical, at);
    for (let path = parentOf(effect.target.lexical); path.length > 1 && !inside.has(path); path = parentOf(path))
      inside.set(path, at);
  }
  return { own, inside };
}

const { raw } = String;

/** Commands that build a project, by their words. */
const BUILDS: CallPatterns = [
  ['make gmake bmake', raw`(?!(?:.* )?(?:\w*clean|uninstall|test|lint|fmt)\b)`],
  ['ninja', ''],
  ['cmake', '--build '],
  ['go cargo zig dotnet swift bazel bazelisk buck2 stack cabal mix just task mage', raw`build\b`],
  ['npm pnpm yarn bun', raw`(?:run )?build\b`],
];

/** Commands that remove what the same tools have built. */
const CLEANS: CallPatterns = [
  [
    'go cargo zig dotnet swift bazel bazelisk stack mix just task mage mvn mvnw gradle gradlew sbt flutter',
    raw`(?:package )?clean\b`,
  ],
  ['make gmake bmake', raw`(?:.* )?(?:dist)?clean\b`],
];

/** What lies directly in a folder for programs, and is a program by its name. */
const programOf = (path: string, root: string): boolean =>
  isWithin(path, root) && /^\/(?:[\w.-]+\/)*bin\/[\w-]+(?:\.(?:exe|wasm|jar))?$/.test(path.slice(root.length));

/** Most programs that a build is taken to make. */
const MOST_PROGRAMS = 64;

/** A folder `bin/` of the project with nothing in it but built programs. */
function holdsPrograms(folder: string, root: string, files: ShellOptions['files']): boolean {
  const entries = folder.endsWith('/bin') && isWithin(folder, root) ? files?.list(folder) : undefined;
  return (
    entries !== undefined &&
    entries.length <= MOST_PROGRAMS &&
    entries.every(
      ({ name }) => programOf(`${folder}/${name}`, root) && files?.text?.(`${folder}/${name}`)?.startsWith('#!') !== true,
    )
  );
}

/** Marks what is deleted and made again, by this command or by the next build. */
export const markMade = (effects: readonly Effect[], options: Run['options']): readonly Effect[] =>
  markMadeAgain(markMadeHere(effects, options.files), options);

/**
 * Marks programs in `bin/` that a command removes and then builds, or a folder of them beside a `clean` of the tool: the build makes
 * them again. Scripts are no output of a build, and what a pattern names is left as it is.
 */
function markMadeAgain(effects: readonly Effect[], { root, files }: Run['options']): readonly Effect[] {
  const runs =
    (calls: CallPatterns) =>
    ({ kind, target, certainty }: Effect): boolean =>
      kind === 'execute' &&
      certainty === 'certain' &&
      target?.type === 'program' &&
      fitsCall(calls, target.argv[0] ?? '', target.argv.slice(1).join(' '));
  const built = effects.findLastIndex(runs(BUILDS));
  const isCleaned = effects.some(runs(CLEANS));
  return effects.map((effect, at) => {
    const { kind, target, tags = [] } = effect;
    if ((at > built && !isCleaned) || kind !== 'delete' || target?.type !== 'file' || target.glob !== undefined) return effect;
    if (target.recursive === true)
      return tags.includes('destructive') && holdsPrograms(target.resolved, root, files)
        ? { ...effect, tags: [...tags, 'regenerable'] }
        : effect;
    if (at > built) return effect;
    const isProgram = tags.includes('destructive') && [target.lexical, target.resolved].every(path => programOf(path, root));
    if (!isProgram || files?.text?.(target.resolved)?.startsWith('#!') === true) return effect;
    return { ...effect, tags: [...tags, 'regenerable'] };
  });
}
