import { EpistemicError } from '@licet/epistemic/store';

/** Runs a statement inside a transaction. */
export type Run = (cypher: string, parameters?: object) => Promise<Row[]>;

/** A row of a result, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** The layout this code reads and writes. A graph with another one is refused. */
const SCHEMA_VERSION = 1;

const CONSTRAINTS = [
  'CREATE CONSTRAINT licet_graph IF NOT EXISTS FOR (n:LicetGraph) REQUIRE n.name IS UNIQUE',
  'CREATE CONSTRAINT licet_concept_id IF NOT EXISTS FOR (n:LicetConcept) REQUIRE n.id IS UNIQUE',
  'CREATE CONSTRAINT licet_concept_folded IF NOT EXISTS FOR (n:LicetConcept) REQUIRE n.folded IS UNIQUE',
  'CREATE CONSTRAINT licet_alias_folded IF NOT EXISTS FOR (n:LicetAlias) REQUIRE n.folded IS UNIQUE',
  'CREATE CONSTRAINT licet_proposal_id IF NOT EXISTS FOR (n:LicetProposal) REQUIRE n.id IS UNIQUE',
];

type Transact = <T>(mode: 'read' | 'write', work: (run: Run) => Promise<T>) => Promise<T>;

/** Makes the constraints and the version node of a new graph, and checks those of an old one. Runs once per connection. */
export async function prepareSchema(transact: Transact, readOnly: boolean, uri: string): Promise<void> {
  let found = await transact('read', schemaOf);
  if (found === undefined && !readOnly) {
    for (const constraint of CONSTRAINTS) await transact('write', async run => run(constraint));
    await transact('write', async run =>
      run("MERGE (g:LicetGraph {name: 'graph'}) ON CREATE SET g.schema = $schema, g.version = 0", { schema: SCHEMA_VERSION }),
    );
    found = await transact('read', schemaOf);
  }
  if (found === undefined)
    throw new EpistemicError(
      'graph_missing',
      `expected a concept graph at \`${uri}\`, found none: fill one with \`licet concepts seed filesystem --store ${uri}\``,
    );
  if (found['schema'] !== SCHEMA_VERSION) {
    throw new EpistemicError(
      'schema_version',
      `expected schema version ${SCHEMA_VERSION} at \`${uri}\`, found ${String(found['schema'])}`,
    );
  }
}

async function schemaOf(run: Run): Promise<Row | undefined> {
  const labels = await run("CALL db.labels() YIELD label WITH label WHERE label = 'LicetGraph' RETURN label");
  if (labels.length === 0) return undefined;
  return (await run("MATCH (g:LicetGraph {name: 'graph'}) RETURN g.schema AS schema"))[0];
}
