import type { Json } from '@licet/core';

import type { Source } from './source.ts';

/** A policy as the mapping of a governance.yaml, without its version. */
export interface Draft {
  readonly default?: 'pass' | 'ask' | 'block';
  readonly include?: readonly string[];
  readonly facts?: Json;
  readonly access?: Json;
  readonly capabilities?: Json;
  readonly nodes: readonly Json[];
  /** What the configuration itself says of some calls, as cases of a governance.test.yaml. */
  readonly cases: readonly TestCase[];
}

/** A case of a governance.test.yaml, as its text has it: one call, or a session of several. */
export type TestCase = Readonly<Record<string, Json>>;

/** What turns a configuration of another tool: it takes and leaves what it has looked at. */
export type Importer = (source: Source) => Draft;
