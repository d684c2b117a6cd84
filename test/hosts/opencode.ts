import { join } from 'node:path';

import { BESIDE_THE_USER, NO_CANCELLATION, WHOLE_CALLS, writeSettings } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, tellsCancellation: NO_CANCELLATION, tellsTheHost: BESIDE_THE_USER },
  after: ({ output, error }) => ({
    hook_event_name: 'tool.execute.after',
    ...(error === undefined ? { tool_output: output } : { tool_output: error, exit_code: 3 }),
  }),
  replaced: reply => reply['output'],
  client: {
    package: 'opencode-ai',
    run: command => ({ tool: 'bash', input: { command, description: 'as the script says' } }),
    start({ home, model, installed }) {
      const provider = {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: model, apiKey: 'dummy' },
        models: { scripted: {} },
      };
      const config = { model: 'scripted/scripted', provider: { scripted: provider }, autoupdate: false, share: 'disabled' };
      writeSettings(join(home, '.config', 'opencode', 'opencode.json'), config);
      return {
        command: join(installed, 'node_modules', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode'),
        args: ['run', 'go'],
        env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_PERMISSION: '{"*":"allow"}' },
      };
    },
  },
};
