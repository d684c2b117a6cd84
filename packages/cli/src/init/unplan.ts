import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';
import { LAUNCHER_FILE, isLicetHandler } from '@licet/adapters/runtimes';

import { unplanChecks } from './checks.ts';
import { LAUNCHER_MARK } from './launcher.ts';
import type { Installed } from './manifest.ts';
import { MANIFEST_FILE, readManifest } from './manifest.ts';
import { body, decode, findHandlers, removeHandlers, removeInserted } from './settingsText.ts';

/** One file that `uninstall` gives back its old content, or deletes because `init` made it. */
export interface Undoing {
  readonly file: string;
  readonly action: 'restore' | 'delete';
  readonly text?: string;
}

/** Where `uninstall` looks. */
export interface UndoPlaces {
  /** The folder of the policy, where `init` remembers what it did; absolute. */
  readonly root: string;
  /** The user's folder; absolute. */
  readonly home: string;
  /** Whether it is about the settings for all projects of the user. */
  readonly forUser: boolean;
  /** Whether what checks changes of the policy goes too. */
  readonly checks: boolean;
}

/**
 * Plans the way back. Of a settings file that nobody has touched since, every byte is as it was before `init`; of one
 * that somebody has, only Licet's handlers go and everything else stays byte for byte. The launcher goes with the last settings of `all`
 * runtimes that start it. The policy itself stays.
 */
export function planUninstall(
  { root, home, forUser, checks }: UndoPlaces,
  runtimes: readonly Runtime[],
  all: readonly Runtime[] = runtimes,
): readonly Undoing[] {
  const manifest = readManifest(root);
  const undoings: Undoing[] = runtimes.flatMap(runtime => {
    const own = runtime.settings
      .files({ root, home })
      .flatMap(({ file, scope }) => ((scope === 'user') === forUser ? [file] : []));
    return own.filter(existsSync).flatMap(file => undo(runtime, file, manifest));
  });
  const undone = new Set(undoings.map(({ file }) => file));
  undoings.push(...launcherUndoing(root, home, all, undone));
  for (const undoing of checks ? unplanChecks(root, manifest) : []) {
    undone.add(undoing.file);
    undoings.push(undoing);
  }
  const left = manifest.filter(({ settings }) => !undone.has(settings) && existsSync(settings));
  const own = join(root, MANIFEST_FILE);
  if (!existsSync(own) || (left.length > 0 && left.length === manifest.length)) return undoings;
  return [
    ...undoings,
    left.length === 0
      ? { file: own, action: 'delete' }
      : { file: own, action: 'restore', text: `${JSON.stringify(left, null, 2)}\n` },
  ];
}

/** The launcher, where no settings start it any more, and it is the one that `init` wrote. */
function launcherUndoing(root: string, home: string, all: readonly Runtime[], undone: ReadonlySet<string>): readonly Undoing[] {
  const file = join(root, LAUNCHER_FILE);
  if (!existsSync(file) || !decode(file).includes(LAUNCHER_MARK)) return [];
  const settings = all.flatMap(runtime => runtime.settings.files({ root, home }).map(each => each.file));
  const isUsed = settings.some(each => !undone.has(each) && existsSync(each) && decode(each).includes(LAUNCHER_FILE));
  return isUsed ? [] : [{ file, action: 'delete' }];
}

function undo({ name, settings }: Runtime, file: string, manifest: readonly Installed[]): readonly Undoing[] {
  const text = decode(file);
  const known = manifest.find(each => each.settings === file);
  if (settings.layout === 'plugin') return known?.inserted[0] === text ? [{ file, action: 'delete' }] : [];
  const isOurs = (handler: unknown): boolean => isLicetHandler(handler, name);
  const plain = body(text);
  if (findHandlers(plain, isOurs).length === 0) return [];
  const exact = known === undefined ? undefined : removeInserted(plain, known.inserted);
  const rest = exact ?? removeHandlers(plain, isOurs);
  if (known?.created === true && rest === (settings.fresh ?? '{}\n')) return [{ file, action: 'delete' }];
  return [{ file, action: 'restore', text: text.slice(0, text.length - plain.length) + rest }];
}
