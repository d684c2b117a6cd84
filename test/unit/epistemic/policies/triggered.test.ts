// The acceptance criteria of the reference's issue 22, one test each, on `delete`, whose edge to `file` carries policies.
import { answer as answerHook } from '@licet/adapters/claude-code';
import { guarded } from '@licet/adapters/function';
import type { ApprovalRequest, Approver, Evaluation } from '@licet/core';
import { memoryAudit, PolicyEngine } from '@licet/core';
import type { EdgePolicyInput, PolicyCallbackContext, RequestedPolicy } from '@licet/epistemic';
import { EdgePolicies, policyRegistry, triggeredPolicies } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { policied } from '../../../contract/policyCases.ts';
import { STORES } from '../support/stores.ts';

const [store] = STORES;

interface Answered {
  readonly evaluation: Evaluation;
  readonly requests: readonly ApprovalRequest[];
  readonly seen: readonly PolicyCallbackContext[];
  readonly audit: ReturnType<typeof memoryAudit>;
}

type Answer = (policies: readonly RequestedPolicy[]) => readonly boolean[];

/** Evaluates `rm *` under these policies; the approver gives one answer for each question, from the policies it was shown. */
async function evaluate(policies: readonly EdgePolicyInput[], answer?: Answer): Promise<Answered> {
  return underPolicies(policies, answer, async (engine, told) => {
    const evaluation = await engine.evaluate({ kind: 'bash', payload: { command: 'rm *' } });
    return { evaluation, ...told };
  });
}

/** Does something with an engine for these policies, and with what it is told. */
async function underPolicies<T>(
  policies: readonly EdgePolicyInput[],
  answer: Answer | undefined,
  work: (engine: PolicyEngine, told: Omit<Answered, 'evaluation'>) => Promise<T>,
): Promise<T> {
  await using open = await policied(store!, policies);
  const requests: ApprovalRequest[] = [];
  const seen: PolicyCallbackContext[] = [];
  const registry = policyRegistry();
  registry.provide('quiet hours', context => (seen.push(context), { passed: true, message: 'it is daytime' }));
  registry.provide(
    'protected',
    async context => (seen.push(context), { passed: false, message: "'protected.txt' is a protected file" }),
  );
  const approver: Approver = {
    approve(request) {
      requests.push(request);
      return { granted: answer?.(triggeredPolicies(request)) ?? [] };
    },
  };
  const audit = memoryAudit();
  const guard = EdgePolicies({
    graph: open.graph,
    concepts: ['delete', 'file'],
    reachability: 'component',
    cardinality: 'multiple',
    registry,
  });
  const engine = new PolicyEngine(guard, {
    audit,
    effects: () => [{ kind: 'delete', via: [], certainty: 'certain' }],
    ...(answer !== undefined && { approver }),
  });
  return await work(engine, { requests, seen, audit });
}

const BULK = {
  name: 'Bulk',
  triggerCardinality: 'multiple',
  confirmationMessage: 'Several files. Proceed?',
  metadata: { owner: 'ops' },
} as const;
const HOURS = { name: 'Hours', requiresConfirmation: false, callback: 'quiet hours' } as const;
const GUARDED = { name: 'Guarded', callback: 'protected', confirmationMessage: 'Delete it anyway?' } as const;
const HARD = { name: 'Hard', requiresConfirmation: false, callback: 'protected' } as const;
const SINGLE = { name: 'Single', triggerCardinality: 'single' } as const;

describe('the acceptance criteria of issue 22', () => {
  it('a callback answers `passed` and `message`; a bare boolean is a fault, which blocks', async () => {
    await using open = await policied(store!, [{ name: 'P', callback: 'bare' }]);
    const registry = policyRegistry();
    registry.provide('bare', () => true as never);
    const guard = EdgePolicies({
      graph: open.graph,
      concepts: ['delete', 'file'],
      reachability: 'component',
      cardinality: 'single',
      registry,
    });

    const evaluation = await new PolicyEngine(guard).evaluate({ kind: 'bash' });

    expect(evaluation.ruling).toBe('block');
    expect(evaluation.errors[0]?.message).toContain('expected the callback `bare` to return a PolicyCallbackResult');
  });

  it('a violation carries the result of its callback, and none where there is no callback', async () => {
    const { evaluation } = await evaluate([GUARDED, BULK]);

    expect(evaluation.violations.map(each => each.evidence)).toMatchObject([
      { policy: 'Guarded', callback: { passed: false, message: "'protected.txt' is a protected file" } },
      { policy: 'Bulk', callback: null },
    ]);
  });

  it('a result carries a list of violations, and no separate message', async () => {
    const { evaluation } = await evaluate([GUARDED, BULK]);

    expect(evaluation.violations.map(each => each.reason)).toEqual([
      "'protected.txt' is a protected file\nDelete it anyway?",
      'Several files. Proceed?',
    ]);
    expect(evaluation).not.toHaveProperty('confirmationMessage');
  });

  it('all triggered policies are collected, not only the first, and none that is about another number of objects', async () => {
    const { requests } = await evaluate([GUARDED, BULK, HOURS, SINGLE], () => [true, true]);

    expect(requests).toHaveLength(1);
    expect(triggeredPolicies(requests[0]!).map(each => each.name)).toEqual(['Guarded', 'Bulk', 'Hours']);
  });

  it('the one who answers gives one answer for each policy that asks: one no is a block', async () => {
    expect((await evaluate([GUARDED, BULK], () => [true, true])).evaluation.passed).toBe(true);
    expect((await evaluate([GUARDED, BULK], () => [true, false])).evaluation.passed).toBe(false);
    expect((await evaluate([GUARDED, BULK], () => [true])).evaluation.passed).toBe(false);
  });

  it('the one who answers sees every triggered policy with the result of its callback, also those that are settled', async () => {
    const { requests } = await evaluate([GUARDED, BULK, HOURS], () => [true, true]);

    expect(triggeredPolicies(requests[0]!)).toMatchObject([
      {
        name: 'Guarded',
        requiresConfirmation: true,
        message: 'Delete it anyway?',
        callback: { passed: false, message: "'protected.txt' is a protected file" },
        question: 0,
      },
      { name: 'Bulk', requiresConfirmation: true, metadata: { owner: 'ops' }, callback: null, question: 1 },
      { name: 'Hours', requiresConfirmation: false, callback: { passed: true, message: 'it is daytime' } },
    ]);
    expect(triggeredPolicies(requests[0]!)[2]).not.toHaveProperty('question');
  });

  it('a policy that wants a human blocks where there is no one to ask', async () => {
    expect((await evaluate([BULK])).evaluation).toMatchObject({ ruling: 'ask', passed: false });
  });

  it('where no policy wants a human the callbacks alone decide', async () => {
    expect((await evaluate([HOURS], () => [])).evaluation).toMatchObject({ ruling: 'pass', passed: true });
    const hard = await evaluate([HOURS, HARD], () => [true]);
    expect(hard.evaluation).toMatchObject({ ruling: 'block', passed: false });
    expect(hard.requests).toEqual([]);
  });

  it('a callback gets the action, the whole grounding, the effects, the edge and the policy', async () => {
    const { seen } = await evaluate([HOURS]);

    expect(seen[0]).toMatchObject({
      action: { payload: { command: 'rm *' } },
      policy: { name: 'Hours' },
      edge: { source: 'delete', target: 'file' },
      cardinality: 'multiple',
      concepts: ['delete', 'file'],
      grounding: { grounded: true, gaps: [] },
      effects: [{ kind: 'delete' }],
    });
    expect(seen[0]!.grounding.trace.primitives.map(each => each.name)).toContain('file');
  });

  it('the message of a callback is in the verdict, the question and the trail', async () => {
    const { evaluation, requests, audit } = await evaluate([GUARDED, HOURS], () => [true]);
    const said = "'protected.txt' is a protected file";

    expect(evaluation.violations[0]?.reason).toContain(said);
    expect(evaluation.verdicts.find(each => each.guard === 'Hours')?.reason).toBe('it is daytime');
    expect(requests[0]!.questions[0]!.reason).toContain(said);
    const trail = JSON.stringify(audit.records);
    expect(trail).toContain(said);
    expect(trail).toContain('it is daytime');
  });

  it('the guard of a function delegates all of it: the function runs when the engine allows it, and at no other time', async () => {
    const runs = async (answer: Answer | undefined): Promise<unknown> =>
      underPolicies([GUARDED, BULK], answer, async engine => {
        const remove = guarded((command: string) => `ran ${command}`, {
          engine,
          toAction: command => ({ kind: 'bash', payload: { command } }),
        });
        return remove('rm *').catch((error: unknown) => (error as Error).name);
      });

    expect(await runs(() => [true, true])).toBe('ran rm *');
    expect(await runs(() => [true, false])).toBe('ActionBlockedError');
    expect(await runs(undefined)).toBe('ActionBlockedError');
  });

  it('the hook of Claude Code puts every policy that asks to the human, in one question', async () => {
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'rm *' } };
    const said = await underPolicies([GUARDED, BULK, HOURS], undefined, async engine =>
      answerHook(input, { engine: () => engine }),
    );

    expect(said.hookSpecificOutput?.permissionDecision).toBe('ask');
    expect(said.hookSpecificOutput?.permissionDecisionReason).toMatch(
      /'protected\.txt' is a protected file.*Several files\. Proceed\?/su,
    );
  });
});
