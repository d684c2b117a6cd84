import { statSync } from 'node:fs';
import { dirname } from 'node:path';

import { escapeText, systemClock } from '@licet/core';
import type { Clock } from '@licet/core';
import { UsageError } from '@licet/core/command';
import type { PeerSettings } from '@licet/core/policy';
import { messageOf, readDuration } from '@licet/core/text';

import { asOwner } from '../policy/licetHome.ts';
import type { Effective } from '../pins/effective.ts';
import type { Chore } from '../serve/lookAtPolicy.ts';
import { varied } from '../text/atIntervals.ts';
import { keptFile } from './keptPeers.ts';
import { pullPeer } from './pullPeer.ts';

/** How soon a pull that failed is tried again, in milliseconds, unless the peer is refreshed more often anyway. */
const RETRY_MS = 300_000;

/** What decides when a peer is pulled. */
export interface RefreshOptions {
  /** @defaultValue the clock of the machine */
  readonly clock?: Clock;
  /** Returns a number from 0 to 1. @defaultValue `Math.random` */
  readonly random?: () => number;
}

interface Due {
  readonly at: number;
  readonly hasFailed: boolean;
}

/**
 * Pulls the peers of a policy that say how often: at once where no snapshot is kept, else after `refresh`, give or take a
 * tenth. A pull that fails changes nothing and is tried again; `complain` is told of the first failure in a row. It is the
 * server's to do: a hook fetches nothing, and has the environment of the agent.
 */
export function peerRefresher(file: string, complain: (text: string) => void, options: RefreshOptions = {}): Chore {
  const { clock = systemClock, random = Math.random } = options;
  const known = new Map<string, Due>();
  const pull = async ({ name, root, settings, every }: Refreshed): Promise<Due> => {
    try {
      await pullPeer(name, settings, root, clock.now());
      return { at: clock.now() + varied(every, random), hasFailed: false };
    } catch (error) {
      const isFirst = known.get(settings.key)?.hasFailed !== true;
      if (isFirst)
        complain(escapeText(error instanceof UsageError ? error.message : `a peer was not pulled: ${messageOf(error)}`));
      return { at: clock.now() + varied(Math.min(every, RETRY_MS), random), hasFailed: true };
    }
  };
  // A policy that cannot be read now is read again: the last good snapshots stay meanwhile.
  return async policies => {
    for (const peer of refreshedPeers(await policies, dirname(file))) {
      const { key } = peer.settings;
      const due = known.get(key) ?? { at: firstDue(key, varied(peer.every, random), clock.now()), hasFailed: false };
      known.set(key, due.at > clock.now() ? due : await pull(peer));
    }
  };
}

/** A peer that is pulled again and again. */
interface Refreshed {
  readonly name: string;
  readonly settings: PeerSettings;
  /** The folder that its path is named from; absolute. */
  readonly root: string;
  /** In milliseconds. */
  readonly every: number;
}

/** The peers that say how often, each key once: two graphs may rest on the same one. */
function refreshedPeers({ kept: { compiled } }: Pick<Effective, 'kept'>, root: string): readonly Refreshed[] {
  const byKey = new Map<string, Refreshed>();
  for (const { peers = {} } of Object.values(compiled.settings.graphs ?? {}))
    for (const [name, settings] of Object.entries(peers)) {
      const every = readDuration(settings.refresh ?? '');
      const known = byKey.get(settings.key);
      if (every !== undefined && (known === undefined || every < known.every))
        byKey.set(settings.key, { name, settings, root, every });
    }
  return [...byKey.values()];
}

/** A snapshot that is kept was pulled when its file was written. */
function firstDue(key: string, after: number, now: number): number {
  const stat = asOwner(() => statSync(keptFile(key), { throwIfNoEntry: false }));
  return stat === undefined ? now : Math.min(stat.mtimeMs, now) + after;
}
