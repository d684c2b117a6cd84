import type { ActionInput, PolicyEngine } from '@licet/core';
import type { OutputShaper } from '@licet/core/policy';

import { RUNTIME, isOver, promptsHere, requestElsewhere } from './asking.ts';
import { metBy } from './capabilities.ts';
import { decisionOn } from './decision.ts';
import type { Arguments, Decision, HostFacts, RuntimeEvent } from './event.ts';
import type { Runtime } from './runtime.ts';
import type { Containing } from './containing.ts';
import type { DeferredShaper } from './output.ts';
import type { AskChannel } from './asking.ts';

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

/** Has the policy decide about a call, waits for a human where that can be, and says what carries the decision out. */
export async function beforeCall(
  runtime: Runtime,
  event: Extract<RuntimeEvent, { readonly phase: 'before' }>,
  engine: PolicyEngine,
  options: AnswerOptions,
  signal: AbortSignal,
): Promise<Decision> {
  const { tidy, asking = () => RUNTIME, shaper } = options;
  const containing = options.containing?.();
  const { action, sessionId, turnId } = event;
  if (event.audience === 'human' && turnId !== undefined) {
    await engine.withdraw(
      sessionId,
      asked => asked.turnId !== undefined && asked.agentId === event.agentId && isOver(asked, event),
    );
  }
  const prompts = runtime.capabilities.canAsk && promptsHere(event, asking());
  let tidied: Arguments | undefined | null = null;
  const tidyOnce = (): Arguments | undefined => (tidied === null ? (tidied = tidy?.(action)) : tidied);
  const how = {
    signal,
    meets: metBy(runtime.capabilities, event.streams === undefined ? shaper : undefined),
    ...(prompts && { prompt: tidyOnce }),
    contains: containing !== undefined && event.contains === true,
  };
  let evaluation = await engine.evaluate(action, how);
  const waiting = requestElsewhere(evaluation, prompts);
  // What was answered meanwhile is found by the same question; nothing is charged again.
  if (waiting !== undefined && (await asking().answered?.(waiting, signal)) === true)
    evaluation = await engine.evaluate(action, how);
  containing?.keep(evaluation);
  const asks = !evaluation.passed && evaluation.enforced === 'ask' && prompts;
  return decisionOn({ evaluation, event, prompts, asking: asking(), tidied: asks ? tidyOnce() : undefined });
}
