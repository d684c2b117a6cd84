import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Copilot CLI without its adapter. */
export const copilotPlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.github/hooks/', '~/.copilot/'],
  variables: ['COPILOT_CLI', 'COPILOT_AGENT*'],
  homeFolder: 'copilot',
  ownFolders: /copilot\/session-state/,
  sessionStores: /copilot\/session-state/,
});
