export type { OpenStore, OpenStoreOptions, SharedTime, StoreHost, StoreKind, StorePlace, StoreUse } from './kind.ts';
export { STORES, openStores, storeFor } from './registry.ts';
export type { NamedPlace, OpenedStores } from './registry.ts';
export { reusingHash } from './hash.ts';
