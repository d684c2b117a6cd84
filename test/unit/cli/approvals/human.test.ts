import { describe, expect, it } from 'vitest';

import { agentVariable, requireHuman, systemUser } from '../../../../packages/cli/src/approvals/human.ts';

describe('requireHuman', () => {
  it.each([
    [{}, true, false, undefined],
    [{}, true, true, undefined],
    [{}, false, false, /standard input is no terminal/],
    [{ CLAUDECODE: '1' }, false, false, /shell of an agent \(`CLAUDECODE` is set\)/],
    [{ CLAUDECODE: '1' }, true, false, undefined],
    [{ CLAUDECODE: '1' }, true, true, /`--yes` does not work/],
    [{ GEMINI_CLI: '1' }, true, true, /`GEMINI_CLI`/],
    [{ CLAUDECODE: '' }, true, true, undefined],
  ] as const)('with %j, terminal %s, unasked %s: %s', (env, hasTerminal, unasked, refusal) => {
    const require = (): void => requireHuman({ env, hasTerminal }, unasked);

    if (refusal === undefined) expect(require).not.toThrow();
    else expect(require).toThrow(refusal);
  });
});

describe('agentVariable', () => {
  it('names what gives the agent away', () => {
    expect(agentVariable({ env: { CLAUDE_CODE_SESSION_ID: 'x' }, hasTerminal: true })).toBe('CLAUDE_CODE_SESSION_ID');
    expect(agentVariable({ env: {}, hasTerminal: false })).toBeUndefined();
  });
});

describe('systemUser', () => {
  it('has a name', () => {
    expect(systemUser()).not.toBe('');
  });
});
