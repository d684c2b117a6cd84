import { All, PolicyEngine, ask, guard, memoryAudit, memorySessions, pass, warn } from '@licet/core';
import type { AuditRecord, Guard, MemoryAudit } from '@licet/core';
import { PAUSE_FACT, PROJECT_SESSION } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';
import { proveTree, proveVerdicts } from '@licet/analysis';
import type { ProofGround } from '@licet/analysis';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const yes = guard('yes', () => pass());
const careful = guard('careful', ({ tool }) => (tool === 'send' ? ask('it reaches others', { fix: 'ask' }) : pass()));

const evaluations = ({ records }: MemoryAudit): readonly EvaluationRecord[] =>
  records.flatMap(record => (record.type === 'evaluation' ? [record] : []));

async function trail(policy: Guard, ...tools: readonly string[]): Promise<MemoryAudit> {
  const audit = memoryAudit();
  const engine = new PolicyEngine(policy, { audit, sessions: memorySessions() });
  for (const [index, tool] of tools.entries()) {
    const evaluation = await engine.evaluate({ kind: 'tool', tool, payload: { index }, sessionId: 's', callId: `${index}` });
    if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  }
  return audit;
}

const ground = (policy: Guard, before: readonly AuditRecord[] = [], more: Partial<ProofGround> = {}): ProofGround => ({
  policy: { built: { policy, settings: {} } },
  before,
  isWhole: true,
  ...more,
});

const last = (audit: MemoryAudit): EvaluationRecord => {
  const record = evaluations(audit).at(-1);
  if (record === undefined) throw new Error('nothing was recorded');
  return record;
};

describe('a ruling', () => {
  it('follows from what the nodes said, also after a human said yes', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(All(yes, careful), { audit });
    const asked = await engine.evaluate({ kind: 'tool', tool: 'send', callId: '1' });
    await engine.resume(asked, { granted: true, by: 'ann' });

    expect(evaluations(audit).map(({ ruling }) => ruling)).toEqual(['ask', 'pass']);
    expect(evaluations(audit).map(proveTree)).toEqual([{ verdict: 'equal' }, { verdict: 'equal' }]);
  });

  it('differs where the record was changed', async () => {
    const record = last(await trail(All(yes, careful), 'send'));

    expect(proveTree({ ...record, ruling: 'pass', enforced: 'pass' })).toEqual({
      verdict: 'differs',
      where: 'the verdicts come to `ask`, and the record says `pass`',
    });
    expect(proveTree({ ...record, enforced: 'block' }).verdict).toBe('differs');
    expect(proveTree({ ...record, ruling: 'block', enforced: 'warn' }).verdict).toBe('differs');
    expect(proveTree({ ...record, guard: 'engine', code: 'aborted', ruling: 'block', enforced: 'warn' }).verdict).toBe('differs');
    expect(proveTree({ ...record, verdicts: '&(pa' }).verdict).toBe('differs');
    expect(proveTree({ ...record, guard: 'engine', code: 'approval_granted', ruling: 'pass', enforced: 'pass' }).verdict).toBe(
      'differs',
    );
  });

  it('is not reproducible where the call went ahead with a warning, as under a pause', async () => {
    const [audit, sessions] = [memoryAudit(), memorySessions()];
    const now = Date.now();
    const value = { until: now + 60_000, reason: 'a demonstration', by: 'ann', deed: 'd1' };
    await sessions.append(PROJECT_SESSION, [{ type: 'fact', at: now, name: PAUSE_FACT, value }]);
    await new PolicyEngine(careful, { audit, sessions }).evaluate({ kind: 'tool', tool: 'send' });
    const paused = { verdict: 'not_reproducible', gone: 'the pause of the policy under which the call went ahead' };

    expect(last(audit)).toMatchObject({ ruling: 'ask', enforced: 'warn' });
    expect(proveTree(last(audit))).toEqual(paused);
    expect(await proveVerdicts(last(audit), ground(careful))).toEqual(paused);
  });

  it('is not reproducible where the record has no verdicts', async () => {
    const { verdicts: _verdicts, ...record } = last(await trail(yes, 'a'));

    expect(proveTree(record)).toMatchObject({
      verdict: 'not_reproducible',
      gone: expect.stringMatching(/before the trail kept it/) as string,
    });
  });
});

describe('the verdicts', () => {
  it('are the same under the same policy', async () => {
    expect(await proveVerdicts(last(await trail(All(yes, careful), 'send')), ground(All(yes, careful)))).toEqual({
      verdict: 'equal',
    });
  });

  it('are found with the state that the trail tells of', async () => {
    const policy = (): Guard => All(yes, Budget({ max: 2 }));
    const { records, ...rest } = await trail(policy(), 'a', 'b', 'c');
    const record = last({ records, ...rest });
    expect(record.ruling).toBe('block');

    expect(await proveVerdicts(record, ground(policy(), records))).toEqual({ verdict: 'equal' });
    expect(await proveVerdicts(record, ground(policy(), records.slice(3)))).toEqual({
      verdict: 'differs',
      where: 'node 1: recorded `b`, now `p`',
    });
    expect(await proveVerdicts(record, ground(policy(), [], { isWhole: false }))).toMatchObject({
      gone: 'the beginning of the trail, and with it the state',
    });
    const changed = records.map(each => (each.type === 'evaluation' ? { ...each, policyDigest: 'x' } : each));
    expect(await proveVerdicts(record, ground(policy(), changed))).toMatchObject({
      gone: expect.stringMatching(/under another policy/) as string,
    });
  });

  it('are found although a call of another session is masked, as in a pass over the whole trail', async () => {
    const policy = All(yes, Budget({ max: 2 }));
    const audit = memoryAudit();
    const engine = new PolicyEngine(policy, { audit, sessions: memorySessions() });
    for (const [index, [sessionId, payload]] of [
      ['other', { password: 'hunter2' }],
      ['s', { index: '1' }],
      ['s', { index: '2' }],
    ].entries() as Iterable<[number, [string, Record<string, string>]]>) {
      const evaluation = await engine.evaluate({ kind: 'tool', tool: 'send', payload, sessionId, callId: `${index}` });
      await engine.postAction(evaluation, { status: 'ok' });
    }
    const record = last(audit);

    expect(await proveVerdicts(record, ground(policy, audit.records))).toEqual({ verdict: 'equal' });
    const inItsSession = audit.records.map(each => ({ ...each, sessionId: 's' }));
    expect(await proveVerdicts(record, ground(policy, inItsSession))).toMatchObject({
      gone: expect.stringMatching(/is not whole in the trail$/) as string,
    });
  });

  it('differ where a guard says something else now, and say which', async () => {
    const record = last(await trail(All(yes, careful), 'send'));
    const changed = All(
      yes,
      guard('careful', () => warn('it reaches others')),
    );

    expect(await proveVerdicts(record, ground(changed))).toEqual({ verdict: 'differs', where: 'node 1: recorded `a`, now `w`' });
  });

  it.each([
    ['the text of the policy', async () => ({ record: last(await trail(yes, 'a')), policy: careful })],
    [
      'part of the action',
      async () => ({ record: { ...last(await trail(yes, 'a')), payload: { password: '[REDACTED]' } }, policy: yes }),
    ],
  ])('are not reproducible without %s', async (what, made) => {
    const { record, policy } = await made();

    expect(await proveVerdicts(record, ground(policy))).toMatchObject({
      verdict: 'not_reproducible',
      gone: expect.stringContaining(what) as string,
    });
  });
});
