import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NO_CANCELLATION, WHOLE_CALLS, writeSettings } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: {
    ...WHOLE_CALLS,
    tellsFailures: 'its event after a call has the output only, and does not say how the call ended',
    tellsCancellation: NO_CANCELLATION,
  },
  after: ({ output, error }) => ({ hook_event_name: 'PostToolUse', tool_response: error ?? output }),
  replaced: reply => (reply['decision'] === 'block' ? reply['reason'] : undefined),
  client: {
    package: '@openai/codex',
    run: command => ({ tool: 'exec_command', input: { cmd: command } }),
    start({ project, home, model, installed }) {
      const provider = `[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`;
      const trust = `[projects."${project}"]\ntrust_level = "trusted"`;
      const file = join(home, '.codex', 'config.toml');
      const plugins = existsSync(file) ? readFileSync(file, 'utf8') : '';
      writeSettings(file, `model = "scripted"\nmodel_provider = "scripted"\n${provider}\n${trust}\n${plugins}`);
      return {
        command: join(installed, 'node_modules', '.bin', 'codex'),
        args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access', 'go'],
        env: { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'dummy' },
      };
    },
  },
};
