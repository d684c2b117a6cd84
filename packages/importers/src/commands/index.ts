import { JSON_OUTPUT, commandFor } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import type { ImportProgram } from './program.ts';

export type { ImportProgram, TriedPolicy } from './program.ts';

/** `licet import`. */
export const importCommand: CommandSpec<ImportProgram> = commandFor<ImportProgram>()({
  name: 'import',
  group: 'Set up',
  summary: 'turn the configuration of another tool into a policy, and list what cannot be turned',
  prints: 'the policy as YAML, and each line of the configuration that is not in it',
  args: [
    ['<tool>', 'verdikt, aorta, agent-kernel, claude-permissions, cc-safety-net or dogwood'],
    ['<file>', 'its configuration; `-` for standard input'],
  ],
  options: [
    ['--tests', 'print tests of the policy instead: what the configuration itself says about some calls'],
    ['--write', 'write governance.yaml and governance.test.yaml here, where there are none'],
    JSON_OUTPUT,
  ],
  examples: ['import verdikt old/governance.yaml'],
  run: async ({ args: [tool, file], options, terminal, program }) =>
    (await import('./import.ts')).importFrom(tool, file, options, terminal, program),
});
