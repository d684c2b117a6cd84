import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import type { Node } from './api.ts';
import type { Reading } from './reading.ts';
import { entries, policy } from './state.ts';

/** What the policy remembers of one session. */
export interface Session {
  readonly id: string;
  readonly evaluated: number;
  readonly passed: number;
  readonly rulings: Readonly<Record<string, number>>;
  readonly recent: readonly { readonly at: number }[];
  /** How it stands under the policy; absent for older sessions. */
  readonly standing?: {
    readonly held?: string;
    readonly failed?: string;
    readonly obligations: readonly {
      readonly name: string;
      readonly way: string;
      readonly target?: string;
      readonly late: boolean;
    }[];
    readonly facts: readonly { readonly name: string; readonly holds: boolean; readonly way: string }[];
    readonly read?: Reading;
  };
}

interface Counter {
  readonly key: string;
  readonly charged: number;
  readonly reserved: number;
}

interface Remembered {
  readonly sessions: readonly Session[];
  readonly counters: readonly Counter[];
}

const remembered = signal<Remembered | undefined>(undefined);

/** The sessions, the latest first. */
export const sessionsNow = (): readonly Session[] => remembered.value?.sessions ?? [];

/** When something happened in a session last. */
export const lastOf = ({ recent }: Session): number => recent.at(-1)?.at ?? 0;

/** A session is alive while something has happened in it within so long. */
const ALIVE_MS = 15 * 60_000;

/** Tells whether something has happened in a session lately. */
export const isAlive = (session: Session): boolean => Date.now() - lastOf(session) < ALIVE_MS;

/** A limit of a session: what is used of it, and of how much where the policy says that. */
export interface Used {
  readonly name: string;
  readonly used: number;
  readonly max?: number;
}

/** The limits that a session has used something of. */
export function limitsOf({ id }: Session): readonly Used[] {
  const mine = (remembered.value?.counters ?? []).filter(({ key }) => key.includes(`session:${id}`));
  return mine.map(({ key, charged, reserved }) => {
    const name = key.split(':')[0] ?? key;
    const max = policy.value && maxOf(policy.value.policy, name);
    return { name, used: charged + reserved, ...(max !== undefined && { max }) };
  });
}

/** The limit of the node that counts under a name. */
function maxOf({ kind, id, params = {}, children = [] }: Node, name: string): number | undefined {
  const { max, name: own = id ?? kind } = params;
  if (own === name && typeof max === 'number') return max;
  for (const child of children) {
    const found = maxOf(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Asks the server again. */
export async function refreshSessions(): Promise<void> {
  const found = await send('GET', '/v1/sessions').catch(() => undefined);
  if (found !== undefined) remembered.value = found as Remembered;
}

/** Sessions are looked at again when the trail has been still for so long. */
const STILL_MS = 300;

/** Keeps the sessions fresh while a view shows them. */
export function useSessions(): void {
  const newest = entries.value[0]?.seq;
  useEffect(() => {
    const timer = setTimeout(() => void refreshSessions(), remembered.value === undefined ? 0 : STILL_MS);
    return () => clearTimeout(timer);
  }, [newest]);
}
