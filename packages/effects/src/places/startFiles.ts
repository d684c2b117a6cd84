import { saysHumanCommand } from './humanCommands.ts';
import { COMMANDS, INSTRUCTIONS } from './runtimes.ts';

/**
 * One kind of file out of which a tool starts programs when something else runs: a shell that enters the folder, a commit, a build, a debugger.
 * `runs` is what in it starts something; a file without it is code as a whole.
 */
interface StartFile {
  readonly path: RegExp;
  readonly runs?: RegExp;
  /** It is for other things first: content that is not known counts for nothing. */
  readonly isForOthers?: true;
}

/** What a command has no business to do that a tool runs by itself whenever it works on the project. */
const RUNS_AMISS = /\b(?:curl|wget|nc|base64|eval|rm\s+-\w*r\w*|(?:ba|z)?sh\s+-c|licet)\b/;

/** Never true: what such a file says is judged as the script that it is, wherever its text is known. */
const JUDGED_AS_SCRIPT = /(?!)/;

/** Sources: the manuals of the tools. Files of the user that run at every start are in `persistence.ts`, what governs the agent in `governed.ts`. */
const START_FILES: readonly StartFile[] = [
  // Shells and versions of tools
  {
    path: /\/(?:\.?mise(?:\.[\w-]+)*\.toml|\.?mise\/config(?:\.\w+)?\.toml|\.config\/mise(?:\.toml|\/.+\.toml))$/,
    runs: /^[ \t]*\[(?:hooks|watch_files)\b|^[ \t]*(?:hooks?|preinstall|postinstall|postinstall_cmd)\s*[.=]|\b_\.(?:source|file|path)\b|^[ \t]*_\s*=|\bexec\s*\(|["'\s:[]path:/m,
  },
  { path: /\/\.tool-versions$/, runs: /\spath:/, isForOthers: true },
  { path: /\/rust-toolchain(?:\.toml)?$/, runs: /^[ \t]*path\s*=/m, isForOthers: true },
  { path: /\/package\.json$/, runs: /"packageManager"\s*:\s*"[^"]*@(?:https?|git|file)[:+]/, isForOthers: true },
  { path: /\/\.envrc(?:\.[\w-]+)?$|\/\.(?:husky|githooks|git-hooks|hooks)\/(?!_\/)[\w.-]+$/, runs: JUDGED_AS_SCRIPT },
  // Editors and containers
  { path: /\/(?:\.?devcontainer\.json)$/, runs: /initializeCommand/ },
  { path: /\/\.vscode\/launch\.json$/, runs: /preLaunchTask|postDebugTask|runtimeExecutable|miDebuggerPath|pipeProgram/ },
  {
    path: /\/\.idea\/(?:startup|workspace|runConfigurations\/[^/]+|externalTools\/[^/]+|watcherTasks)\.?(?:xml)?$/,
    runs: /SCRIPT|Sh(?:ell)?Configuration|Startup|TaskOptions|<tool\b|<exec\b|<method\b|PROGRAM|command/,
  },
  {
    path: /\/\.zed\/(?:tasks|settings)\.json$|\/\.fleet\/run\.json$|\.sublime-project$/,
    runs: /"(?:command|cmd|shell_cmd|shell|binary|program|path)"/,
  },
  {
    path: /\/(?:\.exrc|\.?_?n?vimrc|\.nvim\.lua|\.lvimrc)$/,
    runs: /!|\b(?:system|autocmd|au|exe\w*|so\w*|call|lua|py\w*|job\w*|term\w*|os|io)\b|vim\.(?!o\b|opt\b|g\b|bo\b|wo\b)/,
  },
  {
    path: /\/\.helix\/(?:languages|config)\.toml$/,
    runs: /\bcommand\s*=\s*["'](?:\S{0,200}\/|(?:ba|z|da|fi)?sh\b|env\b|licet\b)|:(?:sh|run-shell-command|pipe|insert-output)\b/,
  },
  { path: /\/\.aider\.conf\.ya?ml$/, runs: /^[ \t]*["']?(?:[\w-]+-(?:cmd|command)|load|editor)["']?\s*:/m },
  { path: /\/\.dir-locals(?:-2)?\.el$/, runs: /\beval\b|-(?:command|program|function|hook)\b|shell/ },
  // Builds and packages
  {
    path: /\/\.cargo\/config(?:\.toml)?$/,
    runs: /\b(?:rustc(?:-workspace)?-wrapper|rustc|rustdoc|runner|linker)\s*=\s*[[\s]*["'][^"'\n]*\/|credential-(?:provider|process)|global-credential-providers|\bRUSTC\w*\s*=/,
  },
  {
    path: /\/\.(?:npmrc|yarnrc(?:\.yml)?|pnpmrc)$|\/\.pnpmfile\.[cm]?js$/,
    runs: /^[ \t]*["']?(?:script-shell|scriptShell|node-options|nodeOptions|(?:git|shell|editor|viewer)(?=\s*["']?\s*[=:])|init-module|onload-script|yarn-path|global-?pnpmfile|pnpmfile|initScope)["']?\s*[=:\s]|yarnPath:\s*(?!["']?\.yarn\/releases\/)\S|module\.exports|export\s/m,
  },
  {
    path: /\/(?:\.bazelrc(?:\.\w+)?|user\.bazelrc|bazel\.rc)$/,
    runs: /--(?:workspace_status_command|run_under|credential_helper|shell_executable|host_jvm_args|override_\w+|\w*plugins?|action_env=(?:PATH|LD_))/,
  },
  {
    path: /\/\.mvn\/(?:extensions\.xml|jvm\.config|maven\.config)$/,
    runs: /<extension>|-javaagent|-agentlib|-agentpath|-Dexec|-Dmaven\.ext/,
  },
  { path: /\/cdk\.json$/, runs: RUNS_AMISS, isForOthers: true },
  { path: /\/\.?latexmkrc$/, runs: /\b(?:system|exec|qx|open|unlink|rename|require|do|eval)\b|`/ },
  {
    path: /\/\.(?:formatter|iex|credo|dialyzer_ignore)\.exs$/,
    runs: /\bSystem\.(?!get_env|version)|:os\.|\b(?:Port|Code|Mix\.Shell|Mix\.shell)\b|\bFile\.(?:write|rm|cp|rename|ln)|\b(?:apply|spawn)\b/,
  },
  // Commits
  { path: /\/\.pre-commit-config\.ya?ml$/, runs: /repo:\s*["']?(?:local|\.|\/)|language:\s*["']?(?:system|script|unsupported)/ },
  {
    path: /\/(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.?simple-git-hooks\.(?:json|[cm]?js)|\.overcommit\.ya?ml)$/,
    runs: RUNS_AMISS,
  },
  {
    path: /\/(?:\.hg\/hgrc|\.hgrc)$/,
    runs: /^[ \t]*\[(?:hooks|extensions|alias|merge-tools|extdiff|fix|diff-tools)\]|^[ \t]*(?:editor|ssh|pager|git)\s*=/m,
  },
  // Debuggers and interpreters
  {
    path: /\/\.(?:gdbinit|lldbinit)$/,
    runs: /^[ \t]*(?:shell|!|python|py|guile|gu|source|pipe|make|command|platform\s+shell|script|define|file|target)\b|^[ \t]*!/m,
  },
  { path: /\/\.(?:irbrc|pryrc|pdbrc|Rprofile|pythonrc\.py|pythonstartup)$/ },
  // Instructions of agents: hooks and servers in their settings, and shell lines that run when they are loaded
  { path: INSTRUCTIONS, runs: /^[ \t]*(?:hooks|mcp-?servers|command)[ \t]*:|(?:^|[^\w`])!`|^[ \t]*`{3,}!/im },
  { path: COMMANDS, runs: /!\{/ },
  // A file in place of the folder `.git`, by which git takes its settings from elsewhere
  { path: /\/\.git$/, runs: /^[ \t]*gitdir\s*:/m },
];

/** Whether a folder is for instructions of agents: one that is copied there with all that is in it may start programs. */
export const holdsInstructions = (folder: string): boolean => INSTRUCTIONS.test(`${folder}/x.md`);

/** Files of settings, of whatever tool: a command in one runs when the tool does. What is for people and what is code lies in others. */
const SETTINGS =
  /\.(?:jsonc?|json5|ya?ml|toml|xml|plist|terminal|conf|cfg|ini|rc|desktop|service|timer|nix|kdl|hcl)$|\/(?:\.[\w-]+rc|[A-Z]\w*file)$/;

/** Expectations of tests quote commands. */
const OF_TESTS = /[._-](?:tests?|spec|golden|fixtures?)\.\w+$|\/(?:golden|fixtures?)\//;

/**
 * Whether a file that is written starts programs when something else runs. `content` is what is written, as far as it is known; unknown content of
 * such a file may start any.
 * `registry=…` in `.npmrc` starts nothing, `script-shell=./x.sh` does.
 */
export function startsPrograms(path: string, content?: string): boolean {
  if (content !== undefined && SETTINGS.test(path) && !OF_TESTS.test(path) && saysHumanCommand(content)) return true;
  // Nearly every other path is told apart by this at once.
  if (!/\/[._]|mise|devcontainer|lefthook|bazel|rust-toolchain|latexmkrc|(?:package|cdk)\.json$|\.sublime-project$/.test(path))
    return false;
  return START_FILES.some(
    ({ path: named, runs, isForOthers }) =>
      named.test(path) && (content === undefined ? isForOthers !== true : runs === undefined || runs.test(content)),
  );
}
