import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Pi without its adapter. */
export const piPlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.pi/extensions/', '**/.pi/settings.json', '~/.pi/agent/extensions/', '~/.pi/agent/settings.json'],
  variables: ['PI_CODING_AGENT'],
  folder: 'pi',
  settingsVariables: /PI_CODING_AGENT_DIR|PI_PACKAGE_DIR/,
});
