import type { Database, Statement } from './driver.ts';

interface BuiltinStatement {
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  iterate(...values: readonly unknown[]): Iterable<unknown>;
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

interface BuiltinDatabase {
  prepare(sql: string): BuiltinStatement;
  exec(sql: string): void;
  close(): void;
}

interface BuiltinModule {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean; readonly timeout: number }) => BuiltinDatabase;
}

/** Opens a file through the SQLite inside Node, or returns undefined where Node has none. */
export function openBuiltin(path: string, readOnly: boolean, timeout: number): Database | undefined {
  const sqlite = process.getBuiltinModule('node:sqlite') as BuiltinModule | undefined;
  if (sqlite === undefined) return undefined;
  const database = new sqlite.DatabaseSync(path, { readOnly, timeout });
  return {
    prepare: sql => adapt(database.prepare(sql)),
    exec: sql => database.exec(sql),
    close: () => database.close(),
  };
}

/** Gives a built-in statement the shapes of rows that the stores ask for: objects, lists of columns, the first column. */
function adapt(statement: BuiltinStatement): Statement {
  let shape = (row: unknown): unknown => row;
  const shaped = (row: unknown): unknown => (row === undefined ? undefined : shape(row));
  const adapted: Statement = {
    get: (...values) => shaped(statement.get(...values)),
    all: (...values) => statement.all(...values).map(shaped),
    *iterate(...values) {
      for (const row of statement.iterate(...values)) yield shaped(row);
    },
    run: (...values) => statement.run(...values),
    raw() {
      shape = row => Object.values(row as object);
      return adapted;
    },
    pluck() {
      shape = row => Object.values(row as object)[0];
      return adapted;
    },
  };
  return adapted;
}
