import { saysHumanCommand } from './humanCommands.ts';
import { baseName } from './lexical.ts';
import { COMMANDS, INSTRUCTIONS, INSTRUCTION_NAMES, RULES } from './runtimes.ts';
import type { StartFile } from './startFile.ts';
import { AGENT_FILES } from './startFilesOfAgents.ts';

/** What a command has no business to do that a tool runs by itself whenever it works on the project. */
const RUNS_AMISS = /\b(?:curl|wget|nc|base64|eval|rm\s+-\w*r\w*|(?:ba|z)?sh\s+-c|licet)\b/;

/** Scripts for a shell that git, or a shell that enters the folder, runs by itself. Their text is judged as the script that it is. */
const SCRIPTS =
  /\/\.envrc(?:\.[\w-]+)?$|\/\.(?:husky|githooks|git-hooks|hooks)\/(?!_\/)[\w.-]+$|\/\.autoenv(?:\.zsh)?$|\/hooks\/(?:(?:pre|post|prepare)-[\w-]+|commit-msg|applypatch-msg|update|reference-transaction|proc-receive|push-to-checkout|sendemail-validate|fsmonitor-watchman)$/;

/** A script in a language that is not judged as a shell's is. */
const IN_OTHER_LANGUAGE = /^#!(?!.*\b(?:ba|z|da|k|a)?sh\b)/;

/** Settings of git that name programs, in a file of settings. The list for single settings is in `gitConfig.ts`. */
export const GIT_RUNS: RegExp =
  /^[ \t]*(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|gitproxy|external|textconv|command|helper|clean|smudge|process|driver|program|cmd|uploadpack|receivepack|vcs|templatedir|difffilter|\w*hook|\w*cmd)[ \t]*=(?![ \t]*(?:true|false|cat|less|vim?|nvim|nano|code(?: --wait)?|store|cache|osxkeychain|manager(?:-core)?|gpg2?|git-lfs .*)?[ \t]*$)|^[ \t]*\[include(?:if\b.*)?\]|^[ \t]*\w+[ \t]*=[ \t]*["']?!/im;

const RUNS_WORDS = String.raw`(?:python[\d.]*|node|perl|ruby|php|(?:ba|z|da)?sh|env|rm|cp|mv|licet)["' ]`;

/** Sections in which git's settings name programs: other files have the same name. */
const GIT_SECTIONS =
  /^[ \t]*\[(?:core|alias|credential|diff|merge|filter|gpg|include|includeIf|pager|difftool|mergetool|remote|uploadpack|sequence|init|interactive|trailer)\b/im;

/** Hooks and servers in the head of instructions, by any spelling of YAML, and shell lines. */
const IN_INSTRUCTIONS =
  /^[ \t]*(?:\?[ \t]+|[!&]\S*[ \t]+)*["']?(?:hooks|mcp-?servers|command)["']?[ \t]*(?::|$)|[{,][ \t]*["']?(?:hooks|mcp-?servers)["']?[ \t]*:|(?:^|[^\w`])!`|^[ \t]*`{3,}!/im;

/** Sources: the manuals of the tools. Files of the user that run at every start are in `persistence.ts`, what governs the agent in `governed.ts`. */
const START_FILES: readonly StartFile[] = [
  // Shells and versions of tools
  {
    path: /\/(?:\.?mise(?:\.[\w-]+)*\.toml|\.?mise\/config(?:\.\w+)?\.toml|\.config\/mise(?:\.toml|\/.+\.toml))$/,
    runs: /^[ \t]*\[(?:hooks|watch_files)\b|^[ \t]*(?:hooks?|preinstall|postinstall|postinstall_cmd)\s*[.=]|\b_\.(?:source|file|path)\b|^[ \t]*_\s*=|\bexec\s*\(|["'\s:[]path:/m,
  },
  { path: SCRIPTS, runs: IN_OTHER_LANGUAGE },
  { path: /\/rust-toolchain(?:\.toml)?$/, runs: /^[ \t]*path\s*=/m, isForOthers: true },
  { path: /\/package\.json$/, runs: /"packageManager"\s*:\s*"[^"]*@(?:https?|git|file)[:+]/, isForOthers: true },
  // Licet from a folder or an address, which takes its place at the next installation
  {
    path: /\/package\.json$/,
    runs: /"(?:[^"]*[>/])?(?:licet|@licet\/[\w-]+)(?:[>@][^"]*)?"\s*:\s*"(?:(?:file|link|portal|patch|npm|git[\w+]*|github|gitlab|https?):|[.~/]|[\w-]+\/)/,
    isForOthers: true,
  },
  { path: /\/(?:\.?patches|\.yarn\/patches)\/(?:@licet\+[\w-]+|licet)[+@-][^/]*\.patch$/ },
  { path: /\/\.tool-versions$/, runs: /^[ \t]*\w\S*\s+(?:path|ref):/m },
  // Editors and containers
  { path: /\/(?:\.?devcontainer\.json)$/, runs: /initializeCommand/ },
  { path: /\/\.vscode\/launch\.json$/, runs: /preLaunchTask|postDebugTask|runtimeExecutable|miDebuggerPath|pipeProgram/ },
  { path: /\/\.vscode\/cmake-kits\.json$/, runs: /environmentSetupScript|"(?:C|CXX|path)"\s*:\s*"(?!\/usr\/)|toolchainFile/ },
  {
    path: /\/\.idea\/(?:startup|workspace|runConfigurations\/[^/]+|externalTools\/[^/]+|watcherTasks)\.?(?:xml)?$/,
    runs: /SCRIPT|Sh(?:ell)?Configuration|Startup|TaskOptions|<tool\b|<exec\b|<method\b|PROGRAM|command/,
  },
  {
    path: /\/\.zed\/(?:tasks|settings|debug)\.json$|\/\.nova\/Tasks\/.+\.json$|\.sublime-build$|\/\.fleet\/run\.json$|\.sublime-project$/,
    runs: /"(?:command|cmd|shell_cmd|shell|binary|program|path)"/,
  },
  {
    path: /\/(?:\.exrc|\.?_?n?vimrc|\.nvim\.lua|\.lvimrc)$/,
    runs: /!|\b(?:system|autocmd|au|exe\w*|so\w*|call|lua|py\w*|job\w*|term\w*|os|io)\b|vim\.(?!o\b|opt\b|g\b|bo\b|wo\b)/,
  },
  {
    path: /\/coc-settings\.json$/,
    runs: /"(?:command|module|languageserver|runtime|execArgv|\w+\.(?:path|command|server\w*))"/i,
  },
  {
    path: /\/\.helix\/(?:languages|config)\.toml$/,
    runs: /\bcommand\s*=\s*["'](?:\S{0,200}\/|(?:(?:ba|z|da|fi)?sh|env|licet|rm|cp|mv|node|perl|ruby|php|python[\d.]*)["' ])|\bshell\b|:(?:sh|run-shell-command|pipe|insert-output)\b/,
  },
  { path: /\/(?:\.lazy\.lua|\.kakrc|\.ycm_extra_conf\.py|Session\.vim)$/ },
  {
    path: /\/(?:\.luarc\.jsonc?|\.neoconf\.json|\.?rust-analyzer\.toml)$/,
    runs: /plugin|overrideCommand|\bcmd\b|command|invocationStrategy/i,
  },
  { path: /\/\.dir-locals(?:-2)?\.el$/, runs: /\beval\b|-(?:command|program|function|hook)\b|shell/ },
  // Builds and packages
  {
    path: /\/\.cargo\/config(?:\.toml)?$/,
    runs: new RegExp(
      String.raw`\b(?:rustc(?:-workspace)?-wrapper|rustc|rustdoc|runner|linker)["']?\s*=\s*[[\s]*["'](?:[^"'\n]*\/|${RUNS_WORDS})|credential-(?:provider|process)|global-credential-providers|\bRUSTC\w*\s*=`,
    ),
  },
  {
    path: /\/\.(?:npmrc|yarnrc(?:\.yml)?|pnpmrc)$|\/\.pnpmfile\.[cm]?js$/,
    runs: /^[ \t]*["']?(?:script-shell|scriptShell|node-options|nodeOptions|(?:git|shell|editor|viewer)(?=\s*["']?\s*[=:])|init-module|onload-script|yarn-path|global-?pnpmfile|pnpmfile|initScope)["']?\s*[=:\s]|yarnPath:\s*(?!["']?\.yarn\/releases\/)\S|node[-_]?gyp["']?\s*[=:]|^plugins:[\s\S]*\bpath:|module\.exports|export\s/m,
  },
  { path: /\/\.yarn\/(?:releases|plugins)\/.+\.c?js$/ },
  {
    path: /\/pnpm-workspace\.ya?ml$/,
    runs: /^[ \t]*["']?(?:scriptShell|shellEmulator|nodeOptions|(?:global)?pnpmfile|configDependencies|gitShallow)["']?\s*:/im,
  },
  { path: /\/bunfig\.toml$/, runs: /^[ \t]*["']?(?:preload|shell|define|loader|plugins)["']?\s*=/m },
  { path: /\/node\.config\.json$/, runs: /"(?:import|require|loader|experimental-loader|env-file)"/ },
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
    path: /\/\.(?:formatter|credo|dialyzer_ignore)\.exs$/,
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
  { path: /\/\.(?:irbrc|pryrc|pdbrc|Rprofile|pythonrc\.py|pythonstartup|perldb)$/ },
  { path: /\/\.Renviron$/, runs: /^[ \t]*(?:R_(?:PROFILE|ENVIRON|LIBS|HOME)\w*|LD_\w+|PATH|PAGER|EDITOR|TAR|\w+_CMD)\s*=/m },
  { path: /\/\.ghci$/, runs: /^[ \t]*:(?:!|cmd|def|script|main|run|load)|\bSystem\.|unsafe|<-/m },
  { path: /\/\.ocamlinit$/, runs: /\b(?:Sys|Unix|Out_channel)\.|open_out|#use\s+"(?!topfind)|#load\b|#mod_use/ },
  {
    path: /\/\.iex\.exs$/,
    runs: /\b(?:File|System|Process|Path|Task)\.|\b(?:Port|Code|Mix\.[Ss]hell)\b|:(?:os|file|erlang|code)\b|spawn|eval|apply/,
  },
  {
    path: /\/\.octaverc$/,
    runs: /\b(?:system|shell_cmd|unlink|delete|rename|fopen|fputs|save|eval\w*|run|source|exec|popen2?|dos|unix|feval|rmdir)\b/,
  },
  {
    path: /\/(?:jupyter|ipython)\w*_config\.(?:py|json)$/,
    runs: /\bimport\b|__|\b(?:open|exec|eval|compile)\b|extension|hook|cmd|exec_lines/,
  },
  { path: /\/\.(?:jvmopts|sbtopts|mill-jvm-opts|jvm\.options)$/, runs: /-javaagent|-agent|-XX:On|-Xbootclasspath/ },
  // Instructions of agents: hooks and servers in their settings, and shell lines that run when they are loaded
  { path: INSTRUCTIONS, runs: IN_INSTRUCTIONS },
  { path: COMMANDS, runs: /!\{/ },
  ...AGENT_FILES,
  // Settings of a repository or of git, wherever they lie: `--git-dir` and variables lead git to them
  { path: /\/(?:config(?:\.worktree)?|\.?gitconfig)$/, among: GIT_SECTIONS, runs: GIT_RUNS },
  { path: /\/rebase-merge\/git-rebase-todo(?:\.backup)?$/, runs: /^[ \t]*(?:x|exec)\s/m },
  // A file in place of the folder `.git`, by which git takes its settings from elsewhere
  { path: /\/\.git$/, runs: /^[ \t]*gitdir\s*:/m },
];

/** Whether agents read a file as instructions: at the start of a session, as a rule or as a skill. */
export const isInstructions = (path: string): boolean =>
  INSTRUCTIONS.test(path) || INSTRUCTION_NAMES.includes(baseName(path)) || RULES.test(path);

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
  // Nearly every other path is told apart by this at once.
  if (content !== undefined && SETTINGS.test(path) && !OF_TESTS.test(path) && saysHumanCommand(content)) return true;
  if (!MAY_START.test(path)) return false;
  const texts = content === undefined ? [] : [content, withoutEscapes(content)];
  const says = (text: string, { among, runs }: StartFile): boolean => among?.test(text) !== false && runs?.test(text) !== false;
  return START_FILES.some(
    file => file.path.test(path) && (content === undefined ? file.isForOthers !== true : texts.some(text => says(text, file))),
  );
}

const MAY_START =
  /\/[._]|mise|devcontainer|lefthook|bazel|rust-toolchain|latexmkrc|(?:package|cdk)\.json$|config|\/hooks\/|rebase-merge|coc-settings|rust-analyzer|pnpm-workspace|bunfig|crush|Session|patches\/|\.sublime-(?:project|build)$/;

/** The characters that JSON, TOML and YAML write as numbers: `\u0043ommand` is `Command`. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/gi, (whole, ...digits: readonly (string | undefined)[]) => {
    const code = Number.parseInt(digits.slice(0, 3).join(''), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

/** Whether a script runs by itself when git or a shell does something else. */
export const runsByItself = (path: string): boolean => SCRIPTS.test(path);
