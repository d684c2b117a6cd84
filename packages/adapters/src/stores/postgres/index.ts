export type { PostgresAudit } from './audit.ts';
export { installedPostgres } from './driver.ts';
export type { LoadPostgres, PostgresClient, PostgresDriver, PostgresPool, PostgresResult } from './driver.ts';
export { postgresStore } from './kind.ts';
export { postgresState } from './postgres.ts';
export type { PostgresState, PostgresStateOptions } from './postgres.ts';
