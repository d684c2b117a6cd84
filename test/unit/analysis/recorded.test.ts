import {
  All,
  Any,
  Escalate,
  Not,
  PolicyEngine,
  RULINGS,
  Threshold,
  When,
  block,
  guard,
  memoryAudit,
  pass,
  skip,
} from '@licet/core';
import type { ActionInput, Guard } from '@licet/core';
import type { EvaluationRecord } from '@licet/core/store';
import { readVerdictTree, recordedAction } from '@licet/analysis';
import { hastyClock } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { cases } from '../../support/longRuns.ts';
import { policySpecs } from '../../model/policies.ts';
import { buildSpec } from '../../model/policySpec.ts';

const yes = guard('yes', () => pass());
const no = guard('no', () => block('closed', { fix: 'open it' }));
const none = guard('none', () => skip());
const broken = guard('broken', () => {
  throw new Error('broken');
});

async function recorded(policy: Guard, action: ActionInput = { kind: 'tool' }): Promise<EvaluationRecord> {
  const audit = memoryAudit();
  await new PolicyEngine(policy, { audit, default: 'ask' }).evaluate(action);
  const record = audit.records.find(each => each.type === 'evaluation');
  if (record === undefined) throw new Error('nothing was recorded');
  return record;
}

describe('what the nodes said', () => {
  test.each<readonly [Guard, string, string]>([
    [yes, 'p', 'pass'],
    [none, '-=a', 'ask'],
    [All(yes, Any(no, none), broken), '&(p|(b-)<pb>)', 'block'],
    [Threshold(2, yes, no, yes), '#2(pbp)', 'pass'],
    [Not(no), '!(b)', 'pass'],
    [Escalate(no, Not(no)), '>(b!(b))', 'pass'],
    [Escalate(yes, no), '>(p.)', 'pass'],
    [
      All(
        When(() => true, no),
        When(() => false, no),
        When(() => false, no, yes),
      ),
      '&(t(b)-f(p))',
      'block',
    ],
    [All(no, yes, { shortCircuit: true }), '&(b.)', 'block'],
    [Any(broken, no, { onError: 'ask' }), '^a|(<pb>b)', 'ask'],
  ])('is in the record', async (policy, text, ruling) => {
    const record = await recorded(policy);

    expect(record).toMatchObject({ verdicts: text, ruling });
    expect(readVerdictTree(text).ruling).toBe(ruling);
  });

  it('gives the ruling of the engine, for every tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        policySpecs({ maxDepth: 5 }),
        fc.constantFrom(...RULINGS),
        fc.boolean(),
        async (spec, fallback, shortCircuit) => {
          const audit = memoryAudit();
          const engine = new PolicyEngine(buildSpec(spec, { shortCircuit }), { default: fallback, clock: hastyClock(), audit });
          const { ruling } = await engine.evaluate({ kind: 'tool' });
          const record = audit.records.find(each => each.type === 'evaluation');

          expect(readVerdictTree(record?.verdicts ?? '').ruling).toBe(ruling);
        },
      ),
      { numRuns: cases(500) },
    );
  });

  test.each(['', 'x', '&()', '&(p', '!(pp)', '<ap>', 'p=b', '-', 'pp', '#0x(p)', `${'!('.repeat(400)}p${')'.repeat(400)}`])(
    'is refused where it cannot be read: %s',
    text => {
      expect(() => readVerdictTree(text)).toThrow(/cannot be read/u);
    },
  );
});

describe('the action of a record', () => {
  const whole: ActionInput = {
    kind: 'bash',
    tool: 'Bash',
    payload: { command: 'ls', description: 'look around' },
    sessionId: 's',
    callId: 'c',
    agentId: 'a',
    principal: { id: 'ann', roles: ['dev'], attributes: { team: 'web' } },
    cwd: '/project',
    taskType: 'deploy',
    turnId: 't',
    remarks: ['description'],
    request: { justification: 'asked for', maxRows: 3 },
  };

  it('is the one that was judged, with all that guards go by', async () => {
    const { action, exact } = recordedAction(await recorded(yes, whole));

    expect(action).toEqual(whole);
    expect(exact).toBe(true);
  });

  test.each<readonly [string, Partial<ActionInput>]>([
    ['a secret', { payload: { password: 'hunter2' } }],
    ['a secret of the principal', { principal: { id: 'ann', attributes: { api_key: 'hunter2' } } }],
    ['a secret of the request', { request: { scope: { token: 'hunter2' } } }],
    ['a long text', { payload: { command: `hunter2${'x'.repeat(3_000)}` } }],
  ])('is known not to be it where the trail left out %s', async (what, part) => {
    const record = await recorded(yes, { ...whole, ...part });

    expect(recordedAction(record).exact).toBe(false);
    if (what !== 'a long text') expect(JSON.stringify(record)).not.toContain('hunter2');
  });
});
