import { transcripts } from '@licet/adapters/runtimes';
import { changeCommands, proveCommand, scanCommand } from '@licet/analysis/commands';
import type { AnalysisProgram } from '@licet/analysis/commands';
import { consoleCommand, serveCommand } from '@licet/console/commands';
import type { ServeProgram } from '@licet/console/commands';
import { withProgram } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';
import { tokenCommands } from '@licet/capabilities/commands';
import { conceptCommands } from '@licet/epistemic/commands';

import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { bundles } from './bundles.ts';
import { audit, see, verify } from './see.ts';
import { containing } from './containing.ts';
import { limit } from './limit.ts';
import { serving } from './serving.ts';
import { setUp } from './setUp.ts';

const analysis = async (): Promise<AnalysisProgram> => (await import('../policy/analysisProgram.ts')).analysisProgram;

const server = async (): Promise<ServeProgram> => (await import('../serve/serveProgram.ts')).serveProgram;

/** Every command, in the order of the help. Help, completion, the parser and the page of the documentation are made of this table. */
export const COMMANDS: readonly CommandSpec[] = [
  ...setUp,
  ...ask,
  ...changeCommands(Object.keys(transcripts)).map(each => withProgram(each, analysis)),
  ...answer,
  ...tokenCommands.map(each => withProgram(each, async () => (await import('../grants/tokenProgram.ts')).tokenProgram())),
  ...limit,
  withProgram(consoleCommand, server),
  ...see,
  withProgram(scanCommand, analysis),
  audit,
  withProgram(proveCommand, analysis),
  ...verify,
  ...containing,
  withProgram(conceptCommands, async () => (await import('../grounding/conceptStore.ts')).conceptProgram),
  withProgram(serveCommand, server),
  bundles,
  ...serving,
];
