import { ground } from '@licet/epistemic';
import { neo4jGraph } from '@licet/adapters/neo4j';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import neo4j from 'neo4j-driver';
import { missing, neo4jServer } from '../../neo4j/server.ts';
import type { Neo4jServer } from '../../neo4j/server.ts';
import { concepts, questions } from './concepts.ts';
import { HEAD, line, timesOf } from './timing.ts';

const COUNT = 2_560;
const component = { reachability: 'component' } as const;

const CLOSURE = `MATCH (c:LicetConcept {folded: $name})
  MATCH (c)-[:REQUIRES|CONSTRAINED_BY|DEPENDS_ON*0..]->(n) WITH collect(DISTINCT n) AS nodes
  UNWIND nodes AS s OPTIONAL MATCH (s)-[r]->(t:LicetConcept) WHERE t IN nodes
  RETURN s.id AS source, type(r) AS relation, r.source_depth AS level, r.target_depth AS depth, t.id AS target`;

/** Times one Cypher round trip for what grounding needs, on a real server, beside the same graph in SQLite. */
export async function compareNeo4j(): Promise<void> {
  const reason = missing();
  if (reason !== undefined) return console.log(`\nNeo4j: skipped, because ${reason}`);
  const server = await neo4jServer();
  try {
    await compare(server);
  } finally {
    await server.release();
  }
}

async function compare({ uri, user, password }: Neo4jServer): Promise<void> {
  const changes = [...concepts(COUNT, true)];
  const names = questions(COUNT);
  const ask = (at: number): string[] => [names[at % names.length]!];
  const [graph, sqlite] = [
    neo4jGraph({ uri, user, password, timeoutMs: 120_000 }),
    sqliteGraph(':memory:', { loadAfter: Number.POSITIVE_INFINITY }),
  ];
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  const session = driver.session();
  try {
    await graph.clear();
    for (const store of [graph, sqlite]) await store.write(changes);
    console.log(`\n${COUNT} concepts in Neo4j, on loopback, and in SQLite\n${HEAD}`);
    const base = await timesOf(at => ground(sqlite, ask(at), component), 1_000);
    console.log(line('ground, straight from SQLite by level', base, base));
    console.log(
      line(
        'ground, Neo4j loaded, one round trip for the version',
        await timesOf(at => ground(graph, ask(at), component), 500),
        base,
      ),
    );
    const nothing = await timesOf(() => session.executeRead(tx => tx.run('RETURN 1')), 500);
    console.log(line('an empty round trip', nothing, base));
    const closure = await timesOf(at => session.executeRead(tx => tx.run(CLOSURE, { name: ask(at)[0] })), 300);
    console.log(line('the closure and its edges, one Cypher round trip', closure, base));
  } finally {
    await session.close();
    await driver.close();
    await graph.close();
    sqlite.close();
  }
}
