import type { EngineOptions, Guard } from '@licet/core';
import { All, InvariantError, Not, PolicyEngine, When, guard, match, memoryAudit, memorySessions, pass } from '@licet/core';
import { label } from '@licet/core/nodes';
import { celCondition } from '@licet/core/cel';
import { fakeEffects } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const looking = guard('looking', (_action, ctx) => pass({ evidence: ctx.effects.length }), { needs: ['effects'] });
const asking = guard('asking', () => pass(), { needs: ['approver'], id: 'the_human' });
const yes = guard('yes', () => pass());

function refusalOf(...parts: ConstructorParameters<typeof PolicyEngine>): InvariantError {
  try {
    Reflect.construct(PolicyEngine, parts);
  } catch (error) {
    if (error instanceof InvariantError) return error;
  }
  throw new Error('expected the engine to refuse');
}

describe('an engine', () => {
  it('refuses a policy that needs what it lacks, and names every node and what to pass', () => {
    const { code, message } = refusalOf(All(yes, Not(looking), label(looking, { id: 'again' }), asking));

    expect(code).toBe('needs_unmet');
    expect(message).toBe(
      'the policy needs what the engine lacks: `effects` (`looking`, `again`): pass an analyser as `effects`, such as `analyzeEffects({ root })`; `approver` (`the_human`): pass an `approver`',
    );
  });

  it('starts when every need is met', () => {
    const options: EngineOptions = { effects: fakeEffects(), approver: { approve: () => ({ id: 'none' }) as never } };

    expect(new PolicyEngine(All(looking, asking), options).evaluateSync({ kind: 'bash' }).ruling).toBe('pass');
  });

  it('takes its own sessions for what sessions and facts need', () => {
    const counting: Guard = guard('counting', () => pass(), { needs: ['sessions', 'facts', 'graph'] });

    expect(new PolicyEngine(counting).evaluateSync({ kind: 'bash' }).ruling).toBe('pass');
  });

  it.each([
    ['a match on effects', When({ effect: 'delete' }, yes)],
    ['a match on marks', When(match({ tag: 'secret' }), yes)],
    ['an expression over effects', When(celCondition('effects.size() > 0'), yes)],
  ])('refuses %s without an analyser', (_what, policy) => {
    expect(refusalOf(policy).message).toContain('`effects` (`when`)');
  });

  it('keeps the needs of a guard under other labels', () => {
    expect(label(looking, { id: 'other' }).needs).toEqual(['effects']);
  });

  it('reads no analyser as a fault, never as no effects', async () => {
    const plain = {
      name: 'plain',
      check: (_action: unknown, ctx: { effects: readonly unknown[] }) => (ctx.effects.length === 0 ? pass() : pass()),
    };
    const evaluation = await new PolicyEngine(plain).evaluate({ kind: 'bash', payload: { command: 'rm -rf /' } });

    expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code: 'effects_failed' });
    expect(evaluation.reason).toBe(
      'guard `plain` could not decide (effects_failed): the engine has no analyser of effects: pass an analyser as `effects`, such as `analyzeEffects({ root })`',
    );
  });

  it.each([
    ['efects', ', did you mean `effects`?'],
    ['guardTimeout', ', did you mean `guardTimeoutMs`?'],
    ['sesions', ', did you mean `sessions`?'],
    ['zzz', ''],
  ])('refuses the unknown option `%s`', (name, meant) => {
    const { code, message } = refusalOf(yes, { [name]: undefined });

    expect([code, message]).toEqual(['unknown_option', `an engine has no option \`${name}\`${meant}`]);
  });
});

describe('a loaded policy', () => {
  it('brings its settings into the engine', () => {
    const silent = When({ tool: 'Nothing' }, yes);
    const engine = new PolicyEngine({ policy: silent, settings: { default: 'block', mode: 'observe' } });

    expect(engine.evaluateSync({ kind: 'bash' })).toMatchObject({ ruling: 'block', enforced: 'pass' });
  });

  it('is refused where the options say something else', () => {
    const policy = { policy: yes, settings: { default: 'block' } } as const;

    expect(refusalOf(policy, { default: 'pass' }).message).toBe(
      '`default` is `block` in the policy and `pass` in the options: leave it out of one of them',
    );
    expect(() => new PolicyEngine(policy, { default: 'block' })).not.toThrow();
  });

  it('is refused while a store that it names is not open', () => {
    const policy = {
      policy: yes,
      settings: { sessions: { store: 'sqlite' }, audit: { store: 'postgres' }, approvals: { store: 'memory' } },
    } as const;

    expect(refusalOf(policy).message).toBe(
      'the policy needs what the engine lacks: `sessions` in `sqlite`: pass the open store as `sessions`, or let `openEngine` of `licet` open it; `audit` in `postgres`: pass the open store as `audit`, or let `openEngine` of `licet` open it',
    );
    expect(() => new PolicyEngine(policy, { sessions: memorySessions(), audit: memoryAudit() })).not.toThrow();
  });

  it('takes its time limits along', async () => {
    const slow = guard('slow', async () => new Promise<never>(() => undefined));
    const engine = new PolicyEngine({ policy: slow, settings: { guardTimeoutMs: 5 } });

    expect((await engine.evaluate({ kind: 'bash' })).code).toBe('guard_timeout');
  });
});

describe('the reason of a guard that threw', () => {
  const saying = (thrown: unknown): Promise<string | undefined> =>
    new PolicyEngine({
      name: 'broken',
      check: () => {
        throw thrown;
      },
    })
      .evaluate({ kind: 'bash' })
      .then(({ reason }) => reason);

  it('names the guard and the message', async () => {
    expect(await saying(new Error('no such table'))).toBe('guard `broken` could not decide (guard_threw): no such table');
  });

  it('escapes what would move the cursor, and ends', async () => {
    expect(await saying(new Error('a\u001b[2Jb\n\u202ec'))).toBe(
      'guard `broken` could not decide (guard_threw): a\\u{1b}[2Jb\\n\\u{202e}c',
    );
    expect((await saying(new Error('x'.repeat(9_999))))?.length).toBeLessThan(400);
  });

  it('leaves the text of a condition out', async () => {
    const secretive = When(() => {
      throw new Error('prod-db-7');
    }, yes);
    const { reason } = await new PolicyEngine(secretive).evaluate({ kind: 'bash' });

    expect(reason).toBe('guard `when` could not decide (condition_failed)');
  });
});
