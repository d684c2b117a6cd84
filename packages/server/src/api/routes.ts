import * as z from 'zod';

import type { ActionInput, Evaluation } from '@licet/core';

import type { Decisions } from '../decide.ts';
import { inTime, remoteAction } from '../decide.ts';
import { RequestFault } from '../http/fault.ts';
import { timeOf } from '../servedPolicy.ts';
import type { FaultCode } from '../http/fault.ts';
import { parseBody } from '../http/parseBody.ts';
import type { Call, Reply, Route } from '../http/route.ts';
import { answerOf, evaluateBody, evaluationAnswer, outcomeBody, promptBody } from './schemas.ts';
import type { OutcomeBody } from './schemas.ts';

/** The routes of the server's own interface. */
export function apiRoutes(made: Decisions, startedAt: number): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/evaluate',
      right: 'decide',
      summary: 'decide whether an action may run, and reserve what it will use if it may',
      takes: evaluateBody,
      gives: evaluationAnswer,
      async handle(call) {
        const { action, meets } = parseBody(evaluateBody, call.body);
        return { body: answerOf(await made.decide(action, call, meets)) };
      },
    },
    {
      method: 'POST',
      path: '/v1/explain',
      right: 'look',
      summary: 'say what would be decided, and why, and change nothing',
      takes: evaluateBody,
      gives: z.looseObject({ trace: z.looseObject({}) }),
      handle: explain,
    },
    {
      method: 'POST',
      path: '/v1/outcome',
      right: 'report',
      summary: 'report what became of an action; a report that gets no answer, or 503, is sent again as it is',
      takes: outcomeBody,
      gives: z.object({ recorded: z.literal(true) }),
      async handle(call) {
        const body = parseBody(outcomeBody, call.body);
        const receipt = await call.policy.engine.postAction(reported(body, made, call), body.outcome);
        if (receipt.recorded) return { body: { recorded: true } };
        throw new RequestFault(REFUSED[receipt.code] ?? 'outcome_not_recorded', receipt.why);
      },
    },
    {
      method: 'POST',
      path: '/v1/prompt',
      right: 'report',
      summary: 'report what the user said to the agent, for guards that go by it; it counts for remote callers only',
      takes: promptBody,
      gives: z.object({ heard: z.boolean().describe('whether a guard of the policy goes by prompts') }),
      async handle({ body, policy: { engine } }) {
        await engine.heard({ ...parseBody(promptBody, body), remote: true });
        return { body: { heard: engine.hearsPrompts } };
      },
    },
    {
      method: 'GET',
      path: '/v1/policy',
      right: 'look',
      summary: 'the policy as data',
      gives: z.looseObject({ digest: z.string() }),
      handle({ policy: { engine, settings, sources } }) {
        const { default: fallback = 'pass', mode = 'enforce' } = settings;
        const project = sources[0]?.file.split(/[\\/]/u).at(-2);
        return { body: { digest: engine.policyDigest, mode, default: fallback, project, policy: engine.describe() } };
      },
    },
    {
      method: 'GET',
      path: '/v1/status',
      right: 'look',
      summary: 'the status of the server',
      gives: z.looseObject({ policyDigest: z.string(), startedAt: z.string() }),
      handle: ({ policy: { engine } }) => ({
        body: { policyDigest: engine.policyDigest, startedAt: new Date(startedAt).toISOString() },
      }),
    },
    {
      method: 'GET',
      path: '/v1/approvals/*',
      right: 'look',
      summary: 'the status of a request for approval; it is answered by a human, with `licet approve`',
      gives: z.looseObject({ id: z.string(), status: z.string() }),
      handle: approval,
    },
  ];
}

/** What is wrong with a report that is not recorded; anything else is a fault of the stores. */
const REFUSED: Readonly<Partial<Record<string, FaultCode>>> = {
  unknown_evaluation: 'unknown_evaluation',
  second_outcome: 'second_outcome',
  outcome_after_block: 'outcome_after_block',
};

async function explain({ body, policy, signal, origin }: Call): Promise<Reply> {
  const { action } = parseBody(evaluateBody, body);
  const evaluation = await inTime(policy.engine.explain(remoteAction(action, origin), { signal }), signal);
  const { verdicts } = evaluation.toJSON();
  return { body: { ...answerOf(evaluation), effects: effectsOf(evaluation), verdicts, trace: evaluation.trace } };
}

/** Undefined for an engine that finds none, and where finding them failed. */
function effectsOf({ context }: Evaluation): Evaluation['context']['effects'] | undefined {
  try {
    return context.effects;
  } catch {
    return undefined;
  }
}

/** What was evaluated here is known; of what another server has evaluated the call's identity must be said. */
function reported({ evaluationId, action }: OutcomeBody, made: Decisions, { origin }: Pick<Call, 'origin'>): ActionInput {
  const known = evaluationId === undefined ? undefined : made.actionOf(evaluationId);
  // The calls of another machine are none that the bearer could know.
  const isTheirs = origin.onlyMachine !== undefined && known?.machine !== origin.onlyMachine;
  if (known !== undefined && !isTheirs) return known;
  if (action?.callId !== undefined) return remoteAction(action, origin);
  throw evaluationId === undefined
    ? new RequestFault('invalid_request', 'expected the `evaluationId`, or the `action` with its `sessionId` and `callId`')
    : new RequestFault(
        'unknown_evaluation',
        'this server does not know the evaluation: send the `action` with its `sessionId` and `callId` as well',
      );
}

async function approval({ path, policy, origin: { onlyMachine } }: Call): Promise<Reply> {
  const id = path.slice('/v1/approvals/'.length);
  const found = await policy.approvals?.find(id, timeOf(policy));
  // A machine is not told that there is a request of another one.
  if (found === undefined || (onlyMachine !== undefined && found.request.action.machine !== onlyMachine))
    throw new RequestFault('not_found', 'there is no such request for approval');
  const { request, status, answers } = found;
  const { questions, createdAt, expiresAt, code } = request;
  return {
    body: {
      id,
      code,
      status,
      questions: questions.map(({ guard, code: kind, reason }) => ({ guard, code: kind, reason })),
      answers: answers.map(({ granted, by, reason, at }) => ({ granted, by, reason, at: new Date(at).toISOString() })),
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    },
  };
}
