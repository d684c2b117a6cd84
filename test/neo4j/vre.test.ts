import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exportGraph, ground } from '@licet/epistemic';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE, humanEnv } from '../support/cli.ts';
import type { Neo4jServer } from './server.ts';
import { missing, neo4jServer } from './server.ts';

const reason = missing();

describe.skipIf(reason !== undefined)('a graph of VRE on a Neo4j server', () => {
  let server: Neo4jServer;
  beforeAll(async () => {
    server = await neo4jServer();
  }, 600_000);
  afterAll(async () => server.release());

  async function cypher(query: string, parameters: object = {}): Promise<unknown[]> {
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), { disableLosslessIntegers: true });
    const { records } = await driver.executeQuery(query, parameters);
    await driver.close();
    return records.map(record => record.toObject());
  }

  /** What lies on the server: every node and relationship with its labels and properties. */
  const everything = async (): Promise<unknown[]> =>
    cypher(
      'MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN labels(n) AS l, properties(n) AS n, type(r) AS t, properties(r) AS r, m.id AS m ORDER BY n.id, t, m',
    );

  it('is copied over by `licet concepts import --from vre`, and nothing changes there', async () => {
    await cypher('MATCH (n) DETACH DELETE n');
    const levels = (most: number): string =>
      JSON.stringify(
        Array.from({ length: most + 1 }, (_, level) => ({ level, properties: level === 0 ? {} : { is: `level ${level}` } })),
      );
    for (const [name, most] of [
      ['delete', 3],
      ['file', 2],
      ['permission', 1],
    ] as const)
      await cypher('CREATE (:Primitive {id: $id, name: $name, depths_json: $depths, provenance: $provenance})', {
        id: `vre-${name}`,
        name,
        depths: levels(most),
        provenance: JSON.stringify({
          source: 'authored',
          created_at: '2026-01-01T00:00:00+00:00',
          updated_at: '2026-01-01T00:00:00+00:00',
        }),
      });
    const policies = JSON.stringify([
      { name: 'BulkFileDeletePolicy', requires_confirmation: true, trigger_cardinality: 'multiple', callback: null },
    ]);
    await cypher(
      `MATCH (d:Primitive {name: 'delete'}), (f:Primitive {name: 'file'}), (p:Primitive {name: 'permission'})
       CREATE (d)-[:APPLIES_TO {source_depth: 3, target_depth: 2, metadata_json: '{}', policies: $policies}]->(f),
         (d)-[:CONSTRAINED_BY {source_depth: 3, target_depth: 1, metadata_json: '{"why": "rights"}', policies: '[]'}]->(p)`,
      { policies },
    );
    const before = await everything();
    const root = mkdtempSync(join(tmpdir(), 'licet-vre-'));
    const child = spawn(process.execPath, [BUNDLE, 'concepts', 'import', '--from', 'vre', server.uri, '--store', 'copy.db'], {
      cwd: root,
      env: { ...humanEnv(), NEO4J_USER: server.user, NEO4J_PASSWORD: server.password },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += String(part)));

    const code = await new Promise(resolve => child.once('close', resolve));

    expect([code, said.trim()]).toEqual([0, 'imported 3 concepts']);
    expect(await everything()).toEqual(before);
    const graph = sqliteGraph(join(root, 'copy.db'));
    expect((await ground(graph, ['delete', 'file'])).grounded).toBe(true);
    const remove = (await exportGraph(graph)).primitives.find(each => each.name === 'delete')!;
    expect(remove.depths![3]!.relata!.map(each => [each.relation, each.target, each.target_depth])).toEqual([
      ['APPLIES_TO', 'file', 'D2'],
      ['CONSTRAINED_BY', 'permission', 'D1'],
    ]);
    expect(JSON.stringify(remove)).toContain('BulkFileDeletePolicy');
    graph.close();
  }, 600_000);
});
