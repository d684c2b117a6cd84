import { PROJECT_SESSION, isCounterOf } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';
import type { AuditRecord } from '@licet/core';
import { toGuard } from '@licet/core/nodes';
import { digestPolicy } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';

import { gone, judgedBy } from './prove.ts';
import type { Proven } from './prove.ts';
import { recordedAction } from './recorded.ts';
import { recordedEvents, simulate } from './simulation.ts';
import type { SimulatedPolicy, Simulation, StateRead } from './simulation.ts';

/** Proves the verdicts of one record after another, in the order of the trail. */
export interface TrailProver {
  /** Takes the next record, and says of an evaluation whether its nodes say the same now; undefined for any other record. */
  next(record: AuditRecord): Promise<Proven | undefined>;
}

/** Why something of the state is not known, and the evaluation that is the reason, where it is one. */
interface Reason {
  readonly why: string;
  readonly earlier?: string;
}

/** What is known of the state by now, and why the rest is not. */
class KnownState {
  /** The sessions that have met any call so far. */
  readonly #seen = new Set<string>();
  readonly #sessions = new Map<string, Reason>();
  #everything: Reason | undefined;
  #last: Reason | undefined;
  #hasProjectFacts = false;
  /** A node has established a fact of the project, and so may a call that is not known; or all that was established is not known. */
  #mayHaveProjectFacts = false;

  meet(sessionId: string): void {
    this.#seen.add(sessionId);
  }

  projectFact(isByNode: boolean): void {
    this.#hasProjectFacts = true;
    this.#mayHaveProjectFacts ||= isByNode;
  }

  /** What a call has left in its session is not known. */
  lose(sessionId: string, reason: Reason): void {
    this.#last = reason;
    if (!this.#sessions.has(sessionId)) this.#sessions.set(sessionId, reason);
  }

  /** What came about until now is not known: sessions that begin later meet none of it but what all share. */
  loseAllSeen(reason: Reason): void {
    for (const sessionId of this.#seen) this.lose(sessionId, reason);
    this.#mayHaveProjectFacts ||= this.#hasProjectFacts;
  }

  loseEverything(why: string): void {
    this.#everything ??= { why };
  }

  /** Says why what a node looked at for a call of a session is not known; undefined where it is. A counter of no session is shared by all. */
  lacks({ sessionId, key }: StateRead, caller: string): Reason | undefined {
    if (this.#everything !== undefined || this.#last === undefined) return this.#everything;
    if (sessionId === PROJECT_SESSION) return this.#mayHaveProjectFacts ? this.#last : undefined;
    if (sessionId !== undefined) return this.#sessions.get(sessionId);
    return key === undefined || isCounterOf(caller, key) ? this.#sessions.get(caller) : this.#last;
  }
}

/**
 * Judges a whole trail again in one pass: each call meets the state that the calls before it have left. A call that the trail holds in part only leaves
 * the state of that call's session unknown, and that of counters which sessions share; what does not look at them is proven all the same. `policyOf` finds
 * the policy of a digest, built as it was; undefined where its text is gone. `isWhole` says that the trail is there from its first record on.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
 * import { proveInOrder } from '@licet/analysis';
 *
 * const policy = guard('fine', () => pass());
 * const audit = memoryAudit();
 * await new PolicyEngine(policy, { audit }).evaluate({ kind: 'tool', payload: { to: 'ann' } });
 * const prover = proveInOrder(() => ({ built: { policy, settings: {} } }), true);
 * const found = [];
 * for (const record of audit.records) found.push(await prover.next(record));
 * found; // => [{ verdict: 'equal' }]
 * ```
 */
export const proveInOrder = (policyOf: PolicyByDigest, isWhole: boolean): TrailProver => new OrderedProver(policyOf, isWhole);

type PolicyByDigest = (digest: string) => SimulatedPolicy | undefined;

class OrderedProver implements TrailProver {
  readonly #policyOf: PolicyByDigest;
  readonly #state = new KnownState();
  #digest: string | undefined;
  #simulation: Simulation | undefined;
  #recall: SimulatedPolicy['recall'];
  #reads: StateRead[] = [];

  constructor(policyOf: PolicyByDigest, isWhole: boolean) {
    this.#policyOf = policyOf;
    if (!isWhole) this.#state.loseEverything('the beginning of the trail, and with it the state');
  }

  async next(record: AuditRecord): Promise<Proven | undefined> {
    if (record.type === 'evaluation') {
      try {
        return await this.#prove(record);
      } catch (error) {
        this.#lose(record, 'could not be judged again');
        return gone(`what it takes to judge it again (${messageOf(error)})`);
      }
    }
    if (record.type === 'anomaly' && record.code === 'state_reset')
      this.#state.loseEverything('the state: it was reset in between');
    if (record.type === 'fact' && record.scope === 'project') this.#state.projectFact(record.by === undefined);
    for (const event of recordedEvents(record)) if (event.type !== 'call') await this.#simulation?.happened(event);
    return undefined;
  }

  async #prove(record: EvaluationRecord): Promise<Proven> {
    const current = this.#under(record);
    const { evaluationId, sessionId, policyDigest, verdicts } = record;
    this.#state.meet(sessionId);
    if (current === undefined) return gone(`the text of the policy \`${policyDigest.slice(0, 12)}\``);
    const [call] = recordedEvents(record);
    if (call?.type !== 'call' || !call.exact) {
      const why = `the state: the action of ${evaluationId} before it is not whole in the trail`;
      this.#state.lose(sessionId, { why, earlier: evaluationId });
      return gone('part of the action: the trail masks secrets and cuts long texts');
    }
    if (verdicts === undefined) {
      this.#lose(record, 'has no verdicts');
      return gone('what the nodes said: the record was written before the trail kept it');
    }
    this.#reads = [];
    this.#recall?.(record.evidence);
    const said = judgedBy(await current.call(call), record);
    const missing = this.#reads.map(read => this.#state.lacks(read, sessionId)).find(reason => reason !== undefined);
    // What the simulation keeps of such a call is not what came about.
    if (said.verdict !== 'equal') this.#lose(record, 'was judged otherwise');
    if (missing === undefined) return said;
    const { why, earlier } = missing;
    return { verdict: 'not_reproducible', gone: why, ...(earlier !== undefined && { earlier }) };
  }

  #lose({ sessionId, evaluationId }: EvaluationRecord, what: string): void {
    this.#state.lose(sessionId, { why: `the state: ${evaluationId} before it ${what}`, earlier: evaluationId });
  }

  #under({ policyDigest, evaluationId }: EvaluationRecord): Simulation | undefined {
    if (policyDigest === this.#digest) return this.#simulation;
    if (this.#digest !== undefined) {
      const why = `the state: records before ${evaluationId} were made under another policy`;
      this.#state.loseAllSeen({ why, earlier: evaluationId });
    }
    this.#digest = policyDigest;
    const policy = this.#policyOf(policyDigest);
    this.#recall = policy?.recall;
    this.#simulation = policy && simulate({ ...policy, onStateRead: read => void this.#reads.push(read) });
    return this.#simulation;
  }
}

/** What a check of the verdicts themselves takes, and the record. */
export interface ProofGround {
  /** The policy, built as it was when the record was made. */
  readonly policy: SimulatedPolicy;
  /** Its digest, which must be the recorded one. @defaultValue that of its tree */
  readonly policyDigest?: string;
  /** The trail before the record, oldest first, from its beginning on. */
  readonly before: AsyncIterable<AuditRecord> | Iterable<AuditRecord>;
  /** Whether the trail is there from its first record on. */
  readonly isWhole: boolean;
}

/**
 * Judges the action of a record again, with the state that the trail tells of, and compares what every node says. Not reproducible
 * where the trail has left out part of the action, the policy is another one, or the state that a node reads is not known (see `proveInOrder`).
 * Files, links and repositories are looked at as they are now.
 */
export async function proveVerdicts(
  record: EvaluationRecord,
  { policy, policyDigest, before, isWhole }: ProofGround,
): Promise<Proven> {
  const { exact } = recordedAction(record);
  if (record.verdicts === undefined) return gone('what the nodes said: the record was written before the trail kept it');
  const digest = policyDigest ?? digestPolicy(toGuard(policy.built.policy));
  if (digest !== record.policyDigest) return gone(`the text of the policy \`${record.policyDigest.slice(0, 12)}\``);
  if (!exact) return gone('part of the action: the trail masks secrets and cuts long texts');
  const [call] = recordedEvents(record);
  if (call?.type !== 'call') return gone('the call');
  let looksBack = false;
  policy.recall?.(record.evidence);
  const alone = judgedBy(await simulate({ ...policy, onStateRead: () => void (looksBack = true) }).call(call), record);
  if (!looksBack) return alone;
  const prover = proveInOrder(found => (found === digest ? policy : undefined), isWhole);
  for await (const earlier of before) if (earlier.evaluationId !== record.evaluationId) await prover.next(earlier);
  return (await prover.next(record)) ?? gone('the call');
}
