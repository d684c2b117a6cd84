import type { SqliteDriver } from '../driver.ts';

/** A prepared statement, as far as a graph uses it. `raw` and `pluck` change the statement itself. */
export interface Statement {
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  iterate(...values: readonly unknown[]): IterableIterator<unknown>;
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** Rows become lists of columns. */
  raw(): Statement;
  /** Rows become their first column. */
  pluck(): Statement;
}

/** A connection, as far as a graph uses it. */
export interface Database {
  prepare(sql: string): Statement;
  readonly exec: (sql: string) => void;
  close(): void;
}

/** Gives the statements of the SQLite inside Node the shapes of rows that a graph asks for; `better-sqlite3` has them. */
export function shaped(driver: SqliteDriver): Database {
  return {
    prepare(sql) {
      const statement = driver.prepare(sql) as unknown as Statement | Omit<Statement, 'raw' | 'pluck'>;
      return 'raw' in statement ? statement : adapt(statement);
    },
    exec: sql => void driver.exec(sql),
    close: () => driver.close(),
  };
}

function adapt(statement: Omit<Statement, 'raw' | 'pluck'>): Statement {
  let shape = (row: unknown): unknown => row;
  const inShape = (row: unknown): unknown => (row === undefined ? undefined : shape(row));
  const adapted: Statement = {
    get: (...values) => inShape(statement.get(...values)),
    all: (...values) => statement.all(...values).map(inShape),
    *iterate(...values) {
      for (const row of statement.iterate(...values)) yield inShape(row);
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
