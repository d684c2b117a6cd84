import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { BuiltPolicy, Guard } from '@licet/core';

/** What a store is used for. */
export type StoreUse = 'sessions' | 'approvals' | 'audit';

/** Where a policy keeps something. */
export interface StorePlace {
  readonly use: StoreUse;
  /** `sqlite`, `jsonl`, `postgres`, `memory` or `none`. */
  readonly store: string;
  /** Absolute; absent for what is no file. */
  readonly file?: string;
  /** The size of the file with its write-ahead log; absent where there is none yet. */
  readonly bytes?: number;
}

/** Where the hook keeps state and trail of a policy that does not say so itself. */
const STATE = join('.licet', 'state.db');
const TRAIL = join('.licet', 'audit.jsonl');

/** Says where the hook keeps what a policy counts, asks and records. Touches nothing. */
export function storesOf({ settings, policy }: BuiltPolicy, root: string): readonly StorePlace[] {
  const { sessions, approvals, audit } = settings;
  const place = (use: StoreUse, store: string, path: string): StorePlace => {
    if (store !== 'sqlite' && store !== 'jsonl') return { use, store };
    const file = resolve(root, path);
    const bytes = sizeOf(file);
    return { use, store, file, ...(bytes !== undefined && { bytes }) };
  };
  const counted = sessions?.store ?? (counts(policy) || existsSync(resolve(root, STATE)) ? 'sqlite' : 'memory');
  return [
    place('sessions', counted, sessions?.path ?? STATE),
    place('approvals', approvals?.store ?? 'memory', approvals?.path ?? STATE),
    place('audit', audit?.store ?? 'jsonl', audit?.path ?? (audit?.store === 'sqlite' ? STATE : TRAIL)),
  ];
}

/** Tells whether a guard of the tree counts what is used, or reads facts. */
function counts(guard: Guard): boolean {
  return guard.layer === 'resource' || guard.kind === 'requires' || (guard.children ?? []).some(counts);
}

function sizeOf(file: string): number | undefined {
  const sizes = [file, `${file}-wal`].flatMap(name => statSync(name, { throwIfNoEntry: false })?.size ?? []);
  return existsSync(file) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}
