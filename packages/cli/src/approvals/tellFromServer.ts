import { dirname } from 'node:path';

import type { ApprovalRequest } from '@licet/core';
import type { NotifySettings } from '@licet/core/policy';

import { CALLBACK_PATH, answerKey, signAnswer } from '@licet/console';
import type { Variables } from '@licet/console';

import { readPolicies } from '../policy/readPolicy.ts';
import { noticeOf } from './notice.ts';
import { MOST_A_MINUTE, pageOf, sendNotice } from './notify.ts';
import { openApprovals } from './openApprovals.ts';
import type { OpenApprovals } from './openApprovals.ts';

/** How often waiting requests are looked at, in milliseconds. */
const EVERY = 1_000;

/**
 * Tells people of requests, where they may answer from where they are told. It is the server's to do: it has the key that signs the answers, and a
 * hook has the environment of the agent. Returns what ends it.
 */
export function tellFromServer(file: string, env: Variables = process.env): () => void {
  const known = new Set<string>();
  let isBusy = false;
  let opened: OpenApprovals | undefined;
  const look = async (): Promise<void> => {
    const places = await answering(file);
    if (places.length === 0) return;
    if (opened?.exists !== true) opened = await openApprovals(file);
    const waiting = await opened.approvals.pending(Date.now());
    // A request from before the server ran was sent to no one who could answer, and is sent now.
    const fresh = waiting.filter(({ request }) => !known.has(request.id)).slice(0, MOST_A_MINUTE);
    for (const { request } of fresh) {
      known.add(request.id);
      for (const place of places) tellOf(request, place, file, env);
    }
    for (const id of known) if (!waiting.some(({ request }) => request.id === id)) known.delete(id);
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    // A look that fails is made again: the request waits all the same.
    void look().then(
      () => void (isBusy = false),
      () => void (isBusy = false),
    );
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sends a notice with both answers to it, signed. Without the key no one could answer, so nothing is sent. */
function tellOf(request: ApprovalRequest, place: NotifySettings, file: string, env: Variables): void {
  const { answers } = place;
  const key = answers && answerKey(answers, env);
  if (answers === undefined || key === undefined) return;
  const { by, url } = answers;
  const prepared = {
    url: `${url.replace(/\/$/u, '')}${CALLBACK_PATH}`,
    yes: signAnswer(request, { answer: 'yes', by }, key),
    no: signAnswer(request, { answer: 'no', by }, key),
  };
  void sendNotice(place, noticeOf(request, { page: pageOf(file), areMany: false, answers: prepared }), env);
}

async function answering(file: string): Promise<readonly NotifySettings[]> {
  const { kept, above } = await readPolicies(file, dirname(file), false);
  return [...above.map(layer => layer.kept), kept]
    .flatMap(({ compiled }) => compiled.settings.approvals?.notify ?? [])
    .filter(({ answers }) => answers !== undefined);
}
