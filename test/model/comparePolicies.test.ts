import { findWitnesses, comparePolicies } from '@licet/analysis';
import type { Candidate } from '@licet/analysis';
import type { Registry } from '@licet/core';
import type { CompiledPolicy } from '@licet/core/policy';
import { PolicyEngine, memoryApprovals, memorySessions } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import { candidateFiles, ingredientsOf } from '@licet/analysis';
import { worldOf } from '@licet/analysis/policies';
import { fakeClock } from '@licet/core/testing';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { altered, changed, compiled, leaves, oneOfEach, ruling, trees } from './randomPolicies.ts';

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
        const world = worldOf(policyHost, candidateFiles(policies, registry).files, '/project');
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

/** Single actions, some of them with a fact or again and again: whatever the search would choose. */
function candidatesOf(policies: readonly CompiledPolicy[], registry: Registry): readonly Candidate[] {
  const { actions, facts, times } = ingredientsOf(policies, registry);
  return actions.flatMap((each, index) => [
    each,
    ...facts.map(known => ({ ...each, facts: known })),
    ...(index % 5 === 0 && times > 1 ? [{ ...each, times }] : []),
  ]);
}

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
