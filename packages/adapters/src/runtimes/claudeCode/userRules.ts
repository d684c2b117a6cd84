import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';

import type { UserRules } from '../settings.ts';
import { MANAGED } from './otherAnswers.ts';

/**
 * The rules under `permissions.deny` and `permissions.ask`. They see the words that run, and of a command that was put into a sandbox these are those of the
 * sandbox. A rule counts if the first word of its pattern is anywhere in the command: more than the client itself would say.
 */
export const userRules: UserRules = Object.freeze<UserRules>({
  places({ root, home }, env) {
    const own = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
    return [
      ...['settings.json', 'settings.local.json'].flatMap(name => [join(root, '.claude', name), join(own, name)]),
      ...['managed-settings.json', 'remote-settings.json'].map(name => join(own, name)),
      ...MANAGED.flatMap(folder => [join(folder, 'managed-settings.json'), join(folder, 'managed-settings.d')]),
    ];
  },
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
