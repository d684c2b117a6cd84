import type { Action, ActionInput, Evaluation, Guard, Outcome } from '@licet/core';
import { PolicyEngine, systemClock } from '@licet/core';
import type { EngineOptions } from '@licet/core';
import { All } from '@licet/core';
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

/** A value, or how to find it from the arguments of a call. */
export type FromCall<Args extends readonly unknown[], T> = T | ((...args: Args) => T);

/** How a function is guarded. */
export interface GuardedOptions<Args extends readonly unknown[]> {
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
  /** Guards that the call must pass besides. */
  readonly guards?: readonly Guard[];
  /** The engine's options: an approver answers the questions that policies ask. */
  readonly engine?: EngineOptions;
  /** What the call's action carries besides the tool name and the arguments: a session, an agent. */
  readonly action?: Partial<Omit<ActionInput, 'kind' | 'payload'>>;
  /**
   * What guards and callbacks see of the arguments, as data. A call whose arguments are not data is stopped.
   *
   * @defaultValue the arguments
   */
  readonly describeArguments?: (...args: Args) => readonly unknown[];
  /** @defaultValue 'throw' */
  readonly onBlocked?: 'throw' | 'return';
}

/** Thrown, or returned, in place of the function's value. It carries the whole decision. */
export class BlockedError extends Error {
  readonly evaluation: Evaluation;

  constructor(evaluation: Evaluation) {
    super(evaluation.reason ?? `the call was stopped (${evaluation.code})`);
    this.name = 'BlockedError';
    this.evaluation = evaluation;
  }
}

/** A guarded function. `concepts` is what it was guarded with, for linting declarations against the graph. */
export interface GuardedFunction<Args extends readonly unknown[], R> {
  (...args: Args): Promise<Awaited<R> | BlockedError>;
  readonly concepts: FromCall<Args, readonly string[]>;
}

/**
 * Puts a function behind the knowledge graph: ground the concepts, learn what is missing if there is a learner, ground
 * again, evaluate `Grounded` and `EdgePolicies` (and any further guards) with a {@link PolicyEngine}, call, report the
 * outcome. Nothing is called unless the evaluation passes; a fault on the way is a block. The function's own value and
 * its own throw come through untouched.
 *
 * @example
 * ```ts
 * import { BlockedError, guarded, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const read = guarded((path: string) => `content of ${path}`, { graph, concepts: ['read', 'file'] });
 * await read('a.txt'); // => 'content of a.txt'
 * const launch = guarded(() => 'gone', { graph, concepts: ['launch', 'rocket'], onBlocked: 'return' });
 * (await launch()) instanceof BlockedError; // => true
 * ```
 */
export function guarded<Args extends readonly unknown[], R>(
  fn: (...args: Args) => R,
  options: GuardedOptions<Args>,
): GuardedFunction<Args, R> {
  const engine = new PolicyEngine(All(...guardsOf(options)), options.engine);
  const call = async (...args: Args): Promise<Awaited<R> | BlockedError> => {
    const concepts = resolveFromCall(options.concepts, args);
    await prepare(options, concepts);
    const cardinality = options.cardinality === undefined ? null : resolveFromCall(options.cardinality, args);
    const evaluation = await engine.evaluate({
      ...options.action,
      kind: 'tool',
      tool: options.action?.tool ?? fn.name,
      payload: { args: options.describeArguments?.(...args) ?? args, concepts, cardinality },
    });
    if (!evaluation.passed) return blocked(new BlockedError(evaluation), options.onBlocked ?? 'throw');
    return execute(engine, evaluation, () => fn(...args));
  };
  return Object.assign(call, { concepts: options.concepts });
}

function guardsOf<Args extends readonly unknown[]>(options: GuardedOptions<Args>): Guard[] {
  const { graph, registry, minDepth, reachability } = options;
  const shared = { graph, concepts: conceptsOf, ...(reachability !== undefined && { reachability }) };
  return [
    Grounded({ ...shared, ...(minDepth !== undefined && { minDepth }) }),
    EdgePolicies({ ...shared, cardinality: cardinalityOf, ...(registry !== undefined && { registry }) }),
    ...(options.guards ?? []),
  ];
}

function conceptsOf(action: Action): readonly string[] {
  return action.payload['concepts'] as readonly string[];
}

function cardinalityOf(action: Action): Cardinality | null {
  return action.payload['cardinality'] as Cardinality | null;
}

function resolveFromCall<Args extends readonly unknown[], T>(value: FromCall<Args, T>, args: Args): T {
  return typeof value === 'function' ? (value as (...args: Args) => T)(...args) : value;
}

async function prepare<Args extends readonly unknown[]>(
  options: GuardedOptions<Args>,
  concepts: readonly string[],
): Promise<void> {
  const { graph, learner, minDepth, reachability, onTrace } = options;
  if (learner === undefined && onTrace === undefined) return;
  const settings = { minDepth, reachability };
  const result = await ground(graph, concepts, settings);
  observe(onTrace, result);
  if (result.grounded || learner === undefined) return;
  const { clock = systemClock } = options.engine ?? {};
  const run = await learnAll(graph, concepts, learner, { ...settings, now: clock.now(), clock });
  observe(onTrace, run.result);
}

function blocked(error: BlockedError, manner: 'throw' | 'return'): BlockedError {
  if (manner === 'return') return error;
  throw error;
}

async function execute<R>(engine: PolicyEngine, evaluation: Evaluation, run: () => R): Promise<Awaited<R>> {
  let outcome: Outcome = { status: 'ok' };
  try {
    return await run();
  } catch (error) {
    outcome = { status: 'error', error: error instanceof Error ? error.message : String(error) };
    throw error;
  } finally {
    await engine.postAction(evaluation, outcome);
  }
}
