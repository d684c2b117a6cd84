import type { Tables, ToolCall } from './data.ts';

/** A call that the policy forbids, and what is otherwise in the world beforehand. */
export interface Mutation {
  readonly what: string;
  readonly call: ToolCall;
  readonly world?: (db: Tables) => void;
  /** Calls that go ahead before it. */
  readonly before?: readonly ToolCall[];
}

/** A row of a table; an empty one where there is none. */
export const row = (db: Tables, table: string, id: unknown): Record<string, unknown> => db[table]?.[String(id)] ?? {};

/** The key of a row that belongs to another customer. */
export const ofOther = (db: Tables, table: string, user: string): string =>
  Object.entries(db[table] ?? {}).find(([, each]) => each['user_id'] !== user)?.[0] ?? '';
