import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { SqliteState } from '@licet/adapters/sqlite';
import { afterAll, beforeAll, describe } from 'vitest';

import { tokensAcrossProcesses } from '../tokens/processes.ts';

describe('processes on one SQLite file', () => {
  let state: SqliteState;
  let file: string;
  beforeAll(() => {
    file = join(mkdtempSync(join(tmpdir(), 'licet-tokens-')), 'state.db');
    state = sqliteState(file);
  });
  afterAll(() => state.close());

  tokensAcrossProcesses(() => ({ sessions: state.sessions, audit: state.audit, args: ['sqlite', file, ''] }));
});
