import type { Ruling } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import * as fc from 'fast-check';

const few = fc.integer({ min: 1, max: 3 });
export const ruling = fc.constantFrom<Ruling>('pass', 'warn', 'ask', 'block');
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

export const leaves: fc.Arbitrary<NodeData> = fc.oneof(...kinds);

/** One node of each kind. */
export const oneOfEach = fc.tuple(...kinds.map(each => ('arbitrary' in each ? each.arbitrary : each)));

const matches = fc.constantFrom(
  { kind: 'bash' },
  { kind: ['bash', 'read'] },
  { effect: 'write' },
  { effect: ['write', 'delete'] },
  { tool: 'mcp__a' },
);

export const trees: fc.Arbitrary<NodeData> = fc.letrec<{ tree: NodeData }>(tie => {
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

export const compiled = (policy: NodeData, fallback: Ruling): CompiledPolicy => ({
  format: 1,
  policy,
  settings: { default: fallback },
  sources: [],
  usesCel: false,
});

/** The same tree with one leaf drawn again, or left as it is: what a change of a policy is most of the time. */
export function changed(policy: NodeData, at: number, instead: NodeData): NodeData {
  let count = 0;
  const visit = (each: NodeData): NodeData => {
    if (each.children !== undefined) return { ...each, children: each.children.map(visit) };
    return count++ !== at ? each : each.kind === instead.kind || at % 2 === 0 ? instead : each;
  };
  return visit(policy);
}

/** The same tree with one leaf replaced by another of its kind: most often a change of a limit, a list or a ruling. */
export function altered(policy: NodeData, at: number, others: readonly NodeData[]): NodeData {
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
