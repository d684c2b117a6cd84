import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { examineState } from '@licet/adapters/sqlite';
import type { StateExamination } from '@licet/adapters/sqlite';
import type { OpenStore, StorePlace, StoreUse } from '@licet/adapters/stores';
import { readKeys } from '@licet/console/passkeys';
import { escapeText } from '@licet/core';
import { bytesText, dim, markWord, spanText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { PROOF_LEVELS } from '@licet/core/policy';
import type { ApprovalProof, CompiledPolicy } from '@licet/core/policy';
import type { ChainReport } from '@licet/core/store';
import { messageOf } from '@licet/core/text';

import { openTrail } from '../audit/openTrail.ts';
import { graphPlace } from '../grounding/graphPlace.ts';
import { keyFile } from '../passkeys/keyFile.ts';
import { checkSignatures } from '../passkeys/trailSignatures.ts';
import { storesOf, USES } from '../policy/stores.ts';
import { sizeOf } from './gather.ts';

/** One thing that was looked at. What `warns` works, and should be looked at. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly warns?: true;
  readonly detail: string;
}

const MINUTE = 60_000;
const LITTLE = 500 * 1_048_576;
const TOO_LITTLE = 50 * 1_048_576;
const LARGE = 1_024 * 1_048_576;

/** Something that is as it should be. */
export const fine = (name: string, detail = ''): Finding => ({ name, ok: true, detail });

/** Something that works, and should be looked at. */
export const warning = (name: string, detail: string): Finding => ({ name, ok: true, warns: true, detail });

/** Something that is not as it must be. */
export const failed = (name: string, detail: string): Finding => ({ name, ok: false, detail });

/** Prints findings for people, one a line. */
export function printFindings(findings: readonly Finding[], terminal: Terminal): void {
  for (const { ok, warns, name, detail } of findings) {
    const mark = markWord(ok ? (warns === true ? 'warn' : 'ok') : 'failed', terminal);
    terminal.print(`${mark}  ${escapeText(name)}${detail === '' ? '' : dim(`  (${escapeText(detail)})`, terminal)}`);
  }
}

/** Looks at every file and database that a policy keeps something in, and leaves it as it is. Each finding says the way out. */
export async function storeFindings(
  policy: Pick<CompiledPolicy, 'settings'>,
  root: string,
  now: number,
): Promise<readonly Finding[]> {
  const stores = storesOf(policy, root, { writes: false });
  const findings: Finding[] = [];
  const files = new Set<string>();
  for (const use of USES) {
    const place = stores.place(use);
    if (place.isPrivate !== undefined || files.has(place.key)) continue;
    if (place.file === undefined) findings.push(...(await ofDatabase(use, () => stores.store(use))));
    else findings.push(...(await ofState({ ...place, file: place.file }, () => stores.store(use), now)));
    if (place.file !== undefined) {
      files.add(place.key);
      findings.push(...ofGraphsIn(place.file, policy, root));
    }
  }
  await stores.close();
  return findings;
}

type Open = () => Promise<OpenStore | undefined>;

async function ofDatabase(use: StoreUse, open: Open): Promise<readonly Finding[]> {
  const name = `the database of the ${use} answers`;
  try {
    const store = await open();
    if (store === undefined || !(await store.exists()))
      return [fine(name, 'nothing has been kept yet: the first call makes the schema')];
    if (use !== 'audit') return [fine(name)];
    return [fine(name), chainFinding('the trail in the database is one chain', await store.audit.verify())];
  } catch (error) {
    return [failed(name, messageOf(error))];
  }
}

function chainFinding(name: string, { valid, records, bad }: ChainReport): Finding {
  if (valid) return fine(name, `${records} records`);
  return failed(name, `record ${bad?.seq}: ${bad?.why}: keep it as evidence, and find out who changed it`);
}

async function ofState({ file }: StorePlace & { readonly file: string }, open: Open, now: number): Promise<readonly Finding[]> {
  const opens = 'the state can be opened';
  const bytes = sizeOf(file);
  try {
    const store = await open();
    if (store === undefined || !(await store.exists())) return [ofFolder(file)];
    const found = examineState(file, { now });
    return [
      fine(opens, `${file}, ${bytesText(bytes ?? 0)}`),
      ...ofExamination(found, now),
      await ofChain(store),
      ...ofFile(file, bytes ?? 0),
    ];
  } catch (error) {
    return [failed(opens, messageOf(error)), ...(bytes === undefined ? [] : ofFile(file, bytes))];
  }
}

function ofExamination(found: StateExamination, now: number): readonly Finding[] {
  const { journalMode, damage, unwritable, newestAt = 0, leftOver } = found;
  const journal = `its journal mode is \`${journalMode}\`: stop every process that uses it, and the next call sets it`;
  const ahead = newestAt - now;
  return [
    unwritable === undefined ? fine('the state can be written') : failed('the state can be written', unwritable),
    journalMode === 'wal' ? fine('the state has a write-ahead log') : warning('the state has a write-ahead log', journal),
    damage.length === 0
      ? fine('the state is sound')
      : failed('the state is sound', `${damage.join('; ')}: a person can move it aside with \`licet reset --state\``),
    ahead <= MINUTE
      ? fine('the clock agrees with the records')
      : failed(
          'the clock agrees with the records',
          `the newest record lies ${spanText(ahead)} ahead: set the clock of this machine`,
        ),
    fine(
      'reservations without an outcome',
      leftOver === 0 ? 'none' : `${leftOver} expired: forgotten when their counter is used next`,
    ),
  ];
}

async function ofChain({ audit }: OpenStore): Promise<Finding> {
  const name = 'the trail in the state is one chain';
  try {
    return chainFinding(name, await audit.verify());
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

/** A graph in the file of the state works, and shares its fate. */
function ofGraphsIn(file: string, { settings }: Pick<CompiledPolicy, 'settings'>, root: string): readonly Finding[] {
  const inIt = Object.entries(settings.graphs ?? {}).filter(([, graph]) => {
    const place = graphPlace(graph, root);
    return place.lies === 'in a file' && place.file === file;
  });
  const why = 'calls wait while it is written, and what mends or removes the state takes it along';
  const out = '`licet concepts export FILE`, name another `path` in the policy, then `licet concepts import FILE`';
  return inIt.map(([name]) => warning('the state has its file to itself', `the graph \`${name}\` lies in it: ${why}: ${out}`));
}

/** A file that is not there yet can be made where its folder, or the nearest one above it, can be written. */
function ofFolder(file: string): Finding {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return whetherWritable(folder, `\`${file}\` can be made`);
}

function whetherWritable(path: string, name: string): Finding {
  try {
    accessSync(path, constants.W_OK);
    return fine(name, path);
  } catch {
    return failed(name, `\`${path}\` may not be written: give the user of the agent write access to it`);
  }
}

function ofFile(file: string, bytes: number): readonly Finding[] {
  return [
    ofRights(file),
    ofSpace(file),
    ...(bytes > LARGE ? [warning('the size is usual', `\`${file}\` has ${bytesText(bytes)}`)] : []),
  ];
}

function ofRights(file: string): Finding {
  const name = 'only its owner can read it';
  if (process.platform === 'win32') return fine(name, 'not looked at on Windows');
  const { mode } = statSync(file);
  const other = (bits: number): boolean => (mode & bits) !== 0;
  if (other(0o022)) return failed(name, `others can change \`${file}\`: run \`chmod 600\` on it`);
  return other(0o044) ? warning(name, `others can read \`${file}\`: run \`chmod 600\` on it`) : fine(name, file);
}

function ofSpace(file: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  const name = 'there is room on the disk';
  if (free < TOO_LITTLE) return failed(name, `${bytesText(free)} are left: make room, or every call is stopped once it is full`);
  return free < LITTLE ? warning(name, `${bytesText(free)} are left: make room`) : fine(name, `${bytesText(free)} are left`);
}

/** Says what makes an answer count under a policy, what an agent could still do, how the passkeys are, and whether all signatures hold. */
export async function proofFindings(file: string, proof: ApprovalProof): Promise<readonly Finding[]> {
  const { holds, open } = PROOF_LEVELS[proof];
  return [
    fine(`answers count at level \`${proof}\``, holds),
    ...open.map(each => fine('what an agent could still do', each)),
    ...(proof === 'passkey' ? [keyFinding(file), ...(await trailFinding(file))] : []),
  ];
}

/** Holds the keys, and every signature, against the trail. Keys that cannot be read have been told of already. */
async function trailFinding(file: string): Promise<readonly Finding[]> {
  const name = 'every signature of the trail holds';
  try {
    const { log } = keyFile(dirname(file)).read();
    const { reader } = await openTrail({ policy: file }, dirname(file));
    const { checked, problems } = await checkSignatures(reader, log);
    const [first] = problems;
    if (first === undefined) return [fine(name, `${checked} looked at`)];
    return [failed(name, `record ${first.seq}: ${first.why}: \`licet audit verify\` lists them`)];
  } catch {
    return [];
  }
}

function keyFinding(file: string): Finding {
  const name = 'the passkeys can be used';
  const kept = keyFile(dirname(file));
  try {
    const read = readKeys(kept.read().log);
    if ('problem' in read) return failed(name, `${read.problem}: no answer counts until \`${kept.file}\` is restored or removed`);
    const { keys } = read;
    if (keys.length === 0)
      return warning('no passkey is enrolled, so no request can be approved', 'run `licet passkey add NAME`');
    return fine(name, `${keys.map(key => `${key.name} ${key.keyId.slice(0, 16)}`).join(', ')}; they sign on ${kept.origin}`);
  } catch (error) {
    return failed(name, messageOf(error));
  }
}
