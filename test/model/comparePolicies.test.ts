import { findWitnesses, comparePolicies } from '@licet/analysis';
import type { Ruling } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { candidateFiles, candidatesOf } from '@licet/analysis';
import { worldOf } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';

const ruling = fc.constantFrom<Ruling>('pass', 'warn', 'ask', 'block');
const paths = fc.subarray(['src/**', 'src/app/**', 'src/a.ts', '.env', '**', 'b/', '*.ts', '~/.ssh/**', '../c'], {
  minLength: 1,
  maxLength: 3,
});
const hosts = fc.subarray(['x.example', '*.example', 'localhost'], { minLength: 1 });
const tools = fc.subarray(['Read', 'Bash', 'mcp__*', 'mcp__a'], { minLength: 1 });
const some = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(shape, { requiredKeys: [] }) as unknown as fc.Arbitrary<T>;

const node = (kind: string, params: fc.Arbitrary<object>): fc.Arbitrary<NodeData> =>
  params.map(given => ({ kind, params: given as NonNullable<NodeData['params']> }));

const leaves: fc.Arbitrary<NodeData> = fc.oneof(
  {
    weight: 4,
    arbitrary: node(
      'file_boundary',
      some({ allow: paths, read: paths, readOnly: paths, deny: paths, unknown: ruling }).map(each =>
        Object.keys(each).some(key => key !== 'unknown') ? each : { ...each, deny: ['b/'] },
      ),
    ),
  },
  { weight: 2, arbitrary: node('secret_paths', some({ paths, except: paths, read: ruling, change: ruling })) },
  {
    weight: 2,
    arbitrary: node(
      'bash_safety',
      some({
        destructive: ruling,
        historyLoss: ruling,
        shares: ruling,
        unknown: ruling,
        otherwise: ruling,
        blockedPatterns: fc.constant(['rm']),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: node(
      'network',
      some({
        allow: hosts,
        deny: hosts,
        methods: fc.constant(['GET']),
        uploadTo: hosts,
        uploads: ruling,
        listen: ruling,
        unknown: ruling,
      }),
    ),
  },
  node(
    'access_map',
    fc.record({
      paths: fc.dictionary(
        fc.constantFrom('src/', 'src/app/', '.env', '*.ts'),
        fc.constantFrom('read-write', 'read-only', 'no-access'),
        { minKeys: 1 },
      ),
      otherwise: fc.constantFrom('read-write', 'read-only', 'no-access'),
    }),
  ),
  node('tool_allowlist', fc.record({ tools, deny: tools }, { requiredKeys: ['tools'] })),
  node('sandbox', some({ writable: paths, processes: ruling, writes: ruling, reads: ruling, network: ruling, unknown: ruling })),
  node(
    'requires',
    fc.oneof(
      fc.constantFrom({ fact: 'a' }, { fact: 'b' }),
      fc.record({ allOf: fc.subarray(['a', 'b'], { minLength: 1 }) }),
      fc.record({ anyOf: fc.subarray(['a', 'b'], { minLength: 1 }) }),
    ),
  ),
  node('budget', fc.record({ max: fc.integer({ min: 1, max: 4 }) })),
  fc.constant<NodeData>({ kind: 'human_approval' }),
  fc.constant<NodeData>({ kind: 'floor' }),
  fc.constant<NodeData>({ kind: 'self_protection' }),
);

const matches = fc.constantFrom(
  { kind: 'bash' },
  { kind: ['bash', 'read'] },
  { effect: 'write' },
  { effect: ['write', 'delete'] },
  { tool: 'mcp__a' },
);

const trees: fc.Arbitrary<NodeData> = fc.letrec<{ tree: NodeData }>(tie => {
  const children = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
  return {
    tree: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      leaves,
      fc.tuple(fc.constantFrom('all', 'all', 'any'), children).map(([kind, of]): NodeData => ({ kind, children: of })),
      fc.tuple(tie('tree'), tie('tree')).map((of): NodeData => ({ kind: 'escalate', children: of })),
      fc
        .tuple(matches, tie('tree'))
        .map(([match, then]): NodeData => ({ kind: 'when', params: { if: match }, children: [then] })),
    ),
  };
}).tree;

const compiled = (policy: NodeData, fallback: Ruling): CompiledPolicy => ({
  format: 1,
  policy,
  settings: { default: fallback },
  sources: [],
  usesCel: false,
});

/** The same tree with one leaf drawn anew, or left as it is: what a change of a policy is most of the time. */
function changed(policy: NodeData, at: number, instead: NodeData): NodeData {
  let count = 0;
  const visit = (each: NodeData): NodeData => {
    if (each.children !== undefined) return { ...each, children: each.children.map(visit) };
    return count++ !== at ? each : each.kind === instead.kind || at % 2 === 0 ? instead : each;
  };
  return visit(policy);
}

describe('what is proven of two policies', () => {
  it('is contradicted by no action', async () => {
    const registry = policyHost.nodesAt('/project').registry;
    let [proven, shown] = [0, 0];
    const settings = fc.tuple(ruling, ruling, fc.boolean());
    await fc.assert(
      fc.asyncProperty(trees, leaves, fc.nat(3), settings, async (tree, leaf, at, [before, other, keeps]) => {
        const policies = [compiled(tree, before), compiled(changed(tree, at, leaf), keeps ? before : other)] as const;
        const proof = comparePolicies(...policies, registry);
        if (proof.neverMilder || proof.neverStricter) proven++;
        const world = worldOf(policyHost, candidateFiles(policies, registry), '/project');
        const candidates = candidatesOf(policies, registry).filter((_, index) => index % 7 === at);
        const witnesses = await findWitnesses(world.build(policies[0]), world.build(policies[1]), candidates, {
          effects: world.effects,
          cwd: '/project',
          now: 0,
        });
        shown += witnesses.length;

        if (proof.neverMilder) expect(witnesses.filter(({ change }) => change === 'wider')).toEqual([]);
        if (proof.neverStricter) expect(witnesses.filter(({ change }) => change === 'narrower')).toEqual([]);
      }),
      { numRuns: isLongRun ? 200 : 20 },
    );
    expect(proven).toBeGreaterThan(5);
    expect(shown).toBeGreaterThan(5);
  }, 600_000);
});
