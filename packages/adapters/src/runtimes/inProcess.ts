import type { ActionInput, ActionKind, Evaluation, HumanAnswer, Obligations, Outcome, PolicyEngine } from '@licet/core';
import type { OutputObligations, OutputShaper } from '@licet/core/policy';
import { escapeText } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import { canonicalJson, messageOf } from '@licet/core/text';

import { RUNTIME, shapedBy } from './answer.ts';
import type { AskChannel } from './decision.ts';
import { decisionOn } from './decision.ts';
import { present } from './fields.ts';

import type { Decision, RuntimeFacts, ToolCall } from './runtime.ts';

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
  /** Is told what a call that may run should take care of, or why a human is asked, where the SDK has no place for it. @defaultValue nobody */
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

/** What is to be done about a call. Without an evaluation the call could not even be judged. */
export interface Decided {
  readonly decision: Decision;
  readonly evaluation?: Evaluation;
}

/** The policy in front of the calls of one SDK. */
export interface CallGate<Context = unknown> {
  /** Decides about a call; with an answer, after a human has given it. Never rejects: what goes wrong is a denial. */
  decide(call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided>;
  /**
   * Tells whether the SDK must ask a human before it runs a call. Otherwise what was decided is kept for `decide`, which the SDK
   * comes to next with the same call.
   */
  asks(call: SeenCall<Context>): Promise<boolean>;
  /** Returns what the model may see of an output, or of the text of an error, and writes the outcome down. Never rejects. */
  settle(evaluation: Evaluation, outcome: Outcome): Promise<unknown>;
  /** The action that a call is. */
  action(call: SeenCall<Context>): ActionInput;
}

/** What was decided about a call that no human is asked about. */
interface Kept {
  readonly decided: Decided;
  readonly input: ToolCall['input'];
}

const MOST_KEPT = 1_000;

/** What the adapter of an SDK can carry out for a policy. */
function metBy({ capabilities }: RuntimeFacts, { shaper, notify }: CallOptions<never>): readonly (keyof Obligations)[] {
  return [
    ...(capabilities.canRewriteArgs ? (['rewrite'] as const) : []),
    ...(capabilities.canInjectContext || notify !== undefined ? (['notices'] as const) : []),
    ...(capabilities.canRewriteOutput ? (shaper?.meets ?? []) : []),
  ];
}

/** Puts a policy in front of the calls of an SDK, as far as the SDK can carry it out. */
export function gateOf<Context = unknown>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context> = {},
): CallGate<Context> {
  const { notify } = options;
  const kept = new Map<string, Kept>();
  const decideNow = async (call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided> => {
    try {
      return await decided(facts, engine, options, call, answer);
    } catch (error) {
      const why = escapeText(messageOf(error), 2_000);
      return { decision: { do: 'deny', reason: `licet: the call could not be judged: ${why}` } };
    }
  };
  return {
    action: call => actionOf(call, options),
    async asks(call) {
      const now = await decideNow(call);
      if (now.decision.do === 'ask' && now.evaluation !== undefined) {
        try {
          notify?.(wordsOf(now.decision), now.evaluation);
        } catch {
          // Whoever asks goes on: a human is asked, and that is the safe side.
        }
        return true;
      }
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      if (call.callId !== undefined) kept.set(call.callId, { decided: now, input: call.input });
      return false;
    },
    async decide(call, answer) {
      const known = call.callId === undefined ? undefined : kept.get(call.callId);
      kept.delete(call.callId ?? '');
      const isKnown = known !== undefined && answer === undefined && isSame(known.input, call.input);
      return isKnown ? known.decided : decideNow(call, answer);
    },
    settle: (evaluation, outcome) => settled(engine, options, evaluation, outcome),
  };
}

async function decided<Context>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context>,
  call: SeenCall<Context>,
  answer: HumanAnswer | undefined,
): Promise<Decided> {
  const { capabilities } = facts;
  const { asking = RUNTIME, notify } = options;
  const how = { meets: metBy(facts, options), ...present({ signal: call.signal }) };
  const action = actionOf(call, options);
  const evaluation = answer === undefined ? await engine.evaluate(action, how) : await engine.resume(action, answer, how);
  const prompts = capabilities.canAsk && call.cannotAsk === undefined && answer === undefined && asking.channel === 'runtime';
  const event = { name: '', phase: 'before', action, sessionId: '', audience: 'human' } as const;
  const decision =
    answer?.granted === false && !evaluation.passed
      ? refusedBy(answer)
      : decisionOn({ evaluation, event, prompts, asking, tidied: undefined });
  const notice = noticeOf({ decision });
  if (!capabilities.canInjectContext && notice !== undefined) notify?.(notice, evaluation);
  return { decision, evaluation };
}

/** The no of a human, in words that an agent does not take for a mistake of its own. */
function refusedBy({ reason }: HumanAnswer): Decision {
  const why = reason === undefined ? '' : `: ${escapeText(reason, 2_000)}`;
  return { do: 'deny', reason: `licet: the user said no${why}`, text: 'Do not try it again, and do not work around it' };
}

async function settled(
  engine: PolicyEngine,
  { shaper }: CallOptions<never>,
  evaluation: Evaluation,
  outcome: Outcome,
): Promise<unknown> {
  const owed = outputObligations(evaluation.obligations);
  const value = outcome.output === undefined ? outcome.error : outcome.output;
  const { rules, replacement } =
    shaper === undefined || owed === undefined ? { rules: [], replacement: value } : await shapedBy(shaper, value, owed);
  await engine.postAction(evaluation, { ...outcome, ...(rules.length > 0 && { redacted: rules }) });
  return replacement;
}

/**
 * Runs a call that may run, and returns what the model may see of its output when the outcome has been written down. An error is
 * thrown on, without what the model may not see of its text.
 */
export async function runCall<Context>(
  gate: CallGate<Context>,
  { input, signal }: SeenCall<Context>,
  { decision, evaluation }: Required<Decided>,
  run: (args: ToolCall['input']) => unknown,
): Promise<unknown> {
  const took = stopwatch();
  let output: unknown;
  try {
    output = await run(decision.do === 'rewrite' ? decision.args : input);
  } catch (error) {
    const outcome = failureOf(error, signal);
    const seen = await gate.settle(evaluation, { ...outcome, ...took() });
    throw seen === outcome.error ? error : new Error(String(seen));
  }
  return gate.settle(evaluation, { status: 'ok', output, ...took() });
}

/** Tells how long it is since. */
export function stopwatch(): () => { readonly durationMs: number } {
  const startedAt = performance.now();
  return () => ({ durationMs: performance.now() - startedAt });
}

/** Tells whether a call may run. */
export function mayRun(decided: Decided): decided is Required<Decided> {
  return decided.evaluation?.passed === true;
}

/** Tells whether a question waits that was put before this decision: one that it has only now put has no answer yet. */
export function wasAsked({ evaluation }: Decided): boolean {
  return evaluation?.approval?.status === 'pending' && evaluation.approval.id !== evaluation.id;
}

/** The words for the model in place of a result. */
export function wordsOf(decision: Decision): string {
  if (decision.do !== 'deny' && decision.do !== 'ask') return '';
  return [decision.reason, decision.text].filter(text => text !== undefined).join('. ');
}

/** What the model should hear beside the result of a call that may run. */
export function noticeOf({ decision }: Decided): string | undefined {
  return decision.do === 'tell' || decision.do === 'rewrite' ? decision.text : undefined;
}

/** What the policy demands of the output of a call. */
export function owedOf({ obligations }: Evaluation): readonly (keyof OutputObligations)[] {
  return Object.keys(outputObligations(obligations) ?? {}) as (keyof OutputObligations)[];
}

/** What is no data is the same as nothing. */
function isSame(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}

/** How a call ended that threw. */
export function failureOf(error: unknown, signal?: AbortSignal): Outcome {
  const message = messageOf(error);
  return { status: signal?.aborted === true ? 'cancelled' : 'error', error: message };
}

function actionOf<Context>(call: SeenCall<Context>, { sessionId, kinds, context }: CallOptions<Context>): ActionInput {
  const session = typeof sessionId === 'function' ? sessionId(call.context as Context) : sessionId;
  const kind = kinds !== undefined && Object.hasOwn(kinds, call.tool) ? kinds[call.tool] : undefined;
  return {
    ...context,
    kind: kind ?? 'tool',
    tool: call.tool,
    payload: call.input,
    ...present({ sessionId: session ?? call.sessionId, callId: call.callId }),
    ...(call.toolDigest !== undefined && { request: { toolDigest: call.toolDigest, ...context?.request } }),
  };
}
