import type { Decided } from '../decided.ts';
import { noticeOf, owedOf } from '../decided.ts';
import type { CallGate } from '../gate.ts';
import type { SeenCall } from '../seenCall.ts';
import type { McpRequest, McpResponse, Members } from '../../mcp/message.ts';
import { CODES, failed } from '../../mcp/message.ts';
import type { CallPlace, McpCall } from './place.ts';
import { stopped, withNotice, wordsIn } from './result.ts';

/** Has the server carry out a call that may run, writes down how it ended, and answers it. */
export async function carryOut(
  { server, begun }: CallPlace,
  gate: CallGate<McpCall>,
  call: SeenCall<McpCall>,
  decided: Required<Decided>,
): Promise<McpResponse> {
  const { decision, evaluation } = decided;
  const { request } = call.context as McpCall;
  const { signal } = call;
  const response = await server.ask(changed(request, decision.do === 'rewrite' ? decision.args : undefined), {
    ...(signal !== undefined && { signal }),
  });
  if (response?.result === undefined) {
    const message = response?.error?.message ?? 'licet: the server has gone before it answered';
    const status = response !== undefined ? 'error' : signal?.aborted === true ? 'cancelled' : 'unknown';
    const shown = await gate.settle(evaluation, { status, error: message });
    return failed(request.id, response?.error?.code ?? CODES.refused, String(shown));
  }
  const { result } = response;
  const kind = result['resultType'] ?? 'complete';
  if (kind === 'input_required') {
    const state = result['requestState'];
    const callId = call.callId ?? '';
    if (typeof state === 'string') begun.keep(state, { callId, call: JSON.stringify([call.tool, call.input]), decided });
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

/** The request with the arguments that the policy wants. */
function changed(request: McpRequest, args: Members | undefined): McpRequest {
  const members = request.method === 'tools/call' ? { arguments: args } : args;
  return args === undefined ? request : { ...request, params: { ...request.params, ...members } };
}
