import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sha256 } from '@licet/core/text';
import { foldConceptName, newScratch, packRemembered, unpackRemembered } from '@licet/epistemic/store';
import type { GraphSnapshot, PeerProblem } from '@licet/epistemic/store';
import { readPlainFile, writeOnce, writeWhole } from '@licet/server/resident';

import { asOwner, licetHome } from '../policy/licetHome.ts';

/** A graph as it was joined with its peers. */
export interface Joined {
  /** What it was made of. */
  readonly key: string;
  /** From when on, and until when, the snapshots of the peers count as they did; milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
  readonly snapshot: GraphSnapshot;
}

const FORMAT = 'licet-joined/2';
/** The bytes of the authentication code of all that follows, and of the length of the head. */
const [CODE, LENGTH] = [32, 4];
const REMEMBERED_BYTES = 64;

/** Everything that is text, as JSON. */
interface Head extends Omit<Joined, 'snapshot'> {
  readonly format: string;
  readonly version: string;
  readonly edges: number;
  readonly fades: boolean;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The folded names that lead to a node of another name. */
  readonly led: readonly (readonly [name: string, index: number])[];
  readonly aliases: readonly (readonly [alias: string, index: number])[];
  readonly faults: readonly (readonly [index: number, problem: PeerProblem])[];
}

/** The file for a graph. Agents may not write below `.licet`. */
const fileFor = (graph: string): string => join(licetHome(), '.licet', 'peers', `joined-${sha256(graph).slice(0, 32)}`);

/** The file with the key of the authentication codes. Agents may neither read nor write it. */
const codeKeyFile = (): string => join(licetHome(), '.licet', 'keys', 'joined.key');

/** The key of the authentication codes. With `make`, one is made where there is none; otherwise it throws there. */
function codeKey(make: boolean): Buffer {
  const file = codeKeyFile();
  if (make) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, randomBytes(CODE).toString('hex'));
  }
  const key = Buffer.from(readPlainFile(file).trim(), 'hex');
  if (key.length !== CODE) throw new TypeError('the key for joined graphs is damaged');
  return key;
}

/** Only a process that can read the key makes the code, for the graph of one file. */
const codeOf = (key: Buffer, graph: string, content: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${FORMAT}\n${graph}\n`).update(content).digest();

/**
 * Keeps what grounding needs of a joined graph, everything but the content of its concepts; with `fades`, what memory knows of
 * them too. A disk that takes nothing is no fault: the graphs are joined again.
 */
export function keepJoined(graph: string, { snapshot, ...span }: Joined, fades: boolean): void {
  const { version, ids, names, edgeStart, edgeTarget, edgeInfo, masks, depths, byName, byAlias, peerFaults = [] } = snapshot;
  const head: Head = {
    format: FORMAT,
    ...span,
    version,
    edges: edgeTarget.length,
    fades,
    ids,
    names,
    led: [...byName].filter(([name, index]) => foldConceptName(names[index]!) !== name),
    aliases: [...byAlias],
    faults: [...peerFaults],
  };
  const text = Buffer.from(JSON.stringify(head));
  const remembered = fades ? ids.map((_, index) => packRemembered(snapshot.remembered(index))) : [];
  const body = Buffer.concat([...[edgeStart, edgeTarget, edgeInfo, masks, depths].map(bytesOf), ...remembered]);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(text.length);
  const content = Buffer.concat([length, text, body]);
  try {
    asOwner(() => writeWhole(fileFor(graph), Buffer.concat([codeOf(codeKey(true), graph, content), content]), 0o600, 0o700));
  } catch {
    // It is only faster with it.
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/**
 * Reads what was kept for a graph; undefined where it was made of something else, and for what is damaged or has the authentication code of another
 * key. `content` has what is not kept.
 */
export function readJoined(graph: string, key: string, content: () => GraphSnapshot): Joined | undefined {
  try {
    const [file, secret] = asOwner(() => [readFileSync(fileFor(graph)), codeKey(false)] as const);
    const kept = file.subarray(CODE);
    if (!timingSafeEqual(file.subarray(0, CODE), codeOf(secret, graph, kept))) return undefined;
    const end = LENGTH + kept.readUInt32LE();
    const body = kept.subarray(end);
    const head = JSON.parse(kept.toString('utf8', LENGTH, end)) as Head;
    if (head.format !== FORMAT || head.key !== key) return undefined;
    return { key, from: head.from, until: head.until, snapshot: layOut(head, body, content) };
  } catch {
    return undefined;
  }
}

function layOut(head: Head, body: Buffer, content: () => GraphSnapshot): GraphSnapshot {
  const { version, ids, names, edges, fades, led, aliases, faults } = head;
  const size = ids.length;
  // A copy begins where an array of numbers may begin.
  const { buffer } = Uint8Array.from(body);
  const targets = (size + 1) * 4;
  const infos = targets + edges * 4;
  const masks = infos + edges * 2;
  const memory = masks + size * 2;
  return {
    version,
    complete: true,
    size,
    ids,
    names,
    edgeStart: new Uint32Array(buffer, 0, size + 1),
    edgeTarget: new Uint32Array(buffer, targets, edges),
    edgeInfo: new Uint16Array(buffer, infos, edges),
    masks: new Uint8Array(buffer, masks, size),
    depths: new Int8Array(buffer, masks + size, size),
    byName: new Map([...names.map((name, index) => [foldConceptName(name), index] as const), ...led]),
    byAlias: new Map(aliases),
    ...(faults.length > 0 && { peerFaults: new Map(faults) }),
    primitive: index => content().primitive(index),
    provenance: index => content().provenance(index),
    remembered: index =>
      fades
        ? unpackRemembered(new Uint8Array(buffer, memory + index * REMEMBERED_BYTES, REMEMBERED_BYTES))
        : content().remembered(index),
    scratch: newScratch(size),
  };
}
