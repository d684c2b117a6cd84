export type { SqliteDriver } from './driver.ts';
export type { SqliteGraph, SqliteGraphOptions } from './sqliteGraph.ts';
export { sqliteGraph } from './sqliteGraph.ts';
