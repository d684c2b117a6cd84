import { readFileSync } from 'node:fs';

import { PolicyEngine, createRegistry } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';

import type { Tables, ToolCall } from './data.ts';

/** A desk with its customer, under a policy, over its own database. */
export interface Desk {
  /** Calls a tool, with the customer's yes where `says` is so. Returns whether the call went ahead. */
  readonly call: (call: ToolCall, says?: boolean) => Promise<boolean>;
  readonly db: Tables;
  /** Why the last call was stopped. */
  readonly why: () => string;
}

const place = { root: '/desk', home: '/home/desk' };

/** What the tools of a domain answer and change. */
export type Tools = (db: Tables, call: ToolCall) => unknown;

const policies = new Map<string, ReturnType<typeof loadPolicy>>();

function policyOf(name: string): ReturnType<typeof loadPolicy> {
  const known = policies.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8');
  const options = {
    registry: createRegistry(guardDefinitions),
    ...place,
    shortForms,
    include: includePack,
    conditions: celCondition,
  };
  const made = loadPolicy(text, options);
  policies.set(name, made);
  return made;
}

let sessions = 0;

/** Opens a desk. */
export function openDesk(name: string, db: Tables, tools: Tools): Desk {
  const own = structuredClone(db);
  const sessionId = `s${(sessions += 1)}`;
  let isYes = true;
  let [last, calls] = ['', 0];
  const engine = new PolicyEngine(policyOf(name), {
    effects: analyzeEffects({ ...place, files: false, env: {} }),
    approver: { approve: async ({ questions }) => ({ granted: questions.map(() => isYes), by: 'the customer' }) },
  });
  return {
    db: own,
    why: () => last,
    async call(call, says = true) {
      isYes = says;
      const action = { kind: 'tool', tool: call.name, payload: call.arguments, sessionId, callId: `c${(calls += 1)}` };
      const evaluation = await engine.evaluate(action);
      last = evaluation.reason ?? evaluation.code;
      if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok', output: tools(own, call) });
      return evaluation.passed;
    },
  };
}
