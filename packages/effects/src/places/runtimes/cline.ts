import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Cline without its adapter. */
export const clinePlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.cline/plugins/', '**/.cline/hooks/', '**/.clinerules/hooks/', '~/Documents/Cline/', '~/.cline/data/settings/'],
  variables: ['CLINE_CONNECTOR_CLI_LAUNCH'],
  folder: 'cline',
});
