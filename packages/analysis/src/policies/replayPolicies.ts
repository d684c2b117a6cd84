import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

import type { RecordedCall, RecordedEvent } from '@licet/core/store';
import type { CompiledPolicy } from '@licet/core/policy';

import { replay } from '../replay.ts';
import type { ReplayPolicies, ReplayReport } from '../replay.ts';
import type { PolicyHost } from './host.ts';
import { worldHere, worldOf } from './world.ts';

/** What is replayed. */
export interface ReplayRequest {
  readonly newer: CompiledPolicy;
  /** Without it, what was recorded is compared. */
  readonly older?: CompiledPolicy | undefined;
  /** The folder of the policy. */
  readonly root: string;
  /** Is told how many calls have been judged, now and then. */
  readonly see?: (calls: number) => void;
}

const EVERY = 200;
const MOST_ROOTS = 20;

/** Lets two policies judge recorded sessions again. Nothing is written, run or asked. */
export async function replayPolicies(
  host: PolicyHost,
  events: AsyncIterable<RecordedEvent>,
  { newer, older, root, see }: ReplayRequest,
): Promise<ReplayReport> {
  const found = replay(byRoot(host, { newer, older, root }));
  let calls = 0;
  for await (const event of events) {
    await found.take(event);
    if (event.type === 'call' && ++calls % EVERY === 0) see?.(calls);
  }
  return found.report();
}

/**
 * The policies as they were for a session: patterns start from the folder of the policy for what ran in it, and for what ran elsewhere,
 * on another machine perhaps, from where the session began. What is not on this machine has no files.
 */
function byRoot(host: PolicyHost, { newer, older, root }: ReplayRequest): (first: RecordedCall) => ReplayPolicies {
  const made = new Map<string, ReplayPolicies>();
  return ({ action: { cwd = root } }) => {
    const place = cwd === root || cwd.startsWith(`${root}/`) ? root : cwd;
    const known = made.get(place);
    if (known !== undefined) return known;
    const home = /^\/(?:home|Users)\/[^/]+/u.exec(place)?.[0] ?? homedir();
    const world =
      place === root || existsSync(place)
        ? worldHere(host, place, { policyRoot: root })
        : worldOf(host, {}, root, {}, { root: place, home });
    const [subject, before] = [world.build(newer), older && world.build(older)];
    const { effects } = world;
    const policies = { newer: { built: subject, effects }, ...(before && { older: { built: before, effects } }) };
    made.set(place, policies);
    const [oldest] = made.keys();
    if (made.size > MOST_ROOTS && oldest !== undefined) made.delete(oldest);
    return policies;
  };
}
