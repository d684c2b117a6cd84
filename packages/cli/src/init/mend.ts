import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { isLicetHandler, LAUNCHER_FILE, lineOf, OWN_LAUNCHER_FILE } from '@licet/adapters/runtimes';

import { policyIn } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';
import type { InstalledHook } from './installedHook.ts';
import { launcherLike, launcherText, PROGRAM_FILE } from './launcher.ts';
import { MANIFEST_FILE, readManifest } from './manifest.ts';
import type { Installed } from './manifest.ts';
import { hookCommand, IGNORED } from './plan.ts';
import type { ProgramOnDisk } from './plan.ts';
import { SCHEMA_FILE } from './policyText.ts';
import { body, decode, insertHooks, MARK, removeHandlers } from './settingsText.ts';

/** One file that `doctor --fix` writes. */
export interface Mending {
  readonly file: string;
  readonly text: string;
  /** What was wrong with it. */
  readonly why: string;
}

/** Where `doctor --fix` works, and with what. */
export interface MendPlaces {
  /** The folder of the policy; absolute. */
  readonly root: string;
  /** The user's folder; absolute. */
  readonly home: string;
  readonly command: ProgramOnDisk;
  /** The text of the JSON Schema of policies. */
  readonly schema: string;
}

/** Plans what the files around the hooks lack: the launcher that they start, what it finds the program by, what git is to keep out, the schema. */
export function planFiles({ root, home, command, schema }: MendPlaces, hooks: readonly InstalledHook[]): readonly Mending[] {
  const launcher = join(root, LAUNCHER_FILE);
  const launches = hooks.some(({ handler }) => lineOf(handler).includes(LAUNCHER_FILE));
  const wanted: readonly (readonly [file: string, text: string, what: string])[] = [
    [join(root, '.licet', '.gitignore'), IGNORED, 'what git is to keep out'],
    [join(root, SCHEMA_FILE), schema, 'the JSON Schema that editors complete by'],
    ...(launches
      ? ([[launcher, launcherLike(existsSync(launcher) ? decode(launcher) : ''), 'the launcher that the hooks start']] as const)
      : []),
  ];
  const found = wanted.flatMap(([file, text, what]) => {
    const known = existsSync(file) ? decode(file) : undefined;
    return known === text ? [] : [{ file, text, why: `${what} ${known === undefined ? 'was missing' : 'was another version'}` }];
  });
  return launches ? [...found, ...planProgram(home, command), ...planOwnLauncher(home)] : found;
}

/** The copy of the launcher that this user keeps. */
function planOwnLauncher(home: string): readonly Mending[] {
  const file = join(home, OWN_LAUNCHER_FILE);
  const text = launcherText({ resident: true });
  const known = existsSync(file) ? decode(file) : undefined;
  if (known === text) return [];
  return [{ file, text, why: `your copy of the launcher ${known === undefined ? 'was missing' : 'was another version'}` }];
}

/** Where the launcher finds the program that this user has: what is there and can be started stays. */
function planProgram(home: string, { node, bundle }: ProgramOnDisk): readonly Mending[] {
  const file = join(home, PROGRAM_FILE);
  const known = existsSync(file) ? decode(file).split('\n') : undefined;
  const isGood = known?.slice(0, 2).every(path => path !== '' && existsSync(path));
  if (isGood === true) return [];
  const why = known === undefined ? 'it was missing' : 'it named a program that is not there any more';
  return [{ file, text: `${node}\n${bundle}\n`, why }];
}

/** Plans new entries for hooks that do not do what they must: those of this folder and this version, in the place of the old ones. */
export function planHooks({ root, home, command }: MendPlaces, hooks: readonly InstalledHook[]): readonly Mending[] {
  const policy = policyIn(root) ?? join(root, POLICY_FILES[0]);
  let manifest = readManifest(root).filter(({ settings }) => settings.startsWith(root));
  const mendings = hooks.flatMap(({ runtime: { name, settings }, file }): readonly Mending[] => {
    const scope = settings.files({ root, home }).find(each => each.file === file)?.scope;
    if (scope === undefined || scope === 'user') return [];
    const started = hookCommand(scope, command, policy);
    const before = decode(file);
    const known = manifest.find(each => each.settings === file);
    const keep = (inserted: readonly string[]): void => {
      const entry: Installed = { settings: file, created: known?.created ?? false, inserted };
      manifest = [...manifest.filter(each => each.settings !== file), entry];
    };
    const why = 'its hook did not do what it must';
    if (settings.layout === 'plugin') {
      const text = settings.text(started);
      keep([text]);
      return text === before ? [] : [{ file, text, why }];
    }
    const rest = removeHandlers(body(before), handler => isLicetHandler(handler, name));
    const { text, inserted } = insertHooks(rest, settings.entries(started));
    keep(inserted);
    const whole = before.startsWith(MARK) ? MARK + text : text;
    return whole === before ? [] : [{ file, text: whole, why }];
  });
  if (mendings.length === 0) return [];
  const why = 'it remembers what is in the settings';
  return [...mendings, { file: join(root, MANIFEST_FILE), text: `${JSON.stringify(manifest, null, 2)}\n`, why }];
}
