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

  /** Says why what a node looked at is not known; undefined where it is. */
  in({ sessionId, key }: StateRead): string | undefined {
    if (this.#everything !== undefined) return this.#everything;
    if (this.#last === undefined) return undefined;
    if (sessionId === PROJECT_SESSION) return this.hasProjectFacts ? this.#last : undefined;
    if (sessionId !== undefined) return this.#sessions.get(sessionId);
    return [...this.#sessions].find(([id]) => key !== undefined && isCounterOf(id, key))?.[1];
  }

  /** The same for a counter that several sessions share. */
  shared(key: string, sessionId: string): string | undefined {
    return isCounterOf(sessionId, key) ? undefined : (this.#everything ?? this.#last);
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
export function proveInOrder(policyOf: (digest: string) => SimulatedPolicy | undefined, isWhole: boolean): TrailProver {
  let digest: string | undefined;
  let simulation: Simulation | undefined;
  let reads: StateRead[] = [];
  const unknown = new Unknown();
  if (!isWhole) unknown.all('the beginning of the trail, and with it the state');

  const under = (record: EvaluationRecord): Simulation | undefined => {
    if (record.policyDigest === digest) return simulation;
    if (digest !== undefined) unknown.all(`the state: records before ${record.evaluationId} were made under another policy`);
    digest = record.policyDigest;
    const policy = policyOf(digest);
    simulation = policy && simulate({ ...policy, onStateRead: read => void reads.push(read) });
    return simulation;
  };

  const prove = async (record: EvaluationRecord): Promise<Proven> => {
    const current = under(record);
    const { evaluationId, sessionId, policyDigest } = record;
    if (current === undefined) return gone(`the text of the policy \`${policyDigest.slice(0, 12)}\``);
    const [call] = recordedEvents(record);
    if (call?.type !== 'call' || !call.exact) {
      unknown.call(sessionId, `the state: the action of ${evaluationId} before it is not whole in the trail`);
      return gone('part of the action: the trail masks secrets and cuts long texts');
    }
    reads = [];
    const said = judgedBy(await current.call(call), record);
    if (record.verdicts === undefined) return gone('what the nodes said: the record was written before the trail kept it');
    const missing = reads
      .map(read => unknown.in(read) ?? (read.key === undefined ? undefined : unknown.shared(read.key, sessionId)))
      .find(why => why !== undefined);
    return missing === undefined ? said : gone(missing);
  };

  return {
    async next(record) {
      if (record.type === 'evaluation') {
        try {
          return await prove(record);
        } catch (error) {
          unknown.call(record.sessionId, `the state: ${record.evaluationId} before it could not be judged again`);
          return gone(`what it takes to judge it again (${messageOf(error)})`);
        }
      }
      if (record.type === 'anomaly' && record.code === 'state_reset') unknown.all('the state: it was reset in between');
      if (record.type === 'fact' && record.scope === 'project' && record.by === undefined) unknown.hasProjectFacts = true;
      for (const event of recordedEvents(record)) if (event.type !== 'call') await simulation?.happened(event);
      return undefined;
    },
  };
}
