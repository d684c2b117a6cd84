import type { VreEdge, VreNode, VreReading } from '@licet/epistemic/exchange';
import { vreDocument } from '@licet/epistemic/exchange';
import type { Neo4jGraphOptions } from './connection.ts';
import { connect } from './connection.ts';

/**
 * Reads the graph that VRE keeps in a Neo4j server, as a document that `importGraph` takes. It only reads: nothing is
 * made, marked or changed there. Throws `graph_unavailable` where the server does not answer.
 */
export async function readVreGraph(options: Omit<Neo4jGraphOptions, 'readOnly'>): Promise<VreReading> {
  const connection = connect({ ...options, readOnly: true }, async () => undefined);
  try {
    return await connection.read(async run => {
      const nodes = await run(
        `MATCH (p:Primitive) RETURN p.id AS id, p.name AS name, p.depths_json AS depths,
           coalesce(p.provenance_json, p.provenance) AS provenance ORDER BY p.name, p.id`,
      );
      const edges = await run(
        `MATCH (s:Primitive)-[r]->(t:Primitive) RETURN s.id AS source, type(r) AS relation, r.source_depth AS sourceDepth, t.id AS target,
           r.target_depth AS targetDepth, r.metadata_json AS metadata, r.policies AS policies, coalesce(r.provenance_json, r.provenance) AS provenance
         ORDER BY s.name, r.source_depth, type(r), t.name, r.target_depth`,
      );
      return vreDocument(nodes as unknown as readonly VreNode[], edges as unknown as readonly VreEdge[]);
    });
  } finally {
    await connection.close();
  }
}
