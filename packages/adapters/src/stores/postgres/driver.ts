/** What a statement returned. */
export interface PostgresResult {
  readonly rows: readonly unknown[];
  /** What the server says it has done: `COMMIT`, or `ROLLBACK` where it could not. */
  readonly command?: string;
}

/** A connection that a pool has lent. */
export interface PostgresClient {
  query(sql: string, params?: readonly unknown[]): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Gives it back; with a fault, the pool throws it away. */
  release(fault?: Error | boolean): void;
}

/** A pool of connections, as `pg` has it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Called with each connection when it is made, before anybody has it. */
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown;
  end(): Promise<void>;
}

/** The little of `pg` that the stores need. */
export interface PostgresDriver {
  readonly Pool: new (config: Readonly<Record<string, unknown>>) => PostgresPool;
}

/** Loads the driver when it is first needed. */
export type LoadPostgres = () => Promise<PostgresDriver>;

/** Loads `pg` from beside this package. Rejects where it is not installed. */
export const installedPostgres: LoadPostgres = async () => {
  const found = (await import('pg')) as unknown as PostgresDriver & { readonly default?: PostgresDriver };
  return typeof found.Pool === 'function' ? found : (found.default ?? found);
};
