import type { Evaluation, Json } from '@licet/core';
import { severityOf, isRecord } from '@licet/core/nodes';
import { verdictsOf } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';

import { readVerdictTree } from './recorded.ts';
import { saidOf } from './simulation.ts';

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

/** Compares what the nodes say now with a record. Where a knowledge graph has changed since, a difference proves nothing. */
export function judgedBy(evaluation: Evaluation, record: EvaluationRecord): Proven {
  const found = compared(evaluation, record);
  if (found.verdict !== 'differs') return found;
  const changed = knowledgeSince(evaluation, record);
  return changed === undefined ? found : gone(changed);
}

function compared(evaluation: Evaluation, record: EvaluationRecord): Proven {
  const text = verdictsOf(evaluation);
  if (text !== record.verdicts) return differs(firstDifference(record.verdicts ?? '', text));
  const { ruling, code } = saidOf(evaluation);
  if (ruling === saidOf(record).ruling) return EQUAL;
  if (isPaused(record) && ruling === record.ruling) return PAUSED;
  return record.guard === 'engine' && evaluation.guard !== 'engine'
    ? gone(`what stopped the engine itself then (${record.code})`)
    : differs(`the engine says \`${ruling}\` (${code})`);
}

function firstDifference(recorded: string, now: string): string {
  const [was, is] = [readVerdictTree(recorded).said, readVerdictTree(now).said];
  for (const [way, said] of was) {
    const other = is.get(way);
    if (other !== said) return `node ${way === '' ? 'at the root' : way}: recorded \`${said}\`, now \`${other ?? 'not there'}\``;
  }
  return `recorded \`${recorded}\`, now \`${now}\``;
}

/**
 * Says which knowledge a record rested on, where it is not that of today: what people taught, renewed and used since has changed the
 * version of the graph, and no graph can be asked as it was. Undefined where both have asked the same versions, or no graph at all.
 */
function knowledgeSince({ verdicts }: Evaluation, { evidence }: EvaluationRecord): string | undefined {
  const [then, now] = [versionsIn(evidence), versionsIn(verdicts.map(({ evidence: own }) => own ?? null))];
  if (then.join() === now.join()) return undefined;
  return `the knowledge graph as it was: it had ${said(then)}, and has ${said(now)} now`;
}

const said = (versions: readonly string[]): string =>
  versions.length === 0 ? 'not been asked' : `version \`${versions.join('`, `')}\``;

/** The versions of graphs that evidence names, each once. */
function versionsIn(evidence: Json | undefined): readonly string[] {
  const found = new Set<string>();
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        if (name === 'graphVersion' && typeof each === 'string') found.add(each);
        else look(each);
      }
  };
  look(evidence ?? null);
  return [...found].toSorted();
}
