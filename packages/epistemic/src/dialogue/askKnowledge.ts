import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';
import { EpistemicError } from '../model/errors.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { Gap } from '../model/gap.ts';
import { subjectOfGap } from '../model/gap.ts';
import type { Primitive } from '../model/primitive.ts';
import { contiguousDepth } from '../model/primitive.ts';
import { gapFix, gapText } from '../render/gapText.ts';
import { originText } from '../render/originText.ts';
import { conceptsIn } from './conceptsIn.ts';

/** What is known of one concept that a question is about, or that such a concept rests on. */
export interface KnownConcept {
  readonly concept: string;
  readonly depth: DepthLevel | null;
  /** Who taught it, and when. */
  readonly from: string;
  /** Its visible edges, such as `APPLIES_TO file@D2`. */
  readonly edges: readonly string[];
}

/** What is missing, what would close it, and who could teach it. */
export interface MissingKnowledge {
  readonly gap: Gap;
  readonly text: string;
  readonly fix: string;
  readonly teacher: string;
}

/** The answer to a question about knowledge. It is read only: nothing that was asked or answered teaches the graph. */
export interface KnowledgeAnswer {
  readonly question: string;
  /** The words of the question that name concepts, also unknown ones. */
  readonly concepts: readonly string[];
  readonly grounded: boolean;
  /** The concepts of the question first, then what they rest on. */
  readonly known: readonly KnownConcept[];
  readonly missing: readonly MissingKnowledge[];
  /** The policies that would look at such an act, by name. */
  readonly policies: readonly string[];
  /** The version of the graph that was asked. */
  readonly version: string;
}

/** How strictly a question is answered, and when. */
export type AskOptions = Omit<GroundOptions, 'memory'> & { readonly now: number };

/**
 * Tells what a graph knows of an intended action, in the words of the one who intends it: what is known, to which depth
 * and from whom, what is missing, and who could teach it. Words that only ask are left out; every other word that names
 * no concept is a gap. The answer is that of a grounding, at the time `now`.
 *
 * @example
 * ```ts
 * import { SEEDS, askKnowledge, importGraph, memoryGraph } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const { concepts, grounded } = await askKnowledge(graph, 'What do I need to know to delete files?', { now: 0 });
 * concepts; // => ['delete', 'file']
 * grounded; // => true
 * ```
 */
export async function askKnowledge(graph: ConceptGraph, question: string, options: AskOptions): Promise<KnowledgeAnswer> {
  return answerAbout(graph, question, conceptsIn(await graph.snapshot(), question), options);
}

/** The answer to a question about these concepts. */
export async function answerAbout(
  graph: ConceptGraph,
  question: string,
  concepts: readonly string[],
  options: AskOptions,
): Promise<KnowledgeAnswer> {
  try {
    return await answerNow(graph, question, concepts, options);
  } catch (error) {
    if (!(error instanceof EpistemicError) || error.code !== 'snapshot_stale') throw error;
    return answerNow(graph, question, concepts, options);
  }
}

/** One try. Another process may write before the content of the concepts is read. */
async function answerNow(
  graph: ConceptGraph,
  question: string,
  asked: readonly string[],
  options: AskOptions,
): Promise<KnowledgeAnswer> {
  const result = await ground(graph, asked, options);
  return {
    question,
    concepts: [...new Set(result.resolved)],
    grounded: result.grounded,
    known: knownIn(result),
    missing: result.gaps.map(gap => ({ gap, text: gapText(gap), fix: gapFix(gap), teacher: teacherOf(gap) })),
    policies: [...new Set(result.trace.acts.flatMap(({ policies }) => policies.map(({ name }) => name)))],
    version: result.version,
  };
}

function knownIn({ trace }: GroundingResult): KnownConcept[] {
  const names = new Map(trace.primitives.map(({ id, name }) => [id, name] as const));
  return trace.primitives
    .filter(({ provenance }) => provenance.source !== 'synthetic')
    .map(primitive => ({
      concept: primitive.name,
      depth: contiguousDepth(primitive),
      from: originText(primitive.provenance),
      edges: [...edgesOf(primitive, names), ...openObjects(primitive, trace)],
    }));
}

const edgesOf = ({ depths }: Primitive, names: ReadonlyMap<string, string>): string[] =>
  depths.flatMap(({ relata }) =>
    relata.map(({ relation, targetId, targetDepth }) => `${relation} ${names.get(targetId) ?? targetId}@D${targetDepth}`),
  );

/** What an act of which no object was named may apply to. */
const openObjects = ({ id }: Primitive, { acts }: GroundingResult['trace']): string[] =>
  acts
    .filter(act => act.sourceId === id && act.objectMissing)
    .map(({ relation, target, targetDepth }) => `${relation} ${target}@D${targetDepth}`);

/** The person who taught the concept can say more of it; a word that leads nowhere has no teacher yet. */
function teacherOf(gap: Gap): string {
  if (gap.kind === 'AMBIGUITY') return 'the person who asked for the action';
  const { provenance } = subjectOfGap(gap);
  return provenance.source === 'synthetic' ? 'a person who knows it: it has no teacher yet' : originText(provenance);
}
