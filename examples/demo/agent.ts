import type { ActionInput, Approver, Evaluation, PolicyEngine, Ruling, SessionStore } from '@licet/core';
import { resolve } from 'node:path';

import type { Project } from './project.ts';
import type { Step } from './script.ts';
import { factsOf } from './story.ts';
import type { Story } from './story.ts';
import { KINDS, runTool } from './tools.ts';

/** The session that the agent works in. */
export const SESSION = 'demo';

/** What the agent lives in. */
export interface World {
  readonly engine: PolicyEngine;
  readonly sessions: SessionStore;
  readonly project: Project;
  readonly story: Story;
  /** The human at the desk: answers what the current step expects. */
  readonly desk: Desk;
}

/** A human who has their answers ready. */
export interface Desk extends Approver {
  step: Step | undefined;
}

/** Returns a human who answers every question of the current step in the same way. */
export function createDesk(): Desk {
  const desk: Desk = {
    step: undefined,
    approve(request) {
      const human = desk.step?.human;
      const yes = human?.yes === true;
      return { granted: request.questions.map(() => yes), by: 'mara', reason: human?.says ?? 'I did not expect this question' };
    },
  };
  return desk;
}

/** Plays the script and returns every evaluation, in order. Throws when the policy decides otherwise than the script expects. */
export async function play(steps: readonly Step[], world: World, done: Evaluation[] = []): Promise<readonly Evaluation[]> {
  for (const step of steps) {
    const evaluation = await act(step, world, done.length + 1);
    done.push(evaluation);
    if (!evaluation.passed && step.instead !== undefined) await play(step.instead, world, done);
  }
  return done;
}

/** One turn of the agent's loop. The two calls are the whole integration. */
async function act(step: Step, { engine, sessions, project, story, desk }: World, count: number): Promise<Evaluation> {
  story.intention(count, step.thought, step.call);
  desk.step = step;
  const action = toAction(step, project, count);

  const evaluation = await engine.evaluate(action); // before: may it?
  story.decision(evaluation, policyRuling(evaluation));
  expectRuling(step, policyRuling(evaluation));
  if (!evaluation.passed) return evaluation;

  const known = factsOf(await sessions.load(SESSION));
  const outcome = runTool(step.call, project);
  await engine.postAction(evaluation, outcome); // after: what really happened
  story.outcome(outcome);
  const earned = factsOf(await sessions.load(SESSION)).filter(name => !known.includes(name));
  if (earned.length > 0) story.line(story.paint('2', `    → earned: ${earned.join(', ')}`));

  const { establishes } = step;
  if (establishes !== undefined && outcome.status === 'ok') {
    await sessions.append(SESSION, [{ type: 'fact', at: Date.now(), name: establishes, value: true }]);
    story.line(story.paint('2', `    → the host establishes: ${establishes}`));
  }
  return evaluation;
}

function toAction({ call, taskType }: Step, { root }: Project, count: number): ActionInput {
  const { tool, ...payload } = call;
  const path = 'file_path' in payload ? { file_path: resolve(root, payload.file_path) } : {};
  return {
    kind: KINDS[tool],
    tool,
    payload: { ...payload, ...path },
    sessionId: SESSION,
    callId: `call-${count}`,
    cwd: root,
    ...(taskType !== undefined && { taskType }),
  };
}

/** What the policy said before a human was asked. */
function policyRuling({ ruling, approval }: Evaluation): Ruling {
  return approval === undefined ? ruling : 'ask';
}

function expectRuling({ want, thought }: Step, ruling: Ruling): void {
  if (ruling !== want) throw new Error(`the policy says ${ruling} where the story expects ${want}: ${thought}`);
}
