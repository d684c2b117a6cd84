import { postgresState } from '@licet/adapters/postgres';
import type { PostgresClient, PostgresDriver, PostgresState } from '@licet/adapters/postgres';
import { describe, expect, it } from 'vitest';

/** A server of the test's own: `answer` says what becomes of each statement, and `time` what its clock shows. */
function serverThat(
  answer: (sql: string) => unknown,
  time: () => unknown = Date.now,
): {
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
          if (sql.includes('clock_timestamp')) return { rows: [{ now: time() }] };
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

describe('the clock of a database', () => {
  const HOUR = 3_600_000;

  it('is that of the machine until it was measured, and counts from then on', async () => {
    const { state } = serverThat(
      () => [],
      () => Date.now() + HOUR,
    );
    expect(Math.abs(state.clock.now() - Date.now())).toBeLessThan(10_000);
    await expect(state.measure()).rejects.toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('clock') });
    expect(Math.abs(state.clock.now() - Date.now() - HOUR)).toBeLessThan(10_000);
    await expect(state.sessions.used({ key: 'k', now: 1 })).rejects.toMatchObject({ message: expect.stringContaining('clock') });
    await expect.poll(async () => state.sessions.used({ key: 'k', now: 1 }), { timeout: 10_000 }).toBe(0);
  });

  it('refuses no use where no one has read it, or where it is nearly that of the machine', async () => {
    const other = serverThat(
      () => [],
      () => Date.now() - HOUR,
    ).state;
    expect(await other.sessions.used({ key: 'k', now: 1 })).toBe(0);
    const same = serverThat(
      () => [],
      () => Date.now() + 500,
    ).state;
    same.clock.now();
    await expect(same.measure()).resolves.toBeUndefined();
  });

  it('takes no step of the machine, and is measured again after one', async () => {
    let asked = 0;
    const real = Date.now;
    const { state } = serverThat(
      () => [],
      () => (asked++, real()),
    );
    await state.measure();
    await state.measure();
    expect(asked).toBe(1);
    try {
      Date.now = () => real() + HOUR;
      expect(Math.abs(state.clock.now() - real())).toBeLessThan(10_000);
      await state.measure();
      expect(asked).toBe(2);
      expect(Math.abs(state.clock.now() - real())).toBeLessThan(10_000);
    } finally {
      Date.now = real;
    }
  });

  it.each([[undefined], ['soon'], [Number.NaN]])('is refused where the server says %s', async time => {
    const { state } = serverThat(
      () => [],
      () => time,
    );
    await expect(state.measure()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
