import type { Evaluation } from '@licet/core';
import { testTexts } from '@licet/analysis/policies';
import { PolicyEngine } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { fakeClock } from '@licet/core/testing';
import { analyzeEffects } from '@licet/effects';
import { importPolicy, testsText } from '@licet/importers';
import { celCondition, compilePolicy } from 'licet/source/policy/compile.ts';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { registry } from 'licet/source/policy/registry.ts';
import { describe, expect, it } from 'vitest';

const [root, home] = ['/project', '/home/me'];
const HOUR = 3_600_000;

/** Imports policies, and judges calls by them: whether each goes ahead. */
function imported(text: string) {
  const { text: policy, left, cases } = importPolicy('dogwood', text);
  const result = compilePolicy(policy, `${root}/governance.yaml`);
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  const clock = fakeClock(0);
  const engine = new PolicyEngine(buildPolicy(result.compiled, { registry: registry(), root, home, conditions: celCondition }), {
    effects: analyzeEffects({ root, home, files: false, env: {} }),
    audit: { append: () => undefined },
    clock,
  });
  const call = async (tool: string, payload: Record<string, unknown>, user = 'ann'): Promise<Evaluation> => {
    const evaluation = await engine.evaluate({ kind: 'tool', tool, payload, sessionId: user, principal: { id: user } });
    if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
    return evaluation;
  };
  return {
    policy,
    clock,
    call,
    passes: async (...of: Parameters<typeof call>) => (await call(...of)).passed,
    left: left.map(({ line, path, why }) => `${line} ${path}: ${why}`),
    failed: async () => (await testTexts(policyHost, policy, testsText('dogwood', cases))).filter(({ passed }) => !passed),
    cases: cases.length,
  };
}

const permit = (action: string, ...clauses: readonly string[]): string =>
  `permit (principal, action == Bank::Action::"${action}", resource)\n${clauses.join('\n')};\n`;
const formerly = (event: string, within = '1h'): string =>
  `when temporal { formerly within ${within} ( Bank::Action::${event} ) }`;

describe('policies of Dogwood', () => {
  it('permit what a condition holds for, and nothing else', async () => {
    const { passes, call } = imported(
      `@id("small")\n@hint("sell fewer")\n${permit('Sell', 'when { context.input.count <= 50 && context.input.stock != "X" };').replace(';;', ';')}`,
    );

    expect([await passes('Sell', { count: 50, stock: 'A' }), await passes('Sell', { count: 51, stock: 'A' })]).toEqual([
      true,
      false,
    ]);
    expect(await passes('Sell', { count: 1, stock: 'X' })).toBe(false);
    expect(await passes('Buy', { count: 1 })).toBe(false);
    expect((await call('Sell', { count: 99, stock: 'A' })).reason).toContain('sell fewer');
  });

  it('permit what something has come before, of the same values and in time', async () => {
    const event = '"Approve"::request{ input.user: context.input.user, input.state: "yes" }';
    const { passes, clock, failed, cases } = imported(permit('Pay', formerly(event)));

    expect(await passes('Pay', { user: 'u' })).toBe(false);
    await passes('Approve', { user: 'u', state: 'no' });
    await passes('Approve', { user: 'v', state: 'yes' });
    expect(await passes('Pay', { user: 'u' })).toBe(false);
    await passes('Approve', { user: 'u', state: 'yes' });
    expect(await passes('Pay', { user: 'u' })).toBe(true);
    expect(await passes('Pay', { user: 'u' }, 'ben')).toBe(false);
    clock.set(HOUR + 1);
    expect(await passes('Pay', { user: 'u' })).toBe(false);
    expect([cases, await failed()]).toEqual([2, []]);
  });

  it('count the call that is judged, as Dogwood does', async () => {
    const { passes } = imported(
      permit(
        'Pay',
        `when temporal { exists (n: Long). ( (count for (t: Timepoint). where ( formerly within 1h (
          Bank::Action::"Pay"::request{ input.user: context.input.user } && tp(t) ) )) == n && n < 3 ) }`,
      ),
    );
    const pay = async (user: string) => passes('Pay', { user });

    expect([await pay('u'), await pay('u'), await pay('u'), await pay('v')]).toEqual([true, true, false, true]);
  });

  it('add up an argument, and only that of events that are meant', async () => {
    const { passes } = imported(
      permit(
        'Pay',
        `when temporal { exists (total: Long). ( (sum_within( amount, 1d, Bank::Action::"Pay"::request{ input.amount: amount, input.done: "yes" } )) == total
          && total <= 50 ) }`,
      ),
    );
    const pay = async (amount: number, done: string) => passes('Pay', { amount, done });

    expect([await pay(40, 'no'), await pay(40, 'yes'), await pay(99, 'no'), await pay(11, 'yes'), await pay(10, 'yes')]).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it('find the actions of a group in the schema before them', async () => {
    const schema = 'namespace Bank {\n  action "Pay" in [Action::"Money"] appliesTo { principal: [U] };\n}\n';
    const rule = 'permit (principal, action in [Bank::Action::"Money"], resource);\n';

    expect(await imported(`${schema}${rule}`).passes('Pay', {})).toBe(true);
    const alone = imported(rule);
    expect(await alone.passes('Pay', {})).toBe(false);
    expect(alone.left).toEqual(['1 permit: which actions are in the group Money is in no schema before it']);
  });

  it('forbid over what is permitted, and everything where a rule that forbids is not understood', async () => {
    const all = 'permit (principal, action, resource);\n';
    const big = imported(`${all}forbid (principal, action == A::Action::"Pay", resource) when { context.input.amount > 5 };`);
    expect([await big.passes('Pay', { amount: 5 }), await big.passes('Pay', { amount: 6 })]).toEqual([true, false]);
    const unknown = imported(`${all}@id("odd")\nforbid (principal, action, resource) when { principal has age };`);

    expect(await unknown.passes('Pay', {})).toBe(false);
    expect(unknown.left[0]).toMatch(/^3 odd: expected a text, a number, or an argument/);
  });

  it('turn `unless` round, and take what was answered for what went well', async () => {
    const { passes } = imported(permit('Pay', 'unless { context.input.test == true }', formerly('"Check"::response{ }')));

    expect(await passes('Pay', { test: false })).toBe(false);
    await passes('Check', {});
    expect([await passes('Pay', { test: false }), await passes('Pay', { test: true })]).toEqual([true, false]);
  });

  it.each([
    [
      'since',
      'when temporal { ( !A::Action::"Off"::request{ } since within 1h A::Action::"On"::request{ } ) }',
      /`since` has no counterpart/,
    ],
    ['an event without a time', 'when temporal { A::Action::"On"::request{ } }', /has no time limit/],
    ['an unknown kind of event', 'when temporal { formerly within 1h ( A::Action::"On"::poll{ } ) }', /no kind of event/],
    [
      'a name that nothing is bound to',
      'when temporal { exists (n: Long). ( (sum_within( x, 1d, A::Action::"On"::request{ } )) == n && n < 3 ) }',
      /bound to `x`/,
    ],
  ])('leave %s, and permit nothing by it', async (_what, clause, why) => {
    const { left, passes } = imported(permit('Pay', clause));

    expect(left[0]).toMatch(why);
    expect(await passes('Pay', {})).toBe(false);
  });

  it('are refused where they are no policies at all', () => {
    expect(() => importPolicy('dogwood', 'permit (principal, action, resource) when { § };')).toThrow(
      /no part of a Dogwood policy/,
    );
  });
});
