import { All, PolicyEngine, block, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { AuditRecord, Guard, MemoryAudit } from '@licet/core';
import { digestPolicy } from '@licet/core/policy';
import { toGuard } from '@licet/core/nodes';
import { proveInOrder } from '@licet/analysis';
import type { Proven } from '@licet/analysis';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

type Call = readonly [session: string, payload: Readonly<Record<string, string>>];

async function trail(
  policy: Guard,
  calls: readonly Call[],
  audit: MemoryAudit = memoryAudit(),
  sessions = memorySessions(),
): Promise<MemoryAudit> {
  const engine = new PolicyEngine(policy, { audit, sessions });
  for (const [index, [sessionId, payload]] of calls.entries()) {
    const evaluation = await engine.evaluate({
      kind: 'tool',
      tool: 'send',
      payload,
      sessionId,
      callId: `${audit.records.length}-${index}`,
    });
    if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  }
  return audit;
}

async function proven(records: readonly AuditRecord[], policies: readonly Guard[], isWhole = true): Promise<readonly Proven[]> {
  const built = new Map(
    policies.map(policy => [digestPolicy(toGuard(policy)), { built: { policy: toGuard(policy), settings: {} } }]),
  );
  const prover = proveInOrder(digest => built.get(digest), isWhole);
  const found: Proven[] = [];
  for (const record of records) {
    const one = await prover.next(record);
    if (one !== undefined) found.push(one);
  }
  return found;
}

const wordsOf = (found: readonly Proven[]): readonly string[] => found.map(({ verdict }) => verdict);
const SECRET = { password: 'hunter2' };
const limited = Budget({ max: 2 });
const stateless = guard('stateless', ({ payload }) => (payload['to'] === 'x' ? block('no', { fix: 'stop' }) : pass()));

describe('a whole trail', () => {
  it('is proven in one pass, with the state that each call met', async () => {
    const { records } = await trail(limited, [
      ['a', {}],
      ['a', {}],
      ['b', {}],
      ['a', {}],
    ]);

    expect(records.filter(({ type }) => type === 'evaluation').map(record => 'ruling' in record && record.ruling)).toEqual([
      'pass',
      'pass',
      'pass',
      'block',
    ]);
    expect(wordsOf(await proven(records, [limited]))).toEqual(['equal', 'equal', 'equal', 'equal']);
  });

  it('goes on after a call that it holds in part: only what looks at the state of that session is not reproducible', async () => {
    const policy = All(limited, stateless);
    const { records } = await trail(policy, [
      ['a', SECRET],
      ['a', {}],
      ['b', {}],
      ['b', { to: 'x' }],
    ]);
    const found = await proven(records, [policy]);

    expect(wordsOf(found)).toEqual(['not_reproducible', 'not_reproducible', 'equal', 'equal']);
    expect(found[0]).toMatchObject({ gone: 'part of the action: the trail masks secrets and cuts long texts' });
    expect(found[1]).toMatchObject({
      gone: expect.stringMatching(/^the state: the action of \S+ before it is not whole in the trail$/u),
    });
    expect(
      wordsOf(
        await proven(
          (
            await trail(stateless, [
              ['a', SECRET],
              ['a', {}],
            ])
          ).records,
          [stateless],
        ),
      ),
    ).toEqual(['not_reproducible', 'equal']);
  });

  it('does not know a counter that sessions share, once a call of any is not whole', async () => {
    const shared = Budget({ max: 9, per: 'project' });
    const { records } = await trail(shared, [
      ['a', SECRET],
      ['b', {}],
    ]);

    expect(wordsOf(await proven(records, [shared]))).toEqual(['not_reproducible', 'not_reproducible']);
  });

  it('says what differs where a record was changed, or the policy', async () => {
    const { records } = await trail(limited, [['a', {}]]);
    const [first] = records;
    if (first?.type !== 'evaluation') throw new Error('expected a decision');

    expect(await proven([{ ...first, verdicts: 'b', ruling: 'block', enforced: 'block' }], [limited])).toEqual([
      { verdict: 'differs', where: expect.stringContaining('recorded `b`') },
    ]);
    expect(await proven(records, [stateless])).toEqual([
      { verdict: 'not_reproducible', gone: expect.stringContaining('the text of the policy') },
    ]);
  });

  it('knows no state that came about before its beginning, under another policy, or before a reset', async () => {
    const [audit, sessions] = [memoryAudit(), memorySessions()];
    await trail(limited, [['a', {}]], audit, sessions);
    const other = All(limited, stateless);
    await trail(other, [['a', {}]], audit, sessions);

    expect(wordsOf(await proven(audit.records, [limited, other]))).toEqual(['equal', 'not_reproducible']);
    expect(wordsOf(await proven((await trail(limited, [['a', {}]])).records, [limited], false))).toEqual(['not_reproducible']);
    const [call] = (await trail(limited, [['a', {}]])).records;
    const reset = {
      type: 'anomaly',
      at: 0,
      sessionId: 'a',
      evaluationId: 'r',
      code: 'state_reset',
      reason: 'a person',
      severity: 'medium',
    } as unknown as AuditRecord;
    expect(wordsOf(await proven([reset, ...(call === undefined ? [] : [call])], [limited]))).toEqual(['not_reproducible']);
  });

  it('trusts no state behind a call that is judged otherwise now', async () => {
    let isGone = false;
    const world = guard('world', () => (isGone ? block('the file is gone', { fix: 'restore it' }) : pass()));
    const policy = All(world, Budget({ max: 1 }));
    const { records } = await trail(policy, [
      ['a', {}],
      ['a', {}],
      ['b', {}],
    ]);
    const first = records.findIndex(({ type }) => type === 'evaluation');
    const prover = proveInOrder(() => ({ built: { policy, settings: {} } }), true);
    const found: Proven[] = [];
    for (const [index, record] of records.entries()) {
      isGone = index === first;
      const one = await prover.next(record);
      if (one !== undefined) found.push(one);
    }

    expect(wordsOf(found)).toEqual(['differs', 'not_reproducible', 'equal']);
    expect(found[1]).toMatchObject({ gone: expect.stringMatching(/before it was judged otherwise$/u) });
  });

  it('knows the state of sessions that begin after a change of the policy', async () => {
    const [audit, sessions] = [memoryAudit(), memorySessions()];
    const other = All(limited, stateless);
    await trail(limited, [['a', {}]], audit, sessions);
    await trail(
      other,
      [
        ['b', {}],
        ['a', {}],
        ['b', {}],
        ['b', {}],
      ],
      audit,
      sessions,
    );

    expect(wordsOf(await proven(audit.records, [limited, other]))).toEqual([
      'equal',
      'equal',
      'not_reproducible',
      'equal',
      'equal',
    ]);
  });

  it('trusts no state behind a record that has no verdicts', async () => {
    const { records } = await trail(limited, [
      ['a', {}],
      ['a', {}],
      ['b', {}],
    ]);
    const [first, ...rest] = records;
    if (first?.type !== 'evaluation') throw new Error('expected a decision');
    const { verdicts: _verdicts, ...bare } = first;
    const found = await proven([bare, ...rest], [limited]);

    expect(wordsOf(found)).toEqual(['not_reproducible', 'not_reproducible', 'equal']);
    expect(found[1]).toMatchObject({ earlier: first.evaluationId, gone: expect.stringContaining('has no verdicts') });
  });

  it('goes on where a call cannot be judged again', async () => {
    const faulty = guard('faulty', () => pass());
    const { records } = await trail(faulty, [
      ['a', {}],
      ['a', {}],
    ]);
    const prover = proveInOrder(() => {
      throw new Error('no such file');
    }, true);

    expect(await prover.next(records[0] as AuditRecord)).toEqual({
      verdict: 'not_reproducible',
      gone: 'what it takes to judge it again (no such file)',
    });
  });
});
