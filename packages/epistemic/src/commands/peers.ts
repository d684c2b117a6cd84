import { counted, EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { didYouMean } from '@licet/core/text';

import { exportGraph } from '../exchange/exportGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { depthLabel } from '../model/depth.ts';
import type { DepthLevel } from '../model/depth.ts';
import { compareText, foldConceptName } from '../model/name.ts';
import { splitReference } from '../peers/peer.ts';
import { visible } from '../render/escape.ts';
import { writeNamed } from './options.ts';
import type { StoreOption } from './options.ts';
import type { ConceptProgram, PeerState } from './program.ts';
import type { JsonOption } from './show.ts';

/** Lists the peers of a graph, with the key that signs the graphs of this user. */
export async function listPeers(options: JsonOption, terminal: Terminal, program: ConceptProgram): Promise<number> {
  const { peers, key } = await program.peers.list(options.store);
  if (options.json === true) {
    terminal.print(jsonText({ peers, key }, 2));
    return 0;
  }
  if (peers.length === 0) terminal.print('the policy declares no peers for this graph');
  for (const peer of peers) terminal.print(peerLine(peer));
  terminal.print(key === null ? 'this graph was never signed: `licet concepts sign FILE` makes a key' : `your key: ${key}`);
  return 0;
}

function peerLine({ name, state, detail, takenAt, concepts, maxDepth }: PeerState): string {
  const known = concepts === null ? '' : `  ${counted(concepts, 'concept')}, signed ${takenAt ?? ''}, to ${maxDepth}`;
  return `${name}  ${state}${known}${state === 'known' ? '' : `  ${visible(detail)}`}`;
}

/** Fetches one peer or each. Each is tried; one that fails is told and changes nothing. */
export async function pullPeers(
  name: string | undefined,
  options: StoreOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const { peers } = await program.peers.list(options.store);
  const chosen = choose(peers, name);
  let code: number = EXIT.pass;
  for (const peer of chosen) {
    try {
      terminal.print(await program.peers.pull(options.store, peer.name));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.complain(error.message);
      code = EXIT.block;
    }
  }
  return code;
}

function choose(peers: readonly PeerState[], name: string | undefined): readonly PeerState[] {
  if (peers.length === 0)
    throw new UsageError('the policy declares no peers for this graph: name them under `peers` of the graph in governance.yaml');
  const chosen = peers.filter(peer => name === undefined || peer.name === name);
  if (chosen.length > 0) return chosen;
  const names = peers.map(peer => peer.name);
  throw new UsageError(`there is no peer \`${name ?? ''}\`${didYouMean(name ?? '', names)}`);
}

/** Shows what counts of every concept that rests on a peer. */
export async function diffPeers(
  name: string | undefined,
  options: JsonOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const { peers } = await program.peers.list(options.store);
  const names = new Set(choose(peers, name).map(peer => peer.name));
  const local = await program.withGraph(options.store, async graph => graph.snapshot());
  const joined = await program.withKnowledge(options.store, async graph => graph.snapshot());
  const rows = referencesIn(local, names).map(reference => compare(reference, local, joined));
  if (options.json === true) terminal.print(jsonText(rows, 2));
  else if (rows.length === 0) terminal.print('no concept rests on a peer');
  else
    for (const { concept, reference, fault, here, counts } of rows) {
      const same = concept === reference ? '' : ` = ${visible(reference)}`;
      const what = fault ?? `${label(counts)} counts${concept === reference ? '' : `, ${label(here)} without the peer`}`;
      terminal.print(`${visible(concept)}${same}  ${visible(what)}`);
    }
  return rows.some(({ fault }) => fault !== null) ? EXIT.block : EXIT.pass;
}

/** The names and aliases of a graph that refer to one of these peers, in canonical order. */
function referencesIn({ names, byAlias }: GraphSnapshot, peers: ReadonlySet<string>): readonly string[] {
  const isReference = (name: string): boolean => peers.has(splitReference(name)?.peer ?? '');
  return [...names, ...byAlias.keys()].filter(isReference).toSorted(compareText);
}

interface Compared {
  readonly concept: string;
  readonly reference: string;
  readonly here: DepthLevel | null;
  readonly counts: DepthLevel | null;
  readonly fault: string | null;
}

function compare(reference: string, local: GraphSnapshot, joined: GraphSnapshot): Compared {
  const key = foldConceptName(reference);
  const at = ({ byName, byAlias }: GraphSnapshot): number => byName.get(key) ?? byAlias.get(key) ?? -1;
  const problem = joined.peerFaults?.get(at(joined));
  return {
    concept: local.names[at(local)] ?? reference,
    reference,
    here: depthAt(local, at(local)),
    counts: problem === undefined ? depthAt(joined, at(joined)) : null,
    fault: problem === undefined ? null : `does not count: ${problem.reason}: ${problem.detail}`,
  };
}

function depthAt({ depths }: GraphSnapshot, index: number): DepthLevel | null {
  const depth = depths[index] ?? -1;
  return depth < 0 ? null : (depth as DepthLevel);
}

const label = (depth: DepthLevel | null): string => depthLabel(depth);

/** Writes the graph as a signed file. */
export async function signGraph(
  file: string,
  options: StoreOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const document = await program.withGraph(options.store, exportGraph);
  const { text, key } = await program.peers.sign(options.store, document);
  writeNamed(file, text);
  terminal.print(`signed ${counted(document.primitives.length, 'concept')} in ${file}`);
  terminal.print(`other teams declare it with the key ${key}`);
  return 0;
}
