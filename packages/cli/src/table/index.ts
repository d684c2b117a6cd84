import type { CommandSpec } from '@licet/core/command';
import { tokenCommands } from '@licet/capabilities/commands';
import { conceptCommands } from '@licet/epistemic/commands';

import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { change } from './change.ts';
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
  ...tokenCommands(async () => (await import('../grants/tokenProgram.ts')).tokenProgram()),
  ...limit,
  ...see,
  audit,
  ...verify,
  conceptCommands(async () => (await import('../grounding/conceptStore.ts')).conceptProgram),
  ...serving,
];
