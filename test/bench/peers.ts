/**
 * Grounding in a graph of 100,000 concepts that rests on three peers, beside the same graph without them. The two take turns
 * in one run: only the ratio means anything, and it may be 1.2 at most. `node --conditions=@licet/source test/bench/peers.ts
 * [--concepts 100000] [--rounds 1501]`
 */
import { parseArgs } from 'node:util';
import { definePrimitive, federatedGraph, ground, memoryGraph } from '@licet/epistemic';
import type { ConceptGraph, DepthRecordInput, GraphChange, MemoryGraph, Peer } from '@licet/epistemic';
import { concepts, questions } from './grounding/concepts.ts';
import { quantile } from './measure.ts';

const { values } = parseArgs({
  options: { concepts: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '1501' } },
});
const COUNT = Number(values.concepts);
const MOST = 1.2;
/** So few that most rounds are over before the machine turns to something else. */
const QUESTIONS_A_ROUND = 64;

const PEERS = ['a', 'b', 'c'];
const LEVELS = [{ level: 'D0' }, { level: 'D1', properties: { is: 'known' } }] as const;
const asked = new Set(questions(COUNT));

/** The graph of the bench, in which each concept that is asked for requires three more. These have the levels that are given. */
function local(depths: readonly DepthRecordInput[]): MemoryGraph {
  const graph = memoryGraph();
  const leaves = PEERS.map(name => definePrimitive({ id: name, name: `${name}:leaf`, depths }));
  const relata = PEERS.map(targetId => ({ relation: 'REQUIRES', targetId, targetDepth: 1 }) as const);
  const rest = (change: GraphChange): GraphChange => {
    if (change.type !== 'put' || !asked.has(change.primitive.name)) return change;
    const { id, name, depths: own } = change.primitive;
    const more = own.map(depth => (depth.level === 1 ? { ...depth, relata: [...depth.relata, ...relata] } : depth));
    return { type: 'put', primitive: definePrimitive({ id, name, depths: more }) };
  };
  graph.write([...leaves.map((primitive): GraphChange => ({ type: 'put', primitive })), ...[...concepts(COUNT)].map(rest)]);
  return graph;
}

function peer(name: string): Peer {
  const graph = memoryGraph();
  graph.write([...concepts(1_000), { type: 'put', primitive: definePrimitive({ name: 'leaf', depths: LEVELS }) }]);
  const knowledge = { snapshot: graph.snapshot(), version: '1', peers: new Map<string, string>() };
  return { name, key: name, trust: { maxDepth: 3 }, read: () => knowledge };
}

const names = questions(COUNT);

async function round(graph: ConceptGraph, from: number): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < QUESTIONS_A_ROUND; at += 1)
    await ground(graph, [names[(from + at) % names.length]!], { reachability: 'component' });
  return ((performance.now() - started) / QUESTIONS_A_ROUND) * 1_000;
}

const alone = local(LEVELS);
const rested = local(LEVELS.slice(0, 1));
alone.snapshot();
rested.snapshot();
const started = performance.now();
const joined = federatedGraph(rested, PEERS.map(peer));
const snapshot = await joined.snapshot();
console.log(`node ${process.version}; joined ${snapshot.size} concepts in ${(performance.now() - started).toFixed(0)} ms, once`);
for (const graph of [alone, joined])
  if (!(await ground(graph, [names[0]!], { reachability: 'component' })).grounded)
    throw new Error('the concepts are not grounded');
const ratios: number[] = [];
for (let at = -100; at < Number(values.rounds); at += 1) {
  const from = (at + 100) * QUESTIONS_A_ROUND;
  const [without, with_] = [await round(alone, from), await round(joined, from)];
  if (at >= 0) ratios.push(with_ / without);
}
const middle = quantile(ratios, 0.5);
console.log(`ratio ${middle.toFixed(3)} (at most ${MOST})`);
if (middle > MOST) process.exitCode = 1;
