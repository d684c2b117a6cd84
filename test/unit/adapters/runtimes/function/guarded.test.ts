import { ActionBlockedError, guarded } from '@licet/adapters/function';
import type { ActionInput } from '@licet/core';
import { PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import { describe, expect, expectTypeOf, it } from 'vitest';

const letting = new PolicyEngine(guard('yes', () => pass()));
const stopping = new PolicyEngine(
  guard('no', () => block('frozen', { fix: 'come back later', retryAfterMs: 1_500, recover: 'wait' })),
);
const asynchronous = new PolicyEngine(guard('slow', () => Promise.resolve(pass())));

describe('guarded', () => {
  it('keeps `this`, the name and the types of an asynchronous function', async () => {
    const account = {
      balance: 5,
      withdraw: guarded(
        async function withdraw(this: { balance: number }, amount: number): Promise<number> {
          return (this.balance -= amount);
        },
        { engine: letting },
      ),
    };

    expectTypeOf(account.withdraw).parameters.toEqualTypeOf<[number]>();
    expectTypeOf(account.withdraw).returns.toEqualTypeOf<Promise<number>>();
    expect(await account.withdraw(2)).toBe(3);
    expect(account.withdraw.name).toBe('withdraw');
  });

  it('refuses an option that there is not: it would govern less in silence', () => {
    const options = { engine: letting, kinds: 'bash' };

    expect(() => guarded(() => 1, options)).toThrow('a guarded function has no option `kinds`, did you mean `kind`?');
  });

  it('stays synchronous where that is asked for', () => {
    const add = guarded((a: number, b: number) => a + b, { engine: letting, tool: 'add', sync: true });

    expectTypeOf(add).returns.toEqualTypeOf<number>();
    expect(add(1, 2)).toBe(3);
    expect(() => guarded(() => 1, { engine: stopping, sync: true })()).toThrow(ActionBlockedError);
  });

  it('never runs a synchronous call under an asynchronous policy', () => {
    let ran = false;

    expect(() => guarded(() => (ran = true), { engine: asynchronous, sync: true })()).toThrow(/answered with a promise/);
    expect(ran).toBe(false);
  });

  it('carries the evaluation and the way out in the error', async () => {
    const error: unknown = await guarded(() => 1, { engine: stopping, tool: 'one' })().catch((thrown: unknown) => thrown);

    if (!(error instanceof ActionBlockedError)) throw new Error('expected an `ActionBlockedError`');
    expect(error.code).toBe('action_blocked');
    expect(error.message).toBe('frozen; come back later; it may pass after 2 s');
    expect(error.evaluation.ruling).toBe('block');
    expect(error.evaluation.action).toMatchObject({ kind: 'tool', tool: 'one', payload: { args: [] } });
  });

  it('takes one plain object as the payload and anything else as a list', async () => {
    const seen: unknown[] = [];
    const engine = new PolicyEngine(guard('watch', ({ payload }) => (seen.push(payload), pass())));

    await guarded((_options: { a: number }) => 1, { engine, tool: 't' })({ a: 1 });
    await guarded((_a: number, _b: string) => 1, { engine, tool: 't' })(1, 'x');
    await guarded((_list: number[]) => 1, { engine, tool: 't' })([1]);

    expect(seen).toEqual([{ a: 1 }, { args: [1, 'x'] }, { args: [[1]] }]);
  });

  it('uses the given mapping, context, kind and rewrite', async () => {
    const engine = new PolicyEngine(
      guard('limit', ({ kind, sessionId, payload }) =>
        kind === 'network' && sessionId === 's1' && payload['url'] === 'u'
          ? pass({ obligations: { rewrite: { url: 'v' } } })
          : block('no', { fix: 'no' }),
      ),
    );
    const fetch = guarded((url: string) => url, {
      engine,
      toAction: url => ({ kind: 'network', sessionId: 's1', payload: { url } }),
      rewrite: (_args, { url }): [string] => [typeof url === 'string' ? url : ''],
    });

    expect(await fetch('u')).toBe('v');
  });

  it('judges what an asynchronous mapping makes, and gives it the name of the function', async () => {
    const tools: unknown[] = [];
    const engine = new PolicyEngine(guard('watch', ({ tool }) => (tools.push(tool), pass())));
    const toAction = async (url: string): Promise<ActionInput> => ({ kind: 'network', payload: { url } });

    expect(
      await guarded(
        async function fetch(url: string) {
          return url;
        },
        { engine, toAction },
      )('u'),
    ).toBe('u');
    expect(tools).toEqual(['fetch']);
    expect(() => guarded((url: string) => url, { engine, toAction, sync: true })('u')).toThrow(ActionBlockedError);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the model is away');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the model is away'))],
  ])('says why a mapping that %s stops a call, and runs nothing', async (_, toAction) => {
    let ran = false;
    const launch = guarded(() => (ran = true), { engine: letting, tool: 'launch', toAction });

    await expect(launch()).rejects.toThrow('the call of `launch` cannot be judged: the model is away');
    expect(ran).toBe(false);
  });

  it('stops arguments that are not data, whose parts no guard could see', async () => {
    const run = guarded((_given: unknown) => 1, { engine: letting, tool: 't' });

    for (const given of [() => 1, new Map(), { deep: [new WeakSet()] }])
      await expect(run(given)).rejects.toThrow('cannot be judged');
    expect(await run({ deep: [1, null, 'x'] })).toBe(1);
    expect(await run(undefined)).toBe(1);
  });

  it('shapes the output as the policy demands, and reports a failure to do so as the outcome', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('short', () => pass({ obligations: { maxOutput: 3 } })),
      { audit },
    );
    const shape = (output: unknown, { maxOutput }: { maxOutput?: number }): unknown => {
      if (typeof output !== 'string') throw new TypeError('not a text');
      return output.slice(0, maxOutput);
    };

    expect(await guarded(() => 'abcdef', { engine, tool: 't', shape })()).toBe('abc');
    await expect(guarded(() => 5, { engine, tool: 't', shape })()).rejects.toThrow('not a text');
    expect(audit.records.flatMap(record => (record.type === 'outcome' ? [record.status] : []))).toEqual(['ok', 'error']);
  });

  it('reserves nothing when an obligation cannot be met, and the trail says what was enforced', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('rows', () => pass({ obligations: { maxRows: 3 } })),
      { audit },
    );

    await expect(guarded(() => [], { engine, tool: 't' })()).rejects.toThrow('`maxRows`');
    expect(audit.records).toMatchObject([{ type: 'evaluation', enforced: 'block', code: 'obligation_unmet' }]);
  });
});

describe('the result of a guarded function', () => {
  const redacting = () => new PolicyEngine(guard('redacts', () => pass({ obligations: { redact: ['x'] } })));
  const shaper = {
    meets: ['redact'] as const,
    shape(output: unknown) {
      const text = JSON.stringify(output);
      const rules = text.includes('sesame') ? ['x'] : [];
      return { output: JSON.parse(text.replaceAll('sesame', 'HIDDEN')) as unknown, rules };
    },
  };
  const SECRET = { key: 'sesame' };

  it.each<[string, () => unknown]>([
    ['a promise', async () => SECRET],
    ['what has its own `then`', () => ({ then: (resolve: (value: unknown) => void) => resolve(SECRET) })],
  ])('is looked through before a synchronous call shows it: %s', async (_what, run) => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('redacts', () => pass({ obligations: { redact: ['x'] } })),
      { audit },
    );

    expect(await guarded(run, { engine, tool: 't', sync: true, shape: shaper })()).toEqual({ key: 'HIDDEN' });
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'ok', redacted: ['x'] });
  });

  it('is reported as a failure when a synchronous call rejects later', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    );
    const failing = guarded(() => Promise.reject(new Error('broken')), { engine, tool: 't', sync: true });

    await expect(failing()).rejects.toThrow('broken');
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'error' });
  });

  it.each<[string, () => unknown]>([
    [
      'a generator',
      function* () {
        yield SECRET;
      },
    ],
    [
      'an asynchronous generator',
      async function* () {
        yield SECRET;
      },
    ],
    ['a stream', () => new ReadableStream()],
    ['a function', () => () => SECRET],
  ])('is withheld where its content is still to come: %s', async (_what, run) => {
    await expect(guarded(run, { engine: redacting(), tool: 't', shape: shaper })()).rejects.toThrow('no value yet');
  });

  it('shows an object of a class as its JSON, looked through', async () => {
    class Row {
      readonly #key = 'sesame';
      toJSON(): object {
        return { key: this.#key };
      }
    }

    expect(await guarded(() => new Row(), { engine: redacting(), tool: 't', shape: shaper })()).toEqual({ key: 'HIDDEN' });
  });

  it('is the same object where nothing is owed', async () => {
    const stream = new ReadableStream();

    expect(await guarded(() => stream, { engine: letting, tool: 't' })()).toBe(stream);
  });
});

describe('the arguments of a guarded function', () => {
  it('are what a mapping says of them, and keep what is no data', async () => {
    const stream = new ReadableStream();
    const toAction = (given: { to: string; body: ReadableStream }): ActionInput => ({
      kind: 'network',
      payload: { to: given.to },
    });
    const send = guarded((given: { to: string; body: ReadableStream }) => given, { engine: letting, tool: 'send', toAction });
    const given = { to: 'ann', body: stream };

    const ran = await send(given);

    expect(ran).toEqual(given);
    expect(ran).not.toBe(given);
    expect(ran.body).toBe(stream);
  });

  it('cannot be changed by the mapping', async () => {
    const toAction = (given: { to: string }): ActionInput => {
      const action = { kind: 'network', payload: { to: given.to } };
      given.to = 'eve';
      return action;
    };

    expect(await guarded((given: { to: string }) => given.to, { engine: letting, tool: 'send', toAction })({ to: 'ann' })).toBe(
      'ann',
    );
  });

  it('are as they were judged each time that a human lets the call run', async () => {
    const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask' })));
    const send = guarded(
      (given: { to: string }) => {
        const { to } = given;
        given.to = 'eve';
        return to;
      },
      { engine, tool: 'send' },
    );
    const stop: unknown = await send({ to: 'ann' }).catch((error: unknown) => error);
    if (!(stop instanceof ActionBlockedError)) throw new Error('expected a stop');

    expect(await stop.resume?.({ granted: true })).toBe('ann');
    const again: unknown = await stop.resume?.({ granted: true }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(ActionBlockedError);
  });
});
