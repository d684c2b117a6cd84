import { GovernanceError } from '@licet/core';

import type { SqliteDriver } from './driver.ts';
import { OWN_PARTS } from './schema.ts';

type Row = readonly [type: string, name: string, sql: string | null];

const PARTS = 'select json_group_array(json_array(type, name, sql)) as parts from sqlite_schema';

/** Names of tables and indexes that SQLite makes for itself, and those of a knowledge graph in the same file. */
const ALSO_OURS = /^(?:sqlite|concept)_/u;

/** Whatever else lies in a state file could swallow or change what is written into it. Triggers and views are never ours. */
const isOwn = ([type, name, sql]: Row): boolean =>
  (type === 'table' || type === 'index') && (ALSO_OURS.test(name) || OWN_PARTS.has(sql ?? ''));

/** Throws for a state file that holds a trigger, a view, a table or an index that is not part of a state. */
function refuseForeign(driver: SqliteDriver, file: string): void {
  const { parts } = driver.prepare(PARTS).get() as { readonly parts: string };
  const foreign = (JSON.parse(parts) as readonly Row[]).find(row => !isOwn(row));
  if (foreign !== undefined) throw unsound(file, foreign);
}

/**
 * Returns what throws where the schema of a file is not ours any more. It is read when the file is opened, and again when its number has
 * changed: anything else costs one pragma.
 */
export function watchSchema(driver: SqliteDriver, file: string): () => void {
  const version = driver.prepare('pragma schema_version');
  let seen: unknown;
  const check = (): void => {
    const { schema_version: now } = version.get() as { readonly schema_version: number };
    if (now === seen) return;
    refuseForeign(driver, file);
    seen = now;
  };
  check();
  return check;
}

function unsound(file: string, [type, name]: Row): GovernanceError {
  const what = `it holds the ${type} \`${name}\`, which licet has not made and which may change what is kept`;
  const out = 'a person looks at it and removes it, or moves the file aside with `licet reset --state`';
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${what}: ${out}`);
}
