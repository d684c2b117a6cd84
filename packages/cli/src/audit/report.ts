import { placeText } from '@licet/adapters';
import type { EvaluationRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { placeOfNode } from '@licet/core/policy';
import { readAll } from '@licet/core/store';

import type { KeptPolicy } from '../policy/cache.ts';
import { jsonText, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { queryOf } from './filters.ts';
import { openTrail } from './openTrail.ts';
import { actionText, timeText } from './recordLine.ts';
import type { Filters } from './filters.ts';

/** The options of the commands that print records. */
export interface ReadOptions extends Filters {
  readonly json?: boolean;
  readonly limit?: string;
  readonly lines?: string;
  readonly follow?: boolean;
}

/** What would have been stopped for one reason. */
interface Group {
  readonly ruling: EvaluationRecord['ruling'];
  readonly guard: string;
  readonly reason: string;
  readonly first: number;
  readonly example: string;
  readonly evaluationId: string;
  readonly place: string;
  count: number;
  last: number;
}

/** How many reasons are kept apart; the rest is counted together, so that a large trail fits into memory. */
const MOST_GROUPS = 10_000;

/** Says what an observing policy would have stopped, by guard and reason, with the line of the policy that would have. */
export async function observeReport({ json = false, ...filters }: ReadOptions, terminal: Terminal): Promise<number> {
  const { reader, policy } = await openTrail(filters);
  const groups = new Map<string, Group>();
  let [evaluations, enforced] = [0, 0];
  for await (const { record } of readAll(reader, { ...queryOf(filters), type: 'evaluation' })) {
    if (record.type !== 'evaluation') continue;
    evaluations++;
    if (record.ruling !== 'ask' && record.ruling !== 'block') continue;
    if (record.enforced === record.ruling) enforced++;
    else add(groups, record, policy);
  }
  const sorted = [...groups.values()].toSorted((a, b) => b.count - a.count || a.first - b.first);
  if (json) terminal.print(jsonText({ evaluations, enforced, groups: sorted }));
  else printGroups(sorted, { evaluations, enforced }, terminal);
  return 0;
}

function add(groups: Map<string, Group>, record: EvaluationRecord, policy: KeptPolicy | undefined): void {
  const isNew = !groups.has(keyOf(record)) && groups.size >= MOST_GROUPS;
  const { ruling, at, evaluationId } = record;
  const [guard, reason] = isNew ? ['(others)', '(other reasons)'] : [record.guard, record.reason ?? record.code];
  const key = isNew ? '' : keyOf(record);
  const known = groups.get(key);
  if (known !== undefined) {
    known.count++;
    known.last = at;
    return;
  }
  const example = actionText(record);
  groups.set(key, {
    ruling,
    guard,
    reason,
    place: placeIn(record, policy),
    count: 1,
    first: at,
    last: at,
    example,
    evaluationId,
  });
}

const keyOf = ({ ruling, guard, reason, code, node }: EvaluationRecord): string =>
  JSON.stringify([ruling, guard, reason ?? code, node]);

/** A record names a node of the policy that it was made under: a policy that has changed since may have another one there. */
export function placeIn({ policyDigest, node }: EvaluationRecord, policy: KeptPolicy | undefined): string {
  if (policy === undefined) return '';
  if (policyDigest !== policy.policyDigest) return 'the policy has changed since';
  const place = node === undefined ? undefined : placeOfNode(policy.compiled, node);
  return place === undefined ? '' : placeText(place);
}

function printGroups(
  groups: readonly Group[],
  { evaluations, enforced }: { readonly evaluations: number; readonly enforced: number },
  terminal: Terminal,
): void {
  const { print } = terminal;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  print(`${evaluations} decisions, ${total} of them would have been stopped${enforced > 0 ? `, ${enforced} were` : ''}`);
  for (const { ruling, guard, reason, place, count, first, last, example } of groups) {
    print('');
    print(
      `${String(count).padStart(6)} x ${rulingWord(ruling, terminal)}  ${escapeText(guard, 80)}${place === '' ? '' : `  ${escapeText(place)}`}`,
    );
    print(`         ${escapeText(reason, 400)}`);
    print(`         from ${timeText(first)} to ${timeText(last)}, for example: ${example}`);
  }
}
