import { readFileSync } from 'node:fs';
import type { Approver } from '@licet/core';
import { All, Not, PolicyEngine } from '@licet/core';
import type { EdgePoliciesOptions, EdgePolicyInput, PolicyCallbackContext, PolicyRegistry } from '@licet/epistemic';
import { EdgePolicies, edgePolicy, importGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { primitive, puts } from '../support/shorthand.ts';
import type { Store } from '../support/stores.ts';
import { STORES } from '../support/stores.ts';

interface Case {
  readonly id: string;
  readonly note: string;
  readonly relation?: 'CON';
  readonly policies: readonly EdgePolicyInput[];
  readonly cardinality: 'single' | 'multiple' | null;
  readonly ruling: string;
  readonly violations?: readonly string[];
  readonly errors?: readonly string[];
}

const lines = readFileSync(new URL('../../../golden/epistemic/policies.jsonl', import.meta.url), 'utf8');
const cases = lines
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

function callbacks(): PolicyRegistry {
  const registry = policyRegistry();
  registry.provide('yes', () => ({ passed: true }));
  registry.provide('no', async () => ({ passed: false }));
  registry.provide('fails', () => ({ passed: false, message: 'Failed by callback' }));
  registry.provide('raises', () => {
    throw new Error('the callback raised');
  });
  registry.provide('nonsense', () => true as never);
  return registry;
}

async function policied(store: Store, policies: readonly EdgePolicyInput[], relation = 'A') {
  const open = await store.open();
  const action = primitive(`delete 0123 2:${relation}>file@3`);
  const depths = action.depths.map(depth => {
    const relata = depth.relata.map(relatum => Object.assign({}, relatum, { policies: policies.map(edgePolicy) }));
    return Object.assign({}, depth, { relata });
  });
  await open.graph.write([...puts(['file 0123']), { type: 'put', primitive: { ...action, depths } }]);
  return open;
}

for (const store of STORES) {
  describe(`EdgePolicies in ${store.name}`, () => {
    it.each(cases)('$id: $note', async wanted => {
      await using open = await policied(store, wanted.policies, wanted.relation);
      const engine = new PolicyEngine(
        EdgePolicies({
          graph: open.graph,
          registry: callbacks(),
          concepts: ['delete', 'file'],
          cardinality: wanted.cardinality,
          reachability: 'component',
        }),
      );

      const evaluation = await engine.evaluate({ kind: 'bash' });

      expect(evaluation.ruling).toBe(wanted.ruling);
      expect(evaluation.passed).toBe(wanted.ruling === 'pass');
      expect(evaluation.errors.map(error => error.message)).toEqual(wanted.errors ?? []);
      if (wanted.violations !== undefined) expect(evaluation.violations.map(each => each.reason)).toEqual(wanted.violations);
    });
  });
}

const memory = STORES[0]!;
const base = { concepts: ['delete', 'file'], cardinality: 'multiple' } as const;

async function evaluate(options: Omit<EdgePoliciesOptions, 'graph'>, policies: readonly EdgePolicyInput[], approver?: Approver) {
  await using open = await policied(memory, policies);
  const guard = EdgePolicies({ ...base, ...options, graph: open.graph });
  return new PolicyEngine(guard, approver === undefined ? {} : { approver }).evaluate({
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
    registry.register(note, { key: 'c', source: 'write', target: 'dir', sourceDepth: 3, name: 'C', requiresConfirmation: false });

    const guard = EdgePolicies({ graph, registry, concepts: ['write', 'file', 'dir'] });
    const evaluation = await new PolicyEngine(guard).evaluate({ kind: 'tool' });

    expect(targets).toEqual(['dir', 'file']);
    expect(evaluation.passed).toBe(true);
    expect(evaluation.verdicts.map(verdict => verdict.code)).toEqual(['policy_satisfied', 'policy_satisfied']);
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
        await new PolicyEngine(guard).evaluate({ kind: 'bash' }),
        await new PolicyEngine(Not(guard)).evaluate({ kind: 'bash' }),
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

  it('is skipped for an action without concepts, and needs a graph', async () => {
    const guard = EdgePolicies({ graph: memoryGraph() });

    expect((await new PolicyEngine(All(guard), { default: 'block' }).evaluate({ kind: 'bash' })).code).toBe('default_ruling');
    expect(() => EdgePolicies({} as never)).toThrow('needs a concept graph');
  });
});
