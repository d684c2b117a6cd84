import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Cursor without its adapter. */
export const cursorPlaces: RuntimePlaces = Object.freeze({
  governed: [
    '**/.cursor/hooks.json',
    '**/.cursor/hooks/',
    '**/.cursor/mcp.json',
    '**/.cursor/cli.json',
    '**/.cursor/permissions.json',
  ],
  variables: ['CURSOR_AGENT'],
  folder: 'cursor',
  ownFolders: /cursor\/plans/,
});
