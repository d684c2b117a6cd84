import * as z from 'zod';
import type { ZodType } from 'zod';

import type { Decisions } from '../decide.ts';
import { RequestFault } from '../http/fault.ts';
import { parseBody } from '../http/parseBody.ts';
import type { Call, Reply } from '../http/route.ts';
import type { AccessAnswer } from './answer.ts';
import { answerTo } from './answer.ts';
import { accessRequest, context, entity, namedAction } from './entities.ts';

/** The most questions of one request. */
const MOST = 1_000;

interface Batch {
  readonly subject?: unknown;
  readonly action?: unknown;
  readonly resource?: unknown;
  readonly context?: unknown;
  readonly evaluations?: readonly Readonly<Record<string, unknown>>[];
  readonly options?: { readonly evaluations_semantic?: Semantic };
}

type Semantic = 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit';

/** The body of `POST /access/v1/evaluations`. What is next to the list counts for every item that does not say otherwise. */
export const batchBody: ZodType<Batch> = z.object({
  subject: entity.optional(),
  action: namedAction.optional(),
  resource: entity.optional(),
  context: context.optional(),
  evaluations: z.array(z.record(z.string(), z.unknown())).max(MOST, `expected at most ${MOST} items`).exactOptional(),
  options: z
    .object({ evaluations_semantic: z.enum(['execute_all', 'deny_on_first_deny', 'permit_on_first_permit']).exactOptional() })
    .exactOptional(),
}) as ZodType<Batch>;

/**
 * Answers many questions in their order, one after the other, because each may use up what the next one needs. An item that is no
 * question is denied by itself. Without a list the body is one question.
 */
export async function answerBatch(call: Call, made: Decisions): Promise<Reply> {
  const { evaluations = [], options, ...defaults } = parseBody(batchBody, call.body);
  if (evaluations.length === 0) return { body: await answerTo(parseBody(accessRequest, call.body), call, made) };
  const semantic = options?.evaluations_semantic ?? 'execute_all';
  const share: Call = { ...call, bytes: Math.ceil(call.bytes / evaluations.length) };
  const answers: AccessAnswer[] = [];
  for (const item of evaluations) {
    const answer = await answerItem({ ...defaults, ...item }, share, made);
    answers.push(answer);
    if (semantic === (answer.decision ? 'permit_on_first_permit' : 'deny_on_first_deny')) break;
  }
  return { body: { evaluations: answers } };
}

async function answerItem(item: unknown, call: Call, made: Decisions): Promise<AccessAnswer> {
  try {
    return await answerTo(parseBody(accessRequest, item), call, made);
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return { decision: false, context: { error: { status: error.status, message: error.message } } };
  }
}
