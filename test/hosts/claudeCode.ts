import { join } from 'node:path';

import { AT_ITS_OWN_PROMPT, ERRORS_STAY, WHOLE_CALLS } from './host.ts';
import type { HostUnderTest, Reply } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: { ...WHOLE_CALLS, decidesAgain: AT_ITS_OWN_PROMPT, redactsErrors: ERRORS_STAY },
  after: ({ output, error, cancelled }) =>
    error === undefined
      ? { hook_event_name: 'PostToolUse', tool_response: { stdout: output } }
      : {
          hook_event_name: 'PostToolUseFailure',
          error,
          is_interrupt: cancelled === true,
        },
  replaced: reply => (reply as Reply)['hookSpecificOutput']?.['updatedToolOutput'],
  batch: true,
  client: {
    package: '@anthropic-ai/claude-code',
    run: command => ({ tool: 'Bash', input: { command, description: 'as the script says' } }),
    start: ({ home, model, installed }) => ({
      // Its package fetches nothing: the program itself is in an optional package for each platform.
      command: join(installed, 'node_modules', '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
      args: ['-p', 'go', '--output-format', 'json', '--permission-mode', 'bypassPermissions'],
      env: {
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'dummy',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        IS_SANDBOX: '1',
      },
    }),
  },
};
