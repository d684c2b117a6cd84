import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';
import { defaultRuntime, runtimes } from '@licet/adapters/runtimes';

import { UsageError } from '@licet/core/command';
import { didYouMean } from '@licet/core/text';

/** What `init`, `doctor` and `uninstall` are about. */
export interface Targets {
  /** The project's folder; absolute. */
  readonly root: string;
  /** The runtimes that were named; undefined when none was. */
  readonly named: readonly string[] | undefined;
}

const RUNTIME_NAMES: readonly string[] = Object.keys(runtimes);

/** Reads `[runtime…] [folder]`: what is the name of a runtime is one, and anything else is the folder. */
export function readTargets(words: readonly string[]): Targets {
  const named = words.filter(word => Object.hasOwn(runtimes, word));
  const [folder = '.', ...more] = words.filter(word => !Object.hasOwn(runtimes, word));
  if (more.length > 0) throw new UsageError(`expected one folder, found \`${[folder, ...more].join('`, `')}\``);
  if (!existsSync(folder)) {
    throw new UsageError(
      `there is no folder \`${folder}\` and no runtime of that name${didYouMean(folder, RUNTIME_NAMES)}: choose one of ${RUNTIME_NAMES.join(', ')}`,
    );
  }
  return { root: resolve(folder), named: named.length === 0 ? undefined : named };
}

/** Returns the runtimes that were named, else all of them. */
export async function loadRuntimes(named: readonly string[] = RUNTIME_NAMES): Promise<readonly Runtime[]> {
  return Promise.all(named.flatMap(name => (Object.hasOwn(runtimes, name) ? (runtimes[name]?.() ?? []) : [])));
}

/** Returns the runtimes that were named, else those that the folder shows signs of, else the default one. */
export async function wantedRuntimes({ root, named }: Targets, forUser = false): Promise<readonly Runtime[]> {
  if (named !== undefined) return loadRuntimes(named);
  const hasPlace = ({ settings }: Runtime): boolean =>
    !forUser || settings.files({ root, home: root }).some(({ scope }) => scope === 'user');
  const seen = (await loadRuntimes()).filter(
    runtime => hasPlace(runtime) && runtime.settings.signs.some(sign => existsSync(join(root, sign))),
  );
  return seen.length > 0 ? seen : [await defaultRuntime()];
}
