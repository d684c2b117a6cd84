import { claudeCodePlaces } from './runtimes/claudeCode.ts';
import { clinePlaces } from './runtimes/cline.ts';
import { codexPlaces } from './runtimes/codex.ts';
import { copilotPlaces } from './runtimes/copilot.ts';
import { cursorPlaces } from './runtimes/cursor.ts';
import { geminiPlaces } from './runtimes/gemini.ts';
import { openclawPlaces } from './runtimes/openclaw.ts';
import { opencodePlaces } from './runtimes/opencode.ts';
import { piPlaces } from './runtimes/pi.ts';
import type { RuntimePlaces } from './runtimes/runtimePlaces.ts';

/** The runtimes by their names. One without an adapter is protected all the same. */
export const runtimePlaces: Readonly<Record<string, RuntimePlaces>> = Object.freeze({
  'claude-code': claudeCodePlaces,
  cline: clinePlaces,
  codex: codexPlaces,
  copilot: copilotPlaces,
  cursor: cursorPlaces,
  gemini: geminiPlaces,
  openclaw: openclawPlaces,
  opencode: opencodePlaces,
  pi: piPlaces,
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
