import type { PolicyEngine } from '@licet/core';

import type { AnswerOptions } from './answer.ts';
import { RUNTIME, askedBy } from './asking.ts';
import { knownCall } from './callId.ts';
import type { Decision } from './decision.ts';
import type { RuntimeEvent } from './event.ts';
import { shapedBy } from './output.ts';

/** Writes down how a call ended, and says what the model may see of its output. */
export async function afterCall(
  event: Extract<RuntimeEvent, { readonly phase: 'after' }>,
  engine: PolicyEngine,
  options: AnswerOptions,
): Promise<Decision> {
  const { outcome, output } = event;
  const { shaper, asking = () => RUNTIME } = options;
  const action = await knownCall(event.action, engine);
  const owed = shaper === undefined ? undefined : await engine.owed(action);
  if (shaper === undefined || owed === undefined) {
    await engine.postAction(action, { ...outcome, ...askedBy(event, asking()) });
    return { do: 'nothing' };
  }
  const { rules, changed, replacement } = await shapedBy(shaper, output?.value ?? outcome.error, owed);
  const isOut = output === undefined && changed;
  const told = { ...(!isOut && { redacted: rules }), ...(isOut && { unmet: Object.keys(owed) }) };
  await engine.postAction(action, { ...outcome, ...told, ...askedBy(event, asking()) });
  if (!changed) return { do: 'nothing' };
  return isOut
    ? {
        do: 'tell',
        text: `licet: this text holds what the policy keeps from view${rules.length === 0 ? '' : ` (${rules.join(', ')})`}: do not repeat it or use it`,
      }
    : { do: 'replace', output: replacement };
}
