import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Gemini CLI without its adapter. */
export const geminiPlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.gemini/settings.json', '~/.gemini/extensions/', '~/.gemini/trustedFolders.json'],
  variables: ['GEMINI_CLI'],
  folder: 'gemini',
  ownFolders: /gemini\/tmp/,
  sessionStores: /gemini\/tmp/,
  settingsVariables: /GEMINI_CLI_SYSTEM_SETTINGS_PATH/,
});
