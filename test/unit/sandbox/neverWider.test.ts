import { All, Any, Escalate, Not, PolicyEngine, Threshold, When, ask, createRegistry, guard, pass } from '@licet/core';
import type { GuardNode, Ruling } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { FileBoundary, HumanApproval, Network, SecretPaths, SelfProtection, guardDefinitions } from '@licet/guards';
import { planPermits, planSandbox } from '@licet/sandbox';
import type { PlanUse } from '@licet/sandbox';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const [root, home] = ['/project', '/home/me'];
const place = { root, home };
const registry = createRegistry(guardDefinitions);
const effects = analyzeEffects({ ...place, env: {} });

const PATTERNS = [
  '**',
  'src/**',
  'src/',
  'src/gen/**',
  './',
  'docs/**',
  '**/*.md',
  'src/*',
  'app/{a,b}/**',
  '.env',
  '*.key',
  'governance.yaml',
];
const HOSTS = ['a.example', '*.b.example', 'x.b.example', '*', '10.0.0.0/8', 'a.example:8443', 'localhost'];
const RULINGS: readonly Ruling[] = ['pass', 'warn', 'ask', 'block'];

const patterns = fc.uniqueArray(fc.constantFrom(...PATTERNS), { minLength: 1, maxLength: 3 });
const hosts = fc.uniqueArray(fc.constantFrom(...HOSTS), { minLength: 1, maxLength: 3 });
const ruling = fc.constantFrom(...RULINGS);
const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(value, { nil: undefined });
const given = <Shape extends object>(shape: Shape): { [Name in keyof Shape]: Exclude<Shape[Name], undefined> } =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Shape]: Exclude<Shape[Name], undefined>;
  };

const CONDITIONS = [
  { effect: 'write' },
  { effect: 'network' },
  { effect: 'read' },
  { kind: 'write' },
  { tag: 'secret' },
  { tool: 'Bash' },
  { runs: 'git push' },
] as const;

const leaf: fc.Arbitrary<GuardNode> = fc.oneof(
  fc
    .record({ allow: some(patterns), read: some(patterns), readOnly: some(patterns), deny: some(patterns) })
    .map(lists => FileBoundary({ ...given(lists), ...place })),
  fc
    .record({ paths: some(patterns), except: some(patterns), read: ruling, change: ruling })
    .map(options => SecretPaths({ ...given(options), ...place })),
  fc.record({ paths: some(patterns) }).map(options => SelfProtection({ ...given(options), ...place })),
  fc
    .record({
      allow: some(hosts),
      deny: some(hosts),
      uploadTo: some(hosts),
      uploads: ruling,
      methods: some(fc.constantFrom(['GET'], ['POST'], ['GET', 'POST'])),
    })
    .map(options => Network(given(options))),
  fc.constantFrom(...CONDITIONS).map(condition => When(condition, HumanApproval())),
  fc.constant(
    guard('own', (_action, ctx) => (ctx.effects.some(({ kind }) => kind === 'write') ? ask('no', { fix: 'x' }) : pass()), {
      needs: ['effects'],
    }),
  ),
);

const tree: fc.Arbitrary<GuardNode> = fc.letrec<{ node: GuardNode }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: leaf, weight: 4 },
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(all => All(...all)),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(all => Any(...all)),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => Escalate(a, b)),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => Threshold(2, a, b)),
    fc
      .tuple(fc.constantFrom(...CONDITIONS), tie('node'), some(tie('node')))
      .map(([condition, yes, no]) => When(condition, yes, no)),
    tie('node').map(node => Not(node)),
  ),
})).node;

const PATHS = [
  'src/a.ts',
  'src/gen/b.ts',
  'docs/x.md',
  'app/a/c',
  'README.md',
  '.env',
  'src/.env',
  'src/tls.key',
  'governance.yaml',
  '.git/hooks/pre-commit',
  'sub/.mcp.json',
  'package.json',
];

const use: fc.Arbitrary<PlanUse> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('read' as const, 'write' as const),
    path: fc.constantFrom(...PATHS.map(path => `${root}/${path}`), `${home}/x`, '/etc/x'),
  }),
  fc.record({
    kind: fc.constant('connect' as const),
    host: fc.constantFrom('a.example', 'x.b.example', '10.1.2.3', 'localhost', '169.254.169.254', 'c.example'),
    port: fc.constantFrom(443, 8443),
    uploads: fc.boolean(),
  }),
);

/** What an upload reads. */
const SENT: PlanUse = { kind: 'read', path: `${root}/src/a.ts` };

/** A program is no tool of the agent: what it does is tried as a command that does the same. */
const commandOf = (wanted: PlanUse): string => {
  if (wanted.kind === 'connect')
    return `curl ${wanted.uploads ? '-d @/project/src/a.ts ' : ''}http://${wanted.host}:${wanted.port}/`;
  return wanted.kind === 'read' ? `cat ${wanted.path}` : `echo x > ${wanted.path}`;
};

const bash = (command: string) => ({ kind: 'bash' as const, tool: 'Bash', cwd: root, payload: { command } });

describe('a plan is never wider than its policy', () => {
  it('lets nothing happen that the policy stops, where the policy lets a command run at all', () => {
    let permitted = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom(...RULINGS), fc.array(use, { minLength: 8, maxLength: 16 }), (policy, fallback, uses) => {
        const engine = new PolicyEngine(policy, { effects, default: fallback });
        if (!engine.evaluateSync(bash('true')).passed) return;
        const permits = planPermits(planSandbox({ policy, registry, default: fallback, ...place }));
        for (const wanted of uses) {
          if (!permits(wanted) || (wanted.kind === 'connect' && !permits(SENT))) continue;
          permitted += 1;
          const { ruling: found, reason } = engine.evaluateSync(bash(commandOf(wanted)));
          expect({ wanted, found, reason }).toEqual({ wanted, found: expect.stringMatching(/pass|warn/u), reason });
        }
      }),
      { numRuns: 1_500 },
    );
    expect(permitted).toBeGreaterThan(200);
  });
});
