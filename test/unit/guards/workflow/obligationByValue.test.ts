import { PolicyEngine, memorySessions } from '@licet/core';
import type { ActionInput, Evaluation, OutcomeStatus } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Obligation } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const BASE = {
  name: 'told',
  when: { tool: 'refund' },
  by: ['order'],
  fulfilledBy: { tool: 'notify' },
  deadline: { actions: 1 },
  late: 'block',
  root: '/w',
} as const;

function world(options: Partial<Parameters<typeof Obligation>[0]> = {}) {
  const sessions = memorySessions();
  const engine = new PolicyEngine(Obligation({ ...BASE, ...options }), {
    effects: analyzeEffects({ root: '/w' }),
    default: 'pass',
    sessions,
  });
  const run = async (tool: string, payload: ActionInput['payload'] = {}, status: OutcomeStatus = 'ok'): Promise<Evaluation> => {
    const evaluation = await engine.evaluate({ kind: 'tool', tool, payload, sessionId: 's' });
    if (evaluation.passed) await engine.postAction(evaluation, { status });
    return evaluation;
  };
  return { run, facts: async () => Object.keys((await sessions.load('s')).facts) };
}

describe('an obligation for each value of an argument', () => {
  it('is fulfilled by a call of the tool for the same value alone', async () => {
    const { run } = world();
    await run('refund', { order: 7 });
    await run('notify', { order: 8 });
    const late = await run('look');
    expect(late.reason).toBe('the obligation `told for order "7"` was to be fulfilled within 1 action and is not');
    expect(late.fix?.summary).toBe('call `notify` for order "7"');
    expect((await run('notify', { order: '7' })).passed).toBe(true);
    expect((await run('look')).passed).toBe(true);
  });

  it('stays open where the call that fulfils it fails', async () => {
    const { run } = world();
    await run('refund', { order: 7 });
    await run('look');
    await run('notify', { order: 7 }, 'error');
    expect((await run('look')).ruling).toBe('block');
  });

  it('finds the value under another name', async () => {
    const { run } = world({ fulfilledBy: { tool: ['mail_*'], same: ['about.id'] } });
    await run('refund', { order: 7 });
    await run('mail_send', { about: { id: 7 } });
    await run('look');
    expect((await run('look')).passed).toBe(true);
  });

  it('stops an action that lacks the argument', async () => {
    const { run } = world();
    expect((await run('refund')).reason).toContain('`by` names arguments that it lacks');
  });

  it('keeps and shows a sensitive value by its digest alone', async () => {
    const { run, facts } = world({ sensitive: true });
    await run('refund', { order: 'secret-order' });
    await run('look');
    expect((await run('look')).reason).toMatch(/told for order #[0-9a-f]{24}/);
    expect((await facts()).join()).not.toContain('secret-order');
    expect((await run('notify', { order: 'secret-order' })).passed).toBe(true);
    expect((await run('look')).passed).toBe(true);
  });

  it('keeps 256 of a name at most', async () => {
    const { run } = world({ deadline: { within: '1h' } });
    for (let order = 0; order < 256; order += 1) await run('refund', { order });
    expect((await run('refund', { order: 'one more' })).reason).toContain('256 of `told` are open');
    expect((await run('refund', { order: 0 })).reason ?? '').not.toContain('256');
  });
});

test.each([
  ['a fact in `when`', { when: 'a' }, /a fact is about no target/],
  ['`targets`', { targets: ['a'] }, /goes with `by: target`/],
  ['no tool', { fulfilledBy: { runs: 'x' } }, /a `tool` fulfils it/],
  ['another number of arguments in `same`', { fulfilledBy: { tool: 'x', same: ['a', 'b'] } }, /one argument for each/],
  ['`sensitive` by target', { by: 'target', sensitive: true }, /go with arguments/],
] as const)('%s beside `by` is refused', (_what, more, message) => {
  expect(() => Obligation({ ...BASE, ...more })).toThrow(message);
});
