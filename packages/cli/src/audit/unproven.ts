import type { OpenStore } from '@licet/adapters/stores';
import { PROJECT_SESSION, UNPROVEN, provenApprovals, provenState, readAll } from '@licet/core/store';
import type { AuditReader } from '@licet/core/store';

/** Something that claims to be a person's word, and is not. */
export interface Unproven {
  /** The record that claims it; absent for what is in the state. */
  readonly seq?: number;
  readonly why: string;
}

/**
 * Returns the decisions of a trail that rest on an approval which no record before them gives. What was pruned is not held against them: only requests
 * whose question is in the trail count.
 */
export async function unprovenRecords(reader: AuditReader): Promise<readonly Unproven[]> {
  const asked = new Set<string>();
  const answered = new Set<string>();
  const found: Unproven[] = [];
  for await (const { seq, record } of readAll(reader, {})) {
    if (record.type === 'ask') asked.add(record.approvalId);
    if (record.type === 'answer' && record.granted.includes(true)) answered.add(record.approvalId);
    if (record.type !== 'evaluation' || record.approval?.status !== 'granted') continue;
    const { id } = record.approval;
    if (asked.has(id) && !answered.has(id))
      found.push({ seq, why: `it rests on an approval of request ${id} that no record before it gives` });
  }
  return found;
}

const MOST_SESSIONS = 10_000;

/** Returns the answers and facts in a state that claim to be a person's and have no record in the trail beside them. */
export async function unprovenState(store: OpenStore, now: number): Promise<readonly Unproven[]> {
  const { approvals, audit, inspect, sessions } = store;
  const { deeds } = audit;
  if (deeds === undefined || !(await store.exists())) return [];
  const proven = provenApprovals(approvals, { deeds });
  const found: Unproven[] = [];
  for (const { request } of await inspect.requests(now))
    if ((await proven.find(request.id, now))?.unproven === true) found.push({ why: `request ${request.code}: ${UNPROVEN}` });
  const states = [...(await inspect.sessions(MOST_SESSIONS)), await sessions.load(PROJECT_SESSION)];
  for (const state of new Map(states.map(each => [each.id, each])).values()) {
    const { facts } = await provenState(state, deeds);
    for (const name of Object.keys(state.facts))
      if (!Object.hasOwn(facts, name))
        found.push({
          why: `\`${name}\` of session ${state.id} claims to be a person's word, and the audit trail has no record of it`,
        });
  }
  return found;
}
