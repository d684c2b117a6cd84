import { All, PolicyEngine, block, createRegistry, guard, memoryAudit } from '@licet/core';
import type { Evaluation, Guard } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import type { AuditEntry } from '@licet/guards';
import { Audit, guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { file } from '../fixtures.ts';

describe('Audit', () => {
  it('writes down what goes ahead, with its effects, and how it ended', async () => {
    const entries: AuditEntry[] = [];
    const engine = new PolicyEngine(Audit({ to: entry => void entries.push(entry) }), { effects: () => [file('read', '/w/a')] });
    const evaluation = await engine.evaluate({ kind: 'read', tool: 'Read', sessionId: 's', callId: 'c' });
    await engine.postAction(evaluation, { status: 'error' });

    expect(entries).toMatchObject([
      { type: 'start', tool: 'Read', sessionId: 's', callId: 'c', effects: ['read /w/a'] },
      { type: 'end', tool: 'Read', status: 'error' },
    ]);
  });

  it('writes down an action that is stopped, with the ruling and its reason', async () => {
    const entries: AuditEntry[] = [];
    const policy = All(
      Audit({ to: entry => void entries.push(entry) }),
      guard('no', () => block('closed', { fix: 'stop' })),
    );
    await new PolicyEngine(policy, { effects: () => [file('write', '/w/a')] }).evaluate({ kind: 'write', tool: 'Write' });

    expect(entries).toMatchObject([
      { type: 'stopped', tool: 'Write', ruling: 'block', reason: 'closed', effects: ['write /w/a'] },
    ]);
  });

  it('stops nothing when its destination fails, unless it is told to', async () => {
    const to = (): never => {
      throw new Error('the disk is full');
    };
    const trail = memoryAudit();
    const evaluate = (guard: Guard): Promise<Evaluation> =>
      new PolicyEngine(guard, { effects: () => [], audit: trail }).evaluate({ kind: 'bash' });

    expect((await evaluate(Audit({ to }))).passed).toBe(true);
    expect(trail.records.at(-1)).toMatchObject({ type: 'anomaly', code: 'record_failed', detail: 'the disk is full' });
    expect(await evaluate(Audit({ to, required: true }))).toMatchObject({ passed: false, ruling: 'block' });
  });

  it('leaves recording to the trail of the engine where it has no destination, and demands that there is one', async () => {
    const trail = memoryAudit();
    const { policy } = loadPolicy('version: 1\ndefault: pass\npolicy: { all: [{ audit: {} }, { human_approval: {} }] }\n', {
      registry: createRegistry(guardDefinitions),
      root: '/w',
      home: '/home/u',
    });
    await new PolicyEngine(policy, { audit: trail }).evaluate({ kind: 'bash', tool: 'Bash' });

    expect(trail.records).toContainEqual(expect.objectContaining({ type: 'evaluation', tool: 'Bash', ruling: 'ask' }));
    expect(() => new PolicyEngine(policy)).toThrow('the policy needs what the engine lacks: `audit` (`audit`): pass a trail');
    expect(() => Audit({ required: true })).toThrow(expect.objectContaining({ code: 'invalid_param' }));
  });
});
