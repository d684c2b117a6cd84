import { writeSync } from 'node:fs';

import { isGovernanceError } from '@licet/core';

import type { Ending } from '../hook/lastResort.ts';
import { readInput } from '../hook/readInput.ts';
import { askService, socketOf, worldHere, serviceHere } from '@licet/server/service';

/**
 * Has the service judge one event of a runtime, and ends as it says; false where this user's events are none of its business. Whatever
 * fails stops the call.
 */
export async function askHook(args: readonly string[], ending: Ending): Promise<boolean> {
  const here = serviceHere();
  if (here?.role !== 'governed') return false;
  let event: unknown;
  try {
    event = await readInput();
  } catch (error) {
    if (isGovernanceError(error) && error.code === 'event_timeout') abandon(error.message, args.includes('--after'));
    throw error;
  }
  const socket = socketOf(here.config, 'ask', here.uid);
  const {
    code,
    out = '',
    err = '',
  } = await askService(here.config, socket, 'hook', { args, ...worldHere() }, Buffer.from(JSON.stringify(event)));
  if (code === 1) ending.isAfter();
  if (code === 0) ending.reply(JSON.parse(out) as object);
  else ending.refuse(err.replace(/^licet: |, so the call is stopped$/gu, ''));
  process.exit();
}

/** A read that still goes on holds the threads that leaving waits for: another program takes the place of this one. */
function abandon(why: string, comesAfter: boolean): void {
  writeSync(2, `licet: ${why}\n`);
  process.execve?.('/bin/sh', ['sh', '-c', `exit ${comesAfter ? 1 : 2}`], {});
}
