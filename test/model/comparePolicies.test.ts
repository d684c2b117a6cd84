import { findWitnesses, comparePolicies } from '@licet/analysis';
import { PolicyEngine, memoryApprovals, memorySessions } from '@licet/core';
import type { Ruling } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { candidateFiles, candidatesOf } from '@licet/analysis';
import { worldOf } from '@licet/analysis/policies';
import { fakeClock } from '@licet/core/testing';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';

const few = fc.integer({ min: 1, max: 3 });
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

const kinds: readonly (fc.Arbitrary<NodeData> | fc.WeightedArbitrary<NodeData>)[] = [
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
  node(
    'budget',
    some({
      max: few,
      by: fc.constant(['to']),
      maxKeys: few,
      window: fc.constantFrom(60_000, 3_600_000),
      match: fc.constant({ tool: 'mcp__a' }),
    }).map(each => ({ ...each, max: each.max ?? 2, ...('maxKeys' in each && { by: ['to'] }) })),
  ),
  node(
    'rate_limit',
    some({ max: few, distinct: fc.constant('to'), name: fc.constantFrom('x', 'y') }).map(each => ({
      ...each,
      max: each.max ?? 2,
      window: 60_000,
    })),
  ),
  node(
    'progressive',
    fc.record({
      match: fc.constantFrom({ kind: 'bash' }, { tool: 'mcp__a' }),
      steps: fc.constantFrom(
        [{ after: 1, then: 'warn' }],
        [{ after: 1, then: 'block' }],
        [
          { after: 1, then: 'warn' },
          { after: 2, then: 'ask' },
        ],
        [{ after: 2, then: 'block' }],
      ),
    }),
  ),
  node('single_use', some({ match: fc.constantFrom({ tool: 'mcp__a' }, { kind: 'bash' }), by: fc.constant(['to']) })),
  fc.constant<NodeData>({ kind: 'human_approval' }),
  fc.constant<NodeData>({ kind: 'floor' }),
  fc.constant<NodeData>({ kind: 'self_protection' }),
];

const leaves: fc.Arbitrary<NodeData> = fc.oneof(...kinds);

/** One node of each kind. */
const oneOfEach = fc.tuple(...kinds.map(each => ('arbitrary' in each ? each.arbitrary : each)));

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

/** The same tree with one leaf drawn anew by another of its kind: most often a change of a limit, a list or a ruling. */
function altered(policy: NodeData, at: number, others: readonly NodeData[]): NodeData {
  const leavesOf = ({ children, ...node }: NodeData): readonly NodeData[] => children?.flatMap(leavesOf) ?? [node];
  const chosen = at % leavesOf(policy).length;
  let count = 0;
  const visit = (each: NodeData): NodeData => {
    if (each.children !== undefined) return { ...each, children: each.children.map(visit) };
    if (count++ !== chosen) return each;
    const same = others.filter(({ kind }) => kind === each.kind);
    return same[at % Math.max(1, same.length)] ?? each;
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

  it('is contradicted by no call of a sequence, in the state that the calls before it have left', async () => {
    const registry = policyHost.nodesAt('/project').registry;
    const world = worldOf(
      policyHost,
      { a: 'x', 'src/a.ts': 'x', 'src/app/b.ts': 'x', 'b/c': 'x', '.env': 'x', '.git/config': '' },
      '/project',
    );
    const known = new Map<string, ReturnType<typeof world.effects>>();
    const effects: typeof world.effects = action => {
      const key = JSON.stringify([action.kind, action.tool, action.payload]);
      const found = known.get(key) ?? world.effects(action);
      known.set(key, found);
      return found;
    };
    const calls = fc.array(fc.tuple(fc.constantFrom(...CALLS), fc.constantFrom(0, 1, 60_000), fc.boolean()), {
      minLength: 4,
      maxLength: 10,
    });
    const counts = { neverMilder: 0, neverStricter: 0, equal: 0, calls: 0 };
    await fc.assert(
      fc.asyncProperty(trees, oneOfEach, fc.nat(30), ruling, calls, async (tree, others, at, fallback, sequence) => {
        const [older, newer] = [compiled(tree, fallback), compiled(altered(tree, at, others), fallback)];
        const proof = comparePolicies(older, newer, registry);
        counts.neverMilder += proof.neverMilder ? 1 : 0;
        counts.neverStricter += proof.neverStricter ? 1 : 0;
        counts.equal += proof.neverMilder && proof.neverStricter ? 1 : 0;
        if (!proof.neverMilder && !proof.neverStricter) return;
        const clock = fakeClock(0);
        const [sessions, audit] = [memorySessions(), { append: () => undefined }];
        await sessions.append('s', [{ type: 'fact', at: 0, name: 'a', value: true }]);
        const engines = [older, newer].map(
          each => new PolicyEngine(world.build(each), { sessions, audit, effects, clock, approvals: memoryApprovals() }),
        );
        for (const [index, [call, wait, byNew]] of sequence.entries()) {
          clock.set(clock.now() + wait);
          const action = { ...call, cwd: '/project', sessionId: 's', callId: `c${index}` };
          const [was, is] = (await Promise.all(engines.map(async each => severityOf((await each.explain(action)).ruling)))) as [
            number,
            number,
          ];
          if (proof.neverMilder) expect([index, was, is, is >= was]).toEqual([index, was, is, true]);
          if (proof.neverStricter) expect([index, was, is, is <= was]).toEqual([index, was, is, true]);
          counts.calls += 1;
          const chosen = engines[byNew ? 1 : 0];
          const evaluation = await chosen?.evaluate(action);
          if (evaluation?.passed === true) await chosen?.postAction(evaluation, { status: index % 3 === 0 ? 'error' : 'ok' });
        }
      }),
      { numRuns: Number(process.env['LICET_PAIRS'] ?? (isLongRun ? 10_000 : 400)) },
    );
    expect(counts.neverMilder - counts.equal).toBeGreaterThan(0);
    expect(counts.neverStricter - counts.equal).toBeGreaterThan(0);
    if (isLongRun) console.log(counts);
  }, 3_600_000);
});

const bash = (command: string) => ({ kind: 'bash', tool: 'Bash', payload: { command } });

/** Calls that the nodes above judge differently. */
const CALLS = [
  ...[
    'ls',
    'cat a',
    'cat .env',
    'rm src/a.ts',
    'rm -rf b',
    'echo x > src/app/b.ts',
    'git push -f',
    'git commit -m x',
    'curl https://x.example',
    'curl -d @a https://y.test',
    'frobnicate',
    '$X',
  ].map(bash),
  ...['a', 'src/a.ts', '.env', 'b/c'].flatMap(path => [
    { kind: 'read', tool: 'Read', payload: { file_path: path } },
    { kind: 'write', tool: 'Write', payload: { file_path: path, content: '' } },
  ]),
  ...['a', 'b', ['a', 'c']].map(to => ({ kind: 'tool', tool: 'mcp__a', payload: { to } })),
  { kind: 'tool', tool: 'mcp__a', payload: {} },
];
