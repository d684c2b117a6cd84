import { isRecord } from '@licet/core/nodes';

import type { UserRules } from '../settings.ts';
import { settingsPlaces } from './settingsPlaces.ts';

/**
 * The rules under `permissions.deny` and `permissions.ask`. They see the words that run, and of a command that was put into a sandbox these are those of the
 * sandbox. A rule counts if the first word of its pattern is anywhere in the command: more than the client itself would say.
 */
export const userRules: UserRules = Object.freeze<UserRules>({
  places: settingsPlaces,
  mayStop(settings, command) {
    const permissions = isRecord(settings) ? settings['permissions'] : undefined;
    if (!isRecord(permissions)) return permissions !== undefined;
    return [permissions['deny'] ?? [], permissions['ask'] ?? []].flat().some(rule => mayMatch(rule, command));
  },
});

/** A rule that is no text may say anything. */
function mayMatch(rule: unknown, command: string): boolean {
  if (typeof rule !== 'string') return true;
  const [, body] = /^\s*(?:Bash|\*)\s*(?:\(([^]*)\))?\s*$/u.exec(rule) ?? [];
  if (body === undefined) return /^\s*(?:Bash|\*)\s*$/u.test(rule);
  const [first = ''] = body.trim().split(/[\s*:]/u);
  return first === '' || command.includes(first);
}
