import type { Decided } from '../decided.ts';
import { noticeOf, owedOf } from '../decided.ts';
import { BEGUN } from '../gate.ts';
import type { SeenCall } from '../seenCall.ts';
import type { McpResponse, Members } from '../../mcp/message.ts';
import { CODES, failed } from '../../mcp/message.ts';
import { judgedAnswer } from './embedded.ts';
import type { GovernedMethod } from './methods.ts';
import type { CallPlace, McpCall } from './place.ts';
import { stopped, withNotice, wordsIn } from './result.ts';
import { keyOf } from './rounds.ts';
import type { CallGate } from '../carryOut.ts';

/** What a call runs by. */
export interface Running {
  readonly place: CallPlace;
  readonly gate: CallGate<McpCall>;
  readonly method: GovernedMethod;
}

/** Has the other side carry out a call that may run with the arguments that were judged, writes down how it ended, and answers it. */
export async function carryOut(
  { place, gate, method }: Running,
  call: SeenCall<McpCall>,
  decided: Required<Decided>,
): Promise<McpResponse> {
  const { evaluation } = decided;
  const about = call.context as McpCall;
  const { request, from } = about;
  const { signal } = call;
  const args = gate.begin(decided);
  if (args === undefined) return stopped(call, BEGUN);
  const sent = { ...request, params: { ...request.params, ...method.params(args) } };
  const answer = await (from === 'client' ? place.server : place.client).ask(sent, { ...(signal !== undefined && { signal }) });
  const response = answer === undefined || from === 'server' ? answer : await judgedAnswer(place, about, answer, signal);
  if (response !== undefined && 'why' in response) {
    await gate.settle(evaluation, { status: 'unknown', error: response.why });
    return stopped(call, response.why, decided);
  }
  if (response?.result === undefined) {
    const message =
      response?.error?.message ?? `licet: the ${from === 'client' ? 'server' : 'client'} has gone before it answered`;
    const status = response !== undefined ? 'error' : signal?.aborted === true ? 'cancelled' : 'unknown';
    const shown = await gate.settle(evaluation, { status, error: message });
    return failed(request.id, response?.error?.code ?? CODES.refused, String(shown), shownData(response, decided));
  }
  return finished(place, gate, call, decided, { ...response, result: response.result });
}

/** What an error says beside its words goes on where nothing may be taken out of it. */
function shownData(response: McpResponse | undefined, { evaluation }: Required<Decided>): unknown {
  return owedOf(evaluation).length > 0 ? undefined : response?.error?.data;
}

/** Answers a call by its result: the end of it, or a question of the server with which it goes on. */
async function finished(
  { begun }: CallPlace,
  gate: CallGate<McpCall>,
  call: SeenCall<McpCall>,
  decided: Required<Decided>,
  response: McpResponse & { readonly result: Members },
): Promise<McpResponse> {
  const { evaluation } = decided;
  const { request } = call.context as McpCall;
  const { result } = response;
  const kind = result['resultType'] ?? 'complete';
  if (kind === 'input_required') {
    const state = result['requestState'];
    const key = keyOf(request.method, call.tool, call.input);
    if (typeof state === 'string') begun.keep(state, { callId: call.callId ?? '', call: key, decided });
    return response;
  }
  if (kind !== 'complete' && owedOf(evaluation).length > 0) {
    await gate.settle(evaluation, { status: 'unknown' });
    return stopped(call, 'licet: the result would come later, where nothing that the policy demands of it can be done', decided);
  }
  const isError = result['isError'] === true;
  const shown = await gate.settle(evaluation, {
    status: isError ? 'error' : 'ok',
    output: result,
    ...(isError && { error: wordsIn(result) }),
  });
  return { jsonrpc: '2.0', id: request.id, result: withNotice(shown as Members, noticeOf(decided)) };
}
