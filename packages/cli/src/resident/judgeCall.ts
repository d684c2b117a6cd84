import { messageOf } from '@licet/core/text';
import type { HookAnswer } from '@licet/server/resident';

import type * as Hook from '../hook/hook.ts';
import type { HookCall } from '../hook/hook.ts';

/** Judges like a process of its own, with an ending that is handed back. */
export async function judgeCall(
  { judgeEvent }: Pick<typeof Hook, 'judgeEvent'>,
  call: Omit<HookCall, 'ending' | 'abandon'>,
): Promise<HookAnswer> {
  let answer: HookAnswer | undefined;
  let failure: 1 | 2 = call.args.includes('--after') ? 1 : 2;
  const refuse = (reason: string): void => {
    answer ??= { code: failure, text: `licet: ${reason}${failure === 1 ? '' : ', so the call is stopped'}` };
  };
  const ending = {
    reply: (reply: object): void => void (answer ??= { code: 0, text: JSON.stringify(reply).toWellFormed() }),
    isAfter: (): void => void (failure = 1),
    refuse,
  };
  try {
    await judgeEvent({ ...call, ending });
  } catch (error) {
    refuse(`the policy hook failed: ${messageOf(error)}`);
  }
  if (answer === undefined) refuse('the policy hook ended without a decision');
  return answer as HookAnswer;
}
