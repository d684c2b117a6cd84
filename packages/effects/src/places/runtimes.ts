/** What is known of an agent runtime without its adapter: guards and the command line read it. */
export interface RuntimePlaces {
  /** Its settings, hooks and plugins: what governs the agent, and is not the agent's to change. */
  readonly governed: readonly string[];
  /**
   * Variables that it sets for the commands that it runs; a name that ends in `*` means all that begin so. Those that
   * people set for themselves are not among them.
   */
  readonly variables: readonly string[];
  /** The name of its folder of settings in a project, without the dot. */
  readonly folder?: string;
  /** The name of its folder in the home folder, without the dot, if it has none of that name in a project. */
  readonly homeFolder?: string;
  /** Where it lets its agent keep plans, notes and to-do lists: neither settings nor instructions. From `~/.`, where the pattern begins. */
  readonly ownFolders?: RegExp;
  /** Those of them that hold whole sessions. */
  readonly sessionStores?: RegExp;
  /** Variables that lead it to other settings than those of the project and the user; whole names. Source: its manual. */
  readonly settingsVariables?: RegExp;
}

/** The runtimes by their names. One without an adapter is protected all the same. */
export const runtimePlaces: Readonly<Record<string, RuntimePlaces>> = Object.freeze({
  'claude-code': {
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
  },
  cline: {
    governed: [
      '**/.cline/plugins/',
      '**/.cline/hooks/',
      '**/.clinerules/hooks/',
      '~/Documents/Cline/',
      '~/.cline/data/settings/',
    ],
    variables: ['CLINE_CONNECTOR_CLI_LAUNCH'],
    folder: 'cline',
  },
  codex: {
    governed: ['**/.codex/', '~/.codex/config.toml', '~/.codex/hooks.json'],
    variables: ['CODEX_SANDBOX*', 'CODEX_THREAD_ID'],
    folder: 'codex',
    ownFolders: /codex\/(?:plans|memories)/,
    settingsVariables: /CODEX_HOME/,
  },
  copilot: {
    governed: ['**/.github/hooks/', '~/.copilot/'],
    variables: ['COPILOT_CLI', 'COPILOT_AGENT*'],
    homeFolder: 'copilot',
    ownFolders: /copilot\/session-state/,
    sessionStores: /copilot\/session-state/,
  },
  cursor: {
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
  },
  gemini: {
    governed: ['**/.gemini/settings.json', '~/.gemini/extensions/', '~/.gemini/trustedFolders.json'],
    variables: ['GEMINI_CLI'],
    folder: 'gemini',
    ownFolders: /gemini\/tmp/,
    sessionStores: /gemini\/tmp/,
    settingsVariables: /GEMINI_CLI_SYSTEM_SETTINGS_PATH/,
  },
  // Its default workspace is in the same folder as its settings, and is the agent's.
  openclaw: {
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
  },
  opencode: {
    governed: ['**/.opencode/plugin/', '**/.opencode/plugins/', '~/.config/opencode/', '**/opencode.json', '**/opencode.jsonc'],
    variables: ['OPENCODE'],
    folder: 'opencode',
    settingsVariables: /OPENCODE_CONFIG(?:_\w+)?/,
  },
  pi: {
    governed: ['**/.pi/extensions/', '**/.pi/settings.json', '~/.pi/agent/extensions/', '~/.pi/agent/settings.json'],
    variables: ['PI_CODING_AGENT'],
    folder: 'pi',
    settingsVariables: /PI_CODING_AGENT_DIR|PI_PACKAGE_DIR/,
  },
});

const all: readonly RuntimePlaces[] = Object.values(runtimePlaces);

/** One of several patterns, as the source of a pattern. */
const anyOf = (patterns: readonly (RegExp | string | undefined)[]): string =>
  patterns.flatMap(pattern => (pattern === undefined ? [] : [typeof pattern === 'string' ? pattern : pattern.source])).join('|');

/** From the home folder: where runtimes let their agent keep plans, notes and to-do lists. Neither settings nor instructions. */
export const OWN_FOLDERS: RegExp = new RegExp(`^/\\.(?:${anyOf(all.map(({ ownFolders }) => ownFolders))})/.`);

/** From the home folder: those of them that hold whole sessions. */
export const SESSION_STORES: RegExp = new RegExp(`^/\\.(?:${anyOf(all.map(({ sessionStores }) => sessionStores))})(?:/|$)`);

/** Variables that lead a runtime to other settings than those of the project and the user. */
export const SETTINGS_VARIABLE: RegExp = new RegExp(`^(?:${anyOf(all.map(({ settingsVariables }) => settingsVariables))})$`, 'i');

const folders: string = anyOf(all.map(({ folder }) => folder));

/** Names of folders with settings of runtimes, of Licet and of git's hooks. */
export const SETTINGS_FOLDER: RegExp = new RegExp(`^\\.(?:${folders}|licet|husky)$`, 'i');

/** Where agents find the skills that a store of them has fetched. */
export const SKILLS_FOLDER = '.claude/skills';

/** A short name is the beginning of many words. */
const inText = ({ folder, homeFolder = folder }: RuntimePlaces): string | undefined =>
  homeFolder !== undefined && homeFolder.length < 3 ? `${homeFolder}\\b` : homeFolder;

/** Parts of a text that may name settings of runtimes, or make such a name at run time. */
export const MAY_NAME_SETTINGS: RegExp = new RegExp(
  `licet|governance\\.ya?ml|\\.(?:${anyOf(all.map(inText))}|mcp\\.json|vscode|husky)|\\.git/|hookspath|GIT_|tmux|\\$\\{|\\$\\(|[?*[{]`,
  'i',
);

/** Agents, skills and commands of runtimes that read settings and shell lines out of them. */
export const INSTRUCTIONS: RegExp =
  /\/\.(?:claude|opencode|qwen)\/(?:agents?|skills?|commands?)\/.+\.md$|\/\.github\/agents\/.+\.md$|\/\.config\/opencode\/(?:agents?|skills?|commands?)\/.+\.md$/i;

/** Rules that agents read beside those files, and instructions for one folder. */
export const RULES: RegExp =
  /\/\.(?:cursorrules|windsurfrules|clinerules)$|\/\.(?:cursor|windsurf|cline)\/rules\/|\/\.github\/(?:copilot-)?instructions/i;

/** Commands of runtimes whose text holds shell lines in braces. */
export const COMMANDS: RegExp = /\/\.(?:gemini|qwen)\/commands\/.+\.toml$/i;

/** Instructions that agents read when a session begins, by their names in a project. */
export const INSTRUCTION_NAMES: readonly string[] = Object.freeze(['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']);

/** Instructions, rules, memories and settings of agents, of runtimes without an adapter too: who writes one steers later sessions. */
export const STEERING_FILES: RegExp =
  /\/(?:AGENTS|AGENT|CLAUDE|CLAUDE\.local|GEMINI|CONVENTIONS|QWEN|MEMORY)\.md$|\/\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|mcp\.json|aider\.conf\.yml)$|\/\.(?:claude|codex|gemini|opencode|cursor|windsurf|clinerules|roo|continue|kiro|amazonq|junie|copilot|qwen|pi|agents)\/|\/copilot-instructions\.md$|\/\.github\/(?:agents|instructions|prompts|chatmodes)\/|\/opencode\.jsonc?$/iu;

/** Words by which people name such a file, folded. The name of a runtime alone is none: a *cursor* and *memory* are also parts of programs. */
export const STEERING_WORDS: RegExp =
  /\b(?:agents?|claude|gemini|conventions|memory|skill)\.md|\b(?:agent'?s?|claude(?: code)?|gemini|cursor|copilot|codex|opencode|windsurf|cline)(?:'s)? (?:instructions?|settings?|rules?|config\w*|hooks?|memor(?:y|ies)|commands?|skills?|permissions?)\b|\.(?:claude|cursor|gemini|windsurf|codex|opencode|clinerules|cursorrules|mcp\.json)\b|\bmcp (?:servers?|config\w*)|\b(?:remember|memori[sz]e)\b|\b(?:to|in|into|your) (?:your |the )?memor(?:y|ies)\b(?! \w*(?:leak|us(?:e|age)|limit|alloc|pressure|footprint|corrupt))|\bskills?\b|\bsub-?agents?\b|\bslash commands?|\b(?:instructions?|rules?) for (?:(?:coding |ai )?agents?|claude|cursor|copilot)/u;
