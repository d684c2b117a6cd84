import { join } from 'node:path';

import { AT_ITS_OWN_PROMPT, ERRORS_STAY, NO_CANCELLATION, WHOLE_CALLS } from './host.ts';
import type { HostUnderTest, Reply } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, decidesAgain: AT_ITS_OWN_PROMPT, redactsErrors: ERRORS_STAY, tellsCancellation: NO_CANCELLATION },
  after: ({ output, error }) =>
    error === undefined
      ? { hook_event_name: 'PostToolUse', tool_result: { result_type: 'success', text_result_for_llm: output } }
      : { hook_event_name: 'PostToolUseFailure', error },
  replaced: reply => (reply as Reply)['modifiedResult']?.['textResultForLlm'],
  client: {
    package: '@github/copilot',
    run: command => ({ tool: 'bash', input: { command, description: 'as the script says' } }),
    start: ({ home, model, installed }) => ({
      command: join(installed, 'node_modules', '.bin', 'copilot'),
      args: ['-p', 'go', '--trust-folder', '--allow-all-tools', '--disable-builtin-mcps', '--stream', 'off'],
      env: {
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: model,
        COPILOT_MODEL: 'scripted',
        COPILOT_HOME: join(home, '.copilot'),
        COPILOT_AUTO_UPDATE: 'false',
      },
    }),
  },
};
