import { inspect } from 'node:util';

import { All, Escalate, PolicyEngine, When, ask, block, guard, pass, warn } from '@licet/core';
import { toCondition } from '@licet/core/nodes';
import { loadPolicy } from '@licet/core/yaml';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const yes = guard('yes', () => pass());
const no = guard('no', () => block('the disk is full', { fix: 'free some space' }));
const broken = guard('broken', () => {
  throw new Error('no such table', { cause: { secret: 1n } });
});

describe('an evaluation', () => {
  const policy = All(yes, no, broken);

  it('serialises completely, without what was thrown', async () => {
    const evaluation = await new PolicyEngine(policy).evaluate({ kind: 'bash', payload: { command: 'ls' }, callId: 'c' });
    const data = JSON.parse(JSON.stringify(evaluation)) as Record<string, unknown>;

    expect(data).toMatchObject({
      id: evaluation.id,
      passed: false,
      ruling: 'block',
      enforced: 'block',
      guard: 'no',
      reason: 'the disk is full',
      fix: { summary: 'free some space' },
      verdicts: [{ ruling: 'pass' }, { ruling: 'block' }, { error: { code: 'guard_threw', message: 'no such table' } }],
      errors: [{ code: 'guard_threw', guard: 'broken', message: 'no such table' }],
      action: { kind: 'bash', payload: { command: 'ls' }, callId: 'c' },
      actionDigest: evaluation.actionDigest,
      policyDigest: evaluation.policyDigest,
      trace: { name: 'all' },
    });
    expect(JSON.stringify(evaluation)).not.toContain('secret');
  });

  it('prints what it holds', async () => {
    const shown = inspect(await new PolicyEngine(policy).evaluate({ kind: 'bash' }));

    expect(shown).toContain("ruling: 'block'");
    expect(shown).toContain("reason: 'the disk is full'");
  });
});

describe('a policy as data', () => {
  it('says what each child is to its parent, which is no part of its identity', () => {
    const tree = When({ kind: 'bash' }, Escalate(yes, no), yes);

    expect(new PolicyEngine(tree).describe()).toMatchObject({
      edges: ['then', 'otherwise'],
      children: [{ edges: ['primary', 'fallback'] }, {}],
    });
    expect(new PolicyEngine(When({ kind: 'bash' }, yes)).describe().edges).toEqual(['then']);
    expect(new PolicyEngine(All(yes)).describe().edges).toBeUndefined();
  });
});

describe('a fix in words', () => {
  it('may go along with a warning and a pass, as with a block', () => {
    expect(warn('careful', { fix: 'look twice' }).fix).toEqual({ summary: 'look twice' });
    expect(pass({ fix: { summary: 'nothing' } }).fix).toEqual({ summary: 'nothing' });
    expect(warn('careful').fix).toBeUndefined();
  });
});

describe('misuse', () => {
  it.each([
    [
      'a block without a fix',
      () => block('x', undefined as never),
      "`block` needs a fix, such as `block(reason, { fix: 'what to do instead' })`",
    ],
    [
      'an ask without a fix',
      () => ask('x', {} as never),
      "`ask` needs a fix, such as `ask(reason, { fix: 'what to do instead' })`",
    ],
    ['a budget without options', () => Budget(undefined as never), '`Budget` needs options with `max`, found `undefined`'],
    [
      'a CEL text for a condition',
      () => toCondition('action.kind == "bash"' as never),
      'expected a condition, found `action.kind == "bash"`: a CEL expression is `celCondition(text)` of `@licet/core/cel`',
    ],
    [
      'a policy that is loaded without a registry',
      () => loadPolicy('version: 1', {} as never),
      '`loadPolicy` needs a `registry`, such as `createRegistry(guardDefinitions)`',
    ],
  ])('throws with a hint: %s', (_what, make, message) => {
    expect(make).toThrow(expect.objectContaining({ name: 'InvariantError', message }));
  });
});
