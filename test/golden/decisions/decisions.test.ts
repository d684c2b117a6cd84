import { readdirSync } from 'node:fs';

import { PolicyEngine, memorySessions } from '@licet/core';
import { buildPolicy, digestPolicy } from '@licet/core/policy';
import { PROJECT_SESSION } from '@licet/core/store';
import type { ActionInput, Evaluation, Guard, Json } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';
import { fromConstructors, goldenRegistry, place } from './support.ts';

// A file is a list of cases. `policy` is a node, `default` the ruling where none applies, `facts` what is established in
// the session and `project` in the project, `before` what went on earlier (with the status of its outcome, where one was
// reported), `action` what the agent wants. `want` names at least the ruling; `determining` are the guards that the
// ruling rests on and `errors` the codes of the faults, both in any order.
const ruling = z.enum(['pass', 'warn', 'ask', 'block']);
const action = z.strictObject({
  kind: z.string(),
  tool: z.string().optional(),
  payload: z.record(z.string(), z.json()).optional(),
  taskType: z.string().optional(),
  agentId: z.string().optional(),
  callId: z.string().optional(),
  cwd: z.string().optional(),
  principal: z.strictObject({ id: z.string(), roles: z.array(z.string()).optional() }).optional(),
});
const Case = z.strictObject({
  note: z.string().min(10),
  policy: z.record(z.string(), z.json()),
  default: ruling.default('pass'),
  facts: z.record(z.string(), z.json()).default({}),
  project: z.record(z.string(), z.json()).default({}),
  before: z.array(action.extend({ outcome: z.enum(['ok', 'error', 'denied']).optional() })).default([]),
  action,
  want: z.strictObject({
    ruling,
    code: z.string().optional(),
    guard: z.string().optional(),
    determining: z.array(z.string()).optional(),
    errors: z.array(z.string()).optional(),
  }),
});
type Case = z.infer<typeof Case>;

async function evaluate(policy: Guard, { facts, project, before, action, default: fallback }: Case): Promise<Evaluation> {
  const sessions = memorySessions();
  for (const [name, value] of Object.entries(facts))
    await sessions.append('golden', [{ type: 'fact', at: 0, name, value: value as Json }]);
  for (const [name, value] of Object.entries(project))
    await sessions.append(PROJECT_SESSION, [{ type: 'fact', at: 0, name, value: value as Json }]);
  const engine = new PolicyEngine(policy, { sessions, default: fallback, effects: analyzeEffects(place) });
  const wanted = (each: Case['action']): ActionInput => ({ cwd: '/project', ...each, sessionId: 'golden' }) as ActionInput;
  for (const { outcome, ...earlier } of before) {
    const evaluation = await engine.evaluate(wanted(earlier));
    if (outcome !== undefined && evaluation.passed) await engine.postAction(evaluation, { status: outcome });
  }
  return engine.evaluate(wanted(action));
}

function summary(evaluation: Evaluation): object {
  return {
    ruling: evaluation.ruling,
    code: evaluation.code,
    guard: evaluation.guard,
    determining: evaluation.determining.map(({ guard }) => guard).sort(),
    errors: evaluation.errors.map(({ code }) => code).sort(),
  };
}

const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.yaml'));

describe.each(files)('golden decisions in %s', file => {
  it.each(goldenCases(`${import.meta.dirname}/${file}`, Case).map(golden => [golden.note, golden] as const))(
    '%s',
    async (_note, golden) => {
      const options = { ...place, registry: goldenRegistry, conditions: celCondition, file };
      const loaded = loadPolicy(stringify({ version: 1, default: golden.default, policy: golden.policy }), options);
      const compiled = buildPolicy(JSON.parse(JSON.stringify(loaded.compiled)), options).policy;
      const coded = fromConstructors(golden.policy);

      const said = await Promise.all([coded, loaded.policy, compiled].map(policy => evaluate(policy, golden)));
      const [first] = said.map(summary);

      expect([digestPolicy(loaded.policy), digestPolicy(compiled)]).toEqual([digestPolicy(coded), digestPolicy(coded)]);
      expect(said.map(summary)).toEqual([first, first, first]);
      const { determining, errors, ...want } = golden.want;
      expect(first).toMatchObject({
        ...want,
        ...(determining !== undefined && { determining: determining.toSorted() }),
        errors: (errors ?? []).toSorted(),
      });
    },
  );
});
