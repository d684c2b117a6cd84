import type { Approver } from '@licet/core';
import { All, Not, PolicyEngine } from '@licet/core';
import type { EdgePoliciesOptions, EdgePolicyInput, PolicyCallbackContext } from '@licet/epistemic';
import { EdgePolicies, importGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { describePolicyCases, policied } from '../../../contract/policyCases.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describePolicyCases(store);

const memory = STORES[0]!;
const base = { concepts: ['delete', 'file'], cardinality: 'multiple' } as const;

async function evaluate(options: Omit<EdgePoliciesOptions, 'graph'>, policies: readonly EdgePolicyInput[], approver?: Approver) {
  await using open = await policied(memory, policies);
  const guard = EdgePolicies({ ...base, ...options, graph: open.graph });
  return new PolicyEngine(guard, { effects: () => [], ...(approver !== undefined && { approver }) }).evaluate({
    kind: 'bash',
    payload: { command: 'rm *' },
  });
}

describe('EdgePolicies', () => {
  it('asks about every violation at once and takes one answer for each', async () => {
    const asked: string[][] = [];
    const answering = (granted: readonly boolean[]): Approver => ({
      approve(request) {
        asked.push(request.questions.map(question => question.guard));
        return { granted };
      },
    });
    const policies = [{ name: 'One' }, { name: 'Two' }];

    const rulings = [];
    for (const granted of [[true, true], [true, false], [true]])
      rulings.push((await evaluate({}, policies, answering(granted))).passed);

    expect(rulings).toEqual([true, false, false]);
    expect(asked).toEqual([
      ['One', 'Two'],
      ['One', 'Two'],
      ['One', 'Two'],
    ]);
  });

  it('never asks when a policy blocks', async () => {
    const approver: Approver = {
      approve() {
        throw new Error('asked');
      },
    };

    const evaluation = await evaluate({}, [{ name: 'Soft' }, { name: 'Hard', requiresConfirmation: false }], approver);

    expect(evaluation).toMatchObject({ ruling: 'block', code: 'policy_violated', errors: [] });
  });

  it('gives the reason of the callback when a policy blocks, and no question that no one may answer', async () => {
    const registry = policyRegistry();
    registry.provide('no', () => ({ passed: false, message: 'It is important.' }));
    const policies = [{ name: 'Hard', requiresConfirmation: false, callback: 'no' }];

    expect((await evaluate({ registry }, policies)).reason).toBe('It is important.');
  });

  it('shows a callback the edge, the policy, the action and the concepts', async () => {
    const seen: PolicyCallbackContext[] = [];
    const registry = policyRegistry();
    registry.provide('look', context => {
      seen.push(context);
      return { passed: true };
    });

    await evaluate({ registry }, [{ name: 'P', callback: 'look', metadata: { limit: 5 }, confirm: 'on_fail' }]);

    expect(seen).toMatchObject([
      {
        edge: { source: 'delete', target: 'file', sourceDepth: 2, targetDepth: 3 },
        policy: { metadata: { limit: 5 } },
        concepts: ['delete', 'file'],
        cardinality: 'multiple',
        action: { payload: { command: 'rm *' } },
      },
    ]);
  });

  it('runs one callback for each edge it is placed on', async () => {
    const targets: string[] = [];
    const graph = memoryGraph();
    graph.write(puts(['file 0123', 'dir 0123', 'write 0123 2:A>file@3 2:A>dir@3']));
    const registry = policyRegistry();
    const note = ({ edge }: PolicyCallbackContext) => {
      targets.push(edge.target);
      return { passed: true };
    };
    registry.register(note, {
      key: 'a',
      source: 'WRITE',
      target: 'file',
      sourceDepth: 'D2',
      name: 'A',
      requiresConfirmation: false,
    });
    registry.register(note, { key: 'b', source: 'write', target: 'Dir', sourceDepth: 2, name: 'B', requiresConfirmation: false });

    const guard = EdgePolicies({ graph, registry, concepts: ['write', 'file', 'dir'] });
    const evaluation = await new PolicyEngine(guard, { effects: () => [] }).evaluate({ kind: 'tool' });

    expect(targets).toEqual(['dir', 'file']);
    expect(evaluation.passed).toBe(true);
    expect(evaluation.verdicts.map(verdict => verdict.code)).toEqual(['policy_satisfied', 'policy_satisfied']);
  });

  it('takes no policies once it was made', () => {
    const registry = policyRegistry();
    EdgePolicies({ graph: memoryGraph(), registry });

    expect(() => registry.provide('late', () => ({ passed: true }))).toThrow('before constructing VRE');
  });

  it('is a fault while a policy from code has no edge, and none once it has', async () => {
    const graph = memoryGraph();
    graph.write(puts(['file 0123', 'write 0123 2:A>file@3']));
    const registry = policyRegistry();
    const place = { source: 'write', target: 'file', name: 'P', requiresConfirmation: false } as const;
    registry.register(() => ({ passed: true }), { ...place, key: 'lost', sourceDepth: 'D3' });
    const engine = new PolicyEngine(EdgePolicies({ graph, registry, concepts: ['write', 'file'] }), { effects: () => [] });

    expect(await engine.evaluate({ kind: 'tool' })).toMatchObject({
      passed: false,
      errors: [{ message: expect.stringContaining('no APPLIES_TO edge at this source depth') }],
    });
    graph.write(puts(['write 0123 3:A>file@3']));
    expect(await engine.evaluate({ kind: 'tool' })).toMatchObject({ passed: true, errors: [] });
    graph.write(puts(['write 0123 2:A>file@3']));
    expect((await engine.evaluate({ kind: 'tool' })).passed).toBe(false);
  });

  it('takes every edge of an act whose object is missing', async () => {
    const registry = policyRegistry();
    registry.provide('yes', () => ({ passed: true }));
    const options = { registry, concepts: ['delete'], reachability: 'component' } as const;

    const evaluation = await evaluate(options, [{ name: 'P', callback: 'yes', requiresConfirmation: false }]);

    expect(evaluation).toMatchObject({ ruling: 'block', reason: expect.stringContaining('names no object') });
  });

  it.each([[['unknown']], [['delete', 'unknown']]])(
    'is a fault for %j, which is not grounded, also under Not',
    async concepts => {
      await using open = await policied(memory, []);
      const guard = EdgePolicies({ graph: open.graph, concepts });

      const evaluations = [
        await new PolicyEngine(guard, { effects: () => [] }).evaluate({ kind: 'bash' }),
        await new PolicyEngine(Not(guard), { effects: () => [] }).evaluate({ kind: 'bash' }),
      ];

      expect(evaluations).toMatchObject([
        { passed: false, errors: [{ message: expect.stringContaining('grounded') }] },
        { passed: false },
      ]);
    },
  );

  it('derives the number of objects from the effects', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const file = { type: 'file', lexical: '/a', resolved: '/a' } as const;
    const shared = { kind: 'delete', via: [], certainty: 'certain' } as const;
    const rulingFor = async (target: typeof file & { glob?: string }) => {
      const engine = new PolicyEngine(EdgePolicies({ graph }), { effects: () => [{ ...shared, target }] });
      return (await engine.evaluate({ kind: 'bash' })).ruling;
    };

    expect([await rulingFor(file), await rulingFor({ ...file, glob: '/a/*' })]).toEqual(['pass', 'ask']);
  });

  it('is skipped for an action that involves no concept, and a fault for one of which nothing is known', async () => {
    const guard = EdgePolicies({ graph: memoryGraph() });
    const program = { type: 'program', argv: ['true'] } as const;
    const inert = { kind: 'execute', target: program, via: [], certainty: 'certain' } as const;
    const unknown = { kind: 'unknown', via: [], certainty: 'possible' } as const;
    const evaluate = async (effects: readonly (typeof inert | typeof unknown)[]) =>
      new PolicyEngine(All(guard), { default: 'pass', effects: () => effects }).evaluate({ kind: 'bash' });

    expect(await evaluate([inert])).toMatchObject({ passed: true, code: 'default_ruling' });
    for (const effects of [[], [unknown], [inert, unknown]]) {
      expect(await evaluate(effects)).toMatchObject({
        passed: false,
        errors: [{ message: expect.stringContaining('no concepts') }],
      });
    }
  });

  it('asks where nothing can be seen, and skips what does nothing, where the analyser knows every tool', async () => {
    const guard = EdgePolicies({ graph: memoryGraph(), seesEffects: true });
    const unknown = { kind: 'unknown', via: [], certainty: 'possible' } as const;
    const evaluate = async (effects: readonly (typeof unknown)[]) =>
      new PolicyEngine(guard, { default: 'pass', effects: () => effects }).evaluate({ kind: 'tool' });

    expect(await evaluate([unknown])).toMatchObject({ ruling: 'ask', code: 'concepts_incomplete', errors: [] });
    expect(await evaluate([])).toMatchObject({ ruling: 'pass', code: 'default_ruling' });
  });

  it('needs a graph', () => {
    expect(() => EdgePolicies({} as never)).toThrow('`EdgePolicies` needs `graph`: the concept graph');
    expect(() => EdgePolicies({ graph: {} as never })).toThrow('needs a concept graph');
  });
});
