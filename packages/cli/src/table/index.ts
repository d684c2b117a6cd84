import type { CommandSpec } from '@licet/core/command';

import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { change } from './change.ts';
import { concepts } from './concepts.ts';
import { limit } from './limit.ts';
import { see, verify } from './see.ts';
import { serving } from './serving.ts';
import { setUp } from './setUp.ts';

/** Every command, in the order of the help. Help, completion, the parser and the page of the documentation are made of this table. */
export const COMMANDS: readonly CommandSpec[] = [
  ...setUp,
  ...ask,
  ...change,
  ...answer,
  ...limit,
  ...see,
  audit,
  ...verify,
  concepts,
  ...serving,
];
