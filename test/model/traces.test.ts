import { sqliteState } from '@licet/adapters/sqlite';
import { All, PolicyEngine, When, block, guard, memorySessions } from '@licet/core';
import type { ActionInput, GuardNode, SessionStore } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { fakeClock } from '@licet/core/testing';
import { analyzeEffects } from '@licet/effects';
import { Budget, Facts, RateLimit, Requires, SingleUse } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../support/longRuns.ts';
import { lets } from './tracesModel.ts';
import type { Call, Rule } from './tracesModel.ts';

const TOOLS = ['pay', 'approve', 'look'] as const;
const tool = fc.constantFrom(...TOOLS);
const max = fc.integer({ min: 1, max: 4 });
const window = fc.constantFrom(60_000, 600_000, 3_600_000);
const flag = fc.boolean();
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const outcome = maybe(fc.constantFrom('ok' as const, 'error' as const));
const record = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Rule> =>
  fc.record(shape).map(each => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined)) as Rule);

const rules = fc.oneof(
  record({
    rule: fc.constant('budget'),
    tool,
    max,
    byOrder: flag,
    window: maybe(window),
    isSum: flag,
    isShared: flag,
    refunds: flag,
  }),
  record({ rule: fc.constant('rate'), tool, max, window, byOrder: flag, isShared: flag }),
  record({ rule: fc.constant('distinct'), tool, max: fc.integer({ min: 1, max: 2 }), window, isShared: flag }),
  record({ rule: fc.constant('once'), tool }),
  record({ rule: fc.constant('fact'), tool, after: tool, window, byOrder: flag }),
  record({ rule: fc.constant('happened'), tool, after: tool, window, outcome, byOrder: flag, isShared: flag }),
  record({
    rule: fc.constantFrom('count', 'sum'),
    tool,
    of: tool,
    max,
    window: maybe(window),
    outcome,
    byOrder: flag,
    isShared: flag,
  }),
);

const steps = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 1, 30_000, 60_000, 400_000, 1_800_000),
    tool,
    order: fc.constantFrom('a', 'b', 'c'),
    amount: fc.integer({ min: 0, max: 2 }),
    session: fc.constantFrom('s', 't'),
    end: fc.constantFrom('ok', 'ok', 'error', 'denied', 'open', 'later'),
  }),
  { minLength: 4, maxLength: 20 },
);

const stop = guard('stop', () => block('not now', { fix: 'wait' }));

/** The same rule as a node of a policy. */
function nodeOf(rule: Rule, name: string): GuardNode {
  const match = { tool: rule.tool };
  const by = 'byOrder' in rule && rule.byOrder ? { by: ['order'] } : {};
  const per = 'isShared' in rule && rule.isShared ? ({ per: 'project' } as const) : {};
  const within = 'window' in rule && rule.window !== undefined ? { window: rule.window } : {};
  switch (rule.rule) {
    case 'budget':
      return Budget({
        max: rule.max,
        match,
        name,
        ...by,
        ...per,
        ...within,
        ...(rule.isSum && { cost: 'amount' }),
        ...(rule.refunds && { onFailure: 'refund' }),
      });
    case 'rate':
      return RateLimit({ max: rule.max, window: rule.window, match, name, ...by, ...per });
    case 'distinct':
      return RateLimit({ max: rule.max, window: rule.window, match, name, distinct: 'order', ...per });
    case 'once':
      return SingleUse({ match, by: ['order'], name });
    case 'fact': {
      const fact = { earnedBy: { tool: rule.after }, ...by };
      return All(Facts({ facts: { [name]: fact } }), When(match, Requires({ fact: name, within: rule.window })));
    }
    default: {
      const isHappened = rule.rule === 'happened';
      const members = [
        `"tool": "${isHappened ? rule.after : rule.of}"`,
        ...(rule.outcome === undefined ? [] : [`"outcome": "${rule.outcome}"`]),
        ...(rule.byOrder ? ['"payload": {"order": action.payload.order}'] : []),
        ...(rule.isShared ? ['"per": "project"'] : []),
      ].join(', ');
      const time = rule.window === undefined ? '' : `, "${rule.window}ms"`;
      const asked = {
        happened: `!happened({${members}}${time})`,
        count: `count({${members}}${time}) >= ${'max' in rule ? rule.max : 0}`,
        sum: `sum({${members}}, "amount"${time}) >= ${'max' in rule ? rule.max : 0}.0`,
      };
      return When(celCondition(`action.tool == "${rule.tool}" && ${asked[rule.rule]}`), stop);
    }
  }
}

async function agrees(
  policy: readonly Rule[],
  trace: readonly { wait: number; tool: string; order: string; amount: number; session: string; end: string }[],
  sessions: SessionStore,
): Promise<void> {
  const clock = fakeClock(1_000_000);
  const engine = new PolicyEngine(All(...policy.map((rule, index) => nodeOf(rule, `r${index}`))), {
    sessions,
    clock,
    default: 'pass',
    effects: analyzeEffects({ root: '/w', files: false, env: {} }),
  });
  const past: Call[] = [];
  const later: (() => Promise<void>)[] = [];
  for (const [index, { wait, end, ...call }] of trace.entries()) {
    clock.set(clock.now() + wait);
    const now: Call = { ...call, at: clock.now(), end: 'open' };
    const wanted = policy.every(rule => lets(rule, now, past));
    const action: ActionInput = {
      kind: 'tool',
      tool: call.tool,
      payload: { order: call.order, amount: call.amount },
      sessionId: call.session,
      callId: `c${index}`,
    };
    const evaluation = await engine.evaluate(action);
    expect([index, evaluation.passed]).toEqual([index, wanted]);
    for (const report of later.splice(0)) await report();
    if (!evaluation.passed) continue;
    past.push(now);
    const report = async (status: 'ok' | 'error' | 'denied'): Promise<void> => {
      await engine.postAction(evaluation, { status });
      if (status === 'denied') past.splice(past.indexOf(now), 1);
      now.end = status;
    };
    if (end === 'later') later.push(async () => report('ok'));
    else if (end !== 'open') await report(end as 'ok');
  }
}

describe.each([
  ['memory', () => memorySessions()],
  ['SQLite', () => sqliteState(':memory:').sessions],
] as const)('the engine agrees with a model that looks through all calls, on %s', (_name, open) => {
  it('on random traces', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rules, { minLength: 1, maxLength: 3 }), steps, async (policy, trace) =>
        agrees(policy, trace, open()),
      ),
      { numRuns: cases(1_000) },
    );
  });
});
