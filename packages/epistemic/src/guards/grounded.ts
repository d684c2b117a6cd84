import type { Action, GovernanceContext, GuardNode, MaybePromise, Outcome, Verdict } from '@licet/core';
import type { NodeDefinition, ParamsOf } from '@licet/core/nodes';
import { ask, block, pass, skip, warn } from '@licet/core';
import { chain, checkOptions, defineNode, param, params } from '@licet/core/nodes';
import type { GroundingResult } from '../grounding/result.ts';
import { missingConcepts } from '../grounding/roots.ts';
import type { DepthInput } from '../model/depth.ts';
import { parseDepth } from '../model/depth.ts';
import { visible } from '../render/escape.ts';
import { gapFix, gapText } from '../render/gapText.ts';
import { knowledgeText } from '../render/knowledgeText.ts';
import { recordUse } from '../memory/recordUse.ts';
import { proposeFromFailure } from '../learning/failure.ts';
import type { GroundingHost } from './host.ts';
import { fromHost, observe } from './host.ts';
import { conceptOptions, conceptParams, evidenceOf, knowledgeGap, requireGraph, situationOf } from './situation.ts';
import type { Situation } from './situation.ts';

const RULINGS = ['block', 'ask', 'warn'] as const;

/** What code and policy files say alike. */
const rulingParams = {
  /** The ruling for a gap. */
  onUngrounded: param.optional(param.choice(RULINGS, { doc: 'the ruling for a gap' }), 'block'),
  /** The ruling for an action whose effects cannot all be seen or named. */
  onIncomplete: param.optional(
    param.choice(RULINGS, { doc: 'the ruling for an action whose effects cannot all be seen or named' }),
    'ask',
  ),
  /** Whether the edge that was missing is proposed when a grounded action fails. */
  learnFromFailure: param.optional(
    param.flag({ doc: 'whether the edge that was missing is proposed when a grounded action fails' }),
    'true',
  ),
};

const groundedOptions = params({
  ...conceptOptions,
  ...rulingParams,
  /** The depth that every concept must be known to, beyond what the edges of the graph ask. */
  minDepth: param.code<DepthInput>({
    doc: 'the depth that every concept must be known to, beyond what the edges of the graph ask',
  }),
  /** How a person closes gaps; it ends the fix of an action that is not grounded. */
  advice: param.code<(result: GroundingResult) => string | undefined>({
    doc: 'how a person closes gaps; it ends the fix of an action that is not grounded',
  }),
});

/** What {@link Grounded} takes. */
export type GroundedOptions = ParamsOf<typeof groundedOptions>;

const groundedParams = params({
  ...conceptParams,
  /** The depth that every concept must be known to. */
  minDepth: param.optional(
    param.choice(['D0', 'D1', 'D2', 'D3', 'D4'], { doc: 'the depth that every concept must be known to' }),
    "what the graph's edges ask",
  ),
  ...rulingParams,
});

/** What `grounded` takes in governance.yaml. */
export type GroundedParams = ParamsOf<typeof groundedParams>;

/** The rulings for gaps and for unseen effects, and what to say of gaps. */
interface Rulings {
  readonly onUngrounded: (typeof RULINGS)[number];
  readonly onIncomplete: (typeof RULINGS)[number];
  readonly advice: GroundedOptions['advice'];
}

/**
 * The agent may act only on what it understands. Looks at the concepts of the action, which are derived from its
 * effects (or named by the host, never only by the agent), and at the knowledge graph.
 *
 * | the action's concepts | ruling |
 * |---|---|
 * | are all known, deep enough, and connected | pass, with the evidence |
 * | have gaps | `onUngrounded` (block): every gap, what would close it, and what is known |
 * | were declared, but not all that were derived | block, `under_declared` |
 * | are fine, but some effects cannot be seen | `onIncomplete` (ask), `concepts_incomplete` |
 * | are none, and its effects are known | skipped |
 * | are none, and nothing is known of its effects | block, `no_concepts`; skipped where `seesEffects` |
 * | cannot be grounded: no graph, a fault | block, as an error |
 *
 * It cannot see whether the graph is right, nor what the effect analyser does not report.
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
  checkOptions('grounded', groundedOptions, options);
  requireGraph('Grounded', options.graph);
  const { minDepth, onUngrounded = 'block', onIncomplete = 'ask', learnFromFailure = true, advice } = options;
  const rulings: Rulings = { onUngrounded, onIncomplete, advice };
  const level = minDepth === undefined ? undefined : parseDepth(minDepth);
  return Object.freeze<GuardNode>({
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
    ...((learnFromFailure || options.graph.memory !== undefined) && {
      record: (action: Action, outcome: Outcome, ctx: GovernanceContext) => {
        const isFailure = learnFromFailure && outcome.status === 'error';
        if (!isFailure && options.graph.memory === undefined) return undefined;
        return chain(situationOf(options, action, ctx, level), ({ result }) =>
          chain(recordUse(options.graph, result, outcome, ctx.now), () =>
            isFailure ? proposeFromFailure(options.graph, result, outcome, ctx.now) : undefined,
          ),
        );
      },
    }),
  });
}

const underDeclared = (
  { graph, inflections }: GroundedOptions,
  { derived, declared }: Situation,
): MaybePromise<readonly string[]> =>
  declared === undefined ? [] : missingConcepts(graph, derived.concepts, declared, inflections);

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
    return block('nothing is known of what the action is about', { code: 'no_concepts', evidence, fix });
  }
  return pass({ code: 'grounded', evidence });
}

function say(ruling: Rulings['onUngrounded'], reason: string, details: Parameters<typeof block>[1]): Verdict {
  if (ruling === 'warn')
    return warn(reason, { ...details, fix: typeof details.fix === 'string' ? { summary: details.fix } : details.fix });
  return ruling === 'ask' ? ask(reason, details) : block(reason, details);
}

/** The definition of `grounded` for the registry of a host. An action's first-line declaration is read as declared. */
export const groundedDefinitionFor = (host: GroundingHost): NodeDefinition<GroundedParams> =>
  defineNode({
    kind: 'grounded',
    doc: 'the agent may act only on concepts that the knowledge graph grounds',
    needs: ['graph'],
    params: groundedParams,
    rulings: [
      ['its concepts are known, deep enough and connected', 'pass'],
      ['they have gaps', '`on_ungrounded` (block)'],
      ['it declares less than it does', 'block'],
      ['some of its effects cannot be seen or named', '`on_incomplete` (ask)'],
      ['it involves no concept', 'skipped'],
      ['nothing is known of it, or it cannot be grounded', 'block'],
    ],
    example: 'grounded: { graph: main, min_depth: D3 }',
    build(given, _children, context) {
      const { graph, ...options } = given;
      const guard = Grounded({
        ...options,
        ...fromHost(host, context, graph),
        ...(host.advice !== undefined && { advice: result => host.advice?.(graph, result) }),
      });
      return Object.freeze({ ...guard, params: given });
    },
  });

/** `grounded` in governance.yaml. */
export const groundedDefinition: NodeDefinition<GroundedParams> = groundedDefinitionFor({});
