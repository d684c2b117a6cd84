import type { Action, Effect, FileTarget } from '@licet/core';
import type { FileSystemPort } from './places/fileSystem.ts';
import { boundFiles } from './places/boundedFiles.ts';
import type { FileTargetOptions } from './places/target.ts';
import { isSecretTarget } from './places/secrets.ts';
import { losesHistory, targetLossTags } from './places/losses.ts';
import { runsAgain } from './places/persistence.ts';
import { placeOf } from './places/lexical.ts';
import type { ToolOverride } from './tools/use.ts';
import type { AskedWorld } from './remembering.ts';
import { createWork } from './work.ts';
import type { Work } from './work.ts';
import type { EffectOptions } from './options.ts';

/** What one analysis knows of the world. */
export interface World {
  readonly root: string;
  readonly paths: FileTargetOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly overrides: Readonly<Record<string, ToolOverride>>;
  readonly untrusted: ReadonlySet<string> | undefined;
  readonly work: Work;
}

/** Where an analysis starts from: the policy root, the home, and what answers for files and environment. */
interface Place {
  readonly root: string;
  readonly home: string | undefined;
  readonly env: World['env'];
  readonly files: FileSystemPort | undefined;
}

/** Where the analyses of an analyser start from. */
export const placeFor = (options: EffectOptions, machine: FileSystemPort): Place => {
  const host = globalThis.process as NodeJS.Process | undefined;
  const env = options.env ?? host?.env ?? {};
  const user = options.home ?? env['HOME'] ?? env['USERPROFILE'];
  const home = user === undefined ? undefined : placeOf(user);
  const files = options.files === false ? undefined : (options.files ?? machine);
  return { root: placeOf(options.root ?? host?.cwd() ?? '/'), home, env, files };
};

/** The world of one action, with its own budget of work. */
export const worldOf = (
  action: Action,
  { root, home }: Place,
  { files, env }: Pick<AskedWorld, 'files' | 'env'>,
  options: EffectOptions,
): World => {
  const work = createWork();
  const paths = {
    cwd: action.cwd === undefined ? root : placeOf(action.cwd),
    home,
    env,
    files: files && boundFiles(files, work),
  };
  return { root, paths, env, overrides: options.overrides ?? {}, untrusted: options.untrusted?.(action), work };
};

/** The tags that the shell gives to files by their names, for tools too: one name has one meaning. */
export const marksOf = (kind: Effect['kind'], target: FileTarget, world: World): readonly string[] => {
  const place = { cwd: world.paths.cwd ?? world.root, root: world.root, home: world.paths.home, files: world.paths.files };
  const isSecret = isSecretTarget(target, place);
  const loss =
    kind === 'delete'
      ? targetLossTags(target, target.glob === undefined && world.paths.files?.readLink(target.lexical) !== undefined, place)
      : [];
  const paths = [target.lexical, target.resolved];
  const later = kind === 'write' && paths.some(path => runsAgain(path, place.home)) ? ['persistence'] : [];
  const history = losesHistory(kind, target.lexical) ? ['history_loss'] : [];
  return [...new Set([...loss, ...history, ...later, ...(isSecret ? ['secret'] : [])])];
};
