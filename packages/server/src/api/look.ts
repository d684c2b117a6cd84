import * as z from 'zod';

import { escapeText } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { coverageLines, endWords, requestDigest, scopeOf, scopeRefusal } from '@licet/core/store';
import type { StoredApproval } from '@licet/core/store';

import type { Call, Reply, Route } from '../http/route.ts';
import { timeOf } from '../servedPolicy.ts';
import { streamEvents, trailOf } from './events.ts';
import { FLEET_ROUTE } from './fleet.ts';
import { GRAPH_ROUTE } from './graph.ts';
import { recordsOf } from './records.ts';

const records = z.looseObject({ records: z.array(z.looseObject({ seq: z.number() })) });

async function waitingFor({ policy }: Call): Promise<Reply> {
  const now = timeOf(policy);
  const [waiting = [], covering = []] = [await policy.approvals?.pending(now), await policy.approvals?.scoped(now)];
  return { body: { waiting: waiting.map(shown), covering: covering.map(coveringShown) } };
}

/** A yes for several calls that is in force. */
function coveringShown({ request, answers, holders }: StoredApproval): object {
  const { id, code, sessionId, generalization } = request;
  const scope = scopeOf({ request, answers });
  const lines = generalization === undefined || scope === undefined ? [] : coverageLines(generalization, scope.region);
  return {
    id,
    code,
    sessionId,
    lines: lines.map(line => escapeText(line)),
    used: holders.length,
    ends: scope === undefined ? '' : endWords(scope),
  };
}

/** So many sessions are listed, and of the latest of them it is asked how they stand under the policy. */
const [MOST_SESSIONS, MOST_STANDING] = [50, 10];

async function sessionsOf({ policy }: Call): Promise<Reply> {
  const { inspect, engine } = policy;
  const now = timeOf(policy);
  const sessions: object[] = [];
  for (const session of (await inspect?.sessions(MOST_SESSIONS)) ?? []) {
    if (sessions.length >= MOST_STANDING) sessions.push(session);
    else sessions.push({ ...session, standing: await standingOf(engine, { sessionId: session.id }) });
  }
  return {
    body: { sessions, counters: (await inspect?.counters(now)) ?? [], reservations: (await inspect?.reservations(now)) ?? [] },
  };
}

/** The routes that show people what happens and what waits. */
export const LOOK_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    right: 'look',
    summary: 'the records of the trail as they are written, as server-sent events; `Last-Event-ID` or `?after=N` resumes',
    stream: streamEvents,
  },
  {
    method: 'GET',
    path: '/v1/records',
    right: 'look',
    summary:
      'records of the trail: `?after=N`, `?last=N`, `?limit=N`, and `session`, `ruling`, `tool`, `guard`, `agent`, `machine`, `text` to choose among them',
    gives: records,
    handle: recordsOf,
  },
  {
    method: 'GET',
    path: '/v1/verify',
    right: 'look',
    summary: 'whether the chain of the trail holds',
    gives: z.looseObject({ valid: z.boolean() }),
    handle: async ({ policy }) => ({ body: await trailOf(policy).verify() }),
  },
  {
    method: 'GET',
    path: '/v1/approvals',
    right: 'answer',
    summary: 'the requests for approval that wait for an answer, and each yes for several calls that is in force, oldest first',
    gives: z.looseObject({
      waiting: z.array(z.looseObject({ id: z.string() })),
      covering: z.array(z.looseObject({ id: z.string() })),
    }),
    handle: waitingFor,
  },
  {
    method: 'GET',
    path: '/v1/sessions',
    right: 'fleet',
    summary: 'the latest sessions, what they know, and what counters stand at',
    gives: z.looseObject({ sessions: z.array(z.looseObject({ id: z.string() })) }),
    handle: sessionsOf,
  },
  FLEET_ROUTE,
  GRAPH_ROUTE,
];

function shown({ request, answers, status }: StoredApproval): object {
  const { id, code, action, effects = [], questions, createdAt, expiresAt } = request;
  const mayCover = scopeRefusal(request) === undefined;
  return {
    id,
    code,
    status,
    action,
    effects,
    questions,
    answers,
    createdAt,
    expiresAt,
    mayCover,
    digest: requestDigest(request),
  };
}
