import type { Effect } from '@licet/core';
import { baseName } from './lexical.ts';
import { createPathMatcher } from './matcher.ts';
import type { PathMatcher } from './matcher.ts';
import { typesIntoProgram } from './terminals.ts';
import { runtimePlaces, SETTINGS_FOLDER, SETTINGS_VARIABLE } from './runtimes.ts';

/**
 * Where policies, their state, and the hooks and settings of the known runtimes live, and what approves tools or starts programs beside them. The
 * service has its settings, program, state and sockets in folders of the system.
 */
export const governedPatterns: readonly string[] = Object.freeze([
  ...[
    'governance.yaml governance.yml **/.licet/ ~/.licet/ ~/.config/licet/',
    '**/.mcp.json **/.vscode/settings.json **/.vscode/tasks.json **/.vscode/mcp.json **/*.code-workspace',
    '**/.git/hooks/ **/.git/config **/.git/config.worktree **/.git/modules/*/config **/.git/modules/*/hooks/',
    '**/.git/commondir **/.git/worktrees/*/commondir **/.git/worktrees/*/gitdir **/.git/worktrees/*/config.worktree **/.git/modules/*/commondir',
    '~/.gitconfig ~/.config/git/ **/.husky/_/',
    '/etc/licet/ /usr/lib/licet/ /var/lib/licet/ /run/licet/',
  ].flatMap(line => line.split(' ')),
  ...Object.values(runtimePlaces).flatMap(({ governed }) => governed),
]);

/**
 * Files of Licet that are secret: control files and tokens of running servers, keys, pinned policies, the witnesses of state, and what the service
 * keeps. An agent that reads one is able to act for its user. They are all governed too.
 */
export const governingSecrets: readonly string[] = Object.freeze([
  ...['run', 'keys', 'pins', 'state'].map(name => `**/.licet/${name}/`),
  '**/.licet/token-keys.json',
  '/var/lib/licet/',
  '/run/licet/',
]);

/** Files of a project that only Licet reads. Its commands show what is in them. A copy of the whole project may hold them. */
export const statePatterns: readonly string[] = Object.freeze(['**/.licet/state.db*']);

/** One path of each sort of {@link governingSecrets}, from the home folder: patterns that narrow a search are tried on them. */
export const GOVERNING_NAMES: readonly string[] = Object.freeze(
  'run/x/server.json run/x/token run/x/auth run/x/answer run/x/resident.json keys/x.json pins/x/pin.json pins/x.json state/x.json'
    .split(' ')
    .map(name => `.licet/${name}`),
);

/** The packages that Licet loads while it judges. Names, not one pattern with braces: expanding those loads a library. */
const LOADED: readonly string[] = (
  'better-sqlite3 neo4j-driver neo4j-driver-core neo4j-driver-bolt-connection pg pg-cloudflare pg-connection-string pg-int8 pg-pool pg-protocol pg-types pgpass postgres-array postgres-bytea ' +
  'postgres-date postgres-interval @babel/parser @hpcc-js/wasm-graphviz @lukeed/ms @marcbachmann/cel-js fastest-levenshtein minimatch re2js smol-toml unbash web-tree-sitter yaml zod'
).split(' ');

/** Where package managers put Licet, and what it loads while it judges. */
export const programPatterns: readonly string[] = Object.freeze([
  ...['licet/', '@licet/', '.bin/licet*', ...LOADED.map(name => `${name}/`)].map(name => `**/node_modules/${name}`),
  '~/.node_modules/',
  '~/.node_libraries/',
]);

/** True for the name of a variable that moves the settings of a runtime or of Licet elsewhere. */
export const isGovernedVariable = (name: string): boolean => SETTINGS_VARIABLE.test(name) || /^LICET_/i.test(name);

const GOVERNING_SETTING =
  /^(?:core\.hookspath|core\.fsmonitor|core\.sshcommand|core\.pager|core\.editor|alias\..*|include(?:if)?\..*)$/i;
/** What runs with every `npx licet` that a human types. */
const PACKAGE_SETTING = /^(?:script-shell|node-options)$/;
const LOADING_VARIABLE = /^(?:GIT_CONFIG(?:_.*)?|NODE_OPTIONS)$/;

/**
 * True for an effect that leads hooks or settings elsewhere, by git config, a package manager's setting or a variable. A pager or
 * an editor that only shows or edits is an everyday setting: the analyser marks those that run something.
 */
export function redirectsGovernance({ kind, target, tags = [] }: Effect): boolean {
  if (target?.type !== 'named') return false;
  const { category, name } = target;
  if (kind === 'environment') return isGovernedVariable(name) || LOADING_VARIABLE.test(name);
  if (kind !== 'configure') return false;
  if (category === 'package_setting') return PACKAGE_SETTING.test(name);
  return category === 'git_config' && GOVERNING_SETTING.test(name) && (tags.length > 0 || /hookspath/i.test(name));
}

/** One name of each of {@link governedPatterns}, and their folders: patterns of the shell are tried on them where no files are known. */
export const governedNames: readonly string[] = Object.freeze([
  ...new Set(
    governedPatterns
      .map(pattern => pattern.replace(/^(?:\*\*|~)?\//, '').replace(/\/$/, ''))
      .map(pattern => pattern.replace('/*/', '/x/').replaceAll('*', ''))
      .flatMap(name => [name, name.replace(/\/.*/, '')].filter(own => own === name || SETTINGS_FOLDER.test(own))),
  ),
]);

let anywhere: PathMatcher | undefined;

/**
 * True for the name of a file that governs the agent, wherever it lies: for words of programs without a description. Those
 * below the home count in any folder, since nothing but their name is looked at.
 *
 * @example
 * ```ts
 * import { isGovernedPath } from '@licet/effects/places';
 *
 * isGovernedPath('/project/.MCP.json'); // => true
 * isGovernedPath('/project/settings.json'); // => false
 * ```
 */
export function isGovernedPath(path: string): boolean {
  anywhere ??= createPathMatcher(
    governedPatterns.map(pattern => pattern.replace(/^~\//, '**/')),
    { root: '/', mode: 'grant', caseFold: true },
  );
  const whole = path.startsWith('/') ? path : `/${path}`;
  return anywhere.match(whole).length > 0 || SETTINGS_FOLDER.test(baseName(whole));
}

/** A read below such a folder may be one of a token, a key or a pin. */
const IN_STATE = /\/\.licet(?:\/|$)/i;

/** True for an effect that runs Licet: guards tell its questions from what it must not be asked. */
export const runsLicet = ({ target }: Pick<Effect, 'target'>): boolean =>
  target?.type === 'program' && target.argv.slice(0, 2).some(word => word?.includes('licet') === true);

/**
 * True for an effect that concerns what governs the agent: it changes a governed file, reads in a folder of Licet, runs a command of Licet,
 * types into another program, or leads settings elsewhere. Such an effect is kept wherever the analyser leaves others out.
 */
export function touchesGovernance(effect: Effect): boolean {
  const { kind, target } = effect;
  if (target?.type === 'program') return runsLicet(effect);
  if (target?.type !== 'file') return typesIntoProgram(effect) || redirectsGovernance(effect);
  const paths = [target.lexical, target.resolved];
  return kind === 'read' || kind === 'execute' ? paths.some(path => IN_STATE.test(path)) : paths.some(isGovernedPath);
}

/** Most parts of a text that are looked at as paths, and the longest text that is taken apart. */
const MOST_PARTS = 128;
const LONGEST_TEXT = 16_384;

/** Addresses of other machines, whose paths are none of this one. */
const REMOTE =
  /\b(?:https?|wss?|s?ftps?|ssh|git(?:\+\w+)?|s3|gs|az|docker|oci|npm|postgres\w*|mysql\w*|mongodb[\w+]*|rediss?):\/\/[^\s"'`,;<>|]+/gi;

/** The beginning of a word up to the first sign, among other words. */
const PROSE = /(^|\s)[^\s"'`=,:;@()[\]{}<>|&?#]+/g;

/** What divides the paths in a text from what is around them. */
const DIVIDERS = /[\s"'`=,:;@()[\]{}<>|&?#]+/;

/**
 * The parts of a text that are paths of files that govern the agent, wherever they are in it: behind a scheme, an option or a key, in quotes or
 * brackets. A part behind several slashes, `sqlite:///a`, is a path from the root or from the folder that one is in.
 * `100644,0a1b,.mcp.json` has `.mcp.json`, and `sqlite:///.licet/state.db` has `/.licet/state.db` and `.licet/state.db`.
 */
export function governedPartsOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .slice(0, LONGEST_TEXT)
        .split('\n')
        .flatMap(line => partsOfLine(line.trim())),
    ),
  ];
}

/** In a line of several words only what a sign sets off is a path: a name alone among them is prose. */
function partsOfLine(line: string): readonly string[] {
  const local = line.replace(REMOTE, ' x ');
  const plain = /\s/.test(line) ? local.replace(PROSE, '$1') : local;
  const parts = plain.split(DIVIDERS).flatMap(part => (part.includes('%') ? [part, percentDecoded(part)] : [part]));
  return parts
    .filter(part => part.includes('.'))
    .slice(0, MOST_PARTS)
    .flatMap(spellings)
    .filter(path => path !== '' && isGovernedPath(path));
}

/** The path of a file URL as the name of a file: `%2Emcp.json` is `.mcp.json`. */
export const percentDecoded = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A part as a path: from the root or from here behind several slashes, and without the option that it may be the value of. */
function spellings(part: string): readonly string[] {
  if (part.startsWith('//')) return [part.replace(/^\/+/, '/'), part.replace(/^\/+/, '')];
  return /^-{1,2}\w./.test(part) ? [part, part.replace(/^-+\w/, '')] : [part];
}

/** Scripts that git runs by itself, or that somebody runs later. */
export const RUNS_LATER: RegExp = /\.(?:sh|bash|zsh|ksh)$|\/\.husky\/[^/]+$|\/(?:\.githooks|hooks|git-hooks)\/[\w-]+$|\/\.envrc$/;
