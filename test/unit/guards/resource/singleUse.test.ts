import type { ActionInput } from '@licet/core';
import { PolicyEngine, createRegistry } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { loadPolicy } from '@licet/core/yaml';
import { SingleUse, guardDefinitions } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const pay = (payload: object, more: Partial<ActionInput> = {}): ActionInput => ({
  kind: 'tool',
  tool: 'pay',
  sessionId: 's',
  payload: payload as Record<string, unknown>,
  ...more,
});
const run = (command: string, more: object = {}, cwd = '/project'): ActionInput => ({
  kind: 'bash',
  tool: 'Bash',
  sessionId: 's',
  cwd,
  payload: { command, ...more },
});

describe('SingleUse', () => {
  it('knows the same action by its arguments, in any order', async () => {
    const engine = new PolicyEngine(SingleUse());
    await engine.evaluate(pay({ to: 'ann', sum: 5 }));

    expect(await engine.evaluate(pay({ sum: 5, to: 'ann' }))).toMatchObject({
      ruling: 'block',
      code: 'already_done',
      recover: 'none',
    });
    expect((await engine.evaluate(pay({ to: 'ann', sum: 6 }))).ruling).toBe('pass');
    expect((await engine.evaluate(pay({ to: 'ann', sum: 5 }, { tool: 'refund' }))).ruling).toBe('pass');
  });

  it('knows a command by its text and its folder, not by how it is described', async () => {
    const engine = new PolicyEngine(SingleUse());
    await engine.evaluate(run('npm publish', { description: 'publish it' }));

    expect((await engine.evaluate(run('npm publish', { description: 'try once more', timeout: 5 }))).code).toBe('already_done');
    expect((await engine.evaluate(run('npm publish', {}, '/project/other'))).ruling).toBe('pass');
    expect((await engine.evaluate(run('npm publish --tag next'))).ruling).toBe('pass');
  });

  it('knows it by the arguments that are named', async () => {
    const engine = new PolicyEngine(SingleUse({ by: ['invoice'] }));
    await engine.evaluate(pay({ invoice: 1, note: 'a' }));

    expect((await engine.evaluate(pay({ invoice: 1, note: 'b' }))).ruling).toBe('block');
    expect((await engine.evaluate(pay({ invoice: '1', note: 'b' }))).ruling).toBe('block');
    expect((await engine.evaluate(pay({ invoice: 2, note: 'b' }))).ruling).toBe('pass');
    expect((await engine.evaluate(pay({ note: 'c' }))).code).toBe('action_not_data');
  });

  it('does not take a member that an object inherits for an argument', async () => {
    const engine = new PolicyEngine(SingleUse({ by: ['toString'] }));
    await engine.evaluate(pay({}));

    expect((await engine.evaluate(pay({ toString: 'x' }))).ruling).toBe('pass');
  });

  test.each([
    ['keep', 'error', 'block'],
    ['keep', 'denied', 'pass'],
    ['refund', 'error', 'pass'],
    ['refund', 'ok', 'block'],
    ['refund', 'unknown', 'block'],
    ['refund', 'cancelled', 'pass'],
  ] as const)('with `onFailure: %s` rules after the outcome `%s`: %s', async (onFailure, status, ruling) => {
    const engine = new PolicyEngine(SingleUse({ onFailure }));
    await engine.postAction(await engine.evaluate(pay({ to: 'ann' })), { status });

    expect((await engine.evaluate(pay({ to: 'ann' }))).ruling).toBe(ruling);
  });

  it('takes a call without an outcome for done, for years', async () => {
    const clock = fakeClock(1);
    const engine = new PolicyEngine(SingleUse(), { clock });
    await engine.evaluate(pay({ to: 'ann' }));
    await clock.advance(20 * 31_557_600_000);

    expect((await engine.evaluate(pay({ to: 'ann' }))).ruling).toBe('block');
  });

  it('lets it happen again after a while, when it may', async () => {
    const clock = fakeClock(1);
    const engine = new PolicyEngine(SingleUse({ within: '24h' }), { clock });
    await engine.evaluate(pay({ to: 'ann' }));
    await clock.advance(3_600_000);

    expect(await engine.evaluate(pay({ to: 'ann' }))).toMatchObject({ recover: 'wait', retryAfterMs: 82_800_000 });
    await clock.advance(82_800_000);
    expect((await engine.evaluate(pay({ to: 'ann' }))).ruling).toBe('pass');
  });

  it('blocks what it cannot tell from anything else', async () => {
    const engine = new PolicyEngine(SingleUse());

    expect((await engine.evaluate(pay({ when: new Map([[1, 2n]]) }))).code).toBe('action_not_data');
  });

  it('is the same from governance.yaml, with the time in milliseconds', () => {
    const text = 'version: 1\npolicy: { single_use: { match: { tool: pay }, within: 24h, on_failure: refund } }\n';
    const { policy, data } = loadPolicy(text, { registry: createRegistry(guardDefinitions), root: '/', home: '/' });

    expect(data.params).toEqual({ match: { tool: 'pay' }, within: 86_400_000, onFailure: 'refund' });
    expect(policy.params).toEqual(SingleUse({ match: { tool: 'pay' }, within: '24h', onFailure: 'refund' }).params);
  });

  it('rejects an empty list of arguments', () => {
    expect(() => SingleUse({ by: [] })).toThrow(/`by` must be a list of texts, at least one/);
  });
});
