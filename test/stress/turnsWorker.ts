import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { neo4jGraph } from '@licet/adapters/neo4j';
import { postgresState } from '@licet/adapters/postgres';
import { sqliteState } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { PolicyEngine } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';
import { definePrimitive, writeInTurn } from '@licet/epistemic';
import { Budget } from '@licet/guards';

import { UNHURRIED, UNHURRIED_POSTGRES } from '../support/unhurried.ts';

/** Writes to a store that many write to, as often as it is told, and prints for each write the place in the order of all of them. */
const [store = '', place = '', folder = '', name = '', count = '0', schema = ''] = process.argv.slice(2);

interface Writer {
  readonly write: (round: number) => Promise<number>;
  readonly close: () => unknown;
}

/** Adds one to a number that all writers share: what a writer does not see is lost. */
function writerOf(graph: ConceptGraph): Writer {
  const add = async (): Promise<number> => {
    const { version } = await graph.snapshot(['total']);
    const known = await graph.find({ name: 'total' });
    const total = Number(known?.depths[0]?.properties['count'] ?? 0) + 1;
    const primitive = definePrimitive({ id: 'total', name: 'total', depths: [{ level: 'D0', properties: { count: total } }] });
    await graph.write([{ type: 'put', primitive }], { ifVersion: version });
    return total;
  };
  return { write: async () => writeInTurn(graph, add), close: () => graph.close() };
}

function judgeOf(state: ReturnType<typeof sqliteState> | ReturnType<typeof postgresState>): Writer {
  const { sessions, approvals, audit, close } = state;
  const engine = new PolicyEngine(Budget({ max: 1_000_000, per: 'project' }), { sessions, approvals, audit, ...UNHURRIED });
  return {
    close,
    async write(round) {
      const action = { kind: 'bash', sessionId: name, callId: String(round) };
      const evaluation = await engine.evaluate(action);
      const receipt = await engine.postAction(evaluation, { status: 'ok' });
      if (!evaluation.passed || !receipt.recorded)
        throw new Error(`${evaluation.code} ${String(evaluation.errors[0]?.message)}: ${JSON.stringify(receipt)}`);
      return (await audit.read({ type: 'outcome', session: name })).at(-1)!.seq;
    },
  };
}

const STORES: Readonly<Record<string, () => Writer>> = {
  'a graph in SQLite': () => writerOf(sqliteGraph(place)),
  'a graph in Neo4j': () =>
    writerOf(neo4jGraph({ ...(JSON.parse(place) as { uri: string; user: string; password: string }), timeoutMs: 60_000 })),
  'the state in SQLite': () => judgeOf(sqliteState(place, { busyTimeoutMs: 60_000 })),
  'the state in PostgreSQL': () => judgeOf(postgresState({ uri: place, schema, ...UNHURRIED_POSTGRES })),
};

const { write, close } = STORES[store]!();
writeFileSync(join(folder, name), '');
while (!existsSync(join(folder, 'go'))) await new Promise(resolve => void setTimeout(resolve, 5));
for (let round = 0; round < Number(count); round++) process.stdout.write(`${await write(round)}\n`);
await close();
