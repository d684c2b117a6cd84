import type { Approver, Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import type { EdgePoliciesOptions, EdgePolicyInput, PolicyRegistry } from '@licet/epistemic';
import { EdgePolicies, edgePolicy, policyRegistry } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { primitive, puts } from '../unit/epistemic/support/shorthand.ts';
import type { OpenGraph, Store } from '../unit/epistemic/support/stores.ts';
import { casesFor } from '../unit/epistemic/support/stores.ts';
import { goldenLines } from '../support/goldenLines.ts';

interface PolicyCase {
  readonly id: string;
  readonly note: string;
  readonly relation?: 'CON';
  readonly policies: readonly EdgePolicyInput[];
  readonly cardinality: 'single' | 'multiple' | null;
  readonly query?: readonly string[];
  readonly approver?: 'yes' | 'no' | 'raises';
  readonly ruling: string;
  readonly passed?: boolean;
  readonly reason?: string;
  /** The questions that the approver was asked, all requests in order. */
  readonly asked?: readonly (readonly string[])[];
  readonly violations?: readonly string[];
  readonly errors?: readonly string[];
}

const cases = goldenLines('epistemic/policies.jsonl') as readonly PolicyCase[];

/** A registry with a callback for every way in which a callback can answer. */
export function callbacks(): PolicyRegistry {
  const registry = policyRegistry();
  registry.provide('yes', () => ({ passed: true }));
  registry.provide('passes', async () => ({ passed: true, message: 'Passed by callback' }));
  registry.provide('no', async () => ({ passed: false }));
  registry.provide('fails', () => ({ passed: false, message: 'Failed by callback' }));
  registry.provide('raises', () => {
    throw new Error('the callback raised');
  });
  registry.provide('nonsense', () => true as never);
  registry.provide('guards protected', ({ concepts }) => ({ passed: !concepts.includes('protected') }));
  return registry;
}

/** `delete`, whose D2 owns one edge to `file` with these policies, and `protected`, which `file` includes. */
export async function policied(store: Store, policies: readonly EdgePolicyInput[], relation = 'A'): Promise<OpenGraph> {
  const open = await store.open();
  const action = primitive(`delete 0123 2:${relation}>file@3`);
  const depths = action.depths.map(depth => {
    const relata = depth.relata.map(relatum => Object.assign({}, relatum, { policies: policies.map(edgePolicy) }));
    return Object.assign({}, depth, { relata });
  });
  await open.graph.write([
    ...puts(['file 0123 3:INC>protected@0', 'protected 0']),
    { type: 'put', primitive: { ...action, depths } },
  ]);
  return open;
}

/** Evaluates `delete file` under these policies. */
async function evaluatePolicies(
  graph: OpenGraph['graph'],
  options: Partial<EdgePoliciesOptions>,
  approver?: Approver,
): Promise<Evaluation> {
  const guard = EdgePolicies({
    concepts: ['delete', 'file'],
    reachability: 'component',
    registry: callbacks(),
    ...options,
    graph,
  });
  return new PolicyEngine(guard, approver === undefined ? {} : { approver }).evaluate({
    kind: 'bash',
    payload: { command: 'rm *' },
  });
}

function approverOf(answer: PolicyCase['approver'], asked: string[][]): Approver | undefined {
  if (answer === undefined) return undefined;
  return {
    approve({ questions }) {
      asked.push(questions.map(question => question.guard));
      if (answer === 'raises') throw new Error('the approver raised');
      return { granted: questions.map(() => answer === 'yes') };
    },
  };
}

/** The reference's policy cases; where ours decides differently on purpose, the note tells it. */
export function describePolicyCases(store: Store): void {
  describe(`EdgePolicies in ${store.name}`, () => {
    it.each(casesFor(store, cases))('$id: $note', async wanted => {
      await using open = await policied(store, wanted.policies, wanted.relation);
      const asked: string[][] = [];
      const { cardinality, query: concepts = ['delete', 'file'] } = wanted;

      const evaluation = await evaluatePolicies(open.graph, { cardinality, concepts }, approverOf(wanted.approver, asked));

      expect(evaluation.ruling).toBe(wanted.ruling);
      expect(evaluation.passed).toBe(wanted.passed ?? wanted.ruling === 'pass');
      expect(evaluation.errors.map(error => error.message)).toEqual(wanted.errors ?? []);
      expect(asked).toEqual(wanted.asked ?? []);
      if (wanted.reason !== undefined) expect(evaluation.reason).toContain(wanted.reason);
      if (wanted.violations !== undefined) expect(evaluation.violations.map(each => each.reason)).toEqual(wanted.violations);
    });
  });
}
