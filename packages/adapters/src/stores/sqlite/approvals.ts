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
import type { SqliteValue, Statements } from './driver.ts';
import { requireChanges } from './failure.ts';

interface Row {
  readonly request: string;
  readonly answer: string | null;
  readonly holders: string | null;
}

const COLUMNS = 'select request, answer, holders from approvals';
const ANSWER = 'update approvals set answer = ?, expires_at = ? where id = ?';
const HOLD = 'update approvals set holders = ? where id = ?';
const ACTION = "json_extract(request, '$.actionDigest')";
const SESSION = "json_extract(request, '$.sessionId')";
const CODE = "json_extract(request, '$.code')";

/** Approval requests in SQLite: other processes, in other terminals, may answer them. Columns `answer` and `holders` have lists. */
export function sqliteApprovalStore(connection: Connection): ApprovalStore {
  return Object.freeze<ApprovalStore>({
    ...looking(connection),
    open: ({ ...request }: ApprovalRequest) => connection.write(statement => open(statement, request)),
    answer: (id, answer, now) =>
      connection.write(statement => {
        const result = takeAnswer(byId(statement, id), answer, now);
        if (result.taken) keepAnswers(statement, result.approval);
        return result;
      }),
    end: (id, answer, now) =>
      connection.write(statement => {
        const ended = endScope(byId(statement, id), answer, now);
        if (ended !== undefined) keepAnswers(statement, ended);
        return ended !== undefined;
      }),
    consume: claim =>
      connection.write(statement => {
        const row = byId(statement, claim.id);
        const result = judgeClaim(row, claim);
        if (result.valid && row !== undefined)
          requireChanges(statement(HOLD).run(JSON.stringify(heldBy(row, claim.holder).holders), claim.id), 1);
        return result;
      }),
  });
}

/** What only looks. */
function looking(
  connection: Connection,
): Pick<ApprovalStore, 'verify' | 'current' | 'find' | 'findByCode' | 'pending' | 'scoped'> {
  return {
    verify: claim => connection.read(statement => judgeClaim(byId(statement, claim.id), claim)),
    current: query =>
      connection.read(statement =>
        currentAmong(
          rowsOf(
            statement,
            `where expires_at > ? and (${ACTION} = ? or ${SESSION} = ?)`,
            query.now,
            query.actionDigest,
            query.sessionId,
          ),
          query,
        ),
      ),
    find: (id, now) => connection.read(statement => stored(byId(statement, id), now)),
    findByCode: (code, now) => connection.read(statement => stored(newestOf(rowsOf(statement, `where ${CODE} = ?`, code)), now)),
    pending: now => connection.read(statement => requestsIn(statement, now).filter(({ status }) => status === 'pending')),
    scoped: now => connection.read(statement => requestsIn(statement, now).filter(isInForce)),
  };
}

/** A yes for several calls lives longer than its request. */
function keepAnswers(statement: Statements, row: ApprovalRow): void {
  const { answers, request } = row;
  requireChanges(statement(ANSWER).run(JSON.stringify(answers), lapsesAt(row), request.id), 1);
}

/** The requests that have not expired, oldest first. */
export const requestsIn = (statement: Statements, now: number): readonly StoredApproval[] =>
  rowsOf(statement, 'where expires_at > ? order by created_at, id', now).map(row => storedApproval(row, now));

function open(statement: Statements, request: ApprovalRequest): OpenResult {
  const { id, actionDigest, code, createdAt, expiresAt } = request;
  const alive = 'where expires_at > ?';
  const rows = [
    ...rowsOf(statement, `${alive} and ${ACTION} = ?`, createdAt, actionDigest),
    ...rowsOf(statement, `${alive} and ${CODE} = ?`, createdAt, code),
  ];
  const result = openAmong(rows, request);
  if (result.opened && result.fresh) {
    const sql = 'insert into approvals (id, request, created_at, expires_at) values (?, ?, ?, ?)';
    requireChanges(statement(sql).run(id, JSON.stringify(request), createdAt, expiresAt), 1);
  }
  return result;
}

function rowsOf(statement: Statements, where: string, ...params: readonly SqliteValue[]): readonly ApprovalRow[] {
  return (statement(`${COLUMNS} ${where}`).all(...params) as Row[]).map(({ request, answer, holders }) => ({
    request: JSON.parse(request) as ApprovalRequest,
    answers: answer === null ? [] : (JSON.parse(answer) as GivenAnswer[]),
    holders: holders === null ? [] : (JSON.parse(holders) as string[]),
  }));
}

const byId = (statement: Statements, id: string): ApprovalRow | undefined => rowsOf(statement, 'where id = ?', id)[0];

const stored = (row: ApprovalRow | undefined, now: number): ReturnType<typeof storedApproval> | undefined =>
  row && storedApproval(row, now);
