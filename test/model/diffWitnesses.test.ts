import { candidateFiles } from '@licet/analysis';
import type { Candidate } from '@licet/analysis';
import { diffPolicies, TEST_PLACE, worldOf } from '@licet/analysis/policies';
import type { PolicyDiff } from '@licet/analysis/policies';
import { memoryApprovals, memorySessions, PolicyEngine } from '@licet/core';
import type { ActionInput, Evaluation } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { fakeClock } from '@licet/core/testing';
import type { CompiledPolicy } from '@licet/core/policy';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { altered, changed, compiled, leaves, oneOfEach, ruling, trees } from './randomPolicies.ts';

type Policies = readonly [older: CompiledPolicy, newer: CompiledPolicy];

describe('an action that shows what a change does', () => {
  it('is ruled by both policies as it says, and becomes milder where it is said to', async () => {
    const counts = { pairs: 0, wider: 0, passes: 0, repeated: 0, after: 0, obscure: 0 };
    const drawn = fc.tuple(trees, oneOfEach, leaves, fc.nat(30), ruling, fc.boolean());
    await fc.assert(
      fc.asyncProperty(drawn, async ([tree, others, leaf, at, fallback, replaces]) => {
        const fresh = replaces ? changed(tree, at % 4, leaf) : altered(tree, at, others);
        const policies: Policies = [compiled(tree, fallback), compiled(fresh, fallback)];
        const { verdict, witnesses, proof } = await diffPolicies(policyHost, ...policies, '/project');
        counts.pairs++;
        for (const witness of witnesses.filter(({ change }) => change === 'wider').slice(0, MOST_REPRODUCED)) {
          const [was, is] = [witness.old, witness.new].map(said => severityOf(said.ruling)) as [number, number];
          expect(is).toBeLessThan(was);
          expect(await reproduced(policies, witness), witness.words).toContainEqual([was, is]);
          expect(proof.neverMilder, witness.words).toBe(false);
          expect(['wider', 'mixed'] satisfies PolicyDiff['verdict'][]).toContain(verdict);
          counts.wider++;
          if (is === 0) counts.passes++;
          if (witness.times !== undefined) counts.repeated++;
          if (witness.before !== undefined) counts.after++;
          if (witness.isObscure) counts.obscure++;
        }
      }),
      { numRuns: isLongRun ? 200 : 25 },
    );
    expect(counts.wider).toBeGreaterThan(10);
    expect(counts.passes).toBeGreaterThan(5);
    if (isLongRun) console.log(counts);
  }, 1_200_000);
});

/** Witnesses of one pair that are done again. */
const MOST_REPRODUCED = 12;

/** What both policies say of it in the state that the calls before it have left under each of them: nothing of the search is used. */
async function reproduced(policies: Policies, witness: Candidate): Promise<readonly (readonly [number, number])[]> {
  const { files, untracked } = candidateFiles(policies, policyHost.nodesAt('/project').registry);
  const world = worldOf(policyHost, files, '/project', { untracked });
  const found: (readonly [number, number])[] = [];
  for (const by of [0, 1] as const) {
    const sessions = memorySessions();
    const facts = witness.facts?.map(name => ({ type: 'fact' as const, at: NOW, name, value: true })) ?? [];
    if (facts.length > 0) await sessions.append('s', facts);
    let isObscure = false;
    const effects: EffectAnalyzer = action => {
      if (isObscure) throw new Error('the effects cannot be found');
      return world.effects(action);
    };
    const [older, newer] = policies.map(
      each => new PolicyEngine(world.build(each), { sessions, effects, clock: fakeClock(NOW), approvals: memoryApprovals() }),
    ) as [PolicyEngine, PolicyEngine];
    const doer = by === 0 ? older : newer;
    for (const [at, { action, times }] of (witness.before ?? []).entries())
      for (let time = 0; time < times; time++) await done(doer, callOf(action, `${at} ${time}`));
    isObscure = witness.isObscure === true;
    for (let time = 1; time <= (witness.times ?? 1); time++) {
      const varied = witness.varies === undefined ? {} : { [witness.varies]: `${time}` };
      const call = callOf({ ...witness.action, payload: { ...witness.action.payload, ...varied } }, `${time}`);
      if (time < (witness.times ?? 1)) {
        await done(doer, call);
        continue;
      }
      // An answer that was given before counts only where the call is really judged.
      const judge = async (engine: PolicyEngine): Promise<number> =>
        severityOf((await (engine === doer ? engine.evaluate(call) : engine.explain(call))).ruling);
      const other = await judge(by === 0 ? newer : older);
      const own = await judge(doer);
      found.push(by === 0 ? [own, other] : [other, own]);
    }
  }
  return found;
}

const NOW = Date.UTC(2026, 0, 5, 12);

const callOf = (action: Omit<ActionInput, 'sessionId'>, callId: string): ActionInput => ({
  cwd: TEST_PLACE.root,
  ...action,
  sessionId: 's',
  callId,
});

/** Does what passes, and what a person would say yes to. */
async function done(engine: PolicyEngine, call: ActionInput): Promise<void> {
  const said: Evaluation = await engine.evaluate(call);
  const last = !said.passed && said.ruling === 'ask' ? await engine.resume(said, { granted: true, by: 'a person' }) : said;
  if (last.passed) await engine.postAction(last, { status: 'ok' });
}
