import { memorySessions, PolicyEngine } from '@licet/core';
import type { Action, ActionInput, Effect, Evaluation, Json, Registry, TraceNode } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { ApprovedCall, BuildContext, EffectAnalyzer, Exemption } from '@licet/core/nodes';
import { wayTo } from '@licet/core/policy';
import type { BuiltPolicy, CompiledPolicy, NodeData } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';

import type { HumanApproval } from './approvals.ts';
import { callWords, judgedEffects } from './replay.ts';

/** An exception that would have spared humans questions to which they said yes. */
export interface Suggestion {
  /** The node that would be changed. */
  readonly kind: string;
  /** The way to it, as the indices of the children. */
  readonly way: string;
  /** What is excepted, as a policy writes it. */
  readonly words: string;
  /** All params of the node, the exception among them, in the names of the code. */
  readonly params: { readonly [name: string]: Json };
  /** The policy with the exception. */
  readonly compiled: CompiledPolicy;
  /** How many yeses it rests on, in how many sessions, and who said them where that is known. */
  readonly approvals: number;
  readonly sessions: number;
  readonly people: readonly string[];
  /** The different calls that it would let through, the most frequent ones first. */
  readonly calls: readonly Action[];
  /** What the questions were about: `guard code`, each once. */
  readonly asked: readonly string[];
  /** Near actions that are still stopped. */
  readonly stillStopped: readonly Omit<ActionInput, 'sessionId'>[];
}

/** Calls that humans have said yes to, and that get no exception. */
export interface Refusal {
  readonly why: string;
  readonly approvals: number;
  /** One of the calls, in words. */
  readonly example: string;
}

/** What comes of looking for exceptions. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly refused: readonly Refusal[];
  /** Yeses to calls that the policy does not ask about any more. */
  readonly settled: number;
}

/** What exceptions are looked for in. */
export interface SuggestRequest {
  readonly compiled: CompiledPolicy;
  readonly registry: Registry;
  readonly build: (compiled: CompiledPolicy) => BuiltPolicy;
  readonly effects: EffectAnalyzer;
  readonly place: Pick<BuildContext, 'root' | 'home'>;
  readonly approvals: readonly HumanApproval[];
  /** Says why calls with these effects get no exception, however often they were approved; undefined for those that may. */
  readonly refuses: (effects: readonly Effect[]) => string | undefined;
}

/** An exception rests on this many yeses at least, in this many sessions. */
export const LEAST: Readonly<Record<'approvals' | 'sessions', number>> = Object.freeze({ approvals: 3, sessions: 2 });

const MOST_TRIED = 200;

/**
 * Looks for exceptions that would have spared humans questions to which they said yes at least three times, in at least two sessions. It goes by
 * approvals only, never by what an agent did. Nodes say how they take an exception; each is put into the policy and tried by the engine:
 * it must let through what was approved, and nothing near it that is stopped for another reason.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { suggestExceptions } from '@licet/analysis';
 * import { buildPolicy } from '@licet/core/policy';
 * import { guardDefinitions } from '@licet/guards';
 *
 * const registry = createRegistry(guardDefinitions);
 * const place = { root: '/project', home: '/home/me' };
 * const policy = { kind: 'escalate', children: [{ kind: 'tool_allowlist', params: { tools: ['Read'] } }, { kind: 'human_approval' }] };
 * const compiled = { format: 1 as const, policy, settings: { default: 'block' as const }, sources: [], usesCel: false };
 * const call = (sessionId: string, at: number) => ({ at, action: { kind: 'tool', tool: 'mcp__docs__search', payload: {}, sessionId } });
 * const found = await suggestExceptions({
 *   compiled, registry, place, build: each => buildPolicy(each, { registry, ...place }), effects: () => [], refuses: () => undefined,
 *   approvals: [call('a', 1), call('a', 2), call('b', 3)],
 * });
 * found.suggestions.map(({ kind, words, approvals, sessions }) => [kind, words, approvals, sessions]); // => [['tool_allowlist', 'mcp__docs__search', 3, 2]]
 * ```
 */
export async function suggestExceptions(request: SuggestRequest): Promise<Suggestions> {
  const { compiled, registry, build, approvals, place } = request;
  const judge = judgeOf(build(compiled), request);
  const { asked, refusals, settled } = await sorted(approvals, judge, request);
  const found: Suggestion[] = [];
  for (const way of new Set(asked.flatMap(({ ways }) => ways))) {
    const node = nodeAt(compiled.policy, way);
    const calls = asked.filter(each => each.ways.includes(way));
    const exemptions = registry.get(node.kind)?.analysis?.exempt?.(node.params ?? {}, calls, place) ?? [];
    for (const exemption of exemptions.slice(0, MOST_TRIED)) {
      const tried = await trial({ exemption, way, node, calls }, judge, request);
      if (tried === undefined) continue;
      if ('why' in tried) note(refusals, tried.why, tried.example, tried.approvals);
      else found.push(tried);
    }
  }
  return { suggestions: withoutRepeats(found), refused: [...refusals.values()], settled };
}

/** An approved call that the policy asks about, with the nodes that stop it. */
interface Asked extends ApprovedCall {
  /** Equal for calls that are judged in the same way. */
  readonly key: string;
  readonly by: string | undefined;
  /** The yes that it rests on: calls under one yes share it. */
  readonly approval: string;
  readonly ways: readonly string[];
  /** `guard code` of what stops it. */
  readonly reasons: readonly string[];
}

type Judge = (action: Omit<ActionInput, 'sessionId'>) => Promise<Evaluation>;

/** Every call is judged as if nothing had happened before. */
function judgeOf(built: BuiltPolicy, { effects }: SuggestRequest): Judge {
  const engine = new PolicyEngine(built, { effects, sessions: memorySessions() });
  return action => engine.explain({ ...action, sessionId: 'suggest' });
}

interface Sorted {
  readonly asked: readonly Asked[];
  readonly refusals: Map<string, Refusal>;
  readonly settled: number;
}

async function sorted(approvals: readonly HumanApproval[], judge: Judge, { refuses }: SuggestRequest): Promise<Sorted> {
  const asked: Asked[] = [];
  const refusals = new Map<string, Refusal>();
  const known = new Map<string, Evaluation>();
  let settled = 0;
  for (const [index, { action, by, approvalId = `${index}` }] of approvals.entries()) {
    const key = keyOf(action);
    const evaluation = known.get(key) ?? (await judge(action));
    known.set(key, evaluation);
    if (evaluation.ruling !== 'ask') {
      settled++;
      continue;
    }
    const effects = judgedEffects(evaluation);
    const why = refuses(effects);
    if (why === undefined)
      asked.push({
        key,
        action,
        effects,
        by,
        approval: approvalId,
        ways: stopping(evaluation.trace, ''),
        reasons: reasonsOf(evaluation),
      });
    else note(refusals, why, callWords(action), 1);
  }
  return { asked, refusals, settled };
}

/** What is judged of a call: neither its session nor its number. */
function keyOf({ sessionId: _session, callId: _call, turnId: _turn, ...action }: Action): string {
  return canonicalJson(action);
}

function note(refusals: Map<string, Refusal>, why: string, example: string, approvals: number): void {
  const known = refusals.get(why);
  refusals.set(why, { why, example: known?.example ?? example, approvals: (known?.approvals ?? 0) + approvals });
}

const reasonsOf = ({ violations }: Evaluation): readonly string[] => violations.map(({ guard, code }) => `${guard} ${code}`);

/** What effects are and how they are marked: an action near an approved one that is anything else is another one. */
const traitsOf = (effects: readonly Effect[]): readonly string[] => effects.flatMap(({ kind, tags = [] }) => [kind, ...tags]);

/** The ways to the nodes that ask or block by themselves. */
function stopping({ ruling, status, children }: TraceNode, way: string): readonly string[] {
  if (children.length > 0) return children.flatMap((child, index) => stopping(child, wayTo(way, index)));
  return status === 'decided' && (ruling === 'ask' || ruling === 'block') ? [way] : [];
}

const indices = (way: string): readonly number[] => (way === '' ? [] : way.split('.').map(Number));

function nodeAt(policy: NodeData, way: string): NodeData {
  return indices(way).reduce((node, index) => node.children?.[index] ?? node, policy);
}

function putParams(node: NodeData, way: readonly number[], params: NodeData['params'] & object): NodeData {
  const [index, ...rest] = way;
  if (index === undefined) return { ...node, params };
  return { ...node, children: (node.children ?? []).map((child, at) => (at === index ? putParams(child, rest, params) : child)) };
}

interface Tried {
  readonly exemption: Exemption;
  readonly way: string;
  readonly node: NodeData;
  readonly calls: readonly Asked[];
}

async function letThrough(calls: readonly Asked[], judge: Judge): Promise<readonly Asked[]> {
  const known = new Map<string, boolean>();
  for (const { key, action } of calls)
    if (!known.has(key)) known.set(key, severityOf((await judge(action)).ruling) < severityOf('ask'));
  return calls.filter(({ key }) => known.get(key));
}

async function trial(
  { exemption: { words, params, neighbors = [] }, way, node: { kind }, calls }: Tried,
  judge: Judge,
  request: SuggestRequest,
): Promise<Suggestion | Refusal | undefined> {
  const { compiled, refuses } = request;
  const changed = { ...compiled, policy: putParams(compiled.policy, indices(way), params) };
  const judgeChanged = judgeOf(request.build(changed), request);
  const helped = await letThrough(calls, judgeChanged);
  const sessions = new Set(helped.map(({ action }) => action.sessionId)).size;
  const approvals = new Set(helped.map(({ approval }) => approval)).size;
  if (approvals < LEAST.approvals || sessions < LEAST.sessions) return undefined;
  const asked = [...new Set(helped.flatMap(({ reasons }) => reasons))];
  const usual = new Set(helped.flatMap(({ effects }) => traitsOf(effects)));
  const stillStopped = [];
  for (const neighbor of neighbors) {
    const [was, is] = [await judge(neighbor), await judgeChanged(neighbor)];
    if (severityOf(is.ruling) < severityOf(was.ruling)) {
      const effects = judgedEffects(is);
      const isOther = traitsOf(effects).some(trait => !usual.has(trait)) || reasonsOf(was).some(each => !asked.includes(each));
      const why = `\`${words}\` would let through \`${callWords(neighbor)}\` too`;
      const [first] = helped;
      if (isOther || refuses(effects) !== undefined)
        return { why, example: first === undefined ? words : callWords(first.action), approvals };
    } else if (is.ruling === 'ask' || is.ruling === 'block') stillStopped.push(neighbor);
  }
  return {
    kind,
    way,
    words,
    params,
    compiled: changed,
    approvals,
    sessions,
    people: [...new Set(helped.flatMap(({ by }) => by ?? []))],
    calls: distinct(helped.map(({ action }) => action)),
    asked,
    stillStopped,
  };
}

function distinct(actions: readonly Action[]): readonly Action[] {
  const byWords = new Map<string, { readonly action: Action; count: number }>();
  for (const action of actions) {
    const words = callWords(action);
    const known = byWords.get(words) ?? { action, count: 0 };
    known.count++;
    byWords.set(words, known);
  }
  return [...byWords.values()].toSorted((a, b) => b.count - a.count).map(({ action }) => action);
}

/** The most helpful one first; one that helps only calls that others before it help is left out. */
function withoutRepeats(found: readonly Suggestion[]): readonly Suggestion[] {
  const helped = new Set<string>();
  return found
    .toSorted((a, b) => b.approvals - a.approvals)
    .filter(({ calls }) => {
      const fresh = calls.map(callWords).filter(words => !helped.has(words));
      for (const words of fresh) helped.add(words);
      return fresh.length > 0;
    });
}
