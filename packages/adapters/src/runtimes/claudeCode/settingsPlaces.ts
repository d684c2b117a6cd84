import { join } from 'node:path';

import type { SettingsPlaces } from '../settings.ts';

/** Where a machine keeps what its administrator has set. */
export const MANAGED: readonly string[] = [
  '/etc/claude-code',
  '/Library/Application Support/ClaudeCode',
  'C:\\Program Files\\ClaudeCode',
];

/** The files of settings, the one that counts most first: of the machine, then of the project for one user, of the project, of the user. */
export function settingsPlaces(
  { root, home }: SettingsPlaces,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const own = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
  return [
    ...MANAGED.flatMap(folder => [join(folder, 'managed-settings.json'), join(folder, 'managed-settings.d')]),
    ...['managed-settings.json', 'remote-settings.json'].map(name => join(own, name)),
    ...[join(root, '.claude'), own].flatMap(folder => [join(folder, 'settings.local.json'), join(folder, 'settings.json')]),
  ];
}
