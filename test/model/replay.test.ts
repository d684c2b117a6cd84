import { PolicyEngine, memoryAudit, memorySessions } from '@licet/core';
import type { AuditRecord, OutcomeStatus } from '@licet/core';
import { proveTree, recordedEvents, replay } from '@licet/analysis';

import { fakeClock } from '@licet/core/testing';
import * as fc from 'fast-check';
import { worldOf } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';

const POLICY = `version: 1
default: pass
policy:
  all:
    - facts: { facts: { tests_passing: { earned_by: { runs: npm test }, reset_by: { writes: ['src/**'] } } } }
    - bash_safety: {}
    - budget: { max: 8 }
    - budget: { max: 30, per: project, name: everything }
    - rate_limit: { max: 4, window: 1m }
    - progressive: { match: { effect: read }, steps: [{ after: 2, then: ask }, { after: 4, then: block }] }
    - when: { if: { runs: git commit }, then: { escalate: [{ requires: tests_passing }, { human_approval: {} }] } }
    - when: { if: { tool: mcp__mail__send }, then: { single_use: { match: { tool: mcp__mail__send }, by: [to] } } }
`;

interface Step {
  readonly session: number;
  readonly call: readonly [kind: string, tool: string, payload: object];
  readonly waits: number;
  readonly outcome: OutcomeStatus | undefined;
  readonly says: boolean | undefined;
  readonly agent: string | undefined;
}

const command = (text: string): Step['call'] => ['bash', 'Bash', { command: text }];

const steps = fc.array(
  fc.record<Step>({
    session: fc.integer({ min: 0, max: 3 }),
    call: fc.constantFrom<Step['call']>(
      command('npm test'),
      command('npm test'),
      command('git commit -m x'),
      command('git push --force'),
      command('cat src/a.ts'),
      ['write', 'Write', { file_path: 'src/a.ts', content: 'x' }],
      ['read', 'Read', { file_path: 'src/a.ts' }],
      ['tool', 'mcp__mail__send', { to: 'ann' }],
    ),
    waits: fc.constantFrom(0, 0, 1_000, 30_000, 120_000),
    outcome: fc.option(fc.constantFrom<OutcomeStatus>('ok', 'ok', 'error', 'denied', 'unknown'), { nil: undefined }),
    says: fc.option(fc.boolean(), { nil: undefined }),
    agent: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  }),
  { minLength: 10, maxLength: 60 },
);

const compiled = policyHost.compile(POLICY, '/project/governance.yaml').compiled;
const world = worldOf(policyHost, { 'src/a.ts': '', 'package.json': '{}' }, '/project');

/** Lets an engine judge what happens in some sessions at a time, with humans who answer, and returns its trail. */
async function lived(happening: readonly Step[]): Promise<readonly AuditRecord[]> {
  const audit = memoryAudit();
  const clock = fakeClock();
  const { effects } = world;
  const engine = new PolicyEngine(world.build(compiled), { audit, clock, effects, sessions: memorySessions() });
  for (const [index, { session, call, waits, outcome, says, agent }] of happening.entries()) {
    await clock.advance(waits);
    const [kind, tool, payload] = call;
    const about = {
      sessionId: `s${session}`,
      callId: `${index}`,
      cwd: '/project',
      ...(agent !== undefined && { agentId: agent }),
    };
    const asked = await engine.evaluate({ kind, tool, payload: { ...payload }, ...about });
    const yes = asked.ruling === 'ask' && says === true;
    const evaluation = yes ? await engine.resume(asked, { granted: true, by: 'ann' }) : asked;
    if (evaluation.passed && outcome !== undefined) await engine.postAction(evaluation, { status: outcome });
  }
  return audit.records;
}

describe('a replay of sessions with state', () => {
  it('gives what the engine said when they ran', async () => {
    let [sessions, passed, asked, stopped] = [0, 0, 0, 0];
    await fc.assert(
      fc.asyncProperty(steps, async happening => {
        const records = await lived(happening);
        const policy = { built: world.build(compiled), effects: world.effects };
        const found = replay({ older: policy, newer: { ...policy, built: world.build(compiled) } });
        for (const record of records) for (const event of recordedEvents(record)) await found.take(event);
        const { changes, drift, calls, after, ...report } = found.report();
        [sessions, passed, asked, stopped] = [
          sessions + report.sessions,
          passed + after.pass,
          asked + after.ask,
          stopped + after.block,
        ];

        // A call that somebody said yes to is judged again, and is one call.
        const judged = records.filter(record => record.type === 'evaluation' && record.code !== 'approval_granted');
        expect(calls).toBe(judged.length);
        expect(drift).toEqual({ recorded: calls, different: 0 });
        expect(changes).toEqual([]);
        for (const record of records) if (record.type === 'evaluation') expect(proveTree(record)).toEqual({ verdict: 'equal' });
      }),
      { numRuns: isLongRun ? 300 : 15, ...(!isLongRun && { seed: 16 }) },
    );
    expect(sessions).toBeGreaterThan(isLongRun ? 1_000 : 40);
    expect(Math.min(passed, asked, stopped)).toBeGreaterThan(isLongRun ? 10 : 0);
  }, 600_000);
});
