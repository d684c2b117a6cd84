import { postgresState } from '@licet/adapters/postgres';
import type { PostgresClient, PostgresDriver, PostgresState } from '@licet/adapters/postgres';
import { describe, expect, it } from 'vitest';

/** A server of the test's own: `answer` says what becomes of each statement. */
function serverThat(answer: (sql: string) => unknown): {
  readonly state: PostgresState;
  readonly said: string[];
  readonly released: unknown[];
} {
  const said: string[] = [];
  const released: unknown[] = [];
  class Pool {
    on(): void {}
    async end(): Promise<void> {}
    async connect(): Promise<PostgresClient> {
      return {
        async query(sql) {
          said.push(sql);
          const rows = sql.includes('.version') ? [{ version: 7 }] : sql.includes('pg_trigger') ? [] : answer(sql);
          if (rows instanceof Error) throw rows;
          return Array.isArray(rows) ? { rows } : { rows: [], command: String(rows) };
        },
        on: () => undefined,
        release: fault => released.push(fault),
      };
    }
  }
  const driver = async (): Promise<PostgresDriver> => ({ Pool });
  return { state: postgresState({ uri: 'postgres://u@h/d', driver }), said, released };
}

const fails = (code: string): Error => Object.assign(new Error(code), { code });
const claim = { id: 'r', holder: 'h', actionDigest: 'a', policyDigest: 'p', sessionId: 's', questions: [], now: 0 };

describe('a connection to PostgreSQL', () => {
  it.each(['40001', '40P01'])('tries again what others have undone (%s), from its beginning', async code => {
    let failures = 2;
    const { state, said } = serverThat(sql => (sql.includes('for update') && failures-- > 0 ? fails(code) : []));

    expect(await state.approvals.consume(claim)).toMatchObject({ valid: false, code: 'unknown_request' });
    expect(said.filter(sql => sql.startsWith('begin'))).toHaveLength(3);
    expect(said.filter(sql => sql === 'rollback')).toHaveLength(2);
    expect(said.filter(sql => sql === 'commit')).toHaveLength(1);
  });

  it('gives up in the end, with a code', async () => {
    const { state, said } = serverThat(sql => (sql === 'commit' ? fails('40001') : []));

    await expect(state.approvals.consume(claim)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('too many processes'),
    });
    expect(said.filter(sql => sql === 'commit').length).toBeLessThan(10);
  });

  it('tries nothing again that may have happened', async () => {
    const { state, said, released } = serverThat(sql => (sql === 'commit' ? fails('ECONNRESET') : []));

    await expect(state.approvals.consume(claim)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(said.filter(sql => sql === 'commit')).toHaveLength(1);
    expect(released.at(-1)).toMatchObject({ code: 'ECONNRESET' });
  });

  it('throws a connection away that broke, and keeps one that was only refused', async () => {
    const broken = serverThat(sql => (sql.includes('for update') ? fails('57P01') : []));
    await expect(broken.state.sessions.append('s', [])).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(broken.released.at(-1)).toBeInstanceOf(Error);
    expect(broken.said).not.toContain('rollback');

    const refused = serverThat(sql => (sql.includes('for update') ? fails('42501') : []));
    await expect(refused.state.sessions.append('s', [])).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(refused.released.at(-1)).toBeUndefined();
    expect(refused.said.at(-1)).toBe('rollback');
  });

  it('takes no commit for one that the server turned into a rollback', async () => {
    const { state } = serverThat(sql => (sql === 'commit' ? 'ROLLBACK' : []));

    await expect(state.approvals.consume(claim)).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('contacts nothing before it is used, and again after it was closed', async () => {
    const { state, said } = serverThat(() => [{ used: 7 }]);
    expect(said).toEqual([]);
    await state.close();
    expect(await state.sessions.used({ key: 'k', now: 0 })).toBe(7);
    await state.close();
    expect(await state.sessions.used({ key: 'k', now: 0 })).toBe(7);
    expect(said.filter(sql => sql.includes('.version'))).toHaveLength(2);
  });
});
