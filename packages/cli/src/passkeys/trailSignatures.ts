import type { AnswerRecord, AuditReader, ChainedRecord, FactRecord, KeyChange, KeyRecord, Passkey } from '@licet/core/store';
import { isYes, readAll } from '@licet/core/store';
import type { KeyLog } from '@licet/console/passkeys';
import { answerProblem, changeProblem, counterOf, counterProblem, endOf, readKeys } from '@licet/console/passkeys';

import { ACCEPTED } from '../audit/acceptedPolicy.ts';

/** A record whose signature does not hold. */
export interface SignatureFinding {
  readonly seq: number;
  readonly why: string;
}

/** What the signatures of a trail come to. */
export interface SignatureReport {
  /** How many answers and changes of keys were looked at. */
  readonly checked: number;
  readonly problems: readonly SignatureFinding[];
}

type Signed = ChainedRecord & { readonly record: AnswerRecord | FactRecord | KeyRecord };

/**
 * Checks every signature of a trail: from the enrolment of the first key on, each yes, each change of the keys and whatever else a person lets
 * through needs one. `kept` are the changes as the project keeps them; a trail of which older records were pruned needs them for the keys that it
 * no longer enrolls.
 */
export async function checkSignatures(reader: AuditReader, kept?: KeyLog): Promise<SignatureReport> {
  const signed: Signed[] = [];
  let first = 0;
  let last = 0;
  for await (const each of readAll(reader, {})) {
    first ||= each.seq;
    last = each.seq;
    const { record } = each;
    if (record.type === 'key' || (record.type === 'answer' && isYes(record)) || (record.type === 'fact' && isLifting(record)))
      signed.push({ ...each, record });
  }
  return reportOn(signed, beginningOf(signed, kept, first > 1), kept, last);
}

function reportOn(signed: readonly Signed[], begin: KeyLog, kept: KeyLog | undefined, last: number): SignatureReport {
  const problems: SignatureFinding[] = [];
  const counters = new Map<string, number>();
  const deeds = signedDeeds();
  const log = [...begin];
  for (const { seq, record } of signed) {
    const keys = keysOf(log);
    const problemIn = (each: AnswerRecord | KeyRecord): string | undefined =>
      each.type === 'key' ? changeProblem(changeIn(each), keys, log) : problemOf(each, keys);
    // Before a key is enrolled a person says it in a terminal.
    const deedProblem = (deed: FactRecord): string | undefined => (keys.length === 0 ? undefined : deeds.problem(deed));
    const why = record.type === 'fact' ? deedProblem(record) : (problemIn(record) ?? staleCounter(record, counters));
    if (why !== undefined) problems.push({ seq, why });
    else if (record.type === 'key') log.push(changeIn(record));
    else if (record.type === 'answer') deeds.sign(record);
  }
  if (kept !== undefined && endOf(kept) !== endOf(log))
    problems.push({ seq: last, why: 'the passkeys that the project keeps are not those that the trail has enrolled' });
  return { checked: signed.filter(({ record }) => record.type !== 'fact').length, problems };
}

/** Tells whether a record says that a person let more through: by a fact, an exception, a pause, the end of a hold, another policy. */
function isLifting({ evaluationId, name, change }: FactRecord): boolean {
  if (evaluationId === ACCEPTED.evaluationId) return true;
  if (evaluationId !== 'human') return false;
  return change === 'void' ? name === 'hold' || name === 'flow' : name !== 'hold';
}

/** What people have signed, and when each was done: a signature is for one moment. */
function signedDeeds(): { sign(answer: AnswerRecord): void; problem(deed: FactRecord): string | undefined } {
  const done = new Map<string, number | undefined>();
  return {
    sign({ approvalId, signature }) {
      if (signature !== undefined) done.set(approvalId, undefined);
    },
    problem({ approvalId, name, at }) {
      if (approvalId === undefined || !done.has(approvalId)) return `no person has signed \`${name}\``;
      const before = done.get(approvalId) ?? at;
      done.set(approvalId, before);
      return before === at ? undefined : `the signature for \`${name}\` was used before`;
    },
  };
}

/** What was enrolled before the first change that the trail still has. */
function beginningOf(signed: readonly Signed[], kept: KeyLog = [], isPruned: boolean): KeyLog {
  if (!isPruned) return [];
  const change = signed.find(({ record }) => record.type === 'key')?.record as KeyRecord | undefined;
  if (change === undefined) return kept;
  const at = kept.findIndex((_each, index) => endOf(kept.slice(0, index + 1)) === change.previous);
  return kept.slice(0, at + 1);
}

/** Before a key is enrolled a yes comes from a terminal. */
const problemOf = (record: AnswerRecord, keys: readonly Passkey[]): string | undefined =>
  keys.length === 0 && record.signature === undefined ? undefined : answerProblem(record, keys);

function staleCounter({ signature }: AnswerRecord | KeyRecord, counters: Map<string, number>): string | undefined {
  if (signature === undefined) return undefined;
  const counter = counterOf(signature);
  const problem = counterProblem(counter, counters.get(signature.keyId) ?? 0);
  counters.set(signature.keyId, Math.max(counter, counters.get(signature.keyId) ?? 0));
  return problem;
}

function keysOf(log: KeyLog): readonly Passkey[] {
  const read = readKeys(log);
  return 'keys' in read ? read.keys : [];
}

function changeIn({ change, key, at, previous, signature }: KeyRecord): KeyChange {
  return { change, key, at, previous, ...(signature !== undefined && { signature }) };
}
