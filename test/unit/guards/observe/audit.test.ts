import { All, PolicyEngine, block, guard } from '@licet/core';
import type { AuditEntry } from '@licet/guards';
import { Audit } from '@licet/guards';
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

  it('writes nothing about an action that is stopped', async () => {
    const entries: AuditEntry[] = [];
    const policy = All(
      Audit({ to: entry => void entries.push(entry) }),
      guard('no', () => block('no', { fix: 'stop' })),
    );
    await new PolicyEngine(policy, { effects: () => [] }).evaluate({ kind: 'bash' });

    expect(entries).toEqual([]);
  });

  it('keeps an action from running that it cannot write down', async () => {
    const policy = Audit({
      to() {
        throw new Error('the disk is full');
      },
    });

    expect(await new PolicyEngine(policy, { effects: () => [] }).evaluate({ kind: 'bash' })).toMatchObject({
      passed: false,
      ruling: 'block',
    });
  });
});
