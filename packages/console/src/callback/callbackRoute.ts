import type { NotifySettings, SignedAnswers } from '@licet/core/policy';
import { proofOf } from '@licet/core/policy';
import { answerToAll, giveAnswer } from '@licet/core/store';
import { RequestFault, parseBody, timeOf } from '@licet/server/routes';
import type { Call, Reply, Route } from '@licet/server/routes';

import { bindingOf, isSigned, signedAnswer } from './signedAnswer.ts';

/** Variables of a process, by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The shortest key that is taken: one that can be guessed is none. */
const LEAST_KEY = 32;

/** Returns the key that signs the answers of a place; undefined where this process does not have it, or where it has fewer than 32 characters. */
export function answerKey({ secret }: Pick<SignedAnswers, 'secret'>, env: Variables): string | undefined {
  const key = env[secret.slice('env:'.length)];
  return key !== undefined && key.length >= LEAST_KEY ? key : undefined;
}

/** The path of the route, below the address of the server. */
export const CALLBACK_PATH = '/v1/answers';

/**
 * Makes the route that takes answers from elsewhere. Its callers have no token: the signature says who they are, and is good for one request, which
 * is answered once. A yes counts only at the level `terminal`; a no always does.
 *
 * @example
 * ```ts
 * import { callbackRoute } from '@licet/console';
 *
 * callbackRoute({ PHONE_KEY: 'a key of at least thirty-two characters' }).path; // => '/v1/answers'
 * ```
 */
export const callbackRoute = (env: Variables): Route => ({
  method: 'POST',
  path: CALLBACK_PATH,
  summary: 'answer a request with a signature that was made for it',
  takes: signedAnswer,
  handle: async call => takeSigned(call, env),
});

async function takeSigned({ body, policy }: Call, env: Variables): Promise<Reply> {
  const { approvals, audit, settings } = policy;
  const said = parseBody(signedAnswer, body);
  const places: readonly NotifySettings[] = settings.approvals?.notify ?? [];
  const isTheirs = places.some(({ answers }) => {
    const key = answers?.by === said.by ? answerKey(answers, env) : undefined;
    return key !== undefined && isSigned(said, key);
  });
  // Without a key a caller is not told which part of it is wrong.
  if (!isTheirs || approvals === undefined) throw new RequestFault('forbidden', 'no such answer is expected here');
  const now = timeOf(policy);
  const stored = await approvals.find(said.id, now);
  const isMeant = stored !== undefined && bindingOf(stored.request) === said.binding && said.until <= stored.request.expiresAt;
  if (!isMeant || said.until < now) throw new RequestFault('not_found', 'there is no such request any more');
  if (stored.status !== 'pending') return refused(`the request was ${stored.status} already`);
  const isYes = said.answer === 'yes';
  if (isYes && proofOf(settings) !== 'terminal')
    throw new RequestFault('forbidden', 'a yes from here does not count under this policy: answer on the page or in a terminal');
  const answer = { granted: answerToAll(stored.request, isYes, said.by), by: said.by, channel: 'callback' };
  const result = await giveAnswer({ approvals, audit }, stored, answer, now);
  return result.taken ? { body: { status: result.approval.status } } : refused(`the answer was not taken: ${result.why}`);
}

const refused = (message: string): Reply => ({ status: 409, body: { code: 'not_taken', message } });
