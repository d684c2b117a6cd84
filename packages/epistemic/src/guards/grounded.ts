import type { Action, GovernanceContext, GuardNode, MaybePromise, Outcome, Verdict } from '@licet/core';
import type { NodeDefinition } from '@licet/core/nodes';
import { ask, block, InvariantError, pass, skip, warn } from '@licet/core';
import { chain, defineNode } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundingResult } from '../grounding/result.ts';
import { missingConcepts } from '../grounding/roots.ts';
import type { DepthInput } from '../model/depth.ts';
import { parseDepth } from '../model/depth.ts';
import { visible } from '../render/escape.ts';
import { gapFix, gapText } from '../render/gapText.ts';
import { knowledgeText } from '../render/knowledgeText.ts';
import { proposeFromFailure } from '../learning/failure.ts';
import type { GroundingHost } from './host.ts';
import { fromHost, observe } from './host.ts';
import { evidenceOf, knowledgeGap, situationOf } from './situation.ts';
import type { ConceptOptions, Situation } from './situation.ts';

/** What a {@link Grounded} guard asks of an action. */
export interface GroundedOptions extends ConceptOptions {
  /** The depth every concept of the action must be known to. @defaultValue none beyond what the graph's edges ask */
  readonly minDepth?: DepthInput;
  /** The ruling for a gap. @defaultValue 'block' */
  readonly onUngrounded?: 'block' | 'ask' | 'warn';
  /** The ruling for an action whose effects cannot all be seen or named. @defaultValue 'ask' */
  readonly onIncomplete?: 'block' | 'ask' | 'warn';
  /** Propose the edge that was missing when a grounded action fails; a person decides about it later. @defaultValue true */
  readonly learnFromFailure?: boolean;
  /** How a person closes gaps; it ends the fix of an action that is not grounded. @defaultValue nothing */
  readonly advice?: (result: GroundingResult) => string | undefined;
}

/** The rulings for gaps and for unseen effects, and what to say of gaps. */
interface Rulings {
  readonly onUngrounded: 'block' | 'ask' | 'warn';
  readonly onIncomplete: 'block' | 'ask' | 'warn';
  readonly advice: GroundedOptions['advice'];
}

/**
 * The agent may act only on what it understands. Looks at the concepts of the action, which are derived from its
 * effects (or named by the host, never only by the agent), and at the knowledge graph.
 *
 * | the action's concepts                         | verdict                              |
 * |-----------------------------------------------|--------------------------------------|
 * | are all known, deep enough, and connected     | pass, with the evidence              |
 * | have gaps                                     | `onUngrounded`: every gap, what would close it, and what is known |
 * | were declared, but not all that were derived  | block, `under_declared`              |
 * | are fine, but some effects cannot be seen     | `onIncomplete`, `concepts_incomplete`|
 * | are none, and its effects are known           | skipped                              |
 * | are none, and nothing is known of its effects | block, `no_concepts`; skipped where `seesEffects` |
 * | cannot be grounded: no graph, a fault         | errored, hence block                 |
 *
 * Cannot see: whether the graph is right, and what the effect analyser does not report.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Grounded, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.gaps, { now: 0 });
 * const engine = new PolicyEngine(Grounded({ graph, concepts: ['read', 'file'], minDepth: 'D2' }));
 * const evaluation = await engine.evaluate({ kind: 'tool', tool: 'Read' });
 * evaluation.gaps.map(gap => gap.kind); // => ['depth', 'relational']
 * ```
 */
export function Grounded(options: GroundedOptions): GuardNode {
  const { minDepth, onUngrounded = 'block', onIncomplete = 'ask', learnFromFailure = true, advice } = options;
  const rulings: Rulings = { onUngrounded, onIncomplete, advice };
  requireGraph('Grounded', options.graph);
  const level = minDepth === undefined ? undefined : parseDepth(minDepth);
  const guard: GuardNode = {
    name: 'grounded',
    kind: 'grounded',
    layer: 'intent',
    needs: options.concepts === undefined ? ['graph', 'effects'] : ['graph'],
    params: { minDepth: level === undefined ? null : `D${level}`, onUngrounded, onIncomplete, learnFromFailure },
    check: (action, ctx) =>
      chain(situationOf(options, action, ctx, level), situation => {
        observe(options.onTrace, situation.result);
        return chain(underDeclared(options, situation), missing => judge(situation, missing, rulings));
      }),
    ...(learnFromFailure && {
      record: (action: Action, outcome: Outcome, ctx: GovernanceContext) => {
        if (outcome.status !== 'error') return undefined;
        return chain(situationOf(options, action, ctx, level), ({ result }) =>
          proposeFromFailure(options.graph, result, outcome, ctx.now),
        );
      },
    }),
  };
  return Object.freeze(guard);
}

/** Throws at construction when a guard is given no graph. */
export function requireGraph(kind: string, graph: ConceptGraph | undefined): void {
  if (typeof graph?.snapshot === 'function') return;
  throw new InvariantError('invalid_param', `\`${kind}\` needs a concept graph, found ${typeof graph}`, { path: ['graph'] });
}

function underDeclared(
  { graph, inflections }: GroundedOptions,
  { derived, declared }: Situation,
): MaybePromise<readonly string[]> {
  return declared === undefined ? [] : missingConcepts(graph, derived.concepts, declared, inflections);
}

function judge(
  { derived, result, inert }: Situation,
  missing: readonly string[],
  { onUngrounded, onIncomplete, advice }: Rulings,
): Verdict {
  if (missing.length > 0) {
    const names = missing.map(visible).join(', ');
    const fix = `declare ${names} too, or leave the declaration out`;
    return block(`the action involves ${names}, which was not declared`, { code: 'under_declared', fix });
  }
  if (inert) return skip('the action involves no concept');
  const evidence = evidenceOf(result);
  if (result.gaps.length > 0) {
    const gaps = result.gaps.map(knowledgeGap);
    const reason = `the action is not grounded: ${result.gaps.map(gapText).join('; ')}`;
    const known = knowledgeText(result);
    const trace = known === undefined ? undefined : `what is known: ${known}`;
    const fix = [...result.gaps.map(gapFix), trace, advice?.(result)].filter(part => part !== undefined).join('; ');
    return say(onUngrounded, reason, { code: 'not_grounded', gaps, evidence, fix });
  }
  if (!derived.complete) {
    const fix = 'use an action whose effects can be seen, or ask the user';
    return say(onIncomplete, 'the action does something that cannot be seen or named', {
      code: 'concepts_incomplete',
      evidence,
      fix,
    });
  }
  if (!result.grounded) {
    const fix = 'use a tool whose concepts are known to the policy';
    return block('nothing is known of what the action is about', { code: 'no_concepts', fix });
  }
  return pass({ code: 'grounded', evidence });
}

function say(ruling: 'block' | 'ask' | 'warn', reason: string, details: Parameters<typeof block>[1]): Verdict {
  if (ruling === 'warn')
    return warn(reason, { ...details, fix: typeof details.fix === 'string' ? { summary: details.fix } : details.fix });
  return ruling === 'ask' ? ask(reason, details) : block(reason, details);
}

/** `grounded` in governance.yaml. The host registers graphs under names; the policy names one. */
export interface GroundedParams {
  readonly graph: string;
  readonly minDepth?: DepthInput | undefined;
  readonly concepts?: readonly string[] | undefined;
  readonly onUngrounded?: 'block' | 'ask' | 'warn' | undefined;
  readonly onIncomplete?: 'block' | 'ask' | 'warn' | undefined;
  readonly reachability?: 'edge' | 'component' | undefined;
  readonly learnFromFailure?: boolean | undefined;
}

/** The definition of `grounded` for the registry of a host. An action's first-line declaration is read as declared. */
export const groundedDefinitionFor = (host: GroundingHost): NodeDefinition<GroundedParams> =>
  defineNode({
    kind: 'grounded',
    doc: 'the agent may act only on concepts that the knowledge graph grounds',
    needs: ['graph'],
    params: z =>
      z.strictObject({
        graph: z.string().min(1),
        minDepth: z.enum(['D0', 'D1', 'D2', 'D3', 'D4']).optional(),
        concepts: z.array(z.string().min(1)).min(1).readonly().optional(),
        onUngrounded: z.enum(['block', 'ask', 'warn']).optional(),
        onIncomplete: z.enum(['block', 'ask', 'warn']).optional(),
        reachability: z.enum(['edge', 'component']).optional(),
        learnFromFailure: z.boolean().optional(),
      }),
    build(params, _children, context) {
      const { graph, ...options } = defined(params);
      const guard = Grounded({
        ...options,
        ...fromHost(host, context, graph),
        ...(host.advice !== undefined && { advice: result => host.advice?.(graph, result) }),
      });
      return Object.freeze({ ...guard, params: defined(params) });
    },
  });

/** The definition of `grounded` for the registry. */
export const groundedDefinition: NodeDefinition<GroundedParams> = groundedDefinitionFor({});

/** The same params without those that are undefined. */
export function defined<T extends object>(params: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
