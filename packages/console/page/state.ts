import { computed, signal } from '@preact/signals';

import { listen, send } from './api.ts';
import type { Covering, Entry, Node, Waiting } from './api.ts';

/** How many records the page holds. */
const MOST = 10_000;

/** The records of the trail, newest first. */
export const entries = signal<readonly Entry[]>([]);

/** Whether records arrive. */
export const isLive = signal(false);

/** The requests that wait, oldest first. */
export const waiting = signal<readonly Waiting[]>([]);

/** Each yes for several calls that is in force. */
export const covering = signal<readonly Covering[]>([]);

/** The policy, and by which digest it is known. */
export const policy = signal<{ readonly digest: string; readonly mode: string; readonly policy: Node } | undefined>(undefined);

/** Which records are shown. */
export const filter = signal({ ruling: '', text: '' });

/** The number of the record that is open. */
export const opened = signal<number | undefined>(undefined);

/** The decisions, newest first. */
export const decisions = computed(() => entries.value.filter(({ record }) => record.type === 'evaluation'));

/** The decisions that the filter leaves, newest first. */
export const shown = computed(() => {
  const { ruling, text } = filter.value;
  const wanted = text.trim().toLowerCase();
  if (ruling === '' && wanted === '') return decisions.value;
  return decisions.value.filter(
    ({ record }) =>
      (ruling === '' || record['ruling'] === ruling) && (wanted === '' || JSON.stringify(record).toLowerCase().includes(wanted)),
  );
});

/** Starts to listen, and returns what ends it. */
export function start(): () => void {
  const stop = new AbortController();
  void listen(take, open => (isLive.value = open), stop.signal);
  void refresh();
  const timer = setInterval(() => void refreshWaiting(), 5_000);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

function take(fresh: readonly Entry[]): void {
  entries.value = [...fresh.toReversed(), ...entries.value].slice(0, MOST);
  if (fresh.some(({ record }) => record.type === 'ask' || record.type === 'answer')) void refreshWaiting();
  if (fresh.some(({ record }) => record.type === 'evaluation' && record['policyDigest'] !== policy.value?.digest))
    void refreshPolicy();
}

async function refresh(): Promise<void> {
  await Promise.all([refreshWaiting(), refreshPolicy()]);
}

/** Looks what waits, and which yes for several calls is in force. */
export async function refreshWaiting(): Promise<void> {
  const found = await send('GET', '/v1/approvals').catch(() => undefined);
  if (found === undefined) return;
  const held = found as { readonly waiting: readonly Waiting[]; readonly covering: readonly Covering[] };
  waiting.value = held.waiting;
  covering.value = held.covering;
}

/** Asks which policy rules. */
export async function refreshPolicy(): Promise<void> {
  const found = await send('GET', '/v1/policy').catch(() => undefined);
  if (found !== undefined) policy.value = found as typeof policy.value;
}
