import { escapeText, systemClock } from '@licet/core';
import type { Clock } from '@licet/core';
import { messageOf, readDuration } from '@licet/core/text';

import type { Chore } from '../serve/lookAtPolicy.ts';
import { anchorPlacesIn, takeAnchor } from './anchorTrail.ts';

/**
 * Sends anchors of a policy's audit log as often as the policy says, if the log has grown. What fails is tried again the next time; `complain` is told of
 * the first failure in a row.
 */
export function anchorSender(file: string, complain: (text: string) => void, clock: Clock = systemClock): Chore {
  let [due, sent, hasFailed] = [0, 0, false];
  const look: Chore = async policies => {
    const places = anchorPlacesIn(await policies);
    const every = readDuration(places?.every ?? '');
    if (places === undefined || every === undefined || clock.now() < due) return;
    due = clock.now() + every;
    sent = (await takeAnchor({ policy: file }, places, sent)).seq;
    hasFailed = false;
  };
  const fail = (error: unknown): void => {
    if (!hasFailed) complain(escapeText(messageOf(error), 500));
    hasFailed = true;
  };
  return async policies => look(policies).catch(fail);
}
