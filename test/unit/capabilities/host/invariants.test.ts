import type { ActionInput } from '@licet/core';
import { All, PolicyEngine, memoryAudit } from '@licet/core';
import { Capabilities, CapabilityEngine, CapabilityPolicy, Shortlist } from '@licet/capabilities';
import { Token, keyRing, readToken } from '@licet/capabilities/tokens';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const keys = keyRing('a secret of at least thirty-two letters');
const catalogue = Capabilities({ catalogue: { 'docs.read': { safety: 'read' }, 'docs.edit': { safety: 'write' } } });
const policy = All(catalogue, Shortlist(), CapabilityPolicy(), Token({ keys }));
const ann = { id: 'ann', roles: ['writer'] };

function stage() {
  const audit = memoryAudit();
  return { audit, engine: new CapabilityEngine(policy, { keys, audit }) };
}

describe('the invariants of the reference', () => {
  it('I-01: a model sees no output as it was returned, unless the token and the policy say so', async () => {
    const { engine } = stage();
    const output = { body: 'x'.repeat(9_000), deep: { deeper: { deepest: { secret: 1 } } } };
    for (const request of [{}, { mode: 'raw' as const }, { mode: 'table' as const }]) {
      const frame = await engine.invoke({ tool: 'docs.read', principal: ann, request, run: () => output });
      expect(frame).toMatchObject({ status: 'ok' });
      expect(JSON.stringify(frame.status === 'ok' && frame.shown)).not.toContain('x'.repeat(5_000));
      expect(frame.status === 'ok' && frame.mode).not.toBe('raw');
    }
  });

  it('I-02: every execution comes after a decision with a token, and a record of it follows', async () => {
    const { engine, audit } = stage();
    const seen: string[] = [];
    await engine.invoke({
      tool: 'docs.read',
      principal: ann,
      run: () => void seen.push(...audit.records.map(({ type }) => type)),
    });
    expect(seen).toEqual(['evaluation', 'fact', 'evaluation']);
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'ok' });
    expect(audit.records.at(-2)).toMatchObject({ tool: 'docs.read', principal: 'ann', ruling: 'pass' });
  });

  it('I-03: what is proposed needs no schema of a tool, and changes no ruling', () => {
    const engine = new PolicyEngine(policy);
    const action: ActionInput = { kind: 'tool', tool: 'docs.edit', principal: ann };
    fc.assert(
      fc.property(fc.array(fc.constantFrom('docs.read', 'docs.edit', 'x')), shortlist => {
        const { ruling, code } = engine.evaluateSync({ ...action, request: { shortlist } });
        expect({ ruling, code }).toEqual({ ruling: 'block', code: 'token_missing' });
      }),
    );
  });

  it('I-04: a guard of one line takes part in all of it', async () => {
    const engine = new CapabilityEngine({ name: 'one', check: () => ({ ruling: 'pass', guard: 'one', code: 'ok' }) });
    expect(await engine.invoke({ tool: 'any', run: () => 'fine' })).toMatchObject({ status: 'ok', shown: ['fine'] });
  });

  it('I-05: the result of a call for the model is a frame, whatever happens', async () => {
    const { engine } = stage();
    const runs = [() => ({ a: 1 }), () => Promise.reject(new Error('no')), () => undefined];
    for (const run of runs)
      for (const tool of ['docs.read', 'docs.edit', 'unknown.tool'])
        expect(['ok', 'failed', 'stopped']).toContain((await engine.invoke({ tool, principal: ann, run })).status);
  });

  it('I-06: a token is for one capability and one principal, and ends', async () => {
    const { engine } = stage();
    const grant = await engine.grant({ tool: 'docs.read', principal: ann });
    const claims = grant.granted ? readToken(grant.token)?.claims : undefined;
    expect(claims).toMatchObject({ capability: 'docs.read', principal: 'ann' });
    expect((claims?.expiresAt ?? 0) - (claims?.issuedAt ?? 0)).toBe(3_600_000);
  });

  it('I-07: nothing runs a tool but the engine that judged it, and only then', async () => {
    const { engine } = stage();
    let runs = 0;
    const run = () => (runs += 1);
    await engine.invoke({ tool: 'docs.edit', principal: { id: 'bob' }, run });
    await engine.grant({ tool: 'docs.read', principal: ann });
    expect(runs).toBe(0);
    await engine.invoke({ tool: 'docs.read', principal: ann, run });
    expect(runs).toBe(1);
  });
});
