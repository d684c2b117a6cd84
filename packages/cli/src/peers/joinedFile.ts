import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { sha256 } from '@licet/core/text';
import { foldConceptName, newScratch, packRemembered, unpackRemembered } from '@licet/epistemic/store';
import type { GraphSnapshot, PeerProblem } from '@licet/epistemic/store';
import { writeWhole } from '@licet/server/resident';

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

const FORMAT = 'licet-joined/1';
/** The length of the head, its checksum, and that of the body: four bytes each. */
const PREFIX = 12;
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
  const prefix = Buffer.alloc(PREFIX);
  [text.length, crc32(text), crc32(body)].forEach((value, at) => prefix.writeUInt32LE(value, at * 4));
  try {
    asOwner(() => writeWhole(fileFor(graph), Buffer.concat([prefix, text, body]), 0o600, 0o700));
  } catch {
    // It is only faster with it.
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** Reads what was kept for a graph; undefined where it was made of something else, and for what is damaged. `content` has what is not kept. */
export function readJoined(graph: string, key: string, content: () => GraphSnapshot): Joined | undefined {
  try {
    const file = asOwner(() => readFileSync(fileFor(graph)));
    const [length = 0, headSum, bodySum] = [0, 4, 8].map(at => file.readUInt32LE(at));
    const text = file.subarray(PREFIX, PREFIX + length);
    const body = file.subarray(PREFIX + length);
    if (crc32(text) !== headSum || crc32(body) !== bodySum) return undefined;
    const head = JSON.parse(text.toString()) as Head;
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
