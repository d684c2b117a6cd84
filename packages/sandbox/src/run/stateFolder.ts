import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sha256 } from '@licet/core/text';

import { SandboxError } from '../sandboxError.ts';
import { removeStale } from './placeholders.ts';

/** Where the sandbox of one project keeps what lasts between runs. Only its user may look into it. */
export interface StateFolder {
  /** Replaces the home folder: caches of package managers live here. */
  readonly home: string;
  /** A file without rights. */
  readonly closedFile: string;
  /** Where unsaved work is kept. */
  readonly snapshots: string;
  /** What earlier runs have found in the folders of the project. */
  readonly walk: string;
  /** Folders that were made in the project for a run, to be removed after it. */
  readonly placeholders: string;
}

/**
 * Returns the folder of a project below the folder that Licet keeps in the home of its user, and makes it with rights for its user only. Removes
 * what a run has left in the project that was killed.
 */
export function stateFolder(licetHome: string, project: string): StateFolder {
  const own = projectFolder(licetHome, project);
  const state = {
    home: join(own, 'home'),
    closedFile: join(own, 'closed'),
    snapshots: join(own, 'snapshots'),
    walk: join(own, 'walk.json'),
    placeholders: join(own, 'placeholders'),
  };
  for (const folder of [dirname(own), own, state.home, state.snapshots, state.placeholders]) makePrivate(folder);
  if (!existsSync(state.closedFile)) closeSync(openSync(state.closedFile, 'wx', 0o000));
  chmodSync(state.closedFile, 0o000);
  removeStale(state.placeholders);
  return state;
}

/** The folder that {@link stateFolder} makes. */
export const projectFolder = (licetHome: string, project: string): string =>
  join(licetHome, '.licet', 'sandbox', sha256(project).slice(0, 16));

/** A link in the place of a folder is refused. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory()) throw new SandboxError(`\`${folder}\` is no folder: remove it`);
  chmodSync(folder, 0o700);
}
