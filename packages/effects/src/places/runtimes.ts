/** What is known of an agent runtime without its adapter: guards and the command line read it. */
export interface RuntimePlaces {
  /** Its settings, hooks and plugins: what governs the agent, and is not the agent's to change. */
  readonly governed: readonly string[];
  /**
   * Variables that it sets for the commands that it runs; a name that ends in `*` means all that begin so. Those that
   * people set for themselves are not among them.
   */
  readonly variables: readonly string[];
}

const places = (governed: string, variables: string): RuntimePlaces =>
  Object.freeze({ governed: Object.freeze(governed.split(' ')), variables: Object.freeze(variables.split(' ')) });

/** The runtimes by their names. One without an adapter is protected all the same. */
export const runtimePlaces: Readonly<Record<string, RuntimePlaces>> = Object.freeze({
  'claude-code': Object.freeze({
    governed: Object.freeze([
      ...'**/.claude/settings*.json **/.claude/hooks/ **/.claude/managed*.json ~/.claude/plugins/ ~/.claude.json /etc/claude-code/'.split(
        ' ',
      ),
      '/Library/Application Support/ClaudeCode/',
    ]),
    variables: Object.freeze(['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT', 'AI_AGENT']),
  }),
  cline: places(
    '**/.cline/plugins/ **/.cline/hooks/ **/.clinerules/hooks/ ~/Documents/Cline/ ~/.cline/data/settings/',
    'CLINE_CONNECTOR_CLI_LAUNCH',
  ),
  codex: places('**/.codex/ ~/.codex/config.toml ~/.codex/hooks.json', 'CODEX_SANDBOX* CODEX_THREAD_ID'),
  copilot: places('**/.github/hooks/ ~/.copilot/', 'COPILOT_CLI COPILOT_AGENT*'),
  cursor: places(
    '**/.cursor/hooks.json **/.cursor/hooks/ **/.cursor/mcp.json **/.cursor/cli.json **/.cursor/permissions.json',
    'CURSOR_AGENT',
  ),
  gemini: places('**/.gemini/settings.json ~/.gemini/extensions/ ~/.gemini/trustedFolders.json', 'GEMINI_CLI'),
  opencode: places(
    '**/.opencode/plugin/ **/.opencode/plugins/ ~/.config/opencode/ **/opencode.json **/opencode.jsonc',
    'OPENCODE',
  ),
  pi: places('**/.pi/extensions/ **/.pi/settings.json ~/.pi/agent/extensions/ ~/.pi/agent/settings.json', 'PI_CODING_AGENT'),
});

/** From the home folder: where runtimes let their agent keep plans, notes and to-do lists. Neither settings nor instructions. */
export const OWN_FOLDERS: RegExp =
  /^\/\.(?:claude\/(?:plans|todos|tasks|projects\/[^/]+\/memory)|codex\/(?:plans|memories)|gemini\/tmp|cursor\/plans|copilot\/session-state)\/./;

/** From the home folder: those of them that hold whole sessions. */
export const SESSION_STORES: RegExp = /^\/\.(?:gemini\/tmp|copilot\/session-state)(?:\/|$)/;

/** Variables that lead a runtime to other settings than those of the project and the user. Sources: the manuals of the runtimes. */
export const SETTINGS_VARIABLE: RegExp =
  /^(?:CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_SYSTEM_SETTINGS_PATH|OPENCODE_CONFIG(?:_\w+)?|PI_CODING_AGENT_DIR|PI_PACKAGE_DIR)$/i;

/** Names of folders with settings of runtimes, of Licet and of git's hooks. */
export const SETTINGS_FOLDER: RegExp = /^\.(?:claude|codex|gemini|cursor|opencode|pi|cline|licet|husky)$/i;

/** Where agents find the skills that a store of them has fetched. */
export const SKILLS_FOLDER = '.claude/skills';

/** Parts of a text that may name settings of runtimes, or make such a name at run time. */
export const MAY_NAME_SETTINGS: RegExp =
  /licet|governance\.ya?ml|\.(?:claude|codex|gemini|cursor|opencode|copilot|pi\b|cline|mcp\.json|vscode|husky)|\.git\/|hookspath|GIT_|tmux|\$\{|\$\(|[?*[{]/i;

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
