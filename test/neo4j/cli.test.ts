import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Neo4jServer } from './server.ts';
import { missing, neo4jServer } from './server.ts';

const reason = missing();
const ENTRY = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'src', 'licet.ts');
const POLICY = `version: 1
default: pass
graphs:
  main: { store: neo4j, uri_env: GRAPH_URI, password_env: GRAPH_PASSWORD, seeds: [filesystem] }
policy:
  all: [{ grounded: { graph: main } }, { edge_policies: { graph: main } }]
`;

describe.skipIf(reason !== undefined)(`licet on Neo4j${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let server: Neo4jServer;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-neo4j-cli-')));
  beforeAll(async () => {
    server = await neo4jServer();
    writeFileSync(join(folder, 'governance.yaml'), POLICY);
  }, 600_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.release();
  });

  /** Runs a command to its end: a process that never ends never answers. */
  async function licet(...args: string[]): Promise<{ readonly code: number | null; readonly text: string }> {
    const env = { ...process.env, GRAPH_URI: server.uri, GRAPH_PASSWORD: server.password, NEO4J_PASSWORD: server.password };
    const child = spawn(process.execPath, ['--conditions=@licet/source', ENTRY, ...args], { cwd: folder, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stdin.end();
    return new Promise(resolve => child.once('close', code => resolve({ code, text })));
  }

  async function cypher(query: string): Promise<number> {
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    const { records } = await driver.executeQuery(query);
    await driver.close();
    return records.length;
  }

  it('shows a fresh server as its seeds would fill it, writes nothing there, and ends', async () => {
    await cypher('MATCH (n) DETACH DELETE n');

    expect(await licet('check', '--command', 'cat a')).toMatchObject({ code: 0 });
    expect(await licet('check', '--command', 'rm -r b')).toMatchObject({
      code: 1,
      text: expect.stringContaining('BulkFileDeletePolicy'),
    });
    expect((await licet('validate', '--graphs')).text).toContain('graph `main` (neo4j): 28 concepts');
    expect(await cypher('MATCH (n) RETURN n')).toBe(0);
  }, 600_000);

  it('blocks and ends when the graph there cannot be read', async () => {
    await cypher("MERGE (g:LicetGraph {name: 'graph'}) SET g.schema = 99, g.version = 0");

    const { code, text } = await licet('check', '--command', 'cat a');

    expect([code, text]).toEqual([2, expect.stringContaining('(schema_version)')]);
    await cypher('MATCH (n) DETACH DELETE n');
  }, 600_000);
});
