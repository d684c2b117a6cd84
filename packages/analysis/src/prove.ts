import type { AuditRecord, Evaluation } from '@licet/core';
import { severityOf, toGuard } from '@licet/core/nodes';
import { digestPolicy } from '@licet/core/policy';
import { verdictsOf } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';

import { readVerdictTree, recordedAction } from './recorded.ts';
import { recordedEvents, saidOf, simulate } from './simulation.ts';
import type { SimulatedPolicy, Simulation } from './simulation.ts';

/** What a check of a record came to: the same, something else (`where` says what), or what is gone that it would take. */
export type Proven =
  | { readonly verdict: 'equal' }
  | { readonly verdict: 'differs'; readonly where: string }
  /** `earlier` is the evaluation that `gone` names, where it is another one. */
  | { readonly verdict: 'not_reproducible'; readonly gone: string; readonly earlier?: string };

const EQUAL: Proven = Object.freeze({ verdict: 'equal' });
const differs = (where: string): Proven => ({ verdict: 'differs', where });
/** What cannot be proven, since something is gone. */
export const gone = (what: string): Proven => ({ verdict: 'not_reproducible', gone: what });

/** What a policy stops goes ahead with a warning while a human has paused it. The record itself does not say that one had. */
const PAUSED = gone('the pause of the policy under which the call went ahead');
const isPaused = ({ enforced, ruling }: EvaluationRecord): boolean =>
  enforced === 'warn' && severityOf(ruling) > severityOf(enforced);

/**
 * Computes the ruling of a record again from what its nodes said. Nothing but the record is looked at: anyone who has an export of the
 * trail can do it. A ruling that the engine has spoken itself, such as after a human's answer, must follow from the one of the tree.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
 * import { proveTree } from '@licet/analysis';
 *
 * const audit = memoryAudit();
 * await new PolicyEngine(All(guard('a', () => pass()), guard('b', () => block('closed', { fix: 'open it' }))), { audit }).evaluate({ kind: 'tool' });
 * const [record] = audit.records.filter(each => each.type === 'evaluation');
 * record && proveTree(record); // => { verdict: 'equal' }
 * record && proveTree({ ...record, verdicts: '&(pp)' }).verdict; // => 'differs'
 * ```
 */
export function proveTree(record: EvaluationRecord): Proven {
  const { verdicts, ruling, enforced, guard, code, approval } = record;
  if (verdicts === undefined) return gone('what the nodes said: the record was written before the trail kept it');
  let found;
  try {
    found = readVerdictTree(verdicts).ruling;
  } catch (error) {
    return differs(error instanceof Error ? error.message : 'the verdicts cannot be read');
  }
  const paused = isPaused(record);
  if (enforced !== ruling && enforced !== 'pass' && !paused)
    return differs(`\`${enforced}\` was enforced, and the ruling is \`${ruling}\``);
  if (found === ruling) return paused ? PAUSED : EQUAL;
  const isEngines = guard === 'engine' && !paused;
  if (isEngines && code === 'approval_granted' && found === 'ask' && approval?.status === 'granted') return EQUAL;
  if (isEngines && code !== 'default_ruling' && ruling === 'block' && severityOf(found) < severityOf(ruling)) return EQUAL;
  return differs(`the verdicts come to \`${found}\`, and the record says \`${ruling}\``);
}

/** What a check of the verdicts themselves takes in addition to the record. */
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
 * where the trail has left out part of the action, the policy is another one, or the state came about under another policy.
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
  let looksBack = false;
  const alone = await judged(simulate({ ...policy, onStateRead: () => void (looksBack = true) }), record);
  if (!looksBack) return alone;
  const simulation = simulate(policy);
  const missing = await bringAbout(simulation, record, before, isWhole);
  return missing === undefined ? judged(simulation, record) : gone(missing);
}

async function judged(simulation: Simulation, record: EvaluationRecord): Promise<Proven> {
  const [call] = recordedEvents(record);
  if (call?.type !== 'call') return gone('the call');
  return judgedBy(await simulation.call(call), record);
}

/** Compares what the nodes say now with what a record holds. */
export function judgedBy(evaluation: Evaluation, record: EvaluationRecord): Proven {
  const text = verdictsOf(evaluation);
  if (text !== record.verdicts) return differs(firstDifference(record.verdicts ?? '', text));
  const { ruling, code } = saidOf(evaluation);
  if (ruling === saidOf(record).ruling) return EQUAL;
  if (isPaused(record) && ruling === record.ruling) return PAUSED;
  return record.guard === 'engine' && evaluation.guard !== 'engine'
    ? gone(`what stopped the engine itself then (${record.code})`)
    : differs(`the engine says \`${ruling}\` (${code})`);
}

/** Lets everything before the record happen again. Returns what is missing for that. */
async function bringAbout(
  simulation: Simulation,
  { policyDigest, evaluationId }: EvaluationRecord,
  before: ProofGround['before'],
  isWhole: boolean,
): Promise<string | undefined> {
  if (!isWhole) return 'the beginning of the trail, and with it the state';
  for await (const record of before) {
    if (record.evaluationId === evaluationId) continue;
    if (record.type === 'anomaly' && record.code === 'state_reset') return 'the state: it was reset in between';
    if (record.type === 'evaluation' && record.policyDigest !== policyDigest)
      return `the state: record ${record.evaluationId} before it was made under another policy`;
    for (const event of recordedEvents(record)) {
      if (event.type !== 'call') await simulation.happened(event);
      else if (!event.exact) return `the state: the action of ${record.evaluationId} before it is not whole in the trail`;
      else await simulation.call(event);
    }
  }
  return undefined;
}

function firstDifference(recorded: string, now: string): string {
  const [was, is] = [readVerdictTree(recorded).said, readVerdictTree(now).said];
  for (const [way, said] of was) {
    const other = is.get(way);
    if (other !== said) return `node ${way === '' ? 'at the root' : way}: recorded \`${said}\`, now \`${other ?? 'not there'}\``;
  }
  return `recorded \`${recorded}\`, now \`${now}\``;
}
