import { All, Any, Escalate, Not, Threshold, When, ask, guard, pass } from '@licet/core';
import type { GuardNode, Ruling } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { Contained, FileBoundary, HumanApproval, Network, SecretPaths, SelfProtection } from '@licet/guards';
import * as fc from 'fast-check';

export const [root, home] = ['/project', '/home/me'] as const;
export const place = { root, home };
/** The effects of commands, by their text alone. */
export const effects: EffectAnalyzer = analyzeEffects({ ...place, env: {} });

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
export const RULINGS: readonly Ruling[] = ['pass', 'warn', 'ask', 'block'];

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
    .record({
      allow: some(patterns),
      read: some(patterns),
      readOnly: some(patterns),
      deny: some(patterns),
      unknown: some(ruling),
    })
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
      unknown: some(ruling),
    })
    .map(options => Network(given(options))),
  ruling.map(otherwise => Contained({ else: otherwise })),
  fc.constantFrom(...CONDITIONS).map(condition => When(condition, HumanApproval())),
  fc.constant(
    guard('own', (_action, ctx) => (ctx.effects.some(({ kind }) => kind === 'write') ? ask('no', { fix: 'x' }) : pass()), {
      needs: ['effects'],
    }),
  ),
);

/** Policies of all guards of files and hosts, under all combinators. */
export const tree: fc.Arbitrary<GuardNode> = fc.letrec<{ node: GuardNode }>(tie => ({
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

/** A command of an agent. */
export const bash = (command: string) => ({ kind: 'bash' as const, tool: 'Bash', cwd: root, payload: { command } });
