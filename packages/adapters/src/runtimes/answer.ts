import { messageOf } from '@licet/core/text';

import { afterCall } from './afterCall.ts';
import { RUNTIME, askedBy } from './asking.ts';
import { beforeCall } from './beforeCall.ts';
import { withOwnId } from './callId.ts';
import type { Decision, RuntimeEvent } from './event.ts';
import { eventNameOf } from './fields.ts';
import { refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { knowledgeOf, noticeIn, withNotice } from './notice.ts';
import { contextText, standingFor, stopDecision } from './standing.ts';
import { answerTurn } from './turn.ts';
import type { AnswerOptions } from './beforeCall.ts';

/**
 * Answers one event of a runtime. Never rejects: before a call whatever goes wrong, the mapping, the policy, a guard that
 * never ends, is a denial; after it nothing can be stopped any more, and the model is told.
 *
 * @example
 * ```ts
 * import { answerEvent, defaultRuntime } from '@licet/adapters/runtimes';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const runtime = await defaultRuntime();
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const event = runtime.sample({ tool: 'Bash', input: { command: 'ls' }, cwd: '/project' });
 * runtime.readReply(await answerEvent(runtime, event, { engine: () => engine })); // => 'stop'
 * ```
 */
export async function answerEvent(runtime: Runtime, input: unknown, options: AnswerOptions): Promise<object> {
  const { deadlineMs = 20_000, host = { env: {} } } = options;
  const abort = new AbortController();
  let event: RuntimeEvent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<object>(resolve => {
    timer = setTimeout(() => {
      resolve(refusal(runtime, `no decision within ${deadlineMs} ms`, event?.name));
      abort.abort();
    }, deadlineMs);
  });
  try {
    event = runtime.parse(input, host);
    const known = runtime.capabilities.hasCallId ? event : withOwnId(event);
    const decided = respond(runtime, known, options, abort.signal).then(decision => runtime.reply(decision, known));
    return await Promise.race([decided, late]);
  } catch (error) {
    return refusal(runtime, messageOf(error), event?.name ?? eventNameOf(input));
  } finally {
    clearTimeout(timer);
  }
}

async function respond(runtime: Runtime, event: RuntimeEvent, options: AnswerOptions, signal: AbortSignal): Promise<Decision> {
  const { asking = () => RUNTIME } = options;
  const engine = await options.engine(event);
  switch (event.phase) {
    case 'start': {
      const known = knowledgeOf(await options.knowledge?.(), noticeIn(runtime, engine, options.notice?.()));
      return { do: 'tell', text: await contextText(engine, event, known) };
    }
    case 'before':
      return withNotice(await beforeCall(runtime, event, engine, options, signal), options.notice?.());
    case 'after':
      return afterCall(event, engine, options);
    case 'batch':
      for (const call of event.calls)
        await engine.postAction(call, { status: 'denied', inferred: true, ...askedBy(event, asking()) });
      return { do: 'nothing' };
    case 'turn':
      return answerTurn(engine, event, options.recall);
    case 'stop':
      return stopDecision(await standingFor(engine, event), event);
    case 'end':
      await engine.over(event.sessionId, 'session');
      if (event.audience !== 'host') await engine.withdraw(event.sessionId, () => true);
      return { do: 'nothing' };
    case 'other':
      return { do: 'nothing' };
  }
}
