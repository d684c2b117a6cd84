import type { StartFile } from './startFile.ts';

/** Keys of an agent's settings by which it starts programs, or lets tools run without asking. */
const STARTS =
  /["']?\b(?:hooks?|mcp[_-]?(?:servers?|config)?|lsp|commands?|cmd|args|install|start|terminals|runtimeExecutable|setup[\w-]*|allowed_?tools|always_?allow|auto_?approve\w*|trusted\w*|yolo|permissions?)\b["']?\s*[:=[]|\.(?:mcpServers|commands|permissions)"|\]\]/i;

/**
 * Settings, servers and hooks of coding agents, and of editors with one, in a project. What governs the runtimes that have an adapter is in
 * `runtimes.ts`. Sources: the manuals of the agents.
 */
export const AGENT_FILES: readonly StartFile[] = [
  { path: /\/\.claude\/launch\.json$|\/\.cursor\/(?:environment|worktrees|sandbox)\.json$/, runs: STARTS },
  {
    path: /\/\.(?:windsurf|codeium\/windsurf)\/(?:hooks|mcp_config)\.json$|\/\.(?:kiro|amazonq)\/(?:(?:cli-)?agents\/.+\.(?:json|md)|settings\/.+\.json|mcp\.json|default\.json)$/,
    runs: STARTS,
  },
  {
    path: /\/\.(?:qwen|iflow|codebuddy|amp|augment|factory|gemini|vibe|kimi|pi)\/(?:settings|mcp|hooks|config)[\w.-]*\.(?:jsonc?|toml|ya?ml)$/,
    runs: STARTS,
  },
  { path: /\/\.?crush\.json$/, runs: STARTS },
  {
    path: /\/\.(?:roo|kilocode|trae|cline|vs|lingma|qoder|zencoder|void|ai\/mcp|junie\/mcp)\/(?:mcp|mcp_settings|hooks|settings)\.json$/,
    runs: STARTS,
  },
  {
    path: /\/\.continue\/(?:config\.(?:json|ya?ml|ts)|mcpServers\/.+)$|\/\.(?:goose|rovodev|openhands)\/(?:config|hooks|recipes?\/.+)\.?(?:json|ya?ml|toml)?$/,
    runs: STARTS,
  },
  {
    path: /\/\.aider\.conf\.ya?ml$/,
    runs: /^[ \t]*["']?(?:[\w-]+-(?:cmd|command)|auto-(?:test|lint)|yes-always|load|editor|suggest-shell-commands)["']?\s*:/m,
  },
  // Code and hooks as separate files
  { path: /\/\.kiro\/hooks\/.+|\/\.clinerules\/hooks\/.+|\/\.factory\/hooks\/.+|\/\.openhands\/(?:setup|pre-commit)\.sh$/ },
  { path: /\/\.opencode\/tools?\/.+\.[cm]?[jt]s$|\/\.pi\/extensions\/.+|\/\.amp\/(?:plugins|toolbox)\/.+/ },
];
