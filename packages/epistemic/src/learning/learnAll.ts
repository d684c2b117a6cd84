import { EpistemicError } from '../errors.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';
import type { DepthGap, Gap } from '../model/gap.ts';
import { gapIdentity } from '../model/gap.ts';
import { provenance } from '../model/provenance.ts';
import type { LearningCandidate } from './candidates.ts';
import { templateFor } from './candidates.ts';
import { edgePrerequisites, learnGap } from './learnGap.ts';
import type { CandidateDecision, Learner, LearningAnswer } from './learner.ts';

/** How a learning run proceeds. */
export interface LearnOptions extends GroundOptions {
  /** The time that what is learned is given, in milliseconds since the epoch. */
  readonly now: number;
  /** How many questions a run may put to its learner. @defaultValue 32 */
  readonly maxQuestions?: number;
}

/** What became of one gap. */
export interface LearningOutcome {
  readonly gap: Gap;
  /** A decision of the learner, or: the candidate was `refused`, or it was written and `ineffective`. */
  readonly outcome: CandidateDecision | 'refused' | 'ineffective';
  readonly candidate?: LearningCandidate;
  readonly message?: string;
}

/** The last grounding of a run, and everything that happened on the way, in order. */
export interface LearningRun {
  readonly result: GroundingResult;
  readonly outcomes: readonly LearningOutcome[];
}

/** How many refused candidates a gap may cost before it is left alone. */
const REFUSALS = 2;

/**
 * Closes gaps one after the other by asking a learner, grounding again after each, until the concepts are grounded, the
 * learner rejects, or nothing is left to ask. It ends on every learner: questions are bounded, a gap whose candidates
 * keep being refused is left alone, and so is one whose candidate changed nothing. A skipped gap stays skipped for the
 * run. What the learner throws ends the run and is passed on, after `close`.
 */
export async function learnAll(
  graph: ConceptGraph,
  concepts: readonly string[],
  learner: Learner,
  options: LearnOptions,
): Promise<LearningRun> {
  const run = new Run(graph, learner, options);
  await learner.open?.();
  try {
    let result = await ground(graph, concepts, options);
    while (!result.grounded && !run.isOver) {
      const gap = result.gaps.find(each => !run.left.has(gapIdentity(each)));
      if (gap === undefined) break;
      if (!(await run.close(gap, result))) continue;
      const before = fingerprint(result.gaps);
      result = await ground(graph, concepts, options);
      if (fingerprint(result.gaps) === before) run.leave(gap, 'ineffective');
    }
    return { result, outcomes: run.outcomes };
  } finally {
    await learner.close?.();
  }
}

/** One line per gap: its identity and its depths. Progress means that this changes. */
function fingerprint(gaps: readonly Gap[]): string {
  const depths = (gap: Gap): string =>
    'requiredDepth' in gap ? `@${gap.requiredDepth}/${gap.currentDepth}/${gap.missingLevels.join('')}` : '';
  return gaps.map(gap => gapIdentity(gap) + depths(gap)).join('\n');
}

class Run {
  readonly left: Set<string> = new Set();
  readonly outcomes: LearningOutcome[] = [];
  isOver = false;
  readonly #graph: ConceptGraph;
  readonly #learner: Learner;
  readonly #options: LearnOptions;
  readonly #refusals = new Map<string, string[]>();
  #questions = 0;

  constructor(graph: ConceptGraph, learner: Learner, options: LearnOptions) {
    this.#graph = graph;
    this.#learner = learner;
    this.#options = options;
  }

  /** Leaves a gap alone for the rest of the run. */
  leave(gap: Gap, outcome: LearningOutcome['outcome']): void {
    this.left.add(gapIdentity(gap));
    this.outcomes.push({ gap, outcome });
  }

  /** Asks about a gap and writes the answer. Returns whether anything was written. */
  async close(gap: Gap, result: GroundingResult): Promise<boolean> {
    const answer = await this.#ask(gap, result);
    if (answer === undefined) return false;
    try {
      const ready = gap.kind !== 'REACHABILITY' || (await this.#prepareEdge(gap, answer, result));
      if (!ready) return false;
      await this.#write(gap, answer);
      return true;
    } catch (error) {
      if (error instanceof EpistemicError && error.code === 'gap_resolved') return true;
      this.#refuse(gap, answer, error);
      return false;
    }
  }

  /** Closes the depth gaps that stand in the way of an edge. Returns false, and leaves the gap, when one stays open. */
  async #prepareEdge(gap: Gap & { kind: 'REACHABILITY' }, answer: Accepted, result: GroundingResult): Promise<boolean> {
    if (answer.candidate.kind !== 'REACHABILITY') return true;
    const needs: readonly DepthGap[] = await edgePrerequisites(this.#graph, gap, answer.candidate);
    for (const need of needs) {
      const filled = await this.#ask(need, result);
      if (filled === undefined) {
        if (!this.isOver) this.leave(gap, 'skipped');
        return false;
      }
      await this.#write(need, filled);
    }
    return true;
  }

  async #ask(gap: Gap, result: GroundingResult): Promise<Accepted | undefined> {
    if (this.#questions >= (this.#options.maxQuestions ?? 32)) {
      this.isOver = true;
      return undefined;
    }
    this.#questions += 1;
    const refusal = this.#refusals.get(gapIdentity(gap))?.at(-1);
    const request = { gap, template: templateFor(gap), result, ...(refusal !== undefined && { refusal }) };
    const answer = (await this.#learner.propose(request)) as Partial<LearningAnswer> | null | undefined;
    if (answer?.decision === 'skipped') {
      this.leave(gap, 'skipped');
      return undefined;
    }
    const isYes = (answer?.decision === 'accepted' || answer?.decision === 'modified') && isCandidate(answer.candidate);
    if (isYes) return answer as Accepted;
    this.isOver = true;
    this.outcomes.push({ gap, outcome: 'rejected' });
    return undefined;
  }

  async #write(gap: Gap, { decision, candidate }: Accepted): Promise<void> {
    const source = decision === 'accepted' ? 'learned' : 'conversational';
    await learnGap(this.#graph, gap, candidate, provenance(source, this.#options.now, `${decision} while learning`));
    this.outcomes.push({ gap, outcome: decision, candidate });
  }

  #refuse(gap: Gap, { candidate }: Accepted, error: unknown): void {
    if (!(error instanceof EpistemicError) || !REFUSED.has(error.code)) throw error;
    const identity = gapIdentity(gap);
    const reasons = [...(this.#refusals.get(identity) ?? []), error.message];
    this.#refusals.set(identity, reasons);
    this.outcomes.push({ gap, outcome: 'refused', candidate, message: error.message });
    if (reasons.length >= REFUSALS) this.left.add(identity);
  }
}

interface Accepted {
  readonly decision: 'accepted' | 'modified';
  readonly candidate: LearningCandidate;
}

/** The faults that are the candidate's. Any other is the store's, and ends the run. */
const REFUSED: ReadonlySet<string> = new Set([
  'candidate_invalid',
  'cyclic_relationship',
  'invalid_primitive',
  'name_conflict',
  'alias_conflict',
  'dangling_target',
  'not_found',
]);

function isCandidate(value: unknown): value is LearningCandidate {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
