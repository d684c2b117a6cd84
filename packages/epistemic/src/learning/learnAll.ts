import type { ConceptGraph } from '../graph/conceptGraph.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';
import { gapIdentity, subjectOfGap } from '../model/gap.ts';
import type { Learner } from './learner.ts';
import { Run } from './run.ts';
import type { LearningOutcome, LearnOptions } from './run.ts';

/** The last grounding of a run, and everything that happened on the way, in order. */
export interface LearningRun {
  readonly result: GroundingResult;
  readonly outcomes: readonly LearningOutcome[];
}

/**
 * Closes gaps one after the other by asking a learner, grounding again after each, until the concepts are grounded, the
 * learner rejects, or nothing is left to ask. It ends on every learner: questions are bounded in number and in time, a
 * gap whose candidates keep being refused is left alone, and so is one whose candidate changed nothing. A skipped gap
 * stays skipped for the run. An answer is written on the state of the moment, again and again while others write; one
 * that cannot be written is among the outcomes. What the learner throws ends the run and is passed on, after `close`; an answer that comes
 * too late is ignored. Throws an `InvariantError` when `maxQuestions` is not a positive whole number.
 */
export async function learnAll(
  graph: ConceptGraph,
  concepts: readonly string[],
  learner: Learner,
  options: LearnOptions,
): Promise<LearningRun> {
  const run = new Run(graph, learner, options);
  await run.open();
  try {
    let result = await ground(graph, concepts, options);
    while (!result.grounded && !run.isOver) {
      const gap = result.gaps.find(each => isTeachable(each) && !run.left.has(gapIdentity(each)));
      if (gap === undefined) break;
      const isClosed = await run.settle(gap, result);
      if (!isClosed && !run.takeChange()) continue;
      const before = fingerprint(result.gaps);
      result = await ground(graph, concepts, options);
      if (isClosed && fingerprint(result.gaps) === before) run.leave(gap, 'ineffective');
    }
    await run.close();
    return { result, outcomes: run.outcomes };
  } catch (error) {
    await run.close().catch(() => undefined);
    throw error;
  }
}

/** A person can teach this graph, never the graph of a peer. */
const isTeachable = (gap: Gap): boolean =>
  gap.kind === 'AMBIGUITY' || (gap.kind !== 'PEER' && subjectOfGap(gap).provenance.peer === undefined);

/** One line per gap: its identity and its depths. Progress means that this changes. */
function fingerprint(gaps: readonly Gap[]): string {
  const depths = (gap: Gap): string =>
    'requiredDepth' in gap
      ? `@${gap.requiredDepth}/${gap.currentDepth}/${'missingLevels' in gap ? gap.missingLevels.join('') : gap.lastConfirmed}`
      : '';
  return gaps.map(gap => gapIdentity(gap) + depths(gap)).join('\n');
}
