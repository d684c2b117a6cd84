import { claudeCode } from '@licet/adapters/claude-code';
import { answerEvent } from '@licet/adapters/runtimes';
import { memorySessions } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

import { turnText } from '../../../../packages/adapters/src/runtimes/standing.ts';
import { agentUnder } from '../../guards/workflow/support.ts';

const POLICY = `facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**'] } }
  reviewed: { earned_by: human }
roles: { reviewer: { agents: ['code-review*'] } }
policy:
  all:
    - obligation: { name: changelog, when: { effect: delete }, fulfilled_by: { writes: [CHANGELOG.md] } }
    - when: { if: { role: reviewer }, then: { file_boundary: { allow: ['notes/**'], unknown: pass } } }
    - hold: {}
`;

type Reply = { readonly decision?: string; readonly reason?: string; readonly systemMessage?: string } & {
  readonly hookSpecificOutput?: { readonly additionalContext?: string; readonly permissionDecision?: string };
};

/** A session of Claude Code under the policy, by its events. */
function session(policy = POLICY) {
  const { engine, sessions } = agentUnder(policy);
  let calls = 0;
  const tell = async (hook_event_name: string, more: object = {}): Promise<Reply> =>
    answerEvent(claudeCode, { hook_event_name, session_id: 's', cwd: '/w', ...more }, { engine: () => engine });
  const run = async (command: string, agent: object = {}): Promise<Reply> => {
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `t${calls++}`, ...agent };
    const before = await tell('PreToolUse', call);
    if (before.hookSpecificOutput?.permissionDecision === undefined)
      await tell('PostToolUse', { ...call, tool_response: { stdout: '' } });
    return before;
  };
  return { tell, run, sessions };
}

describe('an agent that wants to stop', () => {
  it('is kept once for what is still to be done, and never twice in a row', async () => {
    const { tell, run } = session();
    expect(await tell('Stop')).toEqual({});
    await run('rm src/a.ts');

    const kept = await tell('Stop');
    expect(kept.decision).toBe('block');
    expect(kept.reason).toContain('- changelog: change `CHANGELOG.md`');
    expect(await tell('Stop', { stop_hook_active: true })).toEqual({});
    await run('echo x >> CHANGELOG.md');
    expect(await tell('Stop')).toEqual({});
  });

  it('on hold stops, and the user reads how it goes on', async () => {
    const { tell, run, sessions } = session();
    await run('rm src/a.ts');
    await sessions.append('s', [{ type: 'fact', at: 1, name: '@hold', value: { at: 1, reason: 'wait for the release' } }]);

    expect(await tell('Stop')).toEqual({
      systemMessage: expect.stringMatching(/on hold: wait for the release.*`licet continue`/u),
    });
  });

  it('as a sub-agent is kept for what it has brought about itself', async () => {
    const { tell, run } = session();
    await run('rm src/a.ts', { agent_id: 'a1', agent_type: 'general' });

    expect((await tell('SubagentStop', { agent_id: 'a1', agent_type: 'general' })).decision).toBe('block');
    expect(await tell('SubagentStop', { agent_id: 'a2', agent_type: 'general' })).toEqual({});
    expect((await tell('Stop')).decision).toBe('block');
  });

  it('is not kept by a policy that does not load: the user is told', async () => {
    const fault = await answerEvent(
      claudeCode,
      { hook_event_name: 'Stop', session_id: 's' },
      {
        engine: () => {
          throw new Error('no policy');
        },
      },
    );

    expect(fault).toEqual({ systemMessage: 'licet: no policy. What was still to be done is not known.' });
  });
});

describe('what an agent is told of the session', () => {
  it('at its start are rules, what is open, the facts that hold, and the way to the others', async () => {
    const { tell, run } = session();
    await run('rm src/a.ts');
    await run('npm test');

    const text = (await tell('SessionStart', { source: 'resume' })).hookSpecificOutput?.additionalContext ?? '';
    expect(text).toContain('You may change: `notes/**` (for role: reviewer).');
    expect(text).toContain('- changelog: change `CHANGELOG.md`');
    expect(text).toContain('- tests_passing: holds');
    expect(text).toContain('- reviewed: does not hold: ask a human to grant `reviewed`');
  });

  it('is at most 4,000 characters, and what is open comes before the rules are whole', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `    - when: { if: { tool: t${index} }, then: { human_approval: { reason: '${'long '.repeat(40)}' } } }\n`,
    );
    const { tell, run } = session(POLICY + many.join(''));
    await run('rm src/a.ts');

    const text = (await tell('SessionStart')).hookSpecificOutput?.additionalContext ?? '';
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toContain('- changelog: change `CHANGELOG.md`');
    expect(text).toContain('A person must say yes first: long long');
    expect(text).toContain('…');
  });

  it('at every prompt is what is open, and nothing where nothing is', async () => {
    const { tell, run } = session();
    expect(await tell('UserPromptSubmit', { prompt: 'go' })).toEqual({});
    await run('rm src/a.ts');

    const { hookSpecificOutput } = await tell('UserPromptSubmit', { prompt: 'go' });
    expect(hookSpecificOutput?.additionalContext).toContain('- changelog: change `CHANGELOG.md`');
  });
});

it('gives a sub-agent of a sort the role that the policy names, and the main agent none', async () => {
  const { run } = session();

  expect(
    (await run('touch src/a.ts', { agent_id: 'a1', agent_type: 'code-reviewer' })).hookSpecificOutput?.permissionDecision,
  ).toBe('deny');
  expect((await run('touch notes/a.md', { agent_id: 'a1', agent_type: 'code-reviewer' })).hookSpecificOutput).toBeUndefined();
  expect((await run('touch src/a.ts', { agent_type: 'code-reviewer' })).hookSpecificOutput).toBeUndefined();
});

it('says that a session whose state cannot be read is unknown, and never that nothing is open', async () => {
  const { engine } = agentUnder(POLICY, {
    ...memorySessions(),
    load: () => {
      throw new Error('the disk is gone');
    },
  });
  const standing = await standingOf(engine, { sessionId: 's' });
  expect(standing.failed).toContain('the disk is gone');
  expect(turnText(standing)).toContain('not all of the status of this session is known');
});
