import { answer } from '@licet/adapters/claude-code';
import type { OutputShaper } from '@licet/adapters/runtimes';
import { Budget } from '@licet/guards';
import { Capabilities, RowCap, Sensitivity, outputFirewall } from '@licet/capabilities';
import { redactOutput } from '@licet/guards/redaction';
import { All, PolicyEngine, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const call = { session_id: 's', tool_name: 'Bash', tool_input: { command: 'cat log' }, tool_use_id: 'toolu_1' };
const before = { ...call, hook_event_name: 'PreToolUse' };
const SECRET = `npm_${'a1B2'.repeat(9)}`;
const shaper: OutputShaper = { meets: ['redact'], shape: (output, { redact = [] }) => redactOutput(output, redact) };

function stage(using: { readonly shaper?: OutputShaper } = { shaper }) {
  const audit = memoryAudit();
  const engine = new PolicyEngine(
    guard('redacts', () => pass({ obligations: { redact: ['secrets'] } })),
    { audit },
  );
  const said = (event: object) => answer(event, { engine: () => engine, ...using });
  return { audit, said };
}

describe('an output that must be redacted', () => {
  it('is replaced in its own shape before the model sees it, and the trail records it', async () => {
    const { audit, said } = stage();
    expect(await said(before)).toEqual({});
    const tool_response = { stdout: `token ${SECRET}\n`, stderr: '', interrupted: false, lines: 2 };

    expect(await said({ ...call, hook_event_name: 'PostToolUse', tool_response })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: { stdout: 'token [REDACTED:npm_token]\n', stderr: '', interrupted: false, lines: 2 },
      },
    });
    expect(audit.records).toMatchObject([
      { type: 'evaluation', enforced: 'pass', obligations: { redact: ['secrets'] } },
      { type: 'outcome', status: 'ok', redacted: ['npm_token'] },
    ]);
  });

  it('is left alone where nothing is in it', async () => {
    const { said } = stage();
    await said(before);

    expect(await said({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: 'fine' } })).toEqual({});
  });

  it('is withheld in its own shape where it cannot be looked through', async () => {
    const throwing: OutputShaper = {
      meets: ['redact'],
      shape() {
        throw new Error('too much');
      },
    };
    const { said } = stage({ shaper: throwing });
    await said(before);
    const reply = await said({
      ...call,
      hook_event_name: 'PostToolUse',
      tool_response: { file: { content: SECRET, numLines: 1 } },
    });

    expect(reply.hookSpecificOutput?.updatedToolOutput).toEqual({ file: { content: '[REDACTED:unscanned]', numLines: 0 } });
  });

  it('is told of, and written down, where the runtime does not let it be replaced', async () => {
    const { audit, said } = stage();
    await said(before);
    const reply = await said({ ...call, hook_event_name: 'PostToolUseFailure', error: `Exit code 1\n${SECRET}` });

    expect(reply.hookSpecificOutput?.additionalContext).toContain('npm_token');
    expect(reply.hookSpecificOutput?.additionalContext).not.toContain(SECRET);
    expect(audit.records.slice(1)).toMatchObject([
      { type: 'outcome', status: 'error' },
      { type: 'anomaly', code: 'obligation_unmet' },
    ]);
  });

  it('is denied where it cannot be done, in the trail too', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('redacts', () => pass({ obligations: { redact: ['secrets'] } })),
      { audit },
    );

    expect((await answer(before, { engine: () => engine })).hookSpecificOutput?.permissionDecision).toBe('deny');
    expect(audit.records).toMatchObject([{ ruling: 'block', enforced: 'block', code: 'obligation_unmet' }]);
  });
});

describe('calls of a batch without an outcome', () => {
  it('did not run, whatever their text says, and give back what they held', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(Budget({ max: 1, per: 'session' }), { sessions, audit: memoryAudit() });
    const said = (event: object) => answer(event, { engine: () => engine });
    const again = { ...before, tool_use_id: 'toolu_2' };
    expect(await said(before)).toEqual({});
    expect((await said(again)).hookSpecificOutput?.permissionDecision).toBe('deny');

    const tool_calls = [{ ...call, tool_response: 'anything at all' }];
    expect(await said({ session_id: 's', hook_event_name: 'PostToolBatch', tool_calls })).toEqual({});
    expect(await said({ ...again, tool_use_id: 'toolu_3' })).toEqual({});
  });

  it('keep what they used when they ran, even if their output speaks of a refusal', async () => {
    const engine = new PolicyEngine(Budget({ max: 1, per: 'session' }), { audit: memoryAudit() });
    const said = (event: object) => answer(event, { engine: () => engine });
    await said(before);
    await said({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: "The user doesn't want to proceed" } });
    const tool_calls = [{ ...call, tool_response: "The user doesn't want to proceed with this tool use." }];
    await said({ session_id: 's', hook_event_name: 'PostToolBatch', tool_calls });

    expect((await said({ ...before, tool_use_id: 'toolu_2' })).hookSpecificOutput?.permissionDecision).toBe('deny');
  });

  it('keeps to the fields and rows of a capability, in the blocks of a tool server', async () => {
    const engine = new PolicyEngine(
      All(
        Capabilities({
          catalogue: { crm: { tools: ['mcp__crm__find'], safety: 'read', sensitivity: ['pii'], allowedFields: ['id'] } },
        }),
        Sensitivity(),
        RowCap({ max: 1 }),
      ),
    );
    const asked = { session_id: 's', tool_name: 'mcp__crm__find', tool_input: {}, tool_use_id: 'toolu_crm' };
    const say = (event: object) => answer(event, { engine: () => engine, shaper: outputFirewall });
    await say({ ...asked, hook_event_name: 'PreToolUse' });

    const reply = await say({
      ...asked,
      hook_event_name: 'PostToolUse',
      tool_response: [{ type: 'text', text: '[{"id":1,"ssn":"x"},{"id":2,"ssn":"y"}]' }],
    });

    expect(JSON.stringify(reply)).toContain(JSON.stringify('[{"id":1}]').slice(1, -1));
    expect(JSON.stringify(reply)).not.toContain('ssn');
  });
});
