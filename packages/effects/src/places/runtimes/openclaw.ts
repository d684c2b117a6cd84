import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of OpenClaw without its adapter. Its default workspace is in the same folder as its settings, and is the agent's. */
export const openclawPlaces: RuntimePlaces = Object.freeze({
  governed: [
    '**/.openclaw/extensions/',
    '**/.openclaw/hooks/',
    '**/.openclaw/openclaw.json*',
    '~/.openclaw/exec-approvals.json',
    '~/.openclaw/state/',
  ],
  variables: ['OPENCLAW_SHELL'],
  folder: 'openclaw',
  settingsVariables: /OPENCLAW_(?:CONFIG\w*|STATE_DIR|HOME|PROFILE|EXTENSIONS|PLUGIN\w*|ALLOW_PLUGIN\w*)/,
});
