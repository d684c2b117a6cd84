import type { Action, ActionInput, EngineOptions, Guard, MaybePromise } from '@licet/core';
import { All, PolicyEngine, systemClock } from '@licet/core';
import { canonicalJson, messageOf } from '@licet/core/text';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';
import { learnAll } from '../learning/learnAll.ts';
import type { Learner } from '../learning/learner.ts';
import type { DepthInput } from '../model/depth.ts';
import type { Cardinality } from '../model/policy.ts';
import type { PolicyRegistry } from '../policies/registry.ts';
import { EdgePolicies } from './edgePolicies.ts';
import { Grounded } from './grounded.ts';
import { observe } from './host.ts';

/** A value, or how to find it from the arguments of a call: at once, or with a promise, as a model does. */
export type FromCall<Args extends readonly unknown[], T> = T | ((...args: Args) => MaybePromise<T>);

/** How the calls of a function are grounded. */
export interface GroundedCallsOptions<Args extends readonly unknown[]> {
  readonly graph: ConceptGraph;
  /** What a call is about. */
  readonly concepts: FromCall<Args, readonly string[]>;
  /** How many objects a call touches; null when that is not known, which triggers every policy. @defaultValue null */
  readonly cardinality?: FromCall<Args, Cardinality | null>;
  readonly minDepth?: DepthInput;
  readonly reachability?: GroundOptions['reachability'];
  readonly registry?: PolicyRegistry;
  /** Asked when the concepts are not grounded; what it teaches is grounded again before the call is decided. */
  readonly learner?: Learner;
  /** Sees every grounding, and the one after learning. What it throws is swallowed: watching decides nothing. */
  readonly onTrace?: (result: GroundingResult) => void;
  /** More guards that the call must pass. */
  readonly guards?: readonly Guard[];
  /** The engine's options: an approver answers the questions that policies ask. */
  readonly engine?: EngineOptions;
  /** What the call's action carries in addition to the arguments: a tool name, a session, an agent. */
  readonly action?: Partial<Omit<ActionInput, 'kind' | 'payload'>>;
  /**
   * What guards and callbacks see of the arguments, as data. A call whose arguments are not data is stopped without it.
   *
   * @defaultValue the arguments
   */
  readonly describeArguments?: (...args: Args) => readonly unknown[];
}

/** What `guarded` of `@licet/adapters/function` needs to put a function behind a knowledge graph. */
export interface GroundedCalls<Args extends readonly unknown[]> {
  readonly engine: PolicyEngine;
  readonly toAction: (...args: Args) => Promise<ActionInput>;
  /** What the calls are about, as it was given, for a lint of declarations against the graph. */
  readonly concepts: FromCall<Args, readonly string[]>;
}

/**
 * Makes the options of `guarded` that put a function behind the knowledge graph: ground the concepts of a call, learn
 * what is missing if there is a learner, ground again, and evaluate `Grounded` and `EdgePolicies` (and any further
 * guards) with a {@link PolicyEngine}. Nothing is called unless that passes: concepts that cannot be found, a learner
 * that throws and a graph that does not answer stop the call, with what they said as the reason.
 *
 * @example
 * ```ts
 * import { guarded } from '@licet/adapters/function';
 * import { groundedCalls, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const read = guarded((path: string) => `content of ${path}`, groundedCalls({ graph, concepts: ['read', 'file'] }));
 * await read('a.txt'); // => 'content of a.txt'
 * const launch = guarded(() => 'gone', groundedCalls({ graph, concepts: async () => ['launch', 'rocket'] }));
 * await launch().catch(error => error.name); // => 'ActionBlockedError'
 * ```
 */
export function groundedCalls<Args extends readonly unknown[]>(options: GroundedCallsOptions<Args>): GroundedCalls<Args> {
  const { action, describeArguments } = options;
  const engine = new PolicyEngine(All(...guardsOf(options)), options.engine);
  return {
    engine,
    concepts: options.concepts,
    async toAction(...args) {
      const seen = describeArguments?.(...args) ?? args.map(each => each ?? null);
      canonicalJson(seen);
      return { ...action, kind: 'tool', payload: { args: seen, ...(await describe(options, args)) } };
    },
  };
}

/** What is known of a call before it is decided; a fault on the way is decided on too. */
type Said = { readonly concepts: readonly string[]; readonly cardinality: Cardinality | null } | { readonly fault: string };

async function describe<Args extends readonly unknown[]>(options: GroundedCallsOptions<Args>, args: Args): Promise<Said> {
  try {
    const concepts = await resolveFromCall(options.concepts, args);
    await prepare(options, concepts);
    const cardinality = options.cardinality === undefined ? null : await resolveFromCall(options.cardinality, args);
    return { concepts, cardinality };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function guardsOf<Args extends readonly unknown[]>(options: GroundedCallsOptions<Args>): Guard[] {
  const { graph, registry, minDepth, reachability } = options;
  const shared = { graph, concepts: conceptsOf, ...(reachability !== undefined && { reachability }) };
  return [
    Grounded({ ...shared, ...(minDepth !== undefined && { minDepth }) }),
    EdgePolicies({ ...shared, cardinality: cardinalityOf, ...(registry !== undefined && { registry }) }),
    ...(options.guards ?? []),
  ];
}

function conceptsOf({ payload }: Action): readonly string[] {
  if (typeof payload['fault'] === 'string') throw new Error(payload['fault']);
  return payload['concepts'] as readonly string[];
}

const cardinalityOf = ({ payload }: Action): Cardinality | null => payload['cardinality'] as Cardinality | null;

async function resolveFromCall<Args extends readonly unknown[], T>(value: FromCall<Args, T>, args: Args): Promise<T> {
  return typeof value === 'function' ? (value as (...args: Args) => MaybePromise<T>)(...args) : value;
}

async function prepare<Args extends readonly unknown[]>(
  options: GroundedCallsOptions<Args>,
  concepts: readonly string[],
): Promise<void> {
  const { graph, learner, minDepth, reachability, onTrace } = options;
  if (learner === undefined && onTrace === undefined) return;
  const { clock = systemClock } = options.engine ?? {};
  const settings = { minDepth, reachability, now: clock.now() };
  const result = await ground(graph, concepts, settings);
  observe(onTrace, result);
  if (result.grounded || learner === undefined) return;
  const run = await learnAll(graph, concepts, learner, { ...settings, now: clock.now(), clock });
  observe(onTrace, run.result);
}
