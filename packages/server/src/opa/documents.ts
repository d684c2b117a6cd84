import * as z from 'zod';

import type { ActionInput, Evaluation } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import { answerOf, evaluateBody } from '../api/schemas.ts';
import type { Decisions } from '../decide.ts';
import type { Call } from '../http/route.ts';

/** What a document says, and the evaluation that it rests on. */
export interface DocumentValue {
  readonly value: unknown;
  readonly id?: string;
}

/** Makes the value of a document for an input. An input that is no action is a no, never undefined: clients take that for no opinion. */
type Document = (input: unknown, call: Call, made: Decisions) => Promise<DocumentValue>;

/** The documents, by their paths. */
const DOCUMENTS: Readonly<Record<string, Document>> = Object.freeze({
  'agent/call/decision': agentCall,
  'licet/allow': async (input, call, made) => {
    const { evaluation } = await judged(input, call, made);
    return { value: evaluation?.passed === true, ...idOf(evaluation) };
  },
  'licet/decision': async (input, call, made) => {
    const { evaluation, why } = await judged(input, call, made);
    return evaluation === undefined
      ? { value: { passed: false, ruling: 'block', enforced: 'block', code: 'invalid_action', reason: why } }
      : { value: answerOf(evaluation), ...idOf(evaluation) };
  },
});

/** A tool call as the OPA client of the AI SDK describes it. */
const toolCall = z.object({
  tool: z.object({ name: z.string().min(1) }),
  args: z.unknown().optional(),
  runtimeContext: z.unknown().optional(),
});

async function agentCall(input: unknown, call: Call, made: Decisions): Promise<DocumentValue> {
  const parsed = toolCall.safeParse(input);
  if (!parsed.success) return { value: { decision: 'deny', reason: 'expected `input` with `tool.name` and `args`' } };
  const { tool, args, runtimeContext } = parsed.data;
  const evaluation = await made.decide(
    {
      kind: 'tool',
      tool: tool.name,
      payload: isRecord(args) ? args : args === undefined || args === null ? {} : { args },
      ...identityIn(runtimeContext),
    },
    call,
  );
  const decision = evaluation.passed ? 'allow' : evaluation.enforced === 'ask' ? 'requires-approval' : 'deny';
  const words = [evaluation.reason, evaluation.fix?.summary].filter(text => text !== undefined).join('; instead: ');
  return { value: { decision, reason: words === '' ? evaluation.code : words }, ...idOf(evaluation) };
}

/** Whose limits and facts count, where the host names them in its runtime context. */
function identityIn(context: unknown): Pick<ActionInput, 'sessionId' | 'agentId'> {
  if (!isRecord(context)) return {};
  const { sessionId, agentId } = context;
  return { ...(typeof sessionId === 'string' && { sessionId }), ...(typeof agentId === 'string' && { agentId }) };
}

async function judged(
  input: unknown,
  call: Call,
  made: Decisions,
): Promise<{ readonly evaluation?: Evaluation; readonly why?: string }> {
  const parsed = evaluateBody.safeParse({ action: input });
  if (!parsed.success) return { why: 'the `input` is no action: expected `kind`, and what `POST /v1/evaluate` takes' };
  return { evaluation: await made.decide(parsed.data.action, call) };
}

const idOf = (evaluation: Evaluation | undefined): { readonly id?: string } =>
  evaluation === undefined ? {} : { id: evaluation.id };

/**
 * Returns the document under a path, as `agent/call/decision`; of a path above documents an object with what lies below it, and
 * undefined where there is nothing.
 */
export async function documentAt(path: string, input: unknown, call: Call, made: Decisions): Promise<DocumentValue | undefined> {
  const exact = Object.hasOwn(DOCUMENTS, path) ? DOCUMENTS[path] : undefined;
  if (exact !== undefined) return exact(input, call, made);
  const below = Object.keys(DOCUMENTS).filter(name => path === '' || name.startsWith(`${path}/`));
  if (below.length === 0) return undefined;
  const root: Record<string, unknown> = {};
  for (const name of below) {
    const { value } = (await DOCUMENTS[name]?.(input, call, made)) ?? { value: undefined };
    const parts = name.slice(path === '' ? 0 : path.length + 1).split('/');
    const last = parts.pop() ?? '';
    let place = root;
    for (const part of parts) place = (place[part] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return { value: root };
}
