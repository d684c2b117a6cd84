import { ActionBlockedError, guarded, withLicet } from '@licet/adapters/function';
import { PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const letting = new PolicyEngine(guard('yes', () => pass()));
const asking = () => new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));

async function stopOf(call: Promise<unknown>): Promise<ActionBlockedError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  return error instanceof ActionBlockedError ? error : expect.fail('expected an `ActionBlockedError`');
}

class Tool {
  readonly name = 'x';
  execute(): number {
    return 1;
  }
}

const one = (): number => 1;

describe('a tool under a policy', () => {
  it('runs with the same `this` and everything that a framework hands over, of which the policy sees the input only', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    );
    const tool = {
      name: 'add',
      base: 1,
      async execute(this: { base: number }, { n }: { n: number }, context: { add: (a: number) => number }) {
        return context.add(this.base + n);
      },
    };
    const result = withLicet(tool, { engine, about: () => ({ callId: 'c1', sessionId: 's' }) }).execute(
      { n: 2 },
      { add: a => a * 10 },
    );

    expect(await result).toBe(30);
    expect(audit.records[0]).toMatchObject({ tool: 'add', payload: { n: 2 }, callId: 'c1', sessionId: 's' });
  });

  it('runs with the arguments that the policy rewrites', async () => {
    const engine = new PolicyEngine(guard('less', () => pass({ obligations: { rewrite: { limit: 10 } } })));
    const tool = withLicet({ name: 'rows', run: (input: { limit: number }) => Promise.resolve(input.limit) }, { engine });

    expect(await tool.run({ limit: 99 })).toBe(10);
  });

  it('judges data only, and stops a call with anything else', async () => {
    const tool = withLicet({ name: 'any', execute: async (_input: unknown) => 'ran' }, { engine: letting });

    await expect(tool.execute({ send: () => 1 })).rejects.toThrow('cannot be judged');
    expect(await tool.execute(['a'])).toBe('ran');
  });

  it.each<[string, object, string]>([
    ['an object of a class', new Tool(), 'a tool must be a plain object'],
    ['a tool without a name', { execute: one }, 'the tool has no name'],
    ['a tool that nothing runs', { name: 'x' }, 'nothing runs the tool `x`'],
    ['a tool with two ways in', { name: 'x', execute: one, invoke: one }, '`execute` and `invoke` both run'],
  ])('refuses %s', (_what, tool, message) => {
    expect(() => withLicet(tool, { engine: letting })).toThrow(message);
  });
});

describe('a stop that a human can lift', () => {
  it('runs the very same call after a yes, once, and reports its outcome', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('who', () => ask('it reaches others', { fix: 'ask the user' })),
      { audit },
    );
    const sent: string[] = [];
    const send = guarded(({ to }: { to: string }) => sent.push(to), { engine, tool: 'send' });
    const stop = await stopOf(send({ to: 'ann' }));

    expect(await stop.resume?.({ granted: true, by: 'ben' })).toBe(1);
    expect(sent).toEqual(['ann']);
    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
    expect((await stopOf(stop.resume?.({ granted: true, by: 'ben' }) ?? Promise.resolve())).evaluation.passed).toBe(false);
    expect(sent).toEqual(['ann']);
  });

  it('stays a stop after a no', async () => {
    const send = guarded(() => 'sent', { engine: asking(), tool: 'send' });
    const stop = await stopOf(send());

    expect((await stopOf(stop.resume?.({ granted: false }) ?? Promise.resolve())).evaluation.passed).toBe(false);
  });

  it('offers nothing to answer where no answer helps', async () => {
    const engine = new PolicyEngine(guard('no', () => block('never', { fix: 'stop' })));

    expect((await stopOf(guarded(() => 1, { engine, tool: 'x' })())).resume).toBeUndefined();
  });
});

describe('a second way into a tool', () => {
  it.each<[string, object, string]>([
    ['a stream', { stream: one }, '`stream` of the tool `x` is a function'],
    ['a method with its own name', { go: one }, '`go` of the tool `x`'],
    ['one under a symbol', { [Symbol('go')]: one }, '`Symbol(go)` of the tool `x`'],
    ['one behind a getter', Object.defineProperty({}, 'go', { enumerable: true, get: () => one }), '`go`'],
  ])('is refused: %s', (_what, more, message) => {
    const tool = Object.defineProperties({ name: 'x', execute: one }, Object.getOwnPropertyDescriptors(more));

    expect(() => withLicet(tool, { engine: letting })).toThrow(message);
  });

  it('is no member that cannot be seen: the copy lacks it', () => {
    const tool = Object.defineProperty({ name: 'x', execute: one }, 'go', { value: one });

    expect(withLicet(tool, { engine: letting })).not.toHaveProperty('go');
  });

  it('is let be where the host names it', () => {
    const tool = { name: 'x', execute: one, toModelOutput: one };

    expect(withLicet(tool, { engine: letting, ungoverned: ['toModelOutput'] }).toModelOutput()).toBe(1);
  });

  it('is no other function that a getter returns the second time', async () => {
    const ran: string[] = [];
    const first = async (): Promise<void> => void ran.push('first');
    const later = async (): Promise<void> => void ran.push('later');
    let time = 0;
    const tool = Object.defineProperty({ name: 'x' }, 'execute', { enumerable: true, get: () => (time++ === 0 ? first : later) });

    await (withLicet(tool, { engine: letting }) as unknown as { execute: (input: object) => Promise<void> }).execute({});

    expect(ran).toEqual(['first']);
  });
});

describe('a call id that a framework uses twice', () => {
  it('is charged for each call that runs', async () => {
    const engine = new PolicyEngine(Budget({ max: 2, per: 'session' }));
    let ran = 0;
    const tool = withLicet({ name: 'x', execute: async (_input: object) => ++ran }, { engine, about: () => ({ callId: 'c' }) });

    for (let time = 0; time < 4; time += 1) await tool.execute({}).catch(() => undefined);

    expect(ran).toBe(2);
  });

  it('lets one of two calls run that are made at once', async () => {
    let ran = 0;
    const tool = withLicet(
      { name: 'x', execute: async (_input: object) => ++ran },
      { engine: letting, about: () => ({ callId: 'c' }) },
    );

    const ends = await Promise.allSettled([tool.execute({}), tool.execute({})]);

    expect([ran, ends.map(({ status }) => status)]).toEqual([1, ['fulfilled', 'rejected']]);
  });
});
