import { PROJECT_SESSION, isCounterOf } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';
import type { AuditRecord } from '@licet/core';
import { messageOf } from '@licet/core/text';

import { gone, judgedBy } from './prove.ts';
import type { Proven } from './prove.ts';
import { recordedEvents, simulate } from './simulation.ts';
import type { SimulatedPolicy, Simulation, StateRead } from './simulation.ts';

/** Proves the verdicts of one record after another, in the order of the trail. */
export interface TrailProver {
  /** Takes the next record, and says of an evaluation whether its nodes say the same now; undefined for any other record. */
  next(record: AuditRecord): Promise<Proven | undefined>;
}

/** What is not known of the state by now, and why. */
class Unknown {
  readonly #sessions = new Map<string, string>();
  #everything: string | undefined;
  #last: string | undefined;
  /** A node has established a fact of the project: one that is not known may have done so too. */
  hasProjectFacts = false;

  call(sessionId: string, why: string): void {
    this.#last = why;
    if (!this.#sessions.has(sessionId)) this.#sessions.set(sessionId, why);
  }

  all(why: string): void {
    this.#everything ??= why;
  }

  /** Says why what a node looked at for a call of a session is not known; undefined where it is. A counter of no session is shared by all. */
  in({ sessionId, key }: StateRead, caller: string): string | undefined {
    if (this.#everything !== undefined || this.#last === undefined) return this.#everything;
    if (sessionId === PROJECT_SESSION) return this.hasProjectFacts ? this.#last : undefined;
    if (sessionId !== undefined) return this.#sessions.get(sessionId);
    return key === undefined || isCounterOf(caller, key) ? this.#sessions.get(caller) : this.#last;
  }
}

/**
 * Judges a whole trail again in one pass: each call meets the state that the calls before it have left. A call that the trail holds in part only leaves
 * the state of its own session unknown, and that of counters which sessions share; what does not look at them is proven all the same. `policyOf` finds
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
  readonly #unknown = new Unknown();
  /** The sessions that have met any call so far. */
  readonly #seen = new Set<string>();
  #hasProjectFacts = false;
  #digest: string | undefined;
  #simulation: Simulation | undefined;
  #reads: StateRead[] = [];

  constructor(policyOf: PolicyByDigest, isWhole: boolean) {
    this.#policyOf = policyOf;
    if (!isWhole) this.#unknown.all('the beginning of the trail, and with it the state');
  }

  async next(record: AuditRecord): Promise<Proven | undefined> {
    const unknown = this.#unknown;
    if (record.type === 'evaluation') {
      try {
        return await this.#prove(record);
      } catch (error) {
        unknown.call(record.sessionId, `the state: ${record.evaluationId} before it could not be judged again`);
        return gone(`what it takes to judge it again (${messageOf(error)})`);
      }
    }
    if (record.type === 'anomaly' && record.code === 'state_reset') unknown.all('the state: it was reset in between');
    if (record.type === 'fact' && record.scope === 'project') {
      this.#hasProjectFacts = true;
      if (record.by === undefined) unknown.hasProjectFacts = true;
    }
    for (const event of recordedEvents(record)) if (event.type !== 'call') await this.#simulation?.happened(event);
    return undefined;
  }

  async #prove(record: EvaluationRecord): Promise<Proven> {
    const current = this.#under(record);
    this.#seen.add(record.sessionId);
    const { evaluationId, sessionId, policyDigest } = record;
    if (current === undefined) return gone(`the text of the policy \`${policyDigest.slice(0, 12)}\``);
    const [call] = recordedEvents(record);
    if (call?.type !== 'call' || !call.exact) {
      this.#unknown.call(sessionId, `the state: the action of ${evaluationId} before it is not whole in the trail`);
      return gone('part of the action: the trail masks secrets and cuts long texts');
    }
    this.#reads = [];
    const said = judgedBy(await current.call(call), record);
    // What the simulation keeps of this call is then not what came about.
    const isKept = said.verdict === 'equal';
    if (record.verdicts === undefined) return gone('what the nodes said: the record was written before the trail kept it');
    const missing = this.#reads.map(read => this.#unknown.in(read, sessionId)).find(why => why !== undefined);
    if (!isKept) this.#unknown.call(sessionId, `the state: ${evaluationId} before it was judged otherwise`);
    return missing === undefined ? said : gone(missing);
  }

  /** What came about until now is not known any more: sessions that begin later meet none of it but what all share. */
  #forget(why: string): void {
    for (const sessionId of this.#seen) this.#unknown.call(sessionId, why);
    this.#unknown.hasProjectFacts ||= this.#hasProjectFacts;
  }

  #under({ policyDigest, evaluationId }: EvaluationRecord): Simulation | undefined {
    if (policyDigest === this.#digest) return this.#simulation;
    if (this.#digest !== undefined) this.#forget(`the state: records before ${evaluationId} were made under another policy`);
    this.#digest = policyDigest;
    const policy = this.#policyOf(policyDigest);
    this.#simulation = policy && simulate({ ...policy, onStateRead: read => void this.#reads.push(read) });
    return this.#simulation;
  }
}
