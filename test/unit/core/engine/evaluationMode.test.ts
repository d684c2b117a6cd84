import type { EvaluateOptions, Obligations } from '@licet/core';
import { All, PolicyEngine, ask, block, guard, memoryApprovals, memoryAudit, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const action = { kind: 'bash', payload: { command: 'ls', note: 'to look around' }, sessionId: 's', callId: 'c' };
const obliging = (obligations: Obligations) => guard('obliges', () => pass({ obligations }));

function stage(obligations: Obligations, ...more: readonly ReturnType<typeof guard>[]) {
  const stores = { audit: memoryAudit(), approvals: memoryApprovals() };
  return { ...stores, engine: new PolicyEngine(All(obliging(obligations), ...more), stores) };
}

describe('what the caller can carry out', () => {
  it('lets an action through whose obligations it meets', async () => {
    const { engine, audit } = stage({ redact: ['email'], rewrite: { limit: 1 } });
    const evaluation = await engine.evaluate(action, { meets: ['redact', 'rewrite'] });

    expect(evaluation).toMatchObject({ passed: true, obligations: { redact: ['email'], rewrite: { limit: 1 } } });
    expect(audit.records).toMatchObject([{ enforced: 'pass', obligations: { redact: ['email'], rewrite: { limit: 1 } } }]);
  });

  it('blocks an action whose obligations it does not meet, in the trail too', async () => {
    const { engine, audit } = stage({ redact: ['email'], maxRows: 2 });
    const evaluation = await engine.evaluate(action, { meets: ['maxRows'] });

    expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code: 'obligation_unmet' });
    expect(evaluation.reason).toBe('the policy demands what cannot be done here: `redact`');
    expect(audit.records).toMatchObject([{ ruling: 'block', enforced: 'block', code: 'obligation_unmet' }]);
  });

  it('does not ask a human about what cannot be done', async () => {
    const { engine, audit } = stage(
      { redact: ['email'] },
      guard('asks', () => ask('look', { fix: 'wait' })),
    );

    expect((await engine.evaluate(action, { meets: [] })).code).toBe('obligation_unmet');
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation']);
  });

  it('changes nothing about a block', async () => {
    const { engine } = stage(
      { redact: ['email'] },
      guard('no', () => block('closed', { fix: 'wait' })),
    );

    expect((await engine.evaluate(action, { meets: [] })).reason).toBe('closed');
  });

  it('may carry out everything when it says nothing, also without a promise', () => {
    const { engine } = stage({ redact: ['email'] });

    expect(engine.evaluateSync(action).passed).toBe(true);
    expect(engine.evaluateSync(action, { meets: [] }).code).toBe('obligation_unmet');
  });
});

describe('what is owed for the output', () => {
  it('is what was decided, in another process too', async () => {
    const { engine } = stage({ redact: ['email'], notices: ['mind the step'] });
    await engine.evaluate(action);

    expect(await engine.owed(action)).toEqual({ redact: ['email'] });
  });

  it('is nothing for a call that owes nothing', async () => {
    const { engine } = stage({ notices: ['mind the step'] });
    await engine.evaluate(action);

    expect(await engine.owed(action)).toBeUndefined();
  });

  it('is what the policy demands now where the call is not remembered, even if it would stop it', async () => {
    const { engine } = stage(
      { redact: ['email'] },
      guard('no', () => block('closed', { fix: 'wait' })),
    );

    expect(await engine.owed({ ...action, callId: 'never seen' })).toEqual({ redact: ['email'] });
  });
});

describe("a question in the runtime's own prompt", () => {
  const asking = guard('asks', () => ask('look', { fix: 'wait' }));
  const prompt: EvaluateOptions = { prompt: () => ({ command: 'ls', note: '' }) };
  const ran = { status: 'ok', askedBy: 'runtime' } as const;
  const types = ({ records }: ReturnType<typeof memoryAudit>) =>
    records.map(record => (record.type === 'anomaly' ? record.code : record.type));
  const YES = ['ask', 'evaluation', 'answer', 'evaluation', 'outcome'];

  it('was answered with yes when the call ran as the prompt showed it', async () => {
    const { engine, audit } = stage({ rewrite: { limit: 1 } }, asking);
    await engine.evaluate(action, prompt);
    await engine.postAction({ ...action, payload: { command: 'ls', note: '', limit: 1 } }, ran);

    expect(types(audit)).toEqual(YES);
    expect(audit.records.at(-2)).toMatchObject({ callId: 'c', code: 'approval_granted', payload: action.payload });
  });

  it.each([
    ['with other arguments than the prompt showed', { command: 'rm -rf /', note: '', limit: 1 }],
    ['as it was written, although the prompt showed it rewritten', action.payload],
  ])('was not answered by a call that ran %s', async (_how, payload) => {
    const { engine, audit, approvals } = stage({ rewrite: { limit: 1 } }, asking);
    await engine.evaluate(action, prompt);
    await engine.postAction({ ...action, payload }, ran);

    expect(types(audit)).toEqual(['ask', 'evaluation', 'outcome_after_block']);
    expect(await approvals.pending(Date.now())).toHaveLength(1);
  });

  it('was answered with no when the call did not run, whatever arguments the runtime names', async () => {
    const { engine, audit } = stage({ rewrite: { limit: 1 } }, asking);
    await engine.evaluate(action, prompt);
    await engine.postAction(action, { status: 'denied', askedBy: 'runtime', inferred: true });

    expect(types(audit)).toEqual(['ask', 'evaluation', 'answer', 'outcome']);
    expect(audit.records[2]).toMatchObject({ granted: [false], channel: 'runtime' });
  });

  it('belongs to the call that was asked about, of two that want the same', async () => {
    const { engine, audit, approvals } = stage({}, asking);
    await engine.evaluate(action, { prompt: () => undefined });
    await engine.evaluate({ ...action, callId: 'd', payload: { command: 'pwd' } }, { prompt: () => undefined });
    await engine.postAction({ ...action, callId: 'd', payload: { command: 'pwd' } }, ran);

    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', callId: 'd' });
    expect((await approvals.pending(Date.now())).map(({ request }) => request.action.callId)).toEqual(['c']);
  });

  it('is withdrawn for the calls that are over, and for no others', async () => {
    const { engine, audit, approvals } = stage({}, asking);
    await engine.evaluate({ ...action, turnId: 'first' }, { prompt: () => undefined });
    await engine.evaluate({ ...action, callId: 'd', turnId: 'second', cwd: '/elsewhere' }, { prompt: () => undefined });
    await engine.evaluate({ ...action, callId: 'e', turnId: 'first', cwd: '/by/code' });
    await engine.withdraw('s', ({ turnId }) => turnId === 'first');

    expect((await approvals.pending(Date.now())).map(({ request }) => request.action.callId)).toEqual(['d', 'e']);
    expect(audit.records.filter(({ type }) => type === 'answer')).toMatchObject([
      { callId: 'c', granted: [false], channel: 'runtime', reason: 'the session went on without an answer' },
    ]);
  });

  it('stays in other sessions', async () => {
    const { engine, approvals } = stage({}, asking);
    await engine.evaluate(action, { prompt: () => undefined });
    await engine.withdraw('another', () => true);

    expect(await approvals.pending(Date.now())).toHaveLength(1);
  });
});

describe('an outcome that is concluded from silence', () => {
  const inferred = { status: 'denied', inferred: true } as const;

  it('settles a call that is still open', async () => {
    const { engine, audit } = stage({});
    await engine.evaluate(action);
    await engine.postAction(action, inferred);

    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'denied', callId: 'c' });
  });

  it.each(['settled', 'stopped', 'unknown'])('says nothing of a call that is %s', async how => {
    const stopping = how === 'stopped' ? [guard('no', () => block('closed', { fix: 'wait' }))] : [];
    const { engine, audit } = stage({}, ...stopping);
    if (how !== 'unknown') await engine.evaluate(action);
    if (how === 'settled') await engine.postAction(action, { status: 'ok' });
    const before = audit.records.length;
    await engine.postAction(action, inferred);

    expect(audit.records).toHaveLength(before);
  });
});

describe('an obligation that could not be met after all', () => {
  it('is in the trail next to the outcome', async () => {
    const { engine, audit } = stage({ redact: ['email'] });
    await engine.evaluate(action);
    await engine.postAction(action, { status: 'error', unmet: ['redact'], redacted: ['email'] });

    expect(audit.records.slice(1)).toMatchObject([
      { type: 'outcome', status: 'error', redacted: ['email'] },
      { type: 'anomaly', code: 'obligation_unmet', detail: 'the runtime did not let it be carried out: `redact`' },
    ]);
  });
});

describe('a call of a runtime that gives calls no id', () => {
  const own = (callId: string) => ({ ...action, callId });

  it('is found by the beginning of its id: the oldest that is open', async () => {
    const { engine } = stage({});
    for (const callId of ['own:a:1', 'own:a:2', 'own:b:1']) await engine.evaluate(own(callId));

    expect(await engine.openCall('s', 'own:a:')).toBe('own:a:1');
    await engine.postAction(own('own:a:1'), { status: 'ok' });
    expect(await engine.openCall('s', 'own:a:')).toBe('own:a:2');
    expect(await engine.openCall('s', 'own:c:')).toBeUndefined();
    expect(await engine.openCall('another', 'own:a:')).toBeUndefined();
  });

  it('is not one that was stopped, and may be one that was asked about', async () => {
    const stopping = stage(
      {},
      guard('no', () => block('closed', { fix: 'wait' })),
    ).engine;
    const questioning = stage(
      {},
      guard('asks', () => ask('look', { fix: 'wait' })),
    ).engine;
    for (const engine of [stopping, questioning]) await engine.evaluate(own('own:a:1'));

    expect(await stopping.openCall('s', 'own:')).toBeUndefined();
    expect(await questioning.openCall('s', 'own:')).toBe('own:a:1');
  });
});
