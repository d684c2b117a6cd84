import { postgresState } from '@licet/adapters/postgres';
import type { PostgresClient, PostgresDriver, PostgresState } from '@licet/adapters/postgres';
import { describe, expect, it } from 'vitest';

import { SCHEMA_VERSION } from '../../../../../packages/adapters/src/stores/postgres/schema.ts';

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
          const rows = sql.includes('.version') ? [{ version: SCHEMA_VERSION }] : sql.includes('pg_trigger') ? [] : answer(sql);
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

describe('an address of several hosts', () => {
  /** What each host is at the moment: one that takes writes or does not, or the code by which it fails. */
  type Hosts = Record<string, 'primary' | 'standby' | 'gone' | '28P01'>;

  function serversThat(hosts: Hosts, more = '', readOnly = false) {
    const opened: string[] = [];
    const asked: string[] = [];
    const times: string[] = [];
    class Pool {
      readonly host: string;
      constructor({ connectionString }: { readonly connectionString?: string }) {
        this.host = new URL(connectionString ?? '').hostname;
        opened.push(connectionString ?? '');
      }
      on(): void {}
      async end(): Promise<void> {}
      async connect(): Promise<PostgresClient> {
        const state = () => hosts[this.host];
        const check = (): void => {
          if (state() === 'gone') throw fails('ECONNREFUSED');
          if (state() === '28P01') throw fails('28P01');
        };
        check();
        return {
          query: async sql => {
            check();
            if (sql.includes('clock_timestamp')) return (times.push(this.host), { rows: [{ now: Date.now() }] });
            if (sql.includes('pg_is_in_recovery')) return { rows: [{ yes: state() === 'standby' }] };
            if (sql.includes('.version')) return { rows: [{ version: SCHEMA_VERSION }] };
            if (sql.includes('pg_trigger')) return { rows: [] };
            asked.push(this.host);
            if (state() === 'standby' && sql.startsWith('begin')) throw fails('25006');
            return { rows: [{ used: 7 }], command: 'COMMIT' };
          },
          on: () => undefined,
          release: () => undefined,
        };
      }
    }
    const driver = async (): Promise<PostgresDriver> => ({ Pool });
    const state = postgresState({ uri: `postgres://u:p@one:5433,two/d${more}`, driver, readOnly });
    const use = async (): Promise<unknown> => {
      try {
        return await state.sessions.used({ key: 'k', now: 0 });
      } catch (error) {
        return (error as { readonly code: string }).code;
      }
    };
    return { state, use, opened, asked, times };
  }

  it.each(['', '?target_session_attrs=read-write', '?target_session_attrs=primary'])(
    'is tried in order, and a server that takes no writes is passed over (`%s`)',
    async more => {
      const { use, opened, asked } = serversThat({ one: 'standby', two: 'primary' }, more);

      expect(await use()).toBe(7);
      expect(opened).toEqual(['postgres://u:p@one:5433/d', 'postgres://u:p@two/d']);
      expect(asked).toEqual(['two']);
    },
  );

  it('leads to the server that was promoted, with the use after the one that failed, and measures its clock', async () => {
    const hosts: Hosts = { one: 'primary', two: 'standby' };
    const { use, times } = serversThat(hosts);
    expect(await use()).toBe(7);
    hosts['one'] = 'gone';
    expect(await use()).toBe('store_unavailable');
    expect(await use()).toBe('store_unavailable');
    hosts['two'] = 'primary';

    expect(await use()).toBe(7);
    expect(times).toEqual(['one', 'two']);
  });

  it('leaves a server that takes no writes any more', async () => {
    const hosts: Hosts = { one: 'primary', two: 'primary' };
    const { state, use, asked } = serversThat(hosts);
    await use();
    hosts['one'] = 'standby';
    await expect(state.approvals.consume(claim)).rejects.toMatchObject({ message: expect.stringContaining('takes no writes') });
    await use();

    expect(asked).toEqual(['one', 'one', 'two']);
  });

  it('says why no server of it can be used, and takes no password that one refuses to another', async () => {
    const away = serversThat({ one: 'gone', two: 'standby' });
    await expect(away.state.measure()).rejects.toMatchObject({
      message: expect.stringMatching(/`one:5433,two\/d`.*takes no writes/u),
    });
    const refused = serversThat({ one: '28P01', two: 'primary' });
    await expect(refused.state.measure()).rejects.toMatchObject({ message: expect.stringContaining('password') });
    expect(refused.opened).toHaveLength(1);
  });

  it('may lead to a standby for a state that is only read', async () => {
    const { use, asked } = serversThat({ one: 'standby', two: 'primary' }, '', true);

    expect(await use()).toBe(7);
    expect(asked).toEqual(['one']);
  });

  it.each([
    'postgres://u:p@one,/d',
    'postgres://u:p@,two/d',
    'postgres://u:p@one,two:x/d',
    'postgres://u:p@one,two/d?target_session_attrs=standby',
  ])('is refused as `%s`, without its password', uri => {
    expect(() => postgresState({ uri: uri.replace(':p@', ':hunter2@') })).toThrow(
      expect.objectContaining({ code: 'invalid_param', message: expect.not.stringContaining('hunter2') }),
    );
  });
});
