import { ActionBlockedError, guarded, withLicet } from '@licet/adapters/function';
import { PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
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
