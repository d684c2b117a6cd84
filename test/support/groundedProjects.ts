import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { GraphDocument } from '@licet/epistemic';
import { SEEDS } from '@licet/epistemic';
import { builtinSqlite } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';

import { project } from './cli.ts';

const NODES = '    - grounded: { graph: main }\n    - edge_policies: { graph: main }\n';

/** A policy on one knowledge graph. */
export function groundedPolicy(graph: string, nodes: string = NODES): string {
  return `version: 1\ndefault: pass\ngraphs:\n  main: ${graph}\npolicy:\n  all:\n${nodes}`;
}

/** The filesystem seed with one more policy on the edge from `delete` to `file`. */
function withPolicy(policy: object): GraphDocument {
  const text = JSON.stringify(SEEDS.filesystem, (key, value: unknown) =>
    key === 'policies' && Array.isArray(value) && (value as { name?: string }[])[0]?.name === 'BulkFileDeletePolicy'
      ? [...(value as unknown[]), policy]
      : value,
  );
  return JSON.parse(text) as GraphDocument;
}

const FORBIDDEN = { name: 'Forbidden', requires_confirmation: false, confirmation_message: 'Deleting is over.' };
const GUARDED = { name: 'Guarded', requires_confirmation: false, callback: 'protect', confirmation_message: 'Leave it.' };

const CALLBACKS = `export default {
  protect({ action }) {
    const { command } = action.payload;
    if (command.includes('throws')) throw new Error('broken on purpose');
    if (command.includes('nonsense')) return 'yes';
    return command.includes('protected') ? { passed: false, message: 'protected.txt is protected.' } : { passed: true };
  },
};
`;

const SEEDED = groundedPolicy('{ store: sqlite, seeds: [.licet/seed.json] }');

function seededWith(document: GraphDocument, policy: string = SEEDED): string {
  const root = withState(policy);
  writeFileSync(join(root, '.licet', 'seed.json'), JSON.stringify(document));
  return root;
}

function withState(policy: string): string {
  const root = project(policy);
  mkdirSync(join(root, '.licet'));
  return root;
}

/** Writes a graph file and keeps everybody else away from it until this process ends. */
function locked(): string {
  const root = withState(groundedPolicy('{ store: sqlite }'));
  const file = join(root, '.licet', 'concepts.db');
  sqliteGraph(file, { open: builtinSqlite }).close();
  held.push(new DatabaseSync(file));
  held.at(-1)?.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  return root;
}

const held: DatabaseSync[] = [];

function withFile(content: string): string {
  const root = withState(groundedPolicy('{ store: sqlite }'));
  writeFileSync(join(root, '.licet', 'concepts.db'), content);
  return root;
}

const REGISTERED = '    - grounded: { graph: main }\n    - edge_policies: { graph: main, registry: .licet/callbacks.mjs }\n';

function calling(): string {
  const root = seededWith(withPolicy(GUARDED), groundedPolicy('{ store: sqlite, seeds: [.licet/seed.json] }', REGISTERED));
  writeFileSync(join(root, '.licet', 'callbacks.mjs'), CALLBACKS);
  return root;
}

/** Projects with a policy that grounds, by what is special about them. Each call makes a new one and returns its folder. */
export const GROUNDED_PROJECTS: Readonly<Record<string, () => string>> = {
  grounded: () => project(groundedPolicy('{ store: sqlite, seeds: [filesystem] }')),
  gaps: () => project(groundedPolicy('{ store: sqlite, seeds: [gaps] }')),
  asking: () =>
    project(groundedPolicy('{ store: sqlite, seeds: [filesystem] }', '    - grounded: { graph: main, on_ungrounded: ask }\n')),
  forbidding: () => seededWith(withPolicy(FORBIDDEN)),
  calling,
  unprovided: () => seededWith(withPolicy(GUARDED)),
  broken: () => withFile('this is no database'.repeat(100)),
  empty: () => withFile(''),
  locked,
  missing: () => project(groundedPolicy('{ store: sqlite }')),
  unseeded: () => project(groundedPolicy('{ store: sqlite, seeds: [nowhere.json] }')),
  secretless: () =>
    project(
      groundedPolicy('{ store: neo4j, uri: "bolt://127.0.0.1:1", user: neo4j, password_env: LICET_TEST_NO_SUCH_PASSWORD }'),
    ),
  away: () => project(groundedPolicy('{ store: neo4j, uri: "bolt://127.0.0.1:1", user: neo4j, password_env: HOME }')),
  inMemory: () => project(groundedPolicy('{ store: memory, seeds: [filesystem] }')),
  excused: () => project(groundedPolicy('{ store: sqlite }', '    - grounded: { graph: main }\n      on_error: ask\n')),
};
