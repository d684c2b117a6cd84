import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { BESIDE_THE_USER, NO_CANCELLATION, WHOLE_CALLS } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, tellsCancellation: NO_CANCELLATION, tellsTheHost: BESIDE_THE_USER },
  after: ({ output, error }) => ({
    hook_event_name: 'afterTool',
    tool_output: error ?? output,
    is_error: error !== undefined,
  }),
  replaced: reply => reply['output'],
  client: {
    package: 'cline',
    run: command => ({ tool: 'run_commands', input: { commands: [command] } }),
    start({ home, model, installed }) {
      const program = join(installed, 'node_modules', '@cline', `cli-${process.platform}-${process.arch}`, 'bin', 'cline');
      const provider = ['openai-compatible', '-k', 'dummy', '-m', 'scripted', '-b', model];
      execFileSync(program, ['auth', ...provider], { env: { PATH: process.env['PATH'], HOME: home } });
      return { command: program, args: ['--json', '--retries', '20', 'please go on'], env: { DO_NOT_TRACK: '1' } };
    },
  },
};
