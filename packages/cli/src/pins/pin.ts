import { lstatSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { canonicalJson, sha256 } from '@licet/core/text';

import { PolicyError } from '../exit.ts';
import { asOwner, licetHome, servedUser } from '../policy/licetHome.ts';
import { POLICY_FILES, realOf } from '../policy/policyFiles.ts';
import { writeWhole } from '@licet/server/resident';

/** A file that has a say in a policy, with its text at the time of the pin. `path` starts from the folder of the policy. */
export interface PinnedFile {
  readonly path: string;
  readonly text: string;
}

/** The policy of one folder as a person has accepted it. */
export interface Pin {
  readonly format: typeof PIN_FORMAT;
  /** The real path of the folder of the policy, or of the policy itself where it has its own name. */
  readonly place: string;
  /** The policy first, then the files that it includes, then modules, seeds and other files that it names. */
  readonly files: readonly PinnedFile[];
  /** How many of `files` are policies: the first ones. The others are only compared. */
  readonly policies: number;
  /** SHA-256 of `files`. */
  readonly digest: string;
  /** The version of Licet that wrote the pin. */
  readonly version: string;
  /** When it was accepted, as an ISO 8601 time, and by whom. */
  readonly acceptedAt: string;
  readonly acceptedBy: string;
}

/** The one format of pins that this version writes and reads. */
export const PIN_FORMAT = 1;

/** The folder of all pins of a user. */
export const pinFolder = (home: string = licetHome()): string => join(home, '.licet', 'pins');

/** The digest of the files of a pin. */
export const digestOf = (files: readonly PinnedFile[]): string =>
  sha256(canonicalJson(files.map(({ path, text }) => [path, text])));

/**
 * What a policy file is pinned by: the real path of its folder, so that `governance.yml` cannot take the place of a pinned
 * `governance.yaml`; the real path of the file itself where it has another name.
 */
export function pinPlace(file: string): string {
  const folder = realOf(dirname(file));
  return POLICY_FILES.some(name => name === basename(file)) ? folder : join(folder, basename(file));
}

const ids = new Map<string, string>();

/** The name of a place among the pins. A hook asks for the same two several times. */
function idOf(place: string): string {
  const id = ids.get(place) ?? sha256(place).slice(0, 32);
  if (ids.size < 64) ids.set(place, id);
  return id;
}

/** The file of the pin for a place. */
export const pinFile = (place: string, home?: string): string => join(pinFolder(home), `${idOf(place)}.json`);

const stateFolder = (): string => join(licetHome(), '.licet', 'state');

const markIn = (folder: string, id: string): string => join(folder, '.licet', `pinned-${id.slice(0, 8)}`);

/** The folder of a policy. */
export const placeFolder = ({ place, files }: Pick<Pin, 'place' | 'files'>): string =>
  POLICY_FILES.some(name => name === files[0]?.path) ? place : dirname(place);

/**
 * The other two places that say a pin exists: with the witness of the state, and in the project. The service needs no mark where the agent could
 * write it.
 */
function marksOf(place: string): readonly string[] {
  const id = idOf(place);
  const own = join(stateFolder(), `${id}.pin`);
  if (servedUser() !== undefined) return [own];
  const folder = lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === false ? dirname(place) : place;
  return [own, markIn(folder, id)];
}

/**
 * Returns the pin of a policy file; undefined for a policy that no person has pinned. Throws a {@link PolicyError} of code `pin_missing` where
 * a mark says that there was a pin, and of code `pin_damaged` for one that cannot be read.
 */
export function readPin(file: string): Pin | undefined {
  return readPinOf(pinPlace(file));
}

/** {@link readPin} by the place of the pin. */
export function readPinOf(place: string): Pin | undefined {
  let text: string | undefined;
  try {
    text = asOwner(() => textIn(pinFile(place)));
  } catch (error) {
    throw damaged(place, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  if (text !== undefined) return parsed(text, place);
  if (!asOwner(() => marksOf(place).some(mark => isMarkOf(mark, place)))) return undefined;
  throw new PolicyError(
    'pin_missing',
    `the accepted policy of \`${place}\` is gone from \`${pinFolder()}\`: a person can accept the policy on disk with \`licet accept\``,
  );
}

/** A copy of a project takes the mark along, and is another project. */
function isMarkOf(mark: string, place: string): boolean {
  try {
    return textIn(mark)?.startsWith(idOf(place)) ?? false;
  } catch {
    return true;
  }
}

/** The text of a file; undefined where there is none. Each hook looks for pins that are not there, and a read that fails costs ten looks. */
function textIn(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function parsed(text: string, place: string): Pin {
  let pin: Partial<Pin> | null;
  try {
    pin = JSON.parse(text) as Partial<Pin> | null;
  } catch {
    throw damaged(place, 'it is no JSON');
  }
  const { format, files, policies = 0 } = pin ?? {};
  if (format !== PIN_FORMAT) throw damaged(place, 'it has another format');
  const isWhole =
    Array.isArray(files) &&
    files.every(each => typeof each?.path === 'string' && typeof each.text === 'string') &&
    policies > 0 &&
    policies <= files.length &&
    pin?.place === place &&
    typeof pin.digest === 'string';
  if (!isWhole) throw damaged(place, 'a part of it is missing, or it belongs to another folder');
  return pin as Pin;
}

function damaged(place: string, why: string): PolicyError {
  return new PolicyError(
    'pin_damaged',
    `the accepted policy of \`${place}\` cannot be used: ${why}: a person can accept the policy on disk with \`licet accept\``,
  );
}

/** Tells whether a policy file has a pin, or a mark that there was one. */
export function isPinned(file: string): boolean {
  const place = pinPlace(file);
  return hasPin(place) || asOwner(() => marksOf(place).some(mark => isMarkOf(mark, place)));
}

const hasPin = (place: string): boolean => asOwner(() => lstatSync(pinFile(place), { throwIfNoEntry: false }) !== undefined);

/** Throws a {@link PolicyError} of code `pin_damaged` where the texts of a pin are not those that it was made of. */
export function requireWhole(pin: Pin): void {
  if (digestOf(pin.files) !== pin.digest) throw damaged(pin.place, 'its texts do not match its digest');
}

/** Writes a pin and the marks that tell when it disappears. Throws where the pin cannot be written. */
export function writePin(pin: Pin): void {
  asOwner(() => writeWhole(pinFile(pin.place), `${JSON.stringify(pin)}\n`, 0o600, 0o700));
  for (const mark of marksOf(pin.place)) {
    try {
      asOwner(() => writeWhole(mark, `${idOf(pin.place)} ${pin.digest}\n`));
    } catch {
      // A project that cannot be written has one mark less.
    }
  }
}

/** Removes a pin and its marks. Returns whether there was one. */
export function removePin(file: string): boolean {
  const place = pinPlace(file);
  const wasThere = hasPin(place);
  for (const each of [...marksOf(place), pinFile(place)]) asOwner(() => rmSync(each, { force: true }));
  return wasThere;
}

/**
 * The nearest folder at or above a real path that has a pin, or a mark that there was one; undefined where none has. A pin that was removed
 * together with its policy would else leave no trace.
 */
export function pinnedFolder(real: string): string | undefined {
  const known = new Set([...namesIn(pinFolder()), ...namesIn(stateFolder()).filter(name => name.endsWith('.pin'))]);
  for (let folder = real; ; folder = dirname(folder)) {
    if (known.size > 0 && ['json', 'pin'].some(type => known.has(`${idOf(folder)}.${type}`))) return folder;
    if (hasMark(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Whether a folder itself says that its policy was pinned. What cannot be read says nothing here: it may be another user's. */
function hasMark(folder: string): boolean {
  if (servedUser() !== undefined) return false;
  try {
    // The digest of a path costs more than this look, and few folders have one.
    if (statSync(join(folder, '.licet'), { throwIfNoEntry: false }) === undefined) return false;
    const id = idOf(folder);
    return textIn(markIn(folder, id))?.startsWith(id) ?? false;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return asOwner(() => (statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder)));
  } catch {
    return [];
  }
}
