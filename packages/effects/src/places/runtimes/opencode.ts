import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of OpenCode without its adapter. */
export const opencodePlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.opencode/plugin/', '**/.opencode/plugins/', '~/.config/opencode/', '**/opencode.json', '**/opencode.jsonc'],
  variables: ['OPENCODE'],
  folder: 'opencode',
  settingsVariables: /OPENCODE_CONFIG(?:_\w+)?/,
});
