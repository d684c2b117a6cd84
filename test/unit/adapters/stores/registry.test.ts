import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite } from '@licet/adapters/sqlite';
import { STORES, openStores, storeFor } from '@licet/adapters/stores';
import type { StoreHost, StoreUse } from '@licet/adapters/stores';
import type { PolicySettings } from '@licet/core/policy';
import { PolicyEngine, guard, pass } from '@licet/core';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-registry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const host = (): StoreHost => ({ root: join(folder, `${count++}`), env: {}, sqlite: installedSqlite });
const USES: readonly StoreUse[] = ['sessions', 'approvals', 'audit'];

describe('what a policy keeps where', () => {
  it.each<readonly [PolicySettings, readonly string[]]>([
    [{}, ['.licet/state.db', '.licet/state.db', '.licet/state.db']],
    [{ sessions: { store: 'sqlite', path: 'a.db' } }, ['a.db', 'a.db', 'a.db']],
    [{ sessions: { store: 'sqlite', path: 'a.db' }, audit: { store: 'sqlite', path: 'b.db' } }, ['a.db', 'a.db', 'b.db']],
    [{ sessions: { store: 'memory' } }, ['memory', '.licet/state.db', '.licet/state.db']],
    [{ sessions: { store: 'postgres', uriEnv: 'DB' }, audit: { store: 'none' } }, ['DB', 'DB', 'none']],
    [
      { sessions: { store: 'postgres', uriEnv: 'DB' }, approvals: { store: 'postgres' }, audit: { store: 'sqlite' } },
      ['DB', 'DB', '.licet/state.db'],
    ],
    [{ audit: { store: 'postgres', uriEnv: 'DB' } }, ['.licet/state.db', '.licet/state.db', 'DB']],
  ])('%j', (settings, places) => {
    const here = host();
    const stores = openStores(settings, here, { writes: false });
    const said = USES.map(use => {
      const { file, store } = stores.place(use);
      return file?.slice(here.root.length + 1) ?? storeFor(settings, use).settings.uriEnv ?? store;
    });

    expect(said).toEqual(places);
    expect(existsSync(here.root)).toBe(false);
  });

  it('is refused where no such store exists, or it does not keep such things', () => {
    expect(() => storeFor({ audit: { store: 'redis' as never } }, 'audit')).toThrow(
      /among memory, none, sqlite, postgres, found `redis`/,
    );
    expect(() => storeFor({ sessions: { store: 'none' as never } }, 'sessions')).toThrow(/expected a store for `sessions`/);
    expect(() => storeFor({ audit: { store: 'constructor' as never } }, 'audit')).toThrow(/found `constructor`/);
  });

  it('is lasting where a process that lives on finds what others wrote, and waits for no network', () => {
    const lasting = Object.values(STORES).filter(({ isLasting }) => isLasting === true);

    expect(lasting.map(({ name }) => name)).toEqual(['none', 'sqlite']);
  });

  it.each(Object.values(STORES))('is opened and closed under every name that a policy knows: $name', async kind => {
    const stores = openStores(
      { audit: { store: kind.name as 'none', uriEnv: 'DB' } },
      { ...host(), env: { DB: 'postgres://u@127.0.0.1:1/d' } },
      { writes: true },
    );
    const store = await stores.store('audit');

    expect(store === undefined).toBe(kind.isPrivate !== undefined);
    await stores.close();
  });
});

describe('stores in one place', () => {
  it('share one connection, so that an evaluation is one transaction', async () => {
    const statements: string[] = [];
    const here = host();
    const counted: StoreHost = {
      ...here,
      sqlite: (file, options) => {
        const driver = installedSqlite(file, options);
        const prepare: typeof driver.prepare = sql => {
          const statement = driver.prepare(sql);
          if (!/^(?:begin|commit|rollback)\b/u.test(sql)) return statement;
          const run = (): ReturnType<typeof statement.run> => (statements.push(sql), statement.run());
          return Object.assign(Object.create(statement) as typeof statement, { run });
        };
        return { prepare, close: () => driver.close(), exec: sql => (statements.push(sql), driver.exec(sql)) };
      },
    };
    const stores = openStores({}, counted, { writes: true });
    const [sessions, approvals, audit] = await Promise.all(USES.map(use => stores.store(use)));
    expect(new Set([sessions, approvals, audit]).size).toBe(1);
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { sessions: sessions!.sessions, approvals: approvals!.approvals, audit: audit!.audit },
    );
    engine.evaluateSync({ kind: 'read' });
    statements.length = 0;
    engine.evaluateSync({ kind: 'read', sessionId: 's', callId: 'c' });

    expect(statements).toEqual(['begin immediate', 'commit']);
    expect(await sessions!.exists()).toBe(true);
    expect(await sessions!.sessions.call('s', 'c')).toMatchObject({ passed: true });
    expect((await audit!.audit.read({ session: 's' })).length).toBe(1);
    await stores.close();
  });

  it('say so where nothing was ever kept, and make nothing to find out', async () => {
    const here = host();
    const stores = openStores({}, here, { writes: true });

    expect(await (await stores.store('sessions'))?.exists()).toBe(false);
    expect(existsSync(here.root)).toBe(false);
    await stores.close();
  });

  it('say so where a witness knows of what is gone, until a human accepts it', async () => {
    const here = host();
    const witnessed: StoreHost = { ...here, witness: () => join(folder, `witness-${count}.json`) };
    const first = openStores({}, witnessed, { writes: true });
    await (await first.store('sessions'))?.sessions.append('s', []);
    await first.close();
    rmSync(here.root, { recursive: true });
    const second = openStores({}, witnessed, { writes: true });
    const store = await second.store('sessions');

    expect(() => store?.exists()).toThrow(/was in use before, and it is gone/);
    second.accept('sessions');
    expect(await store?.exists()).toBe(false);
    expect(await store?.sessions.append('s', [])).toBe(0);
    await second.close();
  });
});
