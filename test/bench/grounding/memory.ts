import { defineMemory, ground, groundIn, withMemory } from '@licet/epistemic';
import type { GraphSnapshot } from '@licet/epistemic';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { line, timesOf } from './timing.ts';

const input = { halfLife: '90d', expires: { D2: '180d' } };
const memory = defineMemory(input);
const reachability = 'component';

/** The same groundings with memory and without it, in turns: nothing has faded, and everything has. */
export async function compareMemory(path: string, names: readonly string[], snapshot: GraphSnapshot): Promise<void> {
  const ask = (at: number): string[] => [names[at % names.length]!];
  const times = async (options: object): ReturnType<typeof timesOf> =>
    timesOf(at => groundIn(snapshot, ask(at), { reachability, ...options }), 20_000);
  console.log('\nmemory');
  const plain = await times({});
  console.log(line('ground, loaded snapshot, without memory', plain, plain));
  console.log(line('with memory, nothing has faded', await times({ memory, now: 1 }), plain));
  console.log(line('with memory, everything has faded', await times({ memory, now: 4e11 }), plain));
  const direct = sqliteGraph(path, { loadAfter: Number.POSITIVE_INFINITY });
  const fading = withMemory(direct, input);
  const fromFile = async (graph: typeof fading): ReturnType<typeof timesOf> =>
    timesOf(at => ground(graph, ask(at), { reachability, now: 1 }), 2_000);
  const read = await fromFile(direct);
  console.log(line('ground, straight from SQLite, without memory', read, read));
  console.log(line('with memory, nothing has faded', await fromFile(fading), read));
  direct.close();
}
