export { installedPostgres, postgresState } from '@licet/adapters/postgres';
