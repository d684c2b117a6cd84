import { spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { NotifySettings } from '@licet/core/policy';
import type { ApprovalStore } from '@licet/core';
import type { StoredApproval } from '@licet/core/store';

import { runFolder } from '@licet/server/running';
import { readPolicies } from '../policy/readPolicy.ts';
import { noticeOf, postOf } from './notice.ts';
import type { Notice } from './notice.ts';
import { openApprovals } from './openApprovals.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Requests of one minute that are told of. More of them come from a loop, and the last notice says that others wait. */
export const MOST_A_MINUTE = 5;
const MINUTE = 60_000;

/** How long is waited before each try, in milliseconds. */
const TRIES = [0, 1_000, 5_000];
const TRY_MS = 5_000;

/** Tells people of a request without waiting: in this process where it lives on, else in a new one. */
export function tellLater(file: string, id: string, livesOn: boolean): void {
  const [, script = ''] = process.argv;
  if (livesOn || !/^licet[^/\\]*\.[cm]?[jt]s$/.test(basename(script))) return void tell(file, id, { ...process.env });
  spawn(process.execPath, [script, 'notify', file, id], { detached: true, stdio: 'ignore', cwd: dirname(file) }).unref();
}

/** Tells people of a request, wherever the policy says. Never rejects: a person finds the request without it, too. */
export async function tell(file: string, id: string, env: Env = process.env): Promise<void> {
  try {
    const { kept, above } = await readPolicies(file, dirname(file), false);
    const places = [...above.map(layer => layer.kept), kept].flatMap(({ compiled }) => compiled.settings.approvals?.notify ?? []);
    // Where people may answer from there, the server tells: it has the key that signs answers.
    const told = places.filter(({ answers }) => answers === undefined);
    if (told.length === 0) return;
    const { approvals } = await openApprovals(file);
    const stored = await approvals.find(id, Date.now());
    if (stored?.status !== 'pending') return;
    const before = await earlier(approvals, stored);
    if (before > MOST_A_MINUTE) return;
    const notice = noticeOf(stored.request, { page: pageOf(file), areMany: before === MOST_A_MINUTE });
    await Promise.all(told.map(async place => sendNotice(place, notice, env)));
  } catch {
    // What is not told of waits all the same.
  }
}

/** How many requests came in the minute before one, and wait. */
async function earlier(approvals: ApprovalStore, { request }: StoredApproval): Promise<number> {
  const { createdAt, id } = request;
  const recent = (await approvals.pending(Date.now())).filter(each => createdAt - each.request.createdAt < MINUTE);
  return recent.filter(
    each => each.request.createdAt < createdAt || (each.request.createdAt === createdAt && each.request.id < id),
  ).length;
}

/** The page of the server that runs for the policy, where one does. */
export function pageOf(file: string): string | undefined {
  try {
    const server = runFolder(file).read();
    return server && `${server.url}/console`;
  } catch {
    return undefined;
  }
}

/** A key that is named and not there signs nothing, so nothing is sent to that place. */
export async function sendNotice(place: NotifySettings, notice: Notice, env: Env): Promise<void> {
  const { url, secret } = place;
  const key = secret === undefined ? undefined : env[secret.slice('env:'.length)];
  if (secret !== undefined && (key === undefined || key === '')) return;
  for (const waitMs of TRIES) {
    if (waitMs > 0) await sleep(waitMs);
    const init = postOf(notice, place, key, Date.now());
    const status = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TRY_MS) }).then(
      response => response.status,
      () => 0,
    );
    if (status !== 0 && status !== 429 && status < 500) return;
  }
}
