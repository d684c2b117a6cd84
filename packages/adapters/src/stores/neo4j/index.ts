export type { Neo4jGraphOptions } from './connection.ts';
export { neo4jGraph } from './neo4jGraph.ts';
export { readVreGraph } from './readVre.ts';
