import type { GuardNode } from '@licet/core';
import { All, InvariantError, PolicyEngine, PolicyEvaluator, When, ask, block, guard, match, pass, warn } from '@licet/core';
import { evaluateChild, label } from '@licet/core/nodes';
import { fakeEffects } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const yes = guard('yes', () => pass());

function refusalOf(...parts: ConstructorParameters<typeof PolicyEvaluator>): InvariantError {
  try {
    Reflect.construct(PolicyEvaluator, parts);
  } catch (error) {
    if (error instanceof InvariantError) return error;
  }
  throw new Error('expected the evaluator to refuse');
}

describe('an evaluator', () => {
  const keeping: readonly (readonly [string, Partial<GuardNode>])[] = [
    ['commits', { commit: () => undefined }],
    ['records', { record: () => undefined }],
    ['hears of stops', { stopped: () => undefined }],
    ['hears of decisions', { decided: () => undefined }],
    ['watches', { watches: true }],
    ['needs sessions', { needs: ['sessions'] }],
    ['needs facts', { needs: ['facts'] }],
    ['needs an approver', { needs: ['approver'] }],
    ['needs a trail', { needs: ['audit'] }],
  ];

  it('takes a guard that keeps something, and decides also where nothing is kept', () => {
    const remembering = guard('remembering', () => pass(), { commit: () => undefined, decidesAlone: true });
    expect(new PolicyEvaluator(All(yes, label(remembering, { id: 'mine' }))).evaluateSync({ kind: 'read' }).passed).toBe(true);
  });

  it.each(keeping)('refuses a guard that %s, wherever it is', (_what, more) => {
    const { code, message } = refusalOf(
      All(
        yes,
        When(
          match({ tool: 'a' }),
          guard('counting', () => pass(), more),
        ),
      ),
    );

    expect(code).toBe('needs_unmet');
    expect(message).toBe(
      'the policy needs what an evaluator lacks: a place to keep things, or somebody to ask (`counting`): use `PolicyEngine`',
    );
  });

  it('refuses a loaded policy that names a store, and takes over what it says about deciding', () => {
    const settings = { default: 'ask', mode: 'observe' } as const;
    const evaluation = new PolicyEvaluator({ policy: When(match({ tool: 'a' }), yes), settings }).evaluateSync({ kind: 'tool' });

    expect([evaluation.ruling, evaluation.enforced, evaluation.passed]).toEqual(['ask', 'pass', true]);
    expect(refusalOf({ policy: yes, settings: { ...settings, audit: { store: 'sqlite' } } }).message).toContain(
      '(the setting `audit`)',
    );
    expect(refusalOf({ policy: yes, settings }, { mode: 'enforce' }).message).toContain('`mode` is `observe` in the policy');
  });

  it('has no option of an engine, and refuses what makes no sense', () => {
    const options = (given: object): InvariantError => refusalOf(yes, given);

    expect(options({ sessions: undefined }).message).toBe('an evaluator has no option `sessions`');
    expect(options({ defualt: 'block' }).message).toBe('an evaluator has no option `defualt`, did you mean `default`?');
    expect(options({ default: 'no' }).code).toBe('invalid_param');
    expect(options({ maxDepth: 0 }).message).toBe('`maxDepth` must be a number above 0, found `0`');
  });

  it('needs an analyser where the policy needs effects', () => {
    const looking = guard('looking', (_action, ctx) => (ctx.effects.length === 0 ? pass() : warn('it does something')), {
      needs: ['effects'],
    });

    expect(refusalOf(looking).message).toContain('`effects` (`looking`): pass an analyser');
    expect(new PolicyEvaluator(looking, { effects: fakeEffects() }).evaluateSync({ kind: 'bash' }).ruling).toBe('pass');
  });

  it('leaves an `ask` an `ask`, also for an action that brings an approval along', () => {
    const evaluator = new PolicyEvaluator(guard('who', () => ask('somebody else would see it', { fix: 'ask the visitor' })));
    const evaluation = evaluator.evaluateSync({ kind: 'tool', callId: 'c', approval: { id: 'made up' } });

    expect([evaluation.ruling, evaluation.passed, evaluation.approval]).toEqual(['ask', false, undefined]);
    expect(evaluator.evaluateSync({ kind: 'tool', callId: 'c' }).ruling).toBe('ask');
  });

  it('ends as a block where a guard looks at a session all the same', async () => {
    const counting = guard('counting', (_action, { session }) =>
      session.state.passed > 3 ? block('enough', { fix: 'wait' }) : pass(),
    );
    const { ruling, errors } = await new PolicyEvaluator(counting).evaluate({ kind: 'tool' });

    expect([ruling, errors[0]?.message]).toEqual(['block', expect.stringContaining('there is no session: use `PolicyEngine`')]);
    expect(new PolicyEvaluator(label(counting, { onError: 'ask' })).evaluateSync({ kind: 'tool' }).ruling).toBe('ask');
  });

  it('ends as a block where a guard delegates to one that does more than check', () => {
    const counting = guard('counting', () => pass(), { record: () => undefined });
    const hiding = guard('hiding', (_action, ctx) => evaluateChild(ctx, counting));
    const { ruling, errors } = new PolicyEvaluator(hiding).evaluateSync({ kind: 'tool' });

    expect([ruling, errors[0]?.message]).toEqual(['block', expect.stringContaining('`counting` does more than check')]);
    expect(new PolicyEngine(hiding).evaluateSync({ kind: 'tool' }).ruling).toBe('pass');
  });

  it('waits for guards, and throws where it may not', async () => {
    const evaluator = new PolicyEvaluator(guard('slow', async () => Promise.resolve(block('no', { fix: 'wait' }))));

    expect((await evaluator.evaluate({ kind: 'tool' })).reason).toBe('no');
    expect(() => evaluator.evaluateSync({ kind: 'tool' })).toThrow('use `evaluate`');
    expect((await evaluator.evaluate({ kind: 'tool' }, { signal: AbortSignal.abort() })).code).toBe('aborted');
  });

  it('blocks what is no action, and obligations that the caller cannot meet', () => {
    const hiding = new PolicyEvaluator(guard('hiding', () => pass({ obligations: { redact: ['[0-9]{16}'] } })));

    expect(hiding.evaluateSync({} as never).code).toBe('invalid_action');
    expect(hiding.evaluateSync({ kind: 'tool' }).obligations).toEqual({ redact: ['[0-9]{16}'] });
    expect(hiding.evaluateSync({ kind: 'tool' }, { meets: [] }).code).toBe('obligation_unmet');
  });
});
