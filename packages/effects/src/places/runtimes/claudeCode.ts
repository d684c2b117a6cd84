import type { RuntimePlaces } from './runtimePlaces.ts';

/** What is known of Claude Code without its adapter. */
export const claudeCodePlaces: RuntimePlaces = Object.freeze({
  governed: [
    '**/.claude/settings*.json',
    '**/.claude/hooks/',
    '**/.claude/managed*.json',
    '~/.claude/plugins/',
    '~/.claude.json',
    '/etc/claude-code/',
    '/Library/Application Support/ClaudeCode/',
  ],
  variables: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT', 'AI_AGENT'],
  folder: 'claude',
  ownFolders: /claude\/(?:plans|todos|tasks|projects\/[^/]+\/memory)/,
  settingsVariables: /CLAUDE_CONFIG_DIR/,
});
