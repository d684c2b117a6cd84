import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';

import type { OtherAnswers } from '../settings.ts';
import { MANAGED } from './settingsPlaces.ts';

/**
 * A hook for `PermissionRequest` answers the prompt that a hook for `PreToolUse` has raised: its yes runs the call. One for `Elicitation`
 * or `ElicitationResult` answers a question of a server of MCP, and so of our gateway. Such hooks are in the settings of every scope,
 * in plugins, and at the head of agents, skills and commands.
 */
export const otherAnswers: OtherAnswers = Object.freeze<OtherAnswers>({
  events: Object.freeze(['PermissionRequest', 'Elicitation', 'ElicitationResult']),
  places({ root, home }, env) {
    const own = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
    const folders = ['plugins', 'agents', 'skills', 'commands'];
    return [
      ...['settings.json', 'settings.local.json', ...folders].map(name => join(root, '.claude', name)),
      ...['settings.json', 'settings.local.json', 'managed-settings.json', 'remote-settings.json', ...folders].map(name =>
        join(own, name),
      ),
      ...MANAGED.flatMap(folder => [join(folder, 'managed-settings.json'), join(folder, 'managed-settings.d')]),
    ];
  },
  leadsTo(settings) {
    const known = isRecord(settings) ? settings['extraKnownMarketplaces'] : undefined;
    const entries = [...(isRecord(known) ? Object.values(known) : []), ...(isRecord(settings) ? Object.values(settings) : [])];
    return entries.flatMap(entry => {
      if (!isRecord(entry)) return [];
      const { source, installLocation } = entry;
      return [isRecord(source) ? source['path'] : undefined, installLocation].filter(path => typeof path === 'string');
    });
  },
  unseen: 'hooks of `--settings`, of `--plugin-dir` and of a host that uses the Agent SDK are in no file',
});
