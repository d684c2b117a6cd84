import type { Json, KnowledgeGap } from '@licet/core';
import type { GroundingResult } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';
import { gapText } from '../render/gapText.ts';

/** A gap in the form that verdicts and evaluations carry; `data` is the gap itself. */
export function knowledgeGap(gap: Gap): KnowledgeGap {
  return { kind: gap.kind.toLowerCase(), concept: subjectOf(gap), detail: gapText(gap), data: gap as unknown as Json };
}

/** What a verdict keeps of a grounding: which knowledge of which version justified the action. */
export function evidenceOf(result: GroundingResult): Json {
  return {
    graphVersion: result.version,
    concepts: [...result.resolved],
    minDepth: result.minDepth,
    notes: result.notes.map(note => ({ ...note })),
    pathway: result.trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}@D${step.targetDepth}`),
  };
}

function subjectOf(gap: Gap): string {
  if (gap.kind === 'AMBIGUITY') return gap.name;
  return gap.kind === 'RELATIONAL' ? gap.target.name : gap.primitive.name;
}
