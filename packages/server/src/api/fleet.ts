import * as z from 'zod';

import { RULINGS } from '@licet/core';
import type { EvaluationRecord } from '@licet/core/store';

import { RequestFault } from '../http/fault.ts';
import type { Call, Reply, Route } from '../http/route.ts';
import { ownRecords, trailOf } from './events.ts';
import { newestOf } from './records.ts';

/** How many of the latest decisions are counted, how far back they are looked for, and how many rows are answered. */
const [MOST_DECISIONS, REACH, MOST_ROWS] = [5_000, 16_000, 500];

/** By what decisions are put together, with the member of the record. */
const GROUPS = { machine: 'machine', project: 'project', agent: 'agentId', principal: 'principal' } as const;
type Group = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as readonly Group[];

/** The decisions of one agent for one principal, in one project of one machine. What is not known is empty. */
type FleetRow = Readonly<Record<Group, string>> & {
  readonly calls: number;
  readonly rulings: Readonly<Record<string, number>>;
  readonly lastAt: number;
};

const name = z.string().describe('empty where it is not known');
const rows = z.looseObject({
  machine: name,
  project: name,
  agent: name,
  principal: name,
  calls: z.number(),
  rulings: z.record(z.enum(RULINGS), z.number()),
  lastAt: z.number().describe('milliseconds since the epoch'),
});

/** Shows who acts where: the latest decisions by machine, project, agent and principal. */
export const FLEET_ROUTE: Route = {
  method: 'GET',
  path: '/v1/fleet',
  right: 'look',
  summary:
    'the latest decisions, counted by machine, project, agent and principal; each of these words in the query chooses among them, and an empty one means that it is not known',
  gives: z.looseObject({
    rows: z.array(rows),
    names: z.record(z.enum(NAMES), z.array(z.string())).describe('what there is to choose from'),
    decisions: z.number().describe('how many of the latest decisions were counted'),
  }),
  handle: fleetOf,
};

async function fleetOf({ query, policy, origin }: Call): Promise<Reply> {
  const stray = [...query.keys()].find(key => !NAMES.some(known => known === key));
  if (stray !== undefined)
    throw new RequestFault('invalid_request', 'expected `machine`, `project`, `agent` or `principal` in the query');
  const found = await newestOf(
    trailOf(policy),
    { ...ownRecords(origin), type: 'evaluation' },
    { last: REACH, limit: MOST_DECISIONS },
  );
  const decisions = found.map(({ record }) => record as EvaluationRecord);
  const all = countedRows(decisions);
  const names = Object.fromEntries(NAMES.map(each => [each, [...new Set(all.map(row => row[each]))].sort()]));
  const chosen = all.filter(row => NAMES.every(each => (query.get(each) ?? row[each]) === row[each]));
  return {
    body: { rows: chosen.slice(0, MOST_ROWS), more: Math.max(0, chosen.length - MOST_ROWS), names, decisions: decisions.length },
  };
}

/** Counts decisions by who made the call where; the rows with the latest calls first. */
function countedRows(decisions: readonly EvaluationRecord[]): readonly FleetRow[] {
  const grouped = Map.groupBy(decisions, record => JSON.stringify(NAMES.map(each => record[GROUPS[each]] ?? '')));
  const counted = [...grouped].map(([key, records]): FleetRow => {
    const [machine = '', project = '', agent = '', principal = ''] = JSON.parse(key) as readonly string[];
    const byRuling = Map.groupBy(records, ({ ruling }) => ruling);
    const rulings = Object.fromEntries([...byRuling].map(([ruling, each]) => [ruling, each.length]));
    const lastAt = records.reduce((latest, { at }) => Math.max(latest, at), 0);
    return { machine, project, agent, principal, calls: records.length, rulings, lastAt };
  });
  return counted.sort((a, b) => b.lastAt - a.lastAt);
}
