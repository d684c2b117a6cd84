import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { exportGraph, ground } from '@licet/epistemic';
import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv } from '../support/cli.ts';
import type { Neo4jServer } from './server.ts';

const POLICY = `version: 1
default: pass
guard_timeout_ms: 100000
graphs:
  main: { store: neo4j, uri_env: GRAPH_URI, password_env: GRAPH_PASSWORD, seeds: [filesystem] }
policy:
  all: [{ grounded: { graph: main } }, { edge_policies: { graph: main } }]
`;

/** What the command line does with a graph on a server. A server takes seconds to start: these cases use the one that is there. */
export function describeCommands(server: () => Neo4jServer): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-neo4j-cli-')));
  beforeAll(() => writeFileSync(join(folder, 'governance.yaml'), POLICY));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command to its end: a process that never ends never answers. It waits 3 s for a server, which a busy machine may exceed. */
  async function licet(...args: string[]): Promise<{ readonly code: number | null; readonly text: string }> {
    for (;;) {
      const ended = await once(...args);
      if (!/within \d+ ms, found none/u.test(ended.text)) return ended;
    }
  }

  async function once(...args: string[]): Promise<{ readonly code: number | null; readonly text: string }> {
    const { uri, user, password } = server();
    const child = spawn(process.execPath, [BUNDLE, ...args], {
      cwd: folder,
      env: { ...humanEnv(), GRAPH_URI: uri, GRAPH_PASSWORD: password, NEO4J_USER: user, NEO4J_PASSWORD: password },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stdin.end();
    return new Promise(resolve => child.once('close', code => resolve({ code, text })));
  }

  async function cypher(query: string, parameters: object = {}): Promise<unknown[]> {
    const { uri, user, password } = server();
    const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    const { records } = await driver.executeQuery(query, parameters);
    await driver.close();
    return records.map(record => record.toObject());
  }

  /** What lies on the server: every node and relationship with its labels and properties. */
  const everything = async (): Promise<unknown[]> =>
    cypher(
      'MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN labels(n) AS l, properties(n) AS n, type(r) AS t, properties(r) AS r, m.id AS m ORDER BY n.id, t, m',
    );

  describe('the command line', () => {
    it('shows a fresh server as its seeds would fill it, writes nothing there, and ends', async () => {
      await cypher('MATCH (n) DETACH DELETE n');

      expect(await licet('check', '--command', 'cat a')).toMatchObject({ code: 0 });
      expect(await licet('check', '--command', 'rm -r b')).toMatchObject({
        code: 1,
        text: expect.stringContaining('BulkFileDeletePolicy'),
      });
      expect((await licet('validate', '--graphs')).text).toContain('graph `main` (neo4j): 28 concepts');
      expect(await cypher('MATCH (n) RETURN n')).toEqual([]);
    }, 600_000);

    it('blocks and ends when the graph there cannot be read', async () => {
      await cypher("MERGE (g:LicetGraph {name: 'graph'}) SET g.schema = 99, g.version = 0");

      const { code, text } = await licet('check', '--command', 'cat a');

      expect([code, text]).toEqual([2, expect.stringContaining('(schema_version)')]);
      await cypher('MATCH (n) DETACH DELETE n');
    }, 600_000);

    it('a graph of VRE is copied over by `licet concepts import --from vre`, and nothing changes there', async () => {
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

      const { code, text } = await licet('concepts', 'import', '--from', 'vre', server().uri, '--store', 'copy.db');

      expect([code, text.trim()]).toEqual([0, 'imported 3 concepts']);
      expect(await everything()).toEqual(before);
      const graph = sqliteGraph(join(folder, 'copy.db'));
      expect((await ground(graph, ['delete', 'file'])).grounded).toBe(true);
      const remove = (await exportGraph(graph)).primitives.find(each => each.name === 'delete')!;
      expect(remove.depths![3]!.relata!.map(each => [each.relation, each.target, each.target_depth])).toEqual([
        ['APPLIES_TO', 'file', 'D2'],
        ['CONSTRAINED_BY', 'permission', 'D1'],
      ]);
      expect(JSON.stringify(remove)).toContain('BulkFileDeletePolicy');
      graph.close();
      await cypher('MATCH (n) DETACH DELETE n');
    }, 600_000);
  });
}
