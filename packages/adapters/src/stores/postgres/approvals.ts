import type { ApprovalRequest, ApprovalStore } from '@licet/core';
import type { ApprovalRow, GivenAnswer, OpenResult, StoredApproval } from '@licet/core/store';
import {
  currentAmong,
  endScope,
  heldBy,
  isInForce,
  judgeClaim,
  lapsesAt,
  newestOf,
  openAmong,
  storedApproval,
  takeAnswer,
} from '@licet/core/store';

import type { Connection } from './connection.ts';
import type { Run } from './schema.ts';
import { toText } from './text.ts';

interface Row {
  readonly request: string;
  readonly answers: string;
  readonly holders: string;
}

/** Approval requests in PostgreSQL: humans at other machines may answer them. */
export function postgresApprovalStore(connection: Connection): ApprovalStore {
  const { run, schema } = connection;
  return Object.freeze<ApprovalStore>({
    ...looking(run),
    open: async request => connection.transact(async tx => open(tx, schema, request)),
    answer: async (id, answer, now) =>
      connection.transact(async tx => {
        const result = takeAnswer(await byId(tx, id, LOCK), answer, now);
        if (result.taken) await keepAnswers(tx, result.approval);
        return result;
      }),
    end: async (id, answer, now) =>
      connection.transact(async tx => {
        const ended = endScope(await byId(tx, id, LOCK), answer, now);
        if (ended !== undefined) await keepAnswers(tx, ended);
        return ended !== undefined;
      }),
    consume: async claim =>
      connection.transact(async tx => {
        const row = await byId(tx, claim.id, LOCK);
        const result = judgeClaim(row, claim);
        const sql = 'update licet.approvals set holders = $2 where id = $1';
        if (result.valid && row !== undefined)
          await tx(sql, [toText(claim.id), JSON.stringify(heldBy(row, claim.holder).holders)]);
        return result;
      }),
  });
}

/** What only looks. */
function looking(run: Run): Pick<ApprovalStore, 'verify' | 'current' | 'find' | 'findByCode' | 'pending' | 'scoped'> {
  return {
    verify: async claim => judgeClaim(await byId(run, claim.id), claim),
    current: async query =>
      currentAmong(
        await rowsOf(run, 'expires_at > $1 and (action = $2 or session = $3)', [
          query.now,
          toText(query.actionDigest),
          toText(query.sessionId),
        ]),
        query,
      ),
    find: async (id, now) => stored(await byId(run, id), now),
    findByCode: async (code, now) => stored(newestOf(await rowsOf(run, 'code = $1', [toText(code)])), now),
    async pending(now) {
      return (await requestsIn(run, now)).filter(({ status }) => status === 'pending');
    },
    scoped: async now => (await requestsIn(run, now)).filter(isInForce),
  };
}

/** A yes for several calls lives longer than its request. */
async function keepAnswers(run: Run, row: ApprovalRow): Promise<void> {
  const { answers, request } = row;
  const sql = 'update licet.approvals set answers = $2, expires_at = $3 where id = $1';
  await run(sql, [toText(request.id), JSON.stringify(answers), lapsesAt(row)]);
}

/** The requests that have not expired, oldest first. */
export const requestsIn = async (run: Run, now: number): Promise<readonly StoredApproval[]> =>
  (await rowsOf(run, 'expires_at > $1', [now])).map(row => storedApproval(row, now));

const LOCK = 'for update';

/** Each opening waits for the one before: two machines that ask the same at the same moment ask it once. */
async function open(run: Run, schema: string, request: ApprovalRequest): Promise<OpenResult> {
  await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`licet:${schema}:approvals`]);
  const { id, sessionId, actionDigest, code, createdAt, expiresAt } = request;
  const alive = [createdAt, toText(actionDigest), toText(code)];
  const result = openAmong(await rowsOf(run, 'expires_at > $1 and (action = $2 or code = $3)', alive), request);
  if (result.opened && result.fresh) {
    const sql = `insert into licet.approvals (action, code, id, session, request, answers, holders, created_at, expires_at)
      values ($1, $2, $3, $4, $5, '[]', '[]', $6, $7)`;
    await run(sql, [...alive.slice(1), toText(id), toText(sessionId), JSON.stringify(request), createdAt, expiresAt]);
  }
  return result;
}

async function rowsOf(run: Run, condition: string, params: readonly unknown[], lock = ''): Promise<readonly ApprovalRow[]> {
  const sql = `select request, answers, holders from licet.approvals where ${condition} order by created_at, id ${lock}`;
  return (await run<Row>(sql, params)).map(({ request, answers, holders }) => ({
    request: JSON.parse(request) as ApprovalRequest,
    answers: JSON.parse(answers) as GivenAnswer[],
    holders: JSON.parse(holders) as string[],
  }));
}

const byId = async (run: Run, id: string, lock = ''): Promise<ApprovalRow | undefined> =>
  (await rowsOf(run, 'id = $1', [toText(id)], lock))[0];

const stored = (row: ApprovalRow | undefined, now: number): ReturnType<typeof storedApproval> | undefined =>
  row && storedApproval(row, now);
