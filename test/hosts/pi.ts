import { join } from 'node:path';

import { AT_ITS_OWN_PROMPT, BESIDE_THE_USER, NO_CANCELLATION, WHOLE_CALLS, writeSettings } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, decidesAgain: AT_ITS_OWN_PROMPT, tellsCancellation: NO_CANCELLATION, tellsTheHost: BESIDE_THE_USER },
  after: ({ output, error }) => ({
    hook_event_name: 'tool_result',
    tool_output: error ?? output,
    is_error: error !== undefined,
    has_ui: true,
  }),
  replaced: reply => reply['output'],
  client: {
    package: '@mariozechner/pi-coding-agent',
    run: command => ({ tool: 'bash', input: { command } }),
    start({ home, model, installed }) {
      const provider = { baseUrl: model, api: 'openai-completions', apiKey: 'dummy', models: [{ id: 'scripted' }] };
      writeSettings(join(home, '.pi', 'agent', 'models.json'), { providers: { scripted: provider } });
      return {
        command: process.execPath,
        args: [
          join(installed, 'node_modules', '@mariozechner', 'pi-coding-agent', 'dist', 'cli.js'),
          '-p',
          'go',
          '--provider',
          'scripted',
          '--model',
          'scripted',
        ],
        env: { PI_OFFLINE: '1' },
      };
    },
  },
};
