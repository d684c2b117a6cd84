import type { StoreSettings } from '@licet/core/policy';

import type { StoreHost, StoreKind } from '../kind.ts';
import { fileIdentity, fileSystem } from './fileIdentity.ts';
import { sqliteState } from './state.ts';
import { lost } from './schema.ts';
import { witnessFile } from './witness.ts';

/** Where a state lies that does not say so itself. */
const STATE_FILE = '.licet/state.db';

/** Sessions, requests and the trail in one SQLite file that every process of this machine shares. */
export const sqliteStore: StoreKind = Object.freeze<StoreKind>({
  name: 'sqlite',
  keeps: ['sessions', 'approvals', 'audit'],
  isLasting: true,
  place(settings, host) {
    const file = fileOf(settings, host);
    return { store: 'sqlite', key: `sqlite:${file}`, file };
  },
  accept(settings, host) {
    const file = fileOf(settings, host);
    const witness = host.witness?.(file);
    if (witness !== undefined) asOwnerOf(host)(() => witnessFile(witness, file).forget());
  },
  setAside(settings, host, now) {
    const file = fileOf(settings, host);
    return asOwnerOf(host)(() => setAside(file, now));
  },
  open(settings, host, { writes, durability }) {
    const file = fileOf(settings, host);
    const witness = host.witness?.(file);
    const asOwner = asOwnerOf(host);
    const state = sqliteState(file, {
      open: host.sqlite,
      readOnly: !writes,
      makeFolder: writes,
      busyTimeoutMs: writes ? 5_000 : 2_000,
      ...(durability !== undefined && { durability }),
      ...(witness !== undefined && { witness }),
      ...(host.later !== undefined && { later: host.later }),
      asOwner,
    });
    const isThere = (): boolean => {
      if ((fileSystem()?.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return true;
      if (witness !== undefined && witnessFile(witness, file).read() !== undefined) throw lost(file, 'it is gone');
      return false;
    };
    return { ...state, exists: () => asOwner(isThere) };
  },
});

/** The file of the state and those that SQLite keeps beside it. The state goes first: what is left of a move that fails belongs to no file. */
function setAside(file: string, now: number): string | undefined {
  if (fileIdentity(file) === undefined) return undefined;
  const kept = `${file}.aside-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`;
  for (const part of ['', '-wal', '-shm'])
    if (fileIdentity(`${file}${part}`) !== undefined) fileSystem()?.renameSync(`${file}${part}`, `${kept}${part}`);
  return kept;
}

const asOwnerOf = ({ asOwner = work => work() }: StoreHost): NonNullable<StoreHost['asOwner']> => asOwner;

function fileOf({ path = STATE_FILE }: StoreSettings, { root }: StoreHost): string {
  return globalThis.process.getBuiltinModule('node:path').resolve(root, path);
}
