import type { Action, GovernanceContext, MaybePromise, Json, KnowledgeGap, Effect } from '@licet/core';
import type { OptionalParam, Param, ParamMembers, ParamSpec, ParamsOf } from '@licet/core/nodes';
import { InvariantError } from '@licet/core';
import { chain, param } from '@licet/core/nodes';
import type { DerivedConcepts } from './deriveConcepts.ts';
import { deriveConcepts } from './deriveConcepts.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';
import { subjectOfGap } from '../model/gap.ts';
import { gapText } from '../render/gapText.ts';
import type { Cardinality } from '../model/policy.ts';
import type { ConceptRule } from './programConcepts.ts';

/** Names the concepts of an action: its answer replaces what would be derived from the effects. */
export type ConceptSource = (action: Action, ctx: GovernanceContext) => MaybePromise<readonly string[] | DerivedConcepts>;

const reachability = param.optional(
  param.choice(['edge', 'component'], {
    doc: 'how concepts must be connected: an act with its object by an edge, or all of them by any path',
  }),
  'edge',
);

/** How a guard comes from an action to a grounding. */
export const conceptOptions = {
  /** The concept graph. */
  graph: param.json({ doc: 'the concept graph' }) as Param as Param<ConceptGraph>,
  /** What the action is about: fixed concepts, or a function of the host (a table, a model); otherwise derived from its effects. */
  concepts: param.code<readonly string[] | ConceptSource>({
    doc: 'what the action is about: fixed concepts, or a function of the host (a table, a model); otherwise derived from its effects',
  }),
  /** How concepts are derived from effects; `DEFAULT_RULES` otherwise. */
  rules: param.code<readonly ConceptRule[]>({ doc: 'how concepts are derived from effects; `DEFAULT_RULES` otherwise' }),
  /** What the agent says the action is about: it may add concepts, and must not leave out a derived one. */
  declared: param.code<(action: Action) => readonly string[] | undefined>({
    doc: 'what the agent says the action is about: it may add concepts, and must not leave out a derived one',
  }),
  /** How concepts must be connected: an act with its object by an edge, or all of them by any path. */
  reachability: reachability as OptionalParam<GroundOptions['reachability']>,
  /** Whether `files` means `file`. */
  inflections: param.optional(param.flag({ doc: 'whether `files` means `file`' }), 'true'),
  /** That the analyser of effects knows every tool: what has no effects then involves no concept, otherwise nothing is known of it. */
  seesEffects: param.optional(
    param.flag({
      doc: 'that the analyser of effects knows every tool: what has no effects then involves no concept, otherwise nothing is known of it',
    }),
    'false',
  ),
  /** Sees every grounding that a decision was made on; what it throws is swallowed, for watching decides nothing. */
  onTrace: param.code<(result: GroundingResult) => void>({
    doc: 'sees every grounding that a decision was made on; what it throws is swallowed, for watching decides nothing',
  }),
};

/** The type of {@link conceptOptions}. */
export type ConceptOptions = ParamsOf<ParamSpec<typeof conceptOptions>>;

/** What a policy file says of the same. The host registers graphs under names; the policy names one. */
export const conceptParams = {
  /** The name of a graph of the policy. */
  graph: param.text({ doc: 'the name of a graph of the policy' }),
  /** What the action is about. */
  concepts: param.optional(param.list(param.text(), { doc: 'what the action is about' }), 'derived from the effects'),
  /** How concepts must be connected: an act with its object by an edge, or all of them by any path. */
  reachability,
} satisfies ParamMembers;

/** Throws at construction when a guard is given something else than a graph. */
export function requireGraph(kind: string, graph: ConceptGraph | undefined): void {
  if (typeof graph?.snapshot === 'function') return;
  throw new InvariantError('invalid_param', `\`${kind}\` needs a concept graph, found ${typeof graph}`, { path: ['graph'] });
}

/** An action with the concepts it was found to need and their grounding. */
export interface Situation {
  readonly derived: DerivedConcepts;
  readonly declared: readonly string[] | undefined;
  readonly result: GroundingResult;
  /** True when the action is known to involve no concept: there is nothing to understand. */
  readonly inert: boolean;
}

/** Finds the concepts of an action and grounds them together with what the agent declared. */
export function situationOf(
  options: ConceptOptions,
  action: Action,
  ctx: GovernanceContext,
  minDepth: GroundOptions['minDepth'],
): MaybePromise<Situation> {
  return chain(conceptsOf(options, action, ctx), derived => {
    const declared = options.declared?.(action);
    const wanted = [...derived.concepts, ...(declared ?? [])];
    const { reachability, inflections } = options;
    const settings = { minDepth, reachability, inflections, actions: derived.actions, now: ctx.now };
    return chain(ground(options.graph, wanted, settings), result => ({
      derived,
      declared,
      result,
      inert: isInert(options, derived) && result.resolved.length === 0,
    }));
  });
}

function isInert({ concepts, seesEffects }: ConceptOptions, derived: DerivedConcepts): boolean {
  if (derived.inert === true) return true;
  return seesEffects === true && concepts === undefined && derived.complete && derived.concepts.length === 0;
}

function conceptsOf(options: ConceptOptions, action: Action, ctx: GovernanceContext): MaybePromise<DerivedConcepts> {
  const { concepts } = options;
  if (concepts === undefined) return deriveConcepts(ctx.effects, options.rules);
  if (typeof concepts !== 'function') return fixed(concepts);
  return chain(concepts(action, ctx), named => ('complete' in named ? named : fixed(named)));
}

function fixed(concepts: readonly string[]): DerivedConcepts {
  if (Array.isArray(concepts) && concepts.every(concept => typeof concept === 'string'))
    return { concepts, actions: [], complete: true };
  throw new InvariantError('invalid_param', 'expected the concepts of the action to be a list of texts');
}

/** A gap in the form that verdicts and evaluations carry; `data` is the gap itself. */
export function knowledgeGap(gap: Gap): KnowledgeGap {
  const concept = gap.kind === 'AMBIGUITY' ? gap.name : subjectOfGap(gap).name;
  return { kind: gap.kind.toLowerCase(), concept, detail: gapText(gap), data: gap as unknown as Json };
}

/** What a verdict keeps of the knowledge that it asked: its version, and with memory the counters that it needed, so that a proof asks it as it was. */
export function versionOf(result: GroundingResult): { readonly [member: string]: Json } {
  const { counters: remembered } = result.trace;
  return { graphVersion: result.version, ...(remembered !== undefined && { remembered }) };
}

/** What a verdict keeps of a grounding: which knowledge of which version justified the action. */
export function evidenceOf(result: GroundingResult): Json {
  return {
    ...versionOf(result),
    concepts: [...result.resolved],
    minDepth: result.minDepth,
    notes: result.notes.map(note => ({ ...note })),
    pathway: result.trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}@D${step.targetDepth}`),
  };
}

/**
 * Whether an action touches one object or several: `multiple` for a pattern, for everything below a folder, and for
 * two targets of one kind of effect; `single` when every effect is seen and none is several; null when that cannot be
 * told, which triggers every policy.
 */
export function cardinalityOf(effects: readonly Effect[]): Cardinality | null {
  const targets = new Map<string, Set<string>>();
  for (const { kind, target } of effects) {
    if (target?.type !== 'file') continue;
    if (target.glob !== undefined || target.recursive === true) return 'multiple';
    const seen = targets.get(kind) ?? new Set();
    targets.set(kind, seen.add(target.resolved));
    if (seen.size > 1) return 'multiple';
  }
  const isSeen = effects.length > 0 && effects.every(effect => effect.kind !== 'unknown' && effect.target !== undefined);
  return isSeen ? 'single' : null;
}
