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
export const policy = signal<PolicyNow | undefined>(undefined);

/** The policy with the names of its file, and what each kind of node does, in a line. */
interface Named {
  readonly digest: string;
  readonly policy: Node;
  readonly kinds: Readonly<Record<string, string>>;
}

/** What each kind of node does, in a line. */
export const kinds = signal<Named['kinds']>({});

/** The policy in force. */
export interface PolicyNow {
  readonly digest: string;
  readonly mode: string;
  readonly policy: Node;
  /** The folder that it governs, by its last name; absent for a policy without a file. */
  readonly project?: string;
}

/** Which records are shown. */
export const filter = signal({ ruling: '', text: '' });

/** The number of the record that is open. */
export const opened = signal<number | undefined>(undefined);

/** The decisions, newest first. */
export const decisions = computed(() => entries.value.filter(({ record }) => record.type === 'evaluation'));

/** Whether a call came from a machine that is known by name. */
export const isFleet = computed(() => entries.value.some(({ record }) => record['machine'] !== undefined));

/** A decision, with how often the same call got it in a row. */
export interface Row {
  readonly entry: Entry;
  readonly count: number;
  /** When the first of them was. */
  readonly since: number;
}

/** The decisions that the filter leaves, newest first; the same call in a row is one of them. */
export const shown = computed(() => {
  const { ruling, text } = filter.value;
  const wanted = text.trim().toLowerCase();
  if (ruling === '' && wanted === '') return folded(decisions.value);
  return folded(
    decisions.value.filter(
      ({ record }) =>
        (ruling === '' || record['ruling'] === ruling) &&
        (wanted === '' || JSON.stringify(record).toLowerCase().includes(wanted)),
    ),
  );
});

const keys = new WeakMap<Entry, string>();

/** By what two decisions are the same. */
function keyOf(entry: Entry): string {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const { ruling, tool, kind, payload, sessionId, agentId, machine, reason } = entry.record;
  const key = JSON.stringify([ruling, tool, kind, payload, sessionId, agentId, machine, reason]);
  keys.set(entry, key);
  return key;
}

/** Puts the same decision in a row into one. */
export function folded(found: readonly Entry[]): readonly Row[] {
  const rows: Row[] = [];
  for (const entry of found) {
    const last = rows.at(-1);
    if (last !== undefined && keyOf(last.entry) === keyOf(entry))
      rows[rows.length - 1] = { ...last, count: last.count + 1, since: entry.record.at };
    else rows.push({ entry, count: 1, since: entry.record.at });
  }
  return rows;
}

/** The decisions of today, newest first. */
export const today = computed(() => {
  const midnight = new Date().setHours(0, 0, 0, 0);
  return decisions.value.filter(({ record }) => record.at >= midnight);
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
  const found = (await send('GET', '/v1/policy').catch(() => undefined)) as PolicyNow | undefined;
  if (found === undefined) return;
  const named = (await send('GET', '/v1/kinds').catch(() => undefined)) as Named | undefined;
  const isSame = named?.digest === found.digest;
  policy.value = isSame ? { ...found, policy: named.policy } : found;
  kinds.value = named?.kinds ?? {};
}
