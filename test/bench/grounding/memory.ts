import { defineMemory, ground, groundIn, withMemory } from '@licet/epistemic';
import type { ConceptGraph, GraphSnapshot } from '@licet/epistemic';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { HEAD, inTurns, line } from './timing.ts';

const input = { halfLife: '90d', expires: { D2: '180d' } };
const memory = defineMemory(input);
const reachability = 'component';
/** Long before and long after everything has faded, in milliseconds since the epoch. */
const [FRESH, FADED] = [1, 4e11];

/** The same groundings with memory and without it, in turns: nothing has faded, everything has, and that leaves a gap. */
export async function compareMemory(path: string, names: readonly string[], snapshot: GraphSnapshot): Promise<void> {
  const ask = (at: number): string[] => [names[at % names.length]!];
  const inSnapshot = (options: object) => (at: number) => groundIn(snapshot, ask(at), { reachability, ...options });
  console.log(`\nmemory, in turns\n${HEAD}`);
  await compare(64, 1_500, {
    'ground, loaded snapshot, without memory': inSnapshot({}),
    'with memory, nothing has faded': inSnapshot({ memory, now: FRESH }),
    'with memory, everything has faded': inSnapshot({ memory, now: FADED }),
  });
  await compare(64, 1_500, {
    'ground with one gap, without memory': inSnapshot({ minDepth: 'D3' }),
    'with memory, one gap of faded knowledge': inSnapshot({ minDepth: 'D2', memory, now: FADED }),
  });
  const direct = sqliteGraph(path, { loadAfter: Number.POSITIVE_INFINITY });
  const fading = withMemory(direct, input);
  const inFile = (graph: ConceptGraph, now: number) => (at: number) => ground(graph, ask(at), { reachability, now });
  await compare(100, 25, {
    'ground, straight from SQLite, without memory': inFile(direct, FRESH),
    'with memory, nothing has faded': inFile(fading, FRESH),
    'with memory, everything has faded': inFile(fading, FADED),
  });
  direct.close();
}

async function compare(count: number, rounds: number, acts: Readonly<Record<string, (at: number) => unknown>>): Promise<void> {
  const times = await inTurns(Object.values(acts), count, rounds);
  Object.keys(acts).forEach((label, at) => console.log(line(label, times[at]!, times[0])));
}
