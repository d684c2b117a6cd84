import { join } from 'node:path';

import { NO_CANCELLATION, WHOLE_CALLS, writeSettings } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, tellsCancellation: NO_CANCELLATION },
  after: ({ output, error }) => ({
    hook_event_name: 'AfterTool',
    tool_response: error === undefined ? { llmContent: output } : { llmContent: '', error: { message: error } },
  }),
  replaced: reply => (reply['decision'] === 'deny' ? reply['reason'] : undefined),
  client: {
    package: '@google/gemini-cli',
    run: command => ({ tool: 'run_shell_command', input: { command, description: 'as the script says' } }),
    start({ home, model, installed }) {
      const security = { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } };
      writeSettings(join(home, '.gemini', 'settings.json'), { security, privacy: { usageStatisticsEnabled: false } });
      return {
        command: process.execPath,
        args: [
          join(installed, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js'),
          '-p',
          'go',
          '--approval-mode=yolo',
          '--skip-trust',
          '--model=gemini-2.5-pro',
        ],
        env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'dummy', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      };
    },
  },
};
