import { PolicyEngine, createRegistry, memoryApprovals, memoryAudit } from '@licet/core';
import type { Action, Effect, Evaluation } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';
import { ask, guard, pass } from '@licet/core';
import { narrow } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const tools: NonNullable<PolicySettings['tools']> = {
  roll_out: { kind: 'deploy', effects: [{ kind: 'execute', target: 'kubectl', tags: ['remote_change'] }] },
  'mcp__tickets__*': { effects: [{ kind: 'network', target: 'tickets.example.com' }] },
};

/** What a policy with these declarations sees of a call. */
async function seen(action: Partial<Action>): Promise<{ readonly kind: string; readonly effects: readonly Effect[] }> {
  const effects: Effect[] = [];
  const looking = guard('looks', (_action, ctx) => {
    effects.push(...ctx.effects);
    return pass();
  });
  const engine = new PolicyEngine(
    { policy: looking, settings: { tools } },
    { effects: analyzeEffects({ root: '/project', home: '/home/me', files: false }) },
  );
  const evaluation = await engine.evaluate({ kind: 'tool', tool: 'roll_out', payload: {}, ...action });
  expect(evaluation.errors).toEqual([]);
  return { kind: evaluation.action.kind, effects };
}

describe('tools that a policy declares', () => {
  it('have the kind and the effects that it says', async () => {
    expect(await seen({})).toEqual({
      kind: 'deploy',
      effects: [
        {
          kind: 'execute',
          target: { type: 'program', argv: ['kubectl'] },
          program: 'kubectl',
          via: [],
          certainty: 'certain',
          note: 'declared for the tool by the policy',
          tags: ['remote_change'],
        },
      ],
    });
  });

  it('still have every effect that their arguments show', async () => {
    const { effects } = await seen({ payload: { command: 'rm -rf /', file_path: '/etc/passwd' } });
    const bare = analyzeEffects({ root: '/project', home: '/home/me', files: false });
    const shown = await bare({
      kind: 'tool',
      tool: 'roll_out',
      payload: { command: 'rm -rf /', file_path: '/etc/passwd' },
      sessionId: 's',
    });

    expect(shown.length).toBeGreaterThan(1);
    expect(effects).toEqual([...shown, expect.objectContaining({ note: 'declared for the tool by the policy' })]);
  });

  it('are found by a pattern, and a tool of no clear name stays unknown beside what is said of it', async () => {
    const { kind, effects } = await seen({ tool: 'mcp__tickets__frob' });

    expect(kind).toBe('tool');
    expect(effects.map(effect => effect.kind)).toEqual(['unknown', 'network']);
  });

  it('keep the kind that their runtime gives them', async () => {
    expect((await seen({ kind: 'bash', payload: { command: 'ls' } })).kind).toBe('bash');
  });

  it('leave other tools alone', async () => {
    expect(await seen({ tool: 'roll_out_2' })).toEqual({ kind: 'tool', effects: [] });
  });

  it('are the same call when it is asked about, answered and reported', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      {
        policy: guard('who', ({ kind }) => (kind === 'deploy' ? ask('it goes out', { fix: 'ask' }) : pass())),
        settings: { tools },
      },
      { approvals: memoryApprovals(), audit },
    );
    const call = { kind: 'tool', tool: 'roll_out', callId: 'c', sessionId: 's' };
    expect((await engine.evaluate(call)).ruling).toBe('ask');
    const resumed: Evaluation = await engine.resume(call, { granted: true });

    expect(resumed.passed).toBe(true);
    await engine.postAction(call, { status: 'ok' });
    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
  });

  it('are read from governance.yaml, names and all, and their kinds are known to conditions', () => {
    const text = `version: 1
default: pass
tools:
  deploy_app: { kind: deploy, effects: [{ kind: execute, target: kubectl }] }
policy:
  when: { if: { kind: deploy }, then: { human_approval: {} } }
`;
    const host = { supplies: () => true, establishes: () => true };
    const { settings, warnings } = loadPolicy(text, { registry: createRegistry(guardDefinitions), root: '/p', home: '/h', host });

    expect(settings.tools).toEqual({ deploy_app: { kind: 'deploy', effects: [{ kind: 'execute', target: 'kubectl' }] } });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['{ x: { kinds: deploy } }', 'did you mean `kind`'],
    ['{ x: { effects: [{ kind: explode }] } }', '3:33: expected `read`'],
    ['{ x: { effects: [] } }', '3:24: expected at least 1'],
    ['{ x: { kind: "" } }', '3:21: expected at least 1'],
  ])('refuse to load as %s', (declared, words) => {
    const text = `version: 1\ndefault: pass\ntools: ${declared}\npolicy: { human_approval: {} }\n`;

    expect(() => loadPolicy(text, { registry: createRegistry(guardDefinitions), root: '/p', home: '/h' })).toThrow(words);
  });

  it('add up under the policy of a user, which alone gives them kinds', () => {
    const policy = guard('yes', () => pass());
    const effects = [{ kind: 'read' }] as const;
    const user = { policy, settings: { tools: { x: { kind: 'deploy', effects } } } };

    expect(narrow(user, { policy, settings: { tools: { x: { effects } } } }).settings.tools).toEqual({
      x: { kind: 'deploy', effects: [...effects, ...effects] },
    });
    expect(() => narrow(user, { policy, settings: { tools: { y: { kind: 'harmless' } } } })).toThrow(
      'a policy cannot give the tool `y` a kind',
    );
  });
});
