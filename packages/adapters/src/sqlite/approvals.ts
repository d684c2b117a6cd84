import type { ApprovalAnswer, ApprovalClaim, ApprovalRequest, ApprovalStore, ClaimResult, StoredApproval } from '@licet/core';
import { grantsAll, verifyClaim } from '@licet/core';

import type { Connection } from './connection.ts';
import type { SqliteStatement } from './driver.ts';

type Statements = (sql: string) => SqliteStatement;

interface Row {
  readonly request: string;
  readonly answer: string | null;
  readonly holder: string | null;
}

const COLUMNS = 'select request, answer, holder from approvals';

/** Approval requests in SQLite: another process, in another terminal, may answer them. */
export function sqliteApprovalStore(connection: Connection): ApprovalStore {
  return Object.freeze<ApprovalStore>({
    open: ({ ...request }: ApprovalRequest) =>
      connection.write(statement => {
        const sql = 'insert into approvals (id, request, created_at, expires_at) values (?, ?, ?, ?)';
        statement(sql).run(request.id, JSON.stringify(request), request.createdAt, request.expiresAt);
      }),
    answer: (id, answer, now) =>
      connection.write(statement => {
        const sql = 'update approvals set answer = ? where id = ? and answer is null and expires_at > ?';
        return Number(statement(sql).run(JSON.stringify(answer), id, now).changes) === 1;
      }),
    verify: claim => connection.read(statement => verify(statement, claim)),
    consume: claim =>
      connection.write(statement => {
        const result = verify(statement, claim);
        if (result.valid) statement('update approvals set holder = ? where id = ?').run(claim.holder, claim.id);
        return result;
      }),
    find: (id, now) => connection.read(statement => found(statement(`${COLUMNS} where id = ?`).get(id) as Row | undefined, now)),
    pending: now =>
      connection.read(statement =>
        (statement(`${COLUMNS} where answer is null and expires_at > ? order by created_at, id`).all(now) as Row[]).flatMap(
          row => found(row, now) ?? [],
        ),
      ),
  });
}

function verify(statement: Statements, claim: ApprovalClaim): ClaimResult {
  const row = statement(`${COLUMNS} where id = ?`).get(claim.id) as Row | undefined;
  const result = verifyClaim(found(row, claim.now), claim);
  if (result.valid && row !== undefined && row.holder !== null && row.holder !== claim.holder)
    return { valid: false, why: 'the approval has been used already' };
  return result;
}

function found(row: Row | undefined, now: number): StoredApproval | undefined {
  if (row === undefined) return undefined;
  const request = JSON.parse(row.request) as ApprovalRequest;
  if (row.answer === null) return { request, status: request.expiresAt <= now ? 'expired' : 'pending' };
  const answer = JSON.parse(row.answer) as ApprovalAnswer;
  if (!grantsAll(answer, request.questions)) return { request, answer, status: 'denied' };
  return { request, answer, status: row.holder === null ? 'granted' : 'consumed' };
}
