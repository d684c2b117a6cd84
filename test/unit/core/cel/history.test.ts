import { All, Any, Not, PolicyEngine, PolicyEvaluator, When, block, guard, memorySessions, pass } from '@licet/core';
import type { ActionInput, Evaluation, OutcomeStatus, Ruling } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { fakeClock } from '@licet/core/testing';
import { describe, expect, it, test } from 'vitest';

const HOUR = 3_600_000;
const stop = guard('stop', () => block('not now', { fix: 'wait' }));
const call = (tool: string, payload: Record<string, unknown> = {}): ActionInput => ({
  kind: 'tool',
  tool,
  payload,
  sessionId: 's',
});

/** An engine that blocks where a condition holds, with calls by number. */
function world(condition: string) {
  const clock = fakeClock(0);
  const sessions = memorySessions();
  const engine = new PolicyEngine(When(celCondition(condition), stop), { default: 'pass', sessions, clock });
  let number = 0;
  const ask = (action: ActionInput): Evaluation => engine.evaluateSync({ callId: `${number++}`, ...action });
  const run = async (action: ActionInput, status: OutcomeStatus = 'ok'): Promise<Ruling> => {
    const evaluation = ask(action);
    if (evaluation.passed) await engine.postAction(evaluation, { status });
    return evaluation.ruling;
  };
  return { engine, clock, sessions, ask, run };
}

describe('a condition over what happened before', () => {
  it('counts what goes ahead, and not the action that is judged', async () => {
    const { run } = world('count({"tool": "send_*"}, "1h") >= 2');

    expect([await run(call('send_mail')), await run(call('look')), await run(call('send_sms'))]).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    expect([await run(call('send_mail')), await run(call('look'))]).toEqual(['block', 'block']);
  });

  it('counts calls that are still running', () => {
    const { ask } = world('action.tool == "send" && count({"tool": "send"}) >= 1');

    expect([ask(call('send')).ruling, ask(call('send')).ruling]).toEqual(['pass', 'block']);
  });

  it('counts nothing twice that is evaluated again', () => {
    const { ask } = world('count({"tool": "send"}) >= 2');
    const again = { ...call('send'), callId: 'one' };

    expect([ask(again), ask(again), ask(again), ask(call('send'))].map(({ ruling }) => ruling)).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
    ]);
    expect(ask(call('send')).ruling).toBe('block');
  });

  it('forgets what has left the window', async () => {
    const { run, clock } = world('action.tool == "send" && happened({"tool": "send"}, "1h")');
    expect([await run(call('send')), await run(call('send'))]).toEqual(['pass', 'block']);
    await clock.advance(HOUR);

    expect(await run(call('send'))).toBe('pass');
  });

  it('asks for the arguments of the action that is judged', async () => {
    const { run } = world(
      'action.tool == "refund" && !happened({"tool": "approve", "outcome": "ok", "payload": {"order": action.payload.id}}, "1h")',
    );

    expect(await run(call('refund', { id: 7 }))).toBe('block');
    expect(await run(call('approve', { order: '7' }))).toBe('pass');
    expect([await run(call('refund', { id: 8 })), await run(call('refund', { id: 7 }))]).toEqual(['block', 'pass']);
  });

  it.each(['error', 'unknown', 'denied', 'cancelled'] as const)(
    'does not take an action that ended with %s for one that went well',
    async status => {
      const { run } = world('action.tool == "refund" && !happened({"tool": "approve", "outcome": "ok"})');
      await run(call('approve'), status);

      expect(await run(call('refund'))).toBe('block');
    },
  );

  it('counts what failed where that is asked for, and nothing that was denied', async () => {
    const { run } = world('count({"tool": "try", "outcome": "error"}) >= 1 || count({"tool": "deny"}) >= 1');
    await run(call('try'));
    await run(call('deny'), 'denied');
    expect(await run(call('look'))).toBe('pass');
    await run(call('try'), 'error');

    expect(await run(call('look'))).toBe('block');
  });

  it('adds up an argument', async () => {
    const { run } = world(
      'action.tool == "pay" && sum({"tool": "pay", "payload": {"to": action.payload.to}}, "amount", "1d") + action.payload.amount > 100.0',
    );
    const pay = (to: string, amount: unknown) => run(call('pay', { to, amount }));

    expect([await pay('a', 60), await pay('b', 60), await pay('a', 40), await pay('a', 0.5)]).toEqual([
      'pass',
      'pass',
      'pass',
      'block',
    ]);
  });

  it.each(['40', -1, Number.NaN, undefined])('lets nothing go ahead whose amount is %j', async amount => {
    const { run } = world('action.tool == "look" && sum({"tool": "pay"}, "amount") > 100.0');

    expect(await run(call('pay', { amount }))).toBe('block');
  });

  it('does not ask about arguments that an action lacks, where that decides nothing', async () => {
    const { run } = world('action.tool == "refund" && happened({"tool": "refund", "payload": {"order": action.payload.order}})');

    expect(await run(call('look'))).toBe('pass');
    expect(await run(call('refund'))).toBe('block');
  });

  it('counts wherever the condition is, also below what does not decide', async () => {
    const counting = When(celCondition('count({"tool": "send"}) >= 1'), stop);
    const policy = All(
      Any(
        guard('yes', () => pass()),
        counting,
      ),
      When({ tool: 'never' }, Not(counting)),
      When({ tool: 'check' }, counting),
    );
    const engine = new PolicyEngine(policy, { default: 'pass' });
    engine.evaluateSync(call('send'));

    expect(engine.evaluateSync(call('check')).ruling).toBe('block');
  });

  it('tells sessions, agents and projects apart', () => {
    const limit = (per: string) => celCondition(`count({"tool": "send", "per": "${per}"}) >= 1`);
    const engine = (per: string) => new PolicyEngine(When(limit(per), stop), { default: 'pass' });
    const second = (per: string, other: Partial<ActionInput>) => {
      const each = engine(per);
      each.evaluateSync(call('send'));
      return each.evaluateSync({ ...call('send'), ...other }).ruling;
    };

    expect([second('session', { sessionId: 't' }), second('project', { sessionId: 't' })]).toEqual(['pass', 'block']);
    expect([second('agent', { agentId: 'a' }), second('session', { agentId: 'a' })]).toEqual(['pass', 'block']);
  });
});

describe('a clock that is set back', () => {
  it('makes no permission last longer', async () => {
    const { run, clock } = world('action.tool == "refund" && !happened({"tool": "approve", "outcome": "ok"}, "1h")');
    await clock.advance(HOUR);
    await run(call('approve'));
    clock.set(0);

    expect(await run(call('refund'))).toBe('block');
    clock.set(HOUR);
    expect(await run(call('refund'))).toBe('pass');
  });

  it('frees nothing of a limit', async () => {
    const { run, clock } = world('action.tool == "send" && count({"tool": "send"}, "1h") >= 1');
    await clock.advance(HOUR);
    await run(call('send'));
    clock.set(0);

    expect(await run(call('send'))).toBe('block');
  });
});

test('an evaluator that keeps nothing refuses such a condition', () => {
  expect(() => new PolicyEvaluator(When(celCondition('happened({"tool": "a"})'), stop))).toThrow(/PolicyEngine/);
});

describe('what would have to be looked for in everything that happened does not load', () => {
  it.each([
    ['happened(action.payload)', /pattern must be written out/],
    ['happened({"tool": action.tool})', /`tool` must be written out as a text/],
    ['happened({action.tool: "a"})', /the name of a member must be written out/],
    ['happened({"payload": {"a": 1}})', /must say which actions/],
    ['happened({"tol": "a"})', /no member `tol`, did you mean `tool`/],
    ['happened({"tool": "a", "payload": action.payload})', /`payload` must be written out/],
    ['happened({"tool": "a"}, action.payload.time)', /the time must be written out/],
    ['happened({"tool": "a"}, "soon")', /a time such as `1h`, found `soon`/],
    ['sum({"tool": "a"}, action.payload.name, "1h") > 1.0', /the field must be written out/],
    ['happened({"tool": "a", "outcome": "denied"})', /`outcome` must be one of `ok`, `error`/],
    ['happened({"tool": "a", "per": "month"})', /`per` must be one of/],
    ['happened({"tool": "a", "payload": {"x": happened({"tool": "b"})}})', /may not ask what happened before/],
    ['effects.exists(e, happened({"tool": "a", "payload": {"p": e.path}}))', /unknown variable `e`/],
    ['happend({"tool": "a"})', /did you mean `happened`/],
  ])('%s', (condition, message) => {
    expect(() => celCondition(condition)).toThrow(message);
  });
});
