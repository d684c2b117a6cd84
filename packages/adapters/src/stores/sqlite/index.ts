export { ANCHOR_EVERY } from './audit.ts';
export type { SqliteAudit } from './audit.ts';
export { betterSqlite, builtinSqlite, installedSqlite } from './driver.ts';
export { examineState } from './examine.ts';
export type { ExamineOptions, StateExamination } from './examine.ts';
export type { OpenDriver, OpenFileOptions, SqliteDriver, SqliteStatement, SqliteValue } from './driver.ts';
export { sqliteStore } from './kind.ts';
export { sqliteState } from './state.ts';
export type { SqliteState, SqliteStateOptions } from './state.ts';
