import { RULINGS } from '@licet/core';
import * as z from 'zod';
import type { ZodType } from 'zod';

import type { ActionInput, Obligations, OutcomeInput, Evaluation, Verdict } from '@licet/core';

import { callIdOf } from '../decide.ts';

const text = z.string().min(1).max(4_096);

const principal = z.strictObject({
  id: text.describe('who it is'),
  roles: z.array(text).max(256).exactOptional(),
  attributes: z.record(z.string(), z.json()).exactOptional(),
});

/** What callers send as an action: the same members as in code. Other members are refused. */
const action = z.strictObject({
  kind: text.describe('what sort of act it is: `read`, `write`, `bash`, `network`, `tool`, or any other word'),
  tool: text.exactOptional().describe("the runtime's own name of the tool"),
  payload: z.record(z.string(), z.unknown()).exactOptional().describe("the tool's own arguments, untouched"),
  sessionId: text.exactOptional().describe('whose limits and facts count; `default` when it is absent'),
  callId: text.exactOptional().describe('the identity of this call: evaluating it again charges nothing twice'),
  agentId: text.exactOptional(),
  principal: principal.exactOptional().describe('on whose behalf, as the caller has established it'),
  cwd: text.exactOptional().describe('the folder that relative paths start from; absolute'),
  taskType: text.exactOptional(),
  turnId: text.exactOptional(),
  approval: z
    .strictObject({ id: text, by: text.exactOptional() })
    .exactOptional()
    .describe('the request for approval that a human has answered'),
});

/** The obligations that a caller may say it carries out. */
export const OBLIGATIONS: readonly [keyof Obligations, ...(keyof Obligations)[]] = [
  'rewrite',
  'redact',
  'maxRows',
  'maxOutput',
  'fields',
  'maxFields',
  'maxDepth',
  'mode',
  'timeoutMs',
  'notices',
];

/** The body of `POST /v1/evaluate` and `POST /v1/explain`. */
export interface EvaluateBody {
  readonly action: ActionInput;
  readonly meets?: readonly (keyof Obligations)[];
}

/** The schema of {@link EvaluateBody}. */
export const evaluateBody: ZodType<EvaluateBody> = z.strictObject({
  action,
  meets: z
    .array(z.enum(OBLIGATIONS))
    .exactOptional()
    .describe('the obligations that the caller carries out; a policy that demands another one blocks'),
});

const usage = z.strictObject({ cost: z.number().exactOptional(), tokens: z.number().exactOptional() });

const outcome = z.strictObject({
  status: z.enum(['ok', 'error', 'denied', 'cancelled', 'unknown']).describe('how the action ended'),
  output: z.unknown().optional(),
  error: z.string().exactOptional(),
  exitCode: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  usage: usage.exactOptional(),
});

/** The body of `POST /v1/outcome`. */
export interface OutcomeBody {
  readonly evaluationId?: string;
  readonly action?: ActionInput;
  readonly outcome: OutcomeInput;
}

/** The schema of {@link OutcomeBody}. */
export const outcomeBody: ZodType<OutcomeBody> = z.strictObject({
  evaluationId: text.exactOptional().describe('the `id` of the evaluation'),
  action: action.exactOptional().describe('the action with its `sessionId` and `callId`, where another server has evaluated it'),
  outcome: outcome,
}) as ZodType<OutcomeBody>;

/** The body of `POST /v1/prompt`. */
export interface PromptBody {
  readonly prompt: string;
  readonly sessionId?: string;
}

/** The schema of {@link PromptBody}. */
export const promptBody: ZodType<PromptBody> = z.strictObject({
  prompt: z.string().max(65_536).describe('what the user said to the agent, and nothing that the agent or a tool has said'),
  sessionId: text.exactOptional().describe('the session that the prompt is for; `default` when it is absent'),
});

const ruling = z.enum(RULINGS);
const fix = z.looseObject({ summary: z.string() });

const verdict = z.looseObject({
  ruling,
  guard: z.string(),
  code: z.string(),
  reason: z.string().optional(),
  fix: fix.optional(),
});

/** The schema of what `POST /v1/evaluate` answers. */
export const evaluationAnswer: ZodType = z.looseObject({
  id: z.string(),
  passed: z.boolean().describe('whether the action may run: the one thing to enforce'),
  ruling: ruling.describe('what the policy says'),
  enforced: ruling.describe('what is done about it: the ruling, except that observing lets everything pass'),
  code: z.string(),
  guard: z.string(),
  place: z
    .object({ file: z.string(), line: z.number() })
    .optional()
    .describe('where the rule that decided is: the name of the policy file, without its folder, and the line'),
  reason: z.string().optional(),
  fix: fix.optional(),
  recover: z.string().optional(),
  retryAfterMs: z.number().optional(),
  violations: z.array(verdict),
  obligations: z.looseObject({}).describe('what the caller must do when the action runs'),
  approval: z.looseObject({ id: z.string(), status: z.string() }).optional(),
  risk: z.number(),
  callId: z.string().optional(),
  actionDigest: z.string().optional(),
  policyDigest: z.string(),
});

/** The schema of what a refused request is answered with. */
export const faultAnswer: ZodType = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Returns an evaluation as the answer to a request: what to do, why, and the way out, without what the server keeps to itself. */
export function answerOf(evaluation: Evaluation): { readonly [name: string]: unknown } {
  const { id, passed, ruling, enforced, code, guard, place, reason, fix, recover, retryAfterMs } = evaluation;
  const { violations, gaps, errors, obligations, approval, risk, actionDigest, policyDigest, action } = evaluation;
  return {
    id,
    passed,
    ruling,
    enforced,
    code,
    guard,
    place: place && { ...place, file: place.file.replace(/^.*[\\/]/u, '') },
    reason,
    fix,
    recover,
    retryAfterMs,
    violations: violations.map(plain),
    gaps,
    errors: errors.map(error => ({ code: error.code, guard: error.guard, message: error.message })),
    obligations,
    approval,
    risk,
    callId: callIdOf(action),
    actionDigest,
    policyDigest,
  };
}

const plain = ({ ruling, guard, code, reason, fix, recover }: Verdict): object => ({ ruling, guard, code, reason, fix, recover });
