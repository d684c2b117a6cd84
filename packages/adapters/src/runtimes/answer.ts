import { escapeText } from '@licet/core';
import type { ActionInput, Obligations, PolicyEngine } from '@licet/core';
import { digestAction } from '@licet/core/policy';
import type { OutputShaper } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import { decisionOn, requestElsewhere } from './decision.ts';
import type { AskChannel } from './decision.ts';
import { keepShape, withhold } from './output.ts';
import type { DeferredShaper } from './output.ts';
import type { Arguments, Decision, HostFacts, Phase, Runtime, RuntimeEvent } from './runtime.ts';
import { contextText, standingFor, stopDecision, turnText } from './standing.ts';

/** A runtime that gives calls no id: each call that is about to run gets one of its own, so that it counts by itself. */
function withOwnId(event: RuntimeEvent): RuntimeEvent {
  if (event.phase !== 'before') return event;
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { ...event, action: { ...event.action, callId: `${prefixesOf(event.action).call}${unique}` } };
}

/**
 * The call that an outcome belongs to. Of several that are alike it is the oldest one that is still open; where none has these
 * arguments, the oldest one of the tool: a runtime may tell of other arguments afterwards than before.
 */
async function knownCall(action: ActionInput, engine: PolicyEngine): Promise<ActionInput> {
  if (action.callId !== undefined || action.sessionId === undefined) return action;
  const { tool, call } = prefixesOf(action);
  const callId = (await engine.openCall(action.sessionId, call)) ?? (await engine.openCall(action.sessionId, tool));
  return callId === undefined ? action : { ...action, callId };
}

/** What a made-up id begins with: the tool, and the tool with its arguments. */
function prefixesOf({ kind, tool = '', payload = {}, remarks }: ActionInput): { readonly tool: string; readonly call: string } {
  const digest = (of: Readonly<Record<string, unknown>>): string => {
    const whole = digestAction({ kind, tool, payload: of, sessionId: '', ...(remarks !== undefined && { remarks }) });
    return (whole ?? 'no-data').slice(0, 12);
  };
  return { tool: `own:${digest({})}:`, call: `own:${digest({})}:${digest(payload)}:` };
}

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
  /** What the model should know at the start of a session besides the rules; read after `engine`. @defaultValue nothing */
  readonly knowledge?: () => string | undefined | Promise<string | undefined>;
  /** What the process knows that hosts the hook. @defaultValue nothing */
  readonly host?: HostFacts;
}

/** Questions reach humans by the runtime's own prompt only. */
export const RUNTIME: AskChannel = Object.freeze({ channel: 'runtime', isReachable: false });
const NO_HOST: HostFacts = Object.freeze({ env: Object.freeze({}) });

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
  const { deadlineMs = 20_000, host = NO_HOST } = options;
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

/**
 * Returns a runtime's words for a fault of the hook. Before a call, and for input that does not even name its event, that is
 * a denial. Afterwards it is never a stop: the model is told where it can be, and nothing ends without a word.
 */
export function refusal(runtime: Runtime, reason: string, name?: string): object {
  const phase: Phase = name === undefined ? 'before' : (runtime.events[name] ?? 'before');
  const event = { name: name ?? '', phase };
  const said = `licet: ${escapeText(reason, 2_000)}`;
  switch (phase) {
    case 'before':
      return runtime.reply({ do: 'deny', reason: said, text: FAULT }, event);
    case 'start':
      return runtime.reply(
        { do: 'tell', text: `${said}. Until this is repaired, calls of tools are denied: tell the user.` },
        event,
      );
    case 'after':
    case 'batch':
      return runtime.reply(
        { do: 'tell', text: `${said}. The call itself has run; what became of it was not written down.` },
        event,
      );
    case 'stop':
      return runtime.reply({ do: 'tell', text: `${said}. What was still to be done is not known.` }, event);
    case 'turn':
    case 'end':
    case 'other':
      return runtime.reply({ do: 'nothing' }, event);
  }
}

const FAULT = 'This is a fault of the policy hook, not of your call. Do not work around it: tell the user to run `licet doctor`.';

async function respond(runtime: Runtime, event: RuntimeEvent, options: AnswerOptions, signal: AbortSignal): Promise<Decision> {
  const engine = await options.engine(event);
  switch (event.phase) {
    case 'start':
      return { do: 'tell', text: await contextText(engine, event, await options.knowledge?.()) };
    case 'before':
      return beforeCall(runtime, event, engine, options, signal);
    case 'after':
      return afterCall(event, engine, options);
    case 'batch':
      for (const call of event.calls)
        await engine.postAction(call, { status: 'denied', inferred: true, ...askedBy(event, options) });
      return { do: 'nothing' };
    case 'turn':
      if (event.audience !== 'host')
        await engine.withdraw(event.sessionId, asked => asked.agentId === undefined && isOver(asked, event));
      return tellOrNothing(turnText(await standingFor(engine, event)));
    case 'stop':
      return stopDecision(await standingFor(engine, event), event);
    case 'end':
      if (event.audience !== 'host') await engine.withdraw(event.sessionId, () => true);
      return { do: 'nothing' };
    case 'other':
      return { do: 'nothing' };
  }
}

const tellOrNothing = (text: string | undefined): Decision => (text === undefined ? { do: 'nothing' } : { do: 'tell', text });

type Before = Extract<RuntimeEvent, { readonly phase: 'before' }>;

async function beforeCall(
  runtime: Runtime,
  event: Before,
  engine: PolicyEngine,
  options: AnswerOptions,
  signal: AbortSignal,
): Promise<Decision> {
  const { tidy, asking = () => RUNTIME } = options;
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
  const how = { signal, meets: metBy(runtime, event, options), ...(prompts && { prompt: tidyOnce }) };
  let evaluation = await engine.evaluate(action, how);
  const waiting = requestElsewhere(evaluation, prompts);
  // What was answered meanwhile is found by the same question; nothing is charged again.
  if (waiting !== undefined && (await asking().answered?.(waiting, signal)) === true)
    evaluation = await engine.evaluate(action, how);
  const asks = !evaluation.passed && evaluation.enforced === 'ask' && prompts;
  return decisionOn({ evaluation, event, prompts, asking: asking(), tidied: asks ? tidyOnce() : undefined });
}

/** What can be carried out for a call: what the runtime lets us do, and what there is somebody to do. */
function metBy({ capabilities }: Runtime, { streams }: Before, { shaper }: AnswerOptions): readonly (keyof Obligations)[] {
  return [
    ...(capabilities.canRewriteArgs ? (['rewrite'] as const) : []),
    ...(capabilities.canInjectContext ? (['notices'] as const) : []),
    ...(capabilities.canRewriteOutput && streams === undefined ? (shaper?.meets ?? []) : []),
  ];
}

async function afterCall(
  event: Extract<RuntimeEvent, { readonly phase: 'after' }>,
  engine: PolicyEngine,
  options: AnswerOptions,
): Promise<Decision> {
  const { outcome, output } = event;
  const { shaper } = options;
  const action = await knownCall(event.action, engine);
  const owed = shaper === undefined ? undefined : await engine.owed(action);
  if (shaper === undefined || owed === undefined) {
    await engine.postAction(action, { ...outcome, ...askedBy(event, options) });
    return { do: 'nothing' };
  }
  const { rules, changed, replacement } = await shapedBy(shaper, output?.value ?? outcome.error, owed);
  const isOut = output === undefined && changed;
  const told = { ...(!isOut && { redacted: rules }), ...(isOut && { unmet: Object.keys(owed) }) };
  await engine.postAction(action, { ...outcome, ...told, ...askedBy(event, options) });
  if (!changed) return { do: 'nothing' };
  return isOut
    ? {
        do: 'tell',
        text: `licet: this text holds what the policy keeps from view${rules.length === 0 ? '' : ` (${rules.join(', ')})`}: do not repeat it or use it`,
      }
    : { do: 'replace', output: replacement };
}

/** What cannot be looked through is withheld. */
export async function shapedBy(
  shaper: OutputShaper | DeferredShaper,
  value: unknown,
  owed: Parameters<OutputShaper['shape']>[1],
): Promise<{ readonly rules: readonly string[]; readonly changed: boolean; readonly replacement: unknown }> {
  try {
    const { output, rules, changed = rules.length > 0 } = await shaper.shape(value, owed);
    return { rules, changed, replacement: changed ? keepShape(value, output) : value };
  } catch {
    return { rules: ['unscanned'], changed: true, replacement: withhold(value) };
  }
}

/** Tells whether the runtime's own prompt can put a question, and its answer is one. */
function promptsHere({ audience }: RuntimeEvent, { channel }: AskChannel): boolean {
  return channel === 'runtime' && audience !== 'nobody';
}

/** What ran after a prompt had a yes. What did not run had a no only where a human sat there: elsewhere nobody may have been asked. */
function askedBy(event: RuntimeEvent, { asking = () => RUNTIME }: AnswerOptions): { readonly askedBy?: 'runtime' } {
  const answers = event.phase === 'batch' ? event.audience === 'human' : true;
  return answers && promptsHere(event, asking()) ? { askedBy: 'runtime' } : {};
}

/** Tells whether a question was asked before the user went on. Without words for it, every question was. */
function isOver({ turnId }: ActionInput, now: RuntimeEvent): boolean {
  return now.turnId === undefined || turnId !== now.turnId;
}

function eventNameOf(input: unknown): string | undefined {
  const name = typeof input === 'object' && input !== null ? (input as Record<string, unknown>)['hook_event_name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
