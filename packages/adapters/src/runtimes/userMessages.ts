import type { PolicyEngine } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { SeenCall } from './seenCall.ts';
import type { CallGate } from './carryOut.ts';

/** Whose messages count as words of the user. */
export interface HearsUser {
  /**
   * Reports every message of role `user` to guards that go by what the user said, such as `flow`. Switch it on only where a person writes
   * these messages: in a sub-agent a model writes them, and text from a page would then count as the user's word.
   * @defaultValue false: the program calls `engine.heard`
   */
  readonly userMessages?: boolean;
}

/** Conversations of which it is remembered what was reported. What one of the oldest said is reported again, which changes nothing. */
const MOST_SESSIONS = 500;

/** Reports what is new in the conversation of a call. */
export type HearUser<Context = unknown> = (call: SeenCall<Context>, messages: unknown) => Promise<void>;

/** Makes what reports the user's messages of a conversation, each once, before a call of it is decided about. */
export function userMessages<Context>(
  engine: PolicyEngine,
  gate: CallGate<Context>,
  { userMessages: isOn = false }: HearsUser,
): HearUser<Context> {
  if (!isOn) return async () => {};
  const reported = new Map<string, Set<string>>();
  return async (call, messages) => {
    if (!engine.hearsPrompts) return;
    const sessionId = sessionOf(gate, call);
    const name = sessionId ?? '';
    const known = reported.get(name) ?? new Set();
    reported.delete(name);
    reported.set(name, known);
    if (reported.size > MOST_SESSIONS) reported.delete(reported.keys().next().value ?? '');
    for (const prompt of textsOf(messages)) {
      if (known.has(prompt)) continue;
      known.add(prompt);
      await engine.heard({ prompt, ...(sessionId !== undefined && { sessionId }) });
    }
  };
}

/** Undefined also for a call that cannot be judged: its decision says why. */
function sessionOf<Context>(gate: CallGate<Context>, call: SeenCall<Context>): string | undefined {
  try {
    return gate.action(call).sessionId;
  } catch {
    return undefined;
  }
}

function textsOf(messages: unknown): readonly string[] {
  if (!Array.isArray(messages)) return [];
  return messages.filter(isRecord).flatMap(({ role, content }) => {
    if (role !== 'user') return [];
    if (typeof content === 'string') return [content];
    const parts = Array.isArray(content) ? content.filter(isRecord) : [];
    return parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  });
}
