export type { SqliteGraph, SqliteGraphOptions } from './sqliteGraph.ts';
export { sqliteGraph } from './sqliteGraph.ts';
