import { join } from 'node:path';

import { AT_ITS_OWN_PROMPT, BESIDE_THE_USER, NO_CANCELLATION, WHOLE_CALLS, writeSettings } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, decidesAgain: AT_ITS_OWN_PROMPT, tellsCancellation: NO_CANCELLATION, tellsTheHost: BESIDE_THE_USER },
  after: ({ output, error }) => ({
    hook_event_name: 'tool_result',
    has_ui: true,
    ...(error === undefined ? { tool_output: output, exit_code: 0 } : { tool_output: error, is_error: true, exit_code: 3 }),
  }),
  replaced: reply => reply['output'],
  client: {
    package: 'openclaw',
    run: command => ({ tool: 'exec', input: { command } }),
    start({ project, home, model, installed }) {
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      const scripted = {
        id: 'scripted',
        name: 'scripted',
        reasoning: false,
        input: ['text'],
        cost,
        contextWindow: 128_000,
        maxTokens: 4096,
      };
      const provider = { baseUrl: model, apiKey: 'dummy', api: 'openai-completions', models: [scripted] };
      writeSettings(join(home, '.openclaw', 'openclaw.json'), {
        agents: { defaults: { model: { primary: 'scripted/scripted' }, workspace: project, skipBootstrap: true } },
        models: { mode: 'merge', providers: { scripted: provider } },
        plugins: { entries: { licet: { enabled: true, hooks: { allowConversationAccess: true } } } },
      });
      return {
        command: process.execPath,
        args: [
          join(installed, 'node_modules', 'openclaw', 'openclaw.mjs'),
          'agent',
          '--local',
          '--agent',
          'main',
          '-m',
          'please go on',
        ],
        env: {},
      };
    },
  },
};
