import type { ActionInput, ActionKind, Evaluation, HumanAnswer } from '@licet/core';
import type { OutputShaper } from '@licet/core/policy';

import { present } from './fields.ts';
import { copyOfData } from './ownCopy.ts';
import type { ToolCall } from './runtime.ts';
import type { AskChannel } from './asking.ts';

/** How the calls of an agent inside this process become actions, and how the policy is carried out. */
export interface CallOptions<Context = unknown> {
  /**
   * What ties the calls of one conversation together: budgets and approvals hold within it. A text, or how it is found in what
   * the SDK hands over with a call. @defaultValue what the SDK knows, else `default`
   */
  readonly sessionId?: string | ((context: Context) => string | undefined);
  /** What sort of act a tool is. @defaultValue 'tool' */
  readonly kinds?: Readonly<Record<string, ActionKind>>;
  /** Everything else of the action that is the same for every call: who acts, in which folder. */
  readonly context?: Omit<ActionInput, 'kind' | 'tool' | 'payload' | 'sessionId' | 'callId'>;
  /** How questions reach humans. @defaultValue the SDK's own way, where it has one */
  readonly asking?: AskChannel;
  /** Carries out what the policy demands of outputs. @defaultValue nothing can be, and such calls are stopped */
  readonly shaper?: OutputShaper;
  /**
   * Who answers what the SDK asks its user, for the audit log: a text, or how it is found in what the SDK hands over with a call. Take it from what your program has verified, never from what a model wrote. @defaultValue the record has no name, and says that the
   * runtime's own prompt was answered
   */
  readonly answeredBy?: string | ((context: Context) => string | undefined);
  /** Is told what a call that may run should take care of, or why a human is asked, where the SDK has no place for it. @defaultValue no listener */
  readonly notify?: (text: string, evaluation: Evaluation) => void;
}

/** A call as an SDK hands it over. */
export interface SeenCall<Context = unknown> extends ToolCall {
  readonly callId?: string | undefined;
  /** What the SDK itself takes for the conversation. */
  readonly sessionId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly context?: Context | undefined;
  /** The digest of what the model is told of the tool, where the SDK shows it. */
  readonly toolDigest?: string | undefined;
  /** It is too late to put a question, or there is no way to: what would ask is a denial that says how a human can say yes. */
  readonly cannotAsk?: true;
}

/** The options that every adapter has. */
export const CALL_OPTIONS = [
  'sessionId',
  'kinds',
  'context',
  'asking',
  'answeredBy',
  'shaper',
  'notify',
] satisfies readonly (keyof CallOptions)[];

/** The action that a call is, with a copy of its arguments. Throws for arguments that are no data. */
export function actionOf<Context>(call: SeenCall<Context>, { sessionId, kinds, context }: CallOptions<Context>): ActionInput {
  const session = typeof sessionId === 'function' ? sessionId(call.context as Context) : sessionId;
  const kind = kinds !== undefined && Object.hasOwn(kinds, call.tool) ? kinds[call.tool] : undefined;
  return {
    ...context,
    kind: kind ?? 'tool',
    tool: call.tool,
    payload: copyOfData(call.input),
    ...present({ sessionId: session ?? call.sessionId, callId: call.callId }),
    ...(call.toolDigest !== undefined && { request: { toolDigest: call.toolDigest, ...context?.request } }),
  };
}

/** Who has answered, where the host says it and the SDK does not. */
export function whoAnswers<Context>(
  { answeredBy }: CallOptions<Context>,
  { context }: SeenCall<Context>,
): Pick<HumanAnswer, 'by'> {
  const by = typeof answeredBy === 'function' ? answeredBy(context as Context) : answeredBy;
  return by === undefined ? {} : { by };
}
