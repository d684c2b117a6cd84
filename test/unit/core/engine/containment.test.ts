import { All, PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import type { Effect, EngineOptions, OfferedContainment } from '@licet/core';
import { isContained } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

const OFFER: OfferedContainment = {
  level: 'constructed',
  by: 'licet run',
  planDigest: 'abc',
  rewrite: { command: 'licet run -- make' },
};
const EFFECT: Effect = { kind: 'execute', target: { type: 'program', argv: ['make'] }, via: [], certainty: 'certain' };
const action = { kind: 'bash', payload: { command: 'make' }, sessionId: 's', callId: 'c' } as const;

const needsSandbox = guard('needs_sandbox', (_action, ctx) =>
  isContained(ctx.containment, 'constructed') ? pass() : ask('no sandbox', { fix: 'ask' }),
);

const engineWith = (offer: () => OfferedContainment | undefined, more: EngineOptions = {}, policy = needsSandbox) =>
  new PolicyEngine(policy, { effects: () => [EFFECT], contain: offer, ...more });

describe('the sandbox of a call', () => {
  it('is offered with other arguments only to a caller that runs the call with them', () => {
    const engine = engineWith(() => OFFER);
    const wrapped = engine.evaluateSync(action, { contains: true });

    expect(engine.evaluateSync(action).ruling).toBe('ask');
    expect(wrapped).toMatchObject({ ruling: 'pass', containment: { level: 'constructed', by: 'licet run', planDigest: 'abc' } });
    expect(wrapped.obligations).toEqual({ rewrite: { command: 'licet run -- make' } });
    expect(engineWith(() => ({ ...OFFER, rewrite: undefined as never })).evaluateSync(action).ruling).toBe('pass');
  });

  it('comes with its arguments although no guard has looked at it, also under a question, and never with a block', () => {
    const ruled = (policy: typeof needsSandbox) => engineWith(() => OFFER, {}, policy).evaluateSync(action, { contains: true });

    expect(ruled(guard('yes', () => pass())).obligations.rewrite).toEqual(OFFER.rewrite);
    expect(ruled(guard('asks', () => ask('really', { fix: 'x' }))).obligations.rewrite).toEqual(OFFER.rewrite);
    const blocked = ruled(guard('no', () => block('no', { fix: 'x' })));
    expect([blocked.obligations, blocked.containment]).toEqual([{}, undefined]);
  });

  it('is none where the offer fails, and blocks where a guard changes the same argument', () => {
    const fails = engineWith(() => {
      throw new Error('no plan');
    });
    const rewriting = guard('rewrites', () => pass({ obligations: { rewrite: { command: 'make -n' } } }));

    expect(fails.evaluateSync(action, { contains: true })).toMatchObject({ ruling: 'ask', containment: undefined });
    expect(engineWith(() => OFFER, {}, All(needsSandbox, rewriting)).evaluateSync(action, { contains: true })).toMatchObject({
      ruling: 'block',
      code: 'obligation_conflict',
    });
  });

  it('is known to a guard when the effects are found later', async () => {
    const engine = new PolicyEngine(needsSandbox, {
      effects: async () => [EFFECT],
      contain: (_action, effects) => (effects.length === 1 ? OFFER : undefined),
    });
    expect((await engine.evaluate(action, { contains: true })).ruling).toBe('pass');
    const silent = new PolicyEngine(
      guard('yes', () => pass()),
      { effects: async () => [EFFECT], contain: () => OFFER },
    );
    expect((await silent.evaluate(action, { contains: true })).obligations).toEqual({});
  });

  it('may be certified, and with other changes of the arguments may not', () => {
    const seen: unknown[] = [];
    const certify: NonNullable<EngineOptions['certify']> = (_action, _effects, ctx) => {
      seen.push(ctx?.containment?.level);
      return { level: 'look', because: ['it is contained'] };
    };
    const rewriting = guard('rewrites', () => pass({ obligations: { rewrite: { timeout: 5 } } }));

    expect(engineWith(() => OFFER, { certify }).evaluateSync(action, { contains: true }).certificate?.because).toEqual([
      'it is contained',
    ]);
    expect(seen).toEqual(['constructed']);
    expect(
      engineWith(() => OFFER, { certify }, All(needsSandbox, rewriting)).evaluateSync(action, { contains: true }).certificate,
    ).toBeUndefined();
  });

  it('is written down with the decision, and an outcome without its proof is an anomaly', async () => {
    const audit = memoryAudit();
    const engine = engineWith(() => OFFER, { audit });
    const held = { held: true, by: 'licet run', planDigest: 'abc', planted: ['/project/.env'] };
    const evaluation = await engine.evaluate(action, { contains: true });
    await engine.postAction(evaluation, { status: 'ok', containment: held });
    await engine.evaluate({ ...action, callId: 'd' }, { contains: true });
    await engine.postAction(
      { ...action, callId: 'd' },
      { status: 'ok', containment: { ...held, held: 'yes' as never, why: 'no receipt' } },
    );

    const records = audit.records;
    expect(records.find(({ type }) => type === 'evaluation')).toMatchObject({
      containment: { level: 'constructed', by: 'licet run', planDigest: 'abc' },
    });
    expect(records.find(({ type }) => type === 'outcome')).toMatchObject({ containment: held });
    expect(records.filter(({ type }) => type === 'anomaly')).toEqual([
      expect.objectContaining({ code: 'containment_broken', detail: 'no receipt' }),
    ]);
  });
});
