import { requireHuman } from 'licet/source/status/requireHuman.ts';
import { expect, test } from 'vitest';

test.each([
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'GEMINI_CLI',
  'COPILOT_AGENT_SESSION',
  'CURSOR_AGENT',
  'OPENCODE',
])('a shell with %s belongs to an agent', name => {
  expect(() => requireHuman('licet reset', { HOME: '/home/me', [name]: '1' })).toThrow(/`licet reset` is for a human/);
});

test.each([{}, { HOME: '/home/me', TERM: 'xterm' }, { CLAUDECODE: '' }, { CLAUDE_CONFIG_DIR: '/x' }])(
  'a shell with %j belongs to a human',
  environment => {
    expect(() => requireHuman('licet reset', environment)).not.toThrow();
  },
);
