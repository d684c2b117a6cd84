import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { jsonlReader } from '@licet/adapters/jsonl';
import { builtinSqlite, examineState, sqliteState } from '@licet/adapters/sqlite';
import type { StateExamination } from '@licet/adapters/sqlite';
import type { BuiltPolicy, ChainReport } from '@licet/core';

import { openStore, storesOf } from './stores.ts';
import type { StorePlace } from './stores.ts';
import { bytesText, spanText } from './words.ts';

/** One thing that was looked at in a store. A warning is no failure. */
export interface StoreFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly warns?: true;
  readonly detail: string;
}

const MINUTE = 60_000;
const LITTLE = 500 * 1_048_576;
const TOO_LITTLE = 50 * 1_048_576;
const LARGE = 1_024 * 1_048_576;

const fine = (name: string, detail = ''): StoreFinding => ({ name, ok: true, detail });
const warning = (name: string, detail: string): StoreFinding => ({ name, ok: true, warns: true, detail });
const failed = (name: string, detail: string): StoreFinding => ({ name, ok: false, detail });

/** Looks at every file and database that a policy keeps something in, and leaves it as it is. Each finding says the way out. */
export async function storeFindings(built: BuiltPolicy, root: string, now: number): Promise<readonly StoreFinding[]> {
  const places = storesOf(built, root);
  const files = new Map(places.flatMap(place => (place.file === undefined ? [] : [[place.file, place] as const])));
  return [
    ...(await inDatabases(built, places)),
    ...Array.from(files.values()).flatMap(place => (place.store === 'sqlite' ? ofState(place, now) : ofTrail(place))),
  ];
}

/** Looks into each database that the policy names, once for each thing that it keeps there. */
async function inDatabases(built: BuiltPolicy, places: readonly StorePlace[]): Promise<readonly StoreFinding[]> {
  const findings: StoreFinding[] = [];
  for (const place of places.filter(({ store }) => store === 'postgres')) {
    const name = `the database of the ${place.use} answers`;
    try {
      findings.push(...(await ofDatabase(place, built, name)));
    } catch (error) {
      findings.push(failed(name, messageOf(error)));
    }
  }
  return findings;
}

async function ofDatabase(place: StorePlace, built: BuiltPolicy, name: string): Promise<readonly StoreFinding[]> {
  const { audit, isMade, close } = await openStore(place, built, { writes: false });
  try {
    if ((await isMade?.()) === false) return [fine(name, 'nothing has been kept yet: the first call makes the schema')];
    return [
      fine(name),
      ...(place.use === 'audit' ? [chainFinding('the trail in the database is one chain', await audit.verify())] : []),
    ];
  } finally {
    await close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function chainFinding(name: string, { valid, records, bad }: ChainReport): StoreFinding {
  if (valid) return fine(name, `${records} records`);
  return failed(name, `record ${bad?.seq}: ${bad?.why}: keep it as evidence, and find out who changed it`);
}

function ofState(place: StorePlace, now: number): readonly StoreFinding[] {
  const { file = '', bytes } = place;
  if (bytes === undefined || bytes === 0) return [ofFolder(file)];
  const opens = 'the state can be opened';
  try {
    const found = examineState(file, { now, open: builtinSqlite });
    return [fine(opens, `${file}, ${bytesText(bytes)}`), ...ofExamination(found, now), ofChain(file), ...ofFile(file, bytes)];
  } catch (error) {
    return [failed(opens, messageOf(error)), ...ofFile(file, bytes)];
  }
}

function ofExamination(found: StateExamination, now: number): readonly StoreFinding[] {
  const { format, journalMode, damage, unwritable, newestAt = 0, leftOver } = found;
  const old = `it is ${format.found}, this version writes ${format.current}: the next call brings it up to date`;
  const journal = `its journal mode is \`${journalMode}\`: stop every process that uses it, and the next call sets it`;
  const ahead = newestAt - now;
  return [
    unwritable === undefined ? fine('the state can be written') : failed('the state can be written', unwritable),
    format.found === format.current
      ? fine('the state has the format of this version', String(format.found))
      : warning('the state has the format of this version', old),
    journalMode === 'wal' ? fine('the state has a write-ahead log') : warning('the state has a write-ahead log', journal),
    damage.length === 0
      ? fine('the state is sound')
      : failed('the state is sound', `${damage.join('; ')}: move it away, and a new one is made`),
    ahead <= MINUTE
      ? fine('the clock agrees with the records')
      : failed(
          'the clock agrees with the records',
          `the newest record lies ${spanText(ahead)} ahead: set the clock of this machine`,
        ),
    fine(
      'reservations without an outcome',
      leftOver === 0 ? 'none' : `${leftOver} lapsed: forgotten when their counter is used next`,
    ),
  ];
}

function ofChain(file: string): StoreFinding {
  const name = 'the trail in the state is one chain';
  const { audit, close } = sqliteState(file, { open: builtinSqlite, readOnly: true, busyTimeoutMs: 2_000 });
  try {
    return chainFinding(name, audit.verify());
  } catch (error) {
    return failed(name, messageOf(error));
  } finally {
    close();
  }
}

function ofTrail({ file = '', bytes }: StorePlace): readonly StoreFinding[] {
  if (bytes === undefined) return [ofFolder(file)];
  const name = 'the trail can be written';
  if (!statSync(file).isFile()) return [failed(name, `\`${file}\` is no file: move it away, and a new one is made`)];
  return [whetherWritable(file, name), ofLines(file), ...ofFile(file, bytes)];
}

function ofLines(file: string): StoreFinding {
  const name = 'the trail is one chain';
  try {
    return chainFinding(name, jsonlReader(file).verify());
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

/** A file that is not there yet can be made where its folder, or the nearest one above it, can be written. */
function ofFolder(file: string): StoreFinding {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return whetherWritable(folder, `\`${file}\` can be made`);
}

function whetherWritable(path: string, name: string): StoreFinding {
  try {
    accessSync(path, constants.W_OK);
    return fine(name, path);
  } catch {
    return failed(name, `\`${path}\` may not be written: give the user of the agent write access to it`);
  }
}

function ofFile(file: string, bytes: number): readonly StoreFinding[] {
  return [
    ofRights(file),
    ofSpace(file),
    ...(bytes > LARGE ? [warning('the size is usual', `\`${file}\` has ${bytesText(bytes)}`)] : []),
  ];
}

function ofRights(file: string): StoreFinding {
  const name = 'only its owner can read it';
  if (process.platform === 'win32') return fine(name, 'not looked at on Windows');
  const { mode } = statSync(file);
  const other = (bits: number): boolean => (mode & bits) !== 0;
  if (other(0o022)) return failed(name, `others can change \`${file}\`: run \`chmod 600\` on it`);
  return other(0o044) ? warning(name, `others can read \`${file}\`: run \`chmod 600\` on it`) : fine(name, file);
}

function ofSpace(file: string): StoreFinding {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  const name = 'there is room on the disk';
  if (free < TOO_LITTLE) return failed(name, `${bytesText(free)} are left: make room, or every call is stopped once it is full`);
  return free < LITTLE ? warning(name, `${bytesText(free)} are left: make room`) : fine(name, `${bytesText(free)} are left`);
}
