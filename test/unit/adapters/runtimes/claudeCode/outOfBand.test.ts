import { answer } from '@licet/adapters/claude-code';
import type { AskChannel, HookReply } from '@licet/adapters/claude-code';
import type { Verdict } from '@licet/core';
import { PolicyEngine, ask, block, guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

const question = ask('it reaches people', { fix: 'work offline' });
const quorum = ask('it reaches people', { fix: 'ask them', approval: { quorum: { approvals: 2, of: ['ann', 'ben'] } } });
const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'git push' } };

async function reply(verdict: Verdict, more: object = {}, asking?: AskChannel): Promise<HookReply['hookSpecificOutput']> {
  const engine = new PolicyEngine(guard('careful', () => verdict));
  const { hookSpecificOutput } = await answer(
    { ...event, ...more },
    { engine: () => engine, ...(asking !== undefined && { asking: () => asking }) },
  );
  return hookSpecificOutput;
}

const RUNTIME: AskChannel = { channel: 'runtime', isReachable: true };
const WITH_CODE = /`licet approve [0-9A-Z]{4}-[0-9A-Z]{4}` until \d{4}-/u;

describe('a question in a hook of Claude Code', () => {
  it.each(['default', 'acceptEdits', 'plan', 'auto', undefined])('is put by the runtime in mode %s', async permission_mode => {
    expect(await reply(question, { ...(permission_mode !== undefined && { permission_mode }) }, RUNTIME)).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: 'licet: it reaches people',
    });
  });

  it.each(['dontAsk', 'bypassPermissions'])(
    'is denied with a code where no human would see it: mode %s',
    async permission_mode => {
      const said = await reply(question, { permission_mode }, RUNTIME);

      expect(said?.permissionDecision).toBe('deny');
      expect(said?.permissionDecisionReason).toMatch(WITH_CODE);
      expect(said?.additionalContext).toContain('repeat the very same call');
      expect(said?.additionalContext).toContain('work offline');
    },
  );

  it('is denied with a code where the policy wants it', async () => {
    const said = await reply(question, {}, { channel: 'out_of_band', isReachable: true });

    expect(said).toMatchObject({ permissionDecision: 'deny' });
    expect(said?.permissionDecisionReason).toMatch(WITH_CODE);
  });

  it('is never put by the runtime when it counts people', async () => {
    const said = await reply(quorum, {}, RUNTIME);

    expect(said?.permissionDecision).toBe('deny');
    expect(said?.permissionDecisionReason).toContain('2 of ann, ben must say yes; no one has answered yet');
  });

  it('is denied without a code where no other process finds it', async () => {
    for (const asking of [undefined, { channel: 'out_of_band', isReachable: false } as const]) {
      const said = await reply(quorum, {}, asking);

      expect(said?.permissionDecision).toBe('deny');
      expect(said?.permissionDecisionReason).not.toContain('licet approve');
      expect(said?.permissionDecisionReason).toContain('no way to give one here');
    }
  });

  it('changes nothing about a block', async () => {
    const said = await reply(block('no', { fix: 'stop' }), { permission_mode: 'dontAsk' }, RUNTIME);

    expect(said).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'licet: no' });
  });

  it('is denied for a mode that is no text', async () => {
    expect(await reply(question, { permission_mode: ['default'] }, RUNTIME)).toMatchObject({ permissionDecision: 'deny' });
  });
});
