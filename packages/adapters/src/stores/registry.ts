import type { PolicySettings, StoreSettings } from '@licet/core/policy';
import { InvariantError } from '@licet/core';

import type { OpenStore, OpenStoreOptions, StoreHost, StoreKind, StorePlace, StoreUse } from './kind.ts';
import { postgresStore } from './postgres/kind.ts';
import { sqliteStore } from './sqlite/kind.ts';

/** What each process keeps for itself, or what no one keeps. */
function privateStore(name: string, keeps: readonly StoreUse[], isPrivate: string): StoreKind {
  return Object.freeze<StoreKind>({ name, keeps, isPrivate, place: () => ({ store: name, key: name }), open: () => undefined });
}

const IN_STATE: StoreSettings = Object.freeze({ store: 'sqlite' });

/** Every kind of store, by its name in a policy. */
export const STORES: Readonly<Record<string, StoreKind>> = Object.freeze({
  memory: privateStore('memory', ['sessions', 'approvals', 'audit'], 'in the memory of each process: gone with it'),
  none: Object.freeze<StoreKind>({ ...privateStore('none', ['audit'], 'nothing is kept'), isLasting: true }),
  sqlite: sqliteStore,
  postgres: postgresStore,
});

/** What a policy keeps somewhere, with what it says about the place. */
export interface NamedPlace {
  readonly kind: StoreKind;
  readonly settings: StoreSettings;
}

/**
 * Says where a policy keeps its sessions, requests or trail. What it does not say lies with the sessions, and those in a SQLite
 * file: every hook call is a separate process, and its outcome reaches another one. Throws an `InvariantError`
 * for a store that does not exist or does not keep such things.
 *
 * @example
 * ```ts
 * import { storeFor } from '@licet/adapters/stores';
 *
 * storeFor({}, 'audit').kind.name; // => 'sqlite'
 * storeFor({ sessions: { store: 'postgres', uriEnv: 'STATE' } }, 'approvals').settings.uriEnv; // => 'STATE'
 * storeFor({ sessions: { store: 'memory' } }, 'approvals').kind.name; // => 'sqlite'
 * ```
 */
export function storeFor(policy: PolicySettings, use: StoreUse): NamedPlace {
  const sessions = policy.sessions ?? IN_STATE;
  const beside = kindOf(sessions.store, 'sessions').isPrivate === undefined || use === 'sessions' ? sessions : IN_STATE;
  const own = policy[use];
  const name = own?.store ?? beside.store;
  const kind = kindOf(name, use);
  return { kind, settings: { ...(kind.name === beside.store && beside), ...own, store: kind.name } };
}

function kindOf(name: string, use: StoreUse): StoreKind {
  const kind = Object.hasOwn(STORES, name) ? STORES[name] : undefined;
  if (kind?.keeps.includes(use) === true) return kind;
  const known = Object.values(STORES).flatMap(each => (each.keeps.includes(use) ? [each.name] : []));
  throw new InvariantError('invalid_param', `expected a store for \`${use}\` among ${known.join(', ')}, found \`${name}\``);
}

/** The stores of a policy while they are open. */
export interface OpenedStores {
  /** Where each use lies. */
  place(use: StoreUse): StorePlace & { readonly isPrivate?: string };
  /** The store for a use: one and the same for what lies in one place. Undefined for what each process keeps for itself. */
  store(use: StoreUse): Promise<OpenStore | undefined>;
  /** Takes what is there for what was kept, also where it is gone. */
  accept(use: StoreUse): void;
  /** Moves what was kept aside, and returns where it is now; undefined where nothing was, and for what is no file. */
  setAside(use: StoreUse, now: number): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the stores of a policy, each when it is first asked for. What lies in one place shares one connection, so that an evaluation
 * is one transaction there.
 *
 * @example
 * ```ts
 * import { openStores } from '@licet/adapters/stores';
 * import { installedSqlite } from '@licet/adapters/sqlite';
 *
 * const stores = openStores({}, { root: '/project', env: {}, sqlite: installedSqlite }, { writes: false });
 * stores.place('audit').store; // => 'sqlite'
 * await stores.close();
 * ```
 */
export function openStores(policy: PolicySettings, host: StoreHost, options: Pick<OpenStoreOptions, 'writes'>): OpenedStores {
  const opened = new Map<string, Promise<OpenStore | undefined>>();
  const placeOf = (use: StoreUse): StorePlace => {
    const { kind, settings } = storeFor(policy, use);
    return kind.place(settings, host);
  };
  const store = (use: StoreUse): Promise<OpenStore | undefined> => {
    const { kind, settings } = storeFor(policy, use);
    const { key } = placeOf(use);
    const durability = placeOf('audit').key === key ? policy.audit?.durability : undefined;
    const open = async (): Promise<OpenStore | undefined> =>
      kind.open(settings, host, { ...options, ...(durability !== undefined && { durability }) });
    const known = opened.get(key) ?? open();
    opened.set(key, known);
    return known;
  };
  return Object.freeze<OpenedStores>({
    place(use) {
      const { isPrivate } = storeFor(policy, use).kind;
      return { ...placeOf(use), ...(isPrivate !== undefined && { isPrivate }) };
    },
    store,
    accept(use) {
      const { kind, settings } = storeFor(policy, use);
      kind.accept?.(settings, host);
    },
    setAside(use, now) {
      const { kind, settings } = storeFor(policy, use);
      return kind.setAside?.(settings, host, now);
    },
    async close() {
      for (const each of opened.values()) await (await each.catch(() => undefined))?.close();
    },
  });
}
