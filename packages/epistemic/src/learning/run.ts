import { InvariantError, systemClock } from '@licet/core';
import { LATE, timely } from '@licet/core/store';
import type { Clock } from '@licet/core';
import { EpistemicError } from '../model/errors.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundingResult } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';
import { gapIdentity } from '../model/gap.ts';
import { provenance } from '../model/provenance.ts';
import type { LearningCandidate } from './candidates.ts';
import { templateFor } from './candidates.ts';
import { REFUSED, candidateProblem, edgePrerequisites, learnGap } from './learnGap.ts';
import type { CandidateDecision, Learner, LearningAnswer } from './learner.ts';
import type { GroundOptions } from '../grounding/ground.ts';

/** What became of one gap. */
export interface LearningOutcome {
  readonly gap: Gap;
  /**
   * A decision of the learner, or: the candidate was `refused`, it was written and `ineffective`, somebody else had
   * `resolved` the gap by then, the question went `unanswered` for too long, or the answer stayed `unwritten` because the graph could not be written, however often it
   * was tried. The last two end the run; the candidate is kept here.
   */
  readonly outcome: CandidateDecision | 'refused' | 'ineffective' | 'resolved' | 'unanswered' | 'unwritten';
  readonly candidate?: LearningCandidate;
  readonly message?: string;
}

/** How a learning run proceeds. */
export interface LearnOptions extends GroundOptions {
  /** The time that what is learned is given, in milliseconds since the epoch. */
  readonly now: number;
  /** How many questions a run may put to its learner. @defaultValue 32 */
  readonly maxQuestions?: number;
  /** How long a learner may take to answer a question, to open and to close, in milliseconds; `Infinity` waits. @defaultValue 600000 */
  readonly answerTimeoutMs?: number;
  /** Ends the run: the question that is open counts as unanswered. */
  readonly signal?: AbortSignal;
  /** @defaultValue the clock of the machine */
  readonly clock?: Clock;
}

/** How many refused candidates a gap may cost before it is left alone. */
const REFUSALS = 2;

/** What one run of learning has asked, written and left alone so far. */
export class Run {
  readonly left: Set<string> = new Set();
  readonly outcomes: LearningOutcome[] = [];
  isOver = false;
  readonly #graph: ConceptGraph;
  readonly #learner: Learner;
  readonly #options: LearnOptions;
  readonly #most: number;
  readonly #refusals = new Map<string, string[]>();
  #questions = 0;
  #hasChanged = false;
  #isClosed = false;

  constructor(graph: ConceptGraph, learner: Learner, options: LearnOptions) {
    const { maxQuestions = 32 } = options;
    if (!Number.isSafeInteger(maxQuestions) || maxQuestions < 1) {
      const message = `\`learnAll\` needs a positive whole number of questions, found \`${String(maxQuestions)}\``;
      throw new InvariantError('invalid_param', message, { path: ['maxQuestions'] });
    }
    this.#graph = graph;
    this.#learner = learner;
    this.#options = options;
    this.#most = maxQuestions;
  }

  /** Opens the learner. One that does not get ready in time is asked nothing. */
  async open(): Promise<void> {
    if ((await this.#inTime(() => this.#learner.open?.())) === LATE) this.isOver = true;
  }

  /** Closes the learner, once. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#inTime(() => this.#learner.close?.());
  }

  /** Leaves a gap alone for the rest of the run. */
  leave(gap: Gap, outcome: LearningOutcome['outcome']): void {
    this.left.add(gapIdentity(gap));
    this.outcomes.push({ gap, outcome });
  }

  /** Tells whether anything was written since it was last asked. */
  takeChange(): boolean {
    const changed = this.#hasChanged;
    this.#hasChanged = false;
    return changed;
  }

  /** Asks about a gap and writes the answer. Returns whether the answer is in the graph now. */
  async settle(gap: Gap, result: GroundingResult): Promise<boolean> {
    const answer = await this.#ask(gap, result);
    if (answer === undefined) return false;
    return this.#tried(gap, gap, answer, async () => {
      const isReady = gap.kind !== 'REACHABILITY' || (await this.#prepareEdge(gap, answer, result));
      if (isReady) await this.#write(gap, answer);
      return isReady;
    });
  }

  /** Closes the depth gaps that stand in the way of an edge. Returns false, and leaves the gap, when one stays open. */
  async #prepareEdge(gap: Gap & { kind: 'REACHABILITY' }, answer: Accepted, result: GroundingResult): Promise<boolean> {
    if (answer.candidate.kind !== 'REACHABILITY') return true;
    for (const need of await edgePrerequisites(this.#graph, gap, answer.candidate)) {
      const filled = await this.#ask(need, result);
      if (filled === undefined) {
        if (!this.isOver) this.leave(gap, 'skipped');
        return false;
      }
      const write = async (): Promise<boolean> => this.#write(need, filled).then(() => true);
      if (!(await this.#tried(gap, need, filled, write))) return false;
    }
    return true;
  }

  async #ask(gap: Gap, result: GroundingResult): Promise<Accepted | undefined> {
    if (this.#questions >= this.#most) {
      this.isOver = true;
      return undefined;
    }
    this.#questions += 1;
    const refusal = this.#refusals.get(gapIdentity(gap))?.at(-1);
    const answer: Partial<LearningAnswer> | null | undefined | typeof LATE = await this.#inTime(async signal => {
      const check = async (candidate: LearningCandidate): Promise<string | undefined> =>
        candidateProblem(this.#graph, gap, candidate, provenance('learned', this.#options.now, 'checked while learning'));
      const request = { gap, template: templateFor(gap), result, check, signal, ...(refusal !== undefined && { refusal }) };
      return this.#learner.propose(request);
    });
    if (answer === LATE) return this.#end({ gap, outcome: 'unanswered' });
    if (answer?.decision === 'skipped') {
      this.leave(gap, 'skipped');
      return undefined;
    }
    const isYes = (answer?.decision === 'accepted' || answer?.decision === 'modified') && isCandidate(answer.candidate);
    return isYes ? (answer as Accepted) : this.#end({ gap, outcome: 'rejected' });
  }

  #end(outcome: LearningOutcome): undefined {
    this.isOver = true;
    this.outcomes.push(outcome);
  }

  async #write(gap: Gap, { decision, candidate }: Accepted): Promise<void> {
    const source = decision === 'accepted' ? 'learned' : 'conversational';
    const { now, clock, signal } = this.#options;
    const origin = provenance(source, now, `${decision} while learning`);
    await learnGap(this.#graph, gap, candidate, origin, { signal, ...(clock !== undefined && { clock }) });
    this.#hasChanged = true;
    this.outcomes.push({ gap, outcome: decision, candidate });
  }

  /** Runs `write` for `part`, which is `gap` or one of its prerequisites. A refusal is counted against both. */
  async #tried(gap: Gap, part: Gap, { candidate }: Accepted, write: () => Promise<boolean>): Promise<boolean> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof EpistemicError)) throw error;
      if (error.code === 'gap_resolved') {
        this.outcomes.push({ gap: part, outcome: 'resolved', candidate, message: error.message });
        return true;
      }
      if (error.code === 'version_conflict' || error.code === 'graph_unavailable') {
        this.#end({ gap: part, outcome: 'unwritten', candidate, message: error.message });
        return false;
      }
      if (!REFUSED.has(error.code)) throw error;
      this.outcomes.push({ gap: part, outcome: 'refused', candidate, message: error.message });
      for (const identity of new Set([gapIdentity(gap), gapIdentity(part)])) {
        const reasons = [...(this.#refusals.get(identity) ?? []), error.message];
        this.#refusals.set(identity, reasons);
        if (reasons.length >= REFUSALS) this.left.add(identity);
      }
      return false;
    }
  }

  async #inTime<T>(work: (signal: AbortSignal) => T | PromiseLike<T>): Promise<T | typeof LATE> {
    const { answerTimeoutMs = 600_000, signal, clock = systemClock } = this.#options;
    return timely(work, answerTimeoutMs, clock, signal);
  }
}

interface Accepted {
  readonly decision: 'accepted' | 'modified';
  readonly candidate: LearningCandidate;
}

const isCandidate = (value: unknown): value is LearningCandidate =>
  typeof value === 'object' && value !== null && 'kind' in value;
