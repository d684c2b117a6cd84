export { postgresState } from '@licet/adapters/postgres';
