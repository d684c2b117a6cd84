import type { Verdict } from '@licet/core';
import { All, Any, PolicyEngine, block, guard, pass, skip } from '@licet/core';
import { evaluateChild, label } from '@licet/core/nodes';
import { fakeClock, hastyClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action = { kind: 'tool', tool: 'Probe' } as const;

const says = (answer: unknown) => guard('odd', () => answer as Verdict);

const hostile = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['the word pass', 'pass'],
  ['a number', 0],
  ['an empty object', {}],
  ['a ruling that does not exist', { ruling: 'perhaps' }],
  ['a ruling from the prototype', { ruling: 'toString' }],
  ['a list', ['pass']],
  ['a function', () => pass()],
  ['a pass that is said to be open', { ruling: 'pass', range: { best: 0, worst: 3 } }],
  ['a block that is said to be open to nothing', { ruling: 'block', range: { best: 3, worst: 3 } }],
] as const;

describe('evaluator', () => {
  for (const [what, answer] of hostile) {
    it(`reads ${what} as an error, now and later`, async () => {
      const now = new PolicyEngine(says(answer)).evaluateSync(action);
      const later = await new PolicyEngine(guard('odd', async () => answer as unknown as Verdict)).evaluate(action);

      for (const evaluation of [now, later]) {
        expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code: 'invalid_verdict', guard: 'odd' });
        expect(evaluation.errors).toMatchObject([{ code: 'invalid_verdict', guard: 'odd' }]);
      }
    });
  }

  it('reads the same nonsense as an error every time', () => {
    const engine = new PolicyEngine(says(undefined));

    expect([1, 2, 3].map(() => engine.evaluateSync(action).ruling)).toEqual(['block', 'block', 'block']);
  });

  const thrown = [
    ['nothing', undefined],
    ['a text', 'no'],
    ['an object without a prototype', Object.create(null) as unknown],
    ['a symbol', Symbol('no')],
    [
      'an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('again');
        },
      }),
    ],
    ['a verdict', block('thrown instead of returned', { fix: 'return it' })],
  ] as const;
  for (const [what, error] of thrown) {
    it(`survives a guard that throws ${what}, now and later`, async () => {
      const now = guard('angry', () => {
        throw error;
      });
      const later = guard('angry', async () => {
        throw error;
      });

      expect(new PolicyEngine(now).evaluateSync(action)).toMatchObject({ passed: false, code: 'guard_threw' });
      expect(await new PolicyEngine(later).evaluate(action)).toMatchObject({ passed: false, code: 'guard_threw' });
    });
  }

  it('survives a verdict that cannot be looked at', async () => {
    const trap = {
      get ruling(): never {
        throw new Error('look away');
      },
    };

    expect(new PolicyEngine(says(trap)).evaluateSync(action)).toMatchObject({ passed: false, code: 'guard_threw' });
    const later = new PolicyEngine(guard('odd', async () => trap as unknown as Verdict));
    expect(await later.evaluate(action)).toMatchObject({ passed: false, code: 'guard_threw' });
  });

  it('survives a promise that is none', async () => {
    const broken = {
      // oxlint-disable-next-line unicorn/no-thenable -- a hostile one is what this is about
      then: () => {
        throw new Error('no promise');
      },
    };

    expect(await new PolicyEngine(says(broken)).evaluate(action)).toMatchObject({ passed: false, code: 'guard_threw' });
  });

  it('completes a verdict that was written out by hand', () => {
    for (const bare of [{ ruling: 'block' }, Object.freeze({ ruling: 'block', guard: 'odd' })]) {
      const evaluation = new PolicyEngine(says(bare)).evaluateSync(action);

      expect(evaluation).toMatchObject({
        ruling: 'block',
        code: 'blocked',
        guard: 'odd',
        reason: '`odd` says block and gives no reason',
      });
      expect(evaluation.fix?.summary).not.toBe('');
    }
    expect(new PolicyEngine(says({ ruling: 'ask' })).evaluateSync(action)).toMatchObject({ code: 'approval_required' });
    expect(new PolicyEngine(says({ ruling: 'warn' })).evaluateSync(action)).toMatchObject({ code: 'warned', passed: true });
    expect(new PolicyEngine(says({ ruling: 'pass' })).evaluateSync(action)).toMatchObject({ code: 'ok', passed: true });
  });

  it('does not hear what comes after the time is over', async () => {
    const clock = fakeClock();
    let answer: (verdict: Verdict) => void = () => undefined;
    let told = false;
    const slow = guard('slow', (_action, ctx) => {
      ctx.signal.addEventListener('abort', () => (told = true));
      return new Promise<Verdict>(resolve => (answer = resolve));
    });
    const pending = new PolicyEngine(slow, { clock, guardTimeoutMs: 100 }).evaluate(action);

    await clock.advance(100);
    const evaluation = await pending;
    const before = evaluation.trace;
    answer(pass());
    await clock.advance(1);

    expect(evaluation).toMatchObject({ passed: false, code: 'guard_timeout' });
    expect(told).toBe(true);
    expect(evaluation.verdicts).toHaveLength(1);
    expect(evaluation.trace).toBe(before);
    expect(evaluation.context.trace.status).toBe('errored');
  });

  it('lets every child have its own time before the node runs out of its', async () => {
    const hang = (name: string) =>
      label(
        guard(name, () => new Promise<Verdict>(() => undefined)),
        { onError: 'warn' },
      );

    const evaluation = await new PolicyEngine(All(hang('a'), hang('b'), hang('c')), { clock: hastyClock() }).evaluate(action);

    expect(evaluation).toMatchObject({ ruling: 'warn', passed: true });
    expect(evaluation.errors.map(({ guard }) => guard)).toEqual(['a', 'b', 'c']);
  });

  it('keeps what led to a decision as it was', async () => {
    const late: (() => void)[] = [];
    const nosy = guard('nosy', (_action, ctx) => {
      ctx.annotate('seen', 1);
      late.push(
        () => ctx.annotate('seen', 2),
        () => ctx.raiseRisk(0.5),
        () =>
          void evaluateChild(
            ctx,
            guard('more', () => pass()),
          ),
      );
      return pass();
    });

    const evaluation = await new PolicyEngine(
      All(
        nosy,
        guard('other', () => skip()),
      ),
    ).evaluate(action);

    for (const attempt of late) expect(attempt).toThrow(/has answered already/u);
    expect(evaluation.context.annotations).toEqual([{ guard: 'nosy', key: 'seen', value: 1 }]);
    expect([evaluation.risk, evaluation.context.risk]).toEqual([0, 0]);
    expect(evaluation.verdicts).toHaveLength(1);
  });

  it('annotates in the name of each guard, and lets the risk only rise', async () => {
    const [low, high] = [0.2, 0.7].map(risk =>
      guard(`risk_${risk}`, (_action, ctx) => {
        ctx.annotate('seen', risk);
        ctx.raiseRisk(risk);
        return pass();
      }),
    );
    if (low === undefined || high === undefined) throw new Error('two guards were made');

    for (const order of [All(low, high), All(high, low)]) {
      const { context } = await new PolicyEngine(order).evaluate(action);
      expect(context.risk).toBeCloseTo(0.9);
      expect(context.annotations).toHaveLength(2);
      expect(context.annotations.every(({ guard: name, value }) => name === `risk_${JSON.stringify(value)}`)).toBe(true);
    }
    const lowering = guard('lowering', (_action, ctx) => {
      ctx.raiseRisk(-0.5);
      return pass();
    });
    const evaluation = await new PolicyEngine(All(high, lowering)).evaluate(action);
    expect([evaluation.risk, evaluation.ruling, evaluation.errors.map(({ guard: name }) => name)]).toEqual([
      0.7,
      'block',
      ['lowering'],
    ]);
  });

  it('lets the ask of another child stand when onError is milder', () => {
    const broken = guard('broken', () => {
      throw new Error('down');
    });
    const careful = guard('careful', () => ({ ruling: 'ask' }) as Verdict);

    expect(new PolicyEngine(label(All(broken, careful), { onError: 'warn' })).evaluateSync(action).ruling).toBe('ask');
    expect(new PolicyEngine(label(broken, { onError: 'warn' })).evaluateSync(action).ruling).toBe('warn');
  });

  it('speaks with the guard that an open ruling rests on', () => {
    const broken = guard('broken', () => {
      throw new Error('down');
    });
    const careful = guard('careful', () => ({ ruling: 'ask', reason: 'it is Friday' }) as Verdict);

    const evaluation = new PolicyEngine(Any(broken, careful)).evaluateSync(action);

    expect(evaluation).toMatchObject({ ruling: 'ask', guard: 'careful', reason: 'it is Friday' });
    expect(evaluation.errors).toHaveLength(1);
  });
});
