import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Codex without its adapter. */
export const codexPlaces: RuntimePlaces = Object.freeze({
  governed: ['**/.codex/', '~/.codex/config.toml', '~/.codex/hooks.json'],
  variables: ['CODEX_SANDBOX*', 'CODEX_THREAD_ID'],
  folder: 'codex',
  ownFolders: /codex\/(?:plans|memories)/,
  settingsVariables: /CODEX_HOME/,
});
