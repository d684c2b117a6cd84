import type { ActionInput, PolicyEngine } from '@licet/core';
import type { OutputShaper } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';

import { afterCall } from './afterCall.ts';
import type { AskChannel } from './asking.ts';
import { RUNTIME, askedBy } from './asking.ts';
import { beforeCall } from './beforeCall.ts';
import { withOwnId } from './callId.ts';
import type { Containing } from './containing.ts';
import type { Arguments, Decision } from './decision.ts';
import type { HostFacts, RuntimeEvent } from './event.ts';
import { eventNameOf } from './fields.ts';
import type { DeferredShaper } from './output.ts';
import { refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { knowledgeOf, noticeIn, withNotice } from './notice.ts';
import { contextText, standingFor, stopDecision } from './standing.ts';
import { answerTurn } from './turn.ts';

/** How an event is answered. */
export interface AnswerOptions {
  /** Finds the engine that decides about an event; what it throws is a denial. */
  readonly engine: (event: RuntimeEvent) => PolicyEngine | Promise<PolicyEngine>;
  /** Milliseconds after which the answer is no. Must lie below the timeout that the host gives the hook. @defaultValue 20000 */
  readonly deadlineMs?: number;
  /**
   * Returns the arguments that a call should run with once the user has said yes, every one of them, or undefined to
   * leave them: without words that were meant for the policy only. Asked for when the user is; a pass changes nothing.
   */
  readonly tidy?: (action: ActionInput) => Arguments | undefined;
  /** How questions reach humans; read after `engine` has found the policy. @defaultValue the runtime's own prompt, and no other */
  readonly asking?: () => AskChannel;
  /** Carries out what the policy demands of outputs. @defaultValue nothing can be carried out, and such calls are stopped */
  readonly shaper?: OutputShaper | DeferredShaper;
  /** Puts calls into a sandbox; read after `engine`. @defaultValue no call is put into one */
  readonly containing?: () => Containing | undefined;
  /** What the model should know at the start of a session in addition to the rules; read after `engine`. @defaultValue nothing */
  readonly knowledge?: () => string | undefined | Promise<string | undefined>;
  /** What the model should know of a task that the user has it plan; read after `engine`. @defaultValue nothing */
  readonly recall?: (task: string) => string | undefined | Promise<string | undefined>;
  /** A note about the policy itself, said at the start of a session and with every denial and question; read after `engine`. @defaultValue nothing */
  readonly notice?: () => string | undefined;
  /** What the process knows that hosts the hook. @defaultValue nothing */
  readonly host?: HostFacts;
}

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
