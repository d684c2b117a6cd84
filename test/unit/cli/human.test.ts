import { describe, expect, it } from 'vitest';

import { requireHuman, systemUser } from '../../../packages/cli/src/human.ts';

const AGENTS = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'COPILOT_CLI',
  'COPILOT_AGENT_SESSION',
  'CURSOR_AGENT',
  'OPENCODE',
  'AI_AGENT',
];

describe('requireHuman', () => {
  it.each(AGENTS)('refuses in a shell with %s, whatever else is said', name => {
    for (const hasTerminal of [true, false])
      for (const deed of [{}, { yes: false }, { yes: true }])
        expect(() => requireHuman({ command: 'licet reset', ...deed }, { env: { [name]: '1' }, hasTerminal })).toThrow(
          `\`licet reset\` is for a human, and \`${name}\` says that an agent runs this shell`,
        );
  });

  it.each([{}, { CLAUDECODE: '' }, { CLAUDE_CODE_USE_BEDROCK: '1' }, { CLAUDE_CONFIG_DIR: '/x' }, { CODEX_HOME: '/x' }])(
    'takes a terminal with %j for that of a human',
    env => {
      expect(() => requireHuman({ command: 'x' }, { env, hasTerminal: true })).not.toThrow();
    },
  );

  it.each([
    [undefined, /there is no terminal to ask on: run it in one$/],
    [false, /run it in one, or say `--yes`/],
    [true, undefined],
  ])('without a terminal, with yes %s: %s', (yes, refusal) => {
    const requires = (): void =>
      requireHuman({ command: 'x', ...(yes !== undefined && { yes }) }, { env: {}, hasTerminal: false });

    if (refusal === undefined) expect(requires).not.toThrow();
    else expect(requires).toThrow(refusal);
  });
});

describe('systemUser', () => {
  it('has a name', () => {
    expect(systemUser()).not.toBe('');
  });

  it('is a number where the operating system has no name for it, as in a container', () => {
    const nameless = (): string => {
      throw new Error('no entry for this user');
    };

    expect(systemUser(nameless)).toBe(`uid:${process.getuid?.() ?? 'unknown'}`);
  });
});
