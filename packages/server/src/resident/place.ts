import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { randomBytes } from '@licet/core/store';

import { watchTexts } from '../fileStamps.ts';
import { RUN, attempt } from './starts.ts';

/** What a resident process says of itself to the people of its user. */
export interface ResidentWord {
  readonly pid: number;
  /** The program as its callers name it, and the Node that runs it. */
  readonly program: string;
  readonly node: string;
  readonly version: string;
  readonly startedAt: string;
}

/** The folder of one resident process. It is short-lived: every process makes its own, and the last one that did is called. */
export interface ResidentPlace {
  readonly folder: string;
  readonly socket: string;
  /** What callers show, and what every answer must carry. Each lies in a file that only the user can read. */
  readonly token: string;
  readonly answer: string;
  /** Tells whether callers are led here, and no other user can reach it. */
  isCurrent(): boolean;
  /** From now on callers of the program are led here, to a port of this machine. */
  publish(port: number): void;
  /** Says that the process lives. */
  touch(): void;
  /** Removes the folder, and what leads here. */
  remove(): void;
}

/** Where it is written who answers for a program: a file that names a folder. */
export function pointerOf(home: string, program: string): string {
  return join(home, RUN, 'at', program);
}

/**
 * Says why a folder or file cannot be trusted: it is a link, it belongs to somebody else, or its mode lets others in. Undefined for one that can
 * be. Throws where there is none.
 */
export function privacyProblem(path: string, kind: 'folder' | 'file'): string | undefined {
  const found = lstatSync(path);
  const { getuid } = process;
  if (kind === 'folder' ? !found.isDirectory() : !found.isFile())
    return `expected a ${kind} at \`${path}\`, found something else: remove it`;
  if (getuid === undefined) return undefined;
  if (found.uid !== getuid.call(process)) return `\`${path}\` belongs to another user: remove it`;
  if ((found.mode & 0o077) === 0) return undefined;
  return `others can read \`${path}\`, so nothing in it is believed: \`chmod go= ${path}\`, or remove it`;
}

/** The mounts that this process sees, by the first of them: no two containers have the same. Empty where the system does not say. */
export function mountsHere(): string {
  return attempt(() => readFileSync('/proc/self/mountinfo', 'utf8').split('\n', 1)[0]) ?? '';
}

/** Makes the folder of a resident process. Undefined where others could reach it. */
export function makePlace(home: string, word: ResidentWord): ResidentPlace | undefined {
  const run = join(home, RUN);
  mkdirSync(run, { recursive: true, mode: 0o700 });
  if (privacyProblem(run, 'folder') !== undefined) return undefined;
  const folder = join(run, `hook-${hex(8)}`);
  const [token, answer] = [hex(32), hex(32)];
  mkdirSync(folder, { mode: 0o700 });
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' });
  put('auth', `authorization: Bearer ${token}\n`);
  put('answer', `${answer}\n`);
  put('mounts', `${mountsHere()}\n`);
  put('resident.json', JSON.stringify(word));
  const pointer = pointerOf(home, word.program);
  const isLedHere = watchTexts([{ file: pointer, text: `${folder}\n` }]);
  return {
    folder,
    socket: join(folder, 'socket'),
    token,
    answer,
    isCurrent: () => attempt(() => isLedHere() && isPrivatePlace(run, folder)) ?? false,
    publish(port) {
      put('port', `${port}\n`);
      writePointer(pointer, folder);
    },
    touch() {
      const now = new Date();
      attempt(() => utimesSync(pointer, now, now));
    },
    remove: () => forgetResident(home, { folder, program: word.program }),
  };
}

function isPrivatePlace(run: string, folder: string): boolean {
  const isFree = [run, folder].every(path => privacyProblem(path, 'folder') === undefined);
  return isFree && lstatSync(join(folder, 'socket')).isSocket();
}

/** Leads callers to a folder, in one step. */
function writePointer(pointer: string, folder: string): void {
  mkdirSync(dirname(pointer), { recursive: true, mode: 0o700 });
  const part = `${pointer}.${process.pid}`;
  writeFileSync(part, `${folder}\n`, { mode: 0o600 });
  renameSync(part, pointer);
}

/** A resident process that has left word, whether it still lives or not. */
export interface FoundResident extends ResidentWord {
  readonly folder: string;
  /** What callers show, and what its answers carry. */
  readonly token: string;
  readonly answer: string;
}

/** Everybody who has left word in a home. What is not private, or cannot be read, is passed over. */
export function findResidents(home: string): readonly FoundResident[] {
  const run = join(home, RUN);
  const names = attempt(() => readdirSync(run)) ?? [];
  return names.flatMap(name => {
    const folder = join(run, name);
    const word = attempt(() => {
      if (!name.startsWith('hook-') || privacyProblem(folder, 'folder') !== undefined) return undefined;
      const text = readFileSync(join(folder, 'resident.json'), 'utf8');
      const token = readFileSync(join(folder, 'auth'), 'utf8').trimEnd().replace(/^.* /u, '');
      const answer = readFileSync(join(folder, 'answer'), 'utf8').trimEnd();
      return { ...(JSON.parse(text) as ResidentWord), folder, token, answer };
    });
    return word ?? [];
  });
}

/** Removes what a process that is gone has left. */
export function forgetResident(home: string, { folder, program }: Pick<FoundResident, 'folder' | 'program'>): void {
  const pointer = pointerOf(home, program);
  if (attempt(() => readFileSync(pointer, 'utf8').trimEnd()) === folder) rmSync(pointer, { force: true });
  rmSync(folder, { recursive: true, force: true });
  removeEmpty(dirname(pointer), join(home, RUN));
}

function removeEmpty(folder: string, run: string): void {
  if (!folder.startsWith(`${run}/`)) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmpty(dirname(folder), run);
}

const hex = (bytes: number): string => Buffer.from(randomBytes(bytes)).toString('hex');
