import { alike } from '../alike.ts';
import type { Mark } from '../marks.ts';
import { isTemporary } from '../places/temporary.ts';
import { isUsualRegistry } from './registries.ts';

/** Variables that make programs load or run something else. Sources: ld.so(8), bash(1), git(1), perlrun(1), the manuals of the others. */
const LOADING =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|GCONV_PATH|BASH_ENV|ENV|BASH_FUNC_.*|PROMPT_COMMAND|PS[0-4]|SHELLOPTS|BASHOPTS|GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|EXEC_PATH|TEMPLATE_DIR|ASKPASS|CONFIG(?:_\w+)?|DIR|WORK_TREE)|SSH_ASKPASS|SUDO_ASKPASS|MAKEFILES|PERL5(?:LIB|OPT|DB)|PERLLIB|PERL_MM_OPT|PYTHON(?:STARTUP|HOME|INSPECT|BREAKPOINT|USERBASE|WARNINGS)|RUBYOPT|RUBYLIB|NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|LUA_INIT\w*|CLASSPATH|LESSOPEN|LESSCLOSE|MANOPT|TERMINFO|LOCPATH|NIS_PATH|HOSTALIASES|GLIBC_TUNABLES|MALLOC_CONF|VIMINIT|EXINIT|GVIMINIT|DOTNET_STARTUP_HOOKS|COR(?:ECLR)?_(?:PROFILER\w*|ENABLE_PROFILING)|OPENSSL_(?:CONF|ENGINES)|GTK_MODULES|QT_PLUGIN_PATH|npm_config_(?:script_shell|shell|prefix|node_options|onload_script|git))$/i;

/** Variables that name a program which some other program starts for people: editors, pagers, remote shells. */
const PROGRAMS =
  /^(?:(?:\w+_)?(?:PAGER|EDITOR|BROWSER)|MANPAGER|HGEDITOR|HGMERGE|VISUAL|SHELL|LESSEDIT|RSYNC_RSH|CVS_RSH|FCEDIT|SVN_SSH|TAR_OPTIONS|FZF_(?:DEFAULT|CTRL_T|ALT_C)_COMMAND)$/;

/** Variables that name a tool of a build: compilers, linkers, runners, wrappers. Sources: GNU make, Cargo, CMake, Meson, ccache. */
const TOOLS =
  /^(?:CC|CXX|CPP|LD|AR|AS|FC|F77|NM|RANLIB|STRIP|OBJC|OBJCOPY|YACC|LEX|MAKE|RUSTC|RUSTDOC|RUSTFMT|CARGO|PKG_CONFIG|CCACHE_PREFIX\w*|HOSTCC|CROSS_COMPILE|CHROME_BIN|PUPPETEER_EXECUTABLE_PATH|ESBUILD_BINARY_PATH|SASS_BINARY_PATH|GOROOT|GOTOOLDIR|\w+_(?:RUNNER|LINKER|WRAPPER|LAUNCHER|COMPILER|CC|CXX|AR)|npm_config_(?:python|node_gyp|ignore_scripts_path))$/i;

/** Variables that name a file or folder of settings by which programs run something. */
const SETTINGS =
  /^(?:PSQLRC|PIP_CONFIG_FILE|npm_config_(?:user|global)config|ZDOTDIR|R_PROFILE(?:_USER)?|R_ENVIRON(?:_USER)?|PHP_INI_SCAN_DIR|PHPRC|RIPGREP_CONFIG_PATH|INPUTRC|WGETRC|CURL_HOME|MYSQL_HOME|PGSYSCONFDIR|SCREENRC|UV_CONFIG_FILE|YARN_RC_FILENAME|PYTEST_PLUGINS|LUA_C?PATH|JULIA_LOAD_PATH|TEXINPUTS|NIX_PATH|ANSIBLE_(?:CONFIG|LIBRARY|\w+_PLUGINS)|TF_CLI_CONFIG_FILE|BUNDLE_GEMFILE)$/i;

/** Variables that name a file of settings which may name a program: one that lies where anybody writes is somebody's code. */
const SETTING_FILES =
  /^(?:AWS_(?:CONFIG|SHARED_CREDENTIALS)_FILE|KUBECONFIG|PGSERVICEFILE|BOTO_CONFIG|GIT_CONFIG_(?:GLOBAL|SYSTEM)|npm_config_(?:user|global)config|PIP_CONFIG_FILE|NETRC|TF_CLI_CONFIG_FILE|RCLONE_CONFIG|MYCLIRC|PRE_COMMIT_CONFIG|VAULT_CONFIG_PATH|CONTAINERS_CONF|STARSHIP_CONFIG|HGRCPATH|JJ_CONFIG|DIRENV_CONFIG)$/i;

/** The same for folders of settings, which are harmless as long as they are empty. */
const SETTING_FOLDERS =
  /^(?:DOCKER_CONFIG|CARGO_HOME|GNUPGHOME|XDG_CONFIG_(?:HOME|DIRS)|CLOUDSDK_CONFIG|GRADLE_USER_HOME|HELM_(?:PLUGINS|CONFIG_HOME)|VAGRANT_(?:HOME|DOTFILE_PATH)|AZURE_CONFIG_DIR|GH_CONFIG_DIR|RUSTUP_HOME|BUNDLE_APP_CONFIG|M2_HOME|MAVEN_USER_HOME|IPYTHONDIR|JUPYTER_CONFIG_(?:DIR|PATH)|MPLCONFIGDIR|NVIM_APPNAME|KREW_ROOT|PULUMI_HOME|ANSIBLE_HOME|HOME)$/;

/** Whether a variable names settings by which a program may run something: a file of them, or a folder. */
export function namesSettings(name: string): 'file' | 'folder' | undefined {
  return SETTING_FILES.test(name) ? 'file' : SETTING_FOLDERS.test(name) ? 'folder' : undefined;
}

/** Options that another program adds to every call, with what makes them run or lose something. */
const OPTIONS: readonly (readonly [name: RegExp, harm: RegExp])[] = [
  [/^(?:GNU)?M(?:AKE)?FLAGS$/, /--eval|(?:^|\s)-?\w*E|--(?:make)?file|(?:^|\s)-\w*[fIC]|\bSHELL\s*=|\$[({]|`|[;|&]/],
  [/^TF_CLI_ARGS\w*$/, /-destroy|auto-approve|-plugin-dir|-from-module/],
  [/^FZF_\w*OPTS$/, /execute|become|reload|--preview|--bind|--history/],
  [/^GOFLAGS$/, /-(?:toolexec|exec|vettool|overlay|insecure|modfile)\b/],
  [
    /^(?:CARGO_)?(?:ENCODED_)?(?:\w+_)?RUSTFLAGS$/,
    /(?:linker|plugin)\s*=?\s*\.{0,2}\/(?:tmp|var\/tmp|dev)|link-arg=-fplugin|[;|`]/,
  ],
  [/^(?:CGO_)?(?:C|CXX|CPP|LD)FLAGS$/, /-fplugin|-wrapper|-specs|-B\s*\/tmp|[;|`]|\$\(/],
  [/^PYTEST_ADDOPTS$/, /(?:^|\s)-p\s+(?!no:)|--(?:rootdir|confcutdir|import-mode|pyargs)|(?:^|\s)-[co]\s/],
  [
    /^(?:GRADLE|JAVA|SBT|ANT|CATALINA|LEIN_JVM)_OPTS$|^MAVEN_ARGS$|^JVM_OPTS$/,
    /-javaagent|-agent|OnError|OnOutOfMemory|-Dexec\./,
  ],
  [/^ERL_[AZ]?FLAGS$/, /-eval|-s\s|-run\s/],
  [/^LESS$/, /\+!|\+\|/],
  [/^DOCKER_HOST$/, /^tcp:\/\/(?!localhost|127\.|\[::1\])/],
];

/** Where packages come from. */
const REGISTRIES =
  /^(?:npm_config_(?:registry|@.*registry)|YARN_(?:NPM_)?REGISTRY(?:_SERVER)?|BUN_CONFIG_REGISTRY|COREPACK_NPM_REGISTRY|PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|UV_FIND_LINKS|PDM_PYPI_URL|POETRY_REPOSITORIES_\w+_URL|GOPROXY|CARGO_(?:REGISTR(?:Y|IES)|SOURCE)_\w*(?:INDEX|REGISTRY|REPLACE_WITH)|BUNDLE_MIRROR__\w+|RUBYGEMS_HOST|HOMEBREW_\w+_(?:DOMAIN|REMOTE)|NVM_NODEJS_ORG_MIRROR|RUSTUP_DIST_SERVER|RUSTUP_UPDATE_ROOT|CONDA_CHANNEL(?:S|_ALIAS)|HEX_MIRROR(?:_URL)?|COMPOSER_REPO_PACKAGIST|(?:ELECTRON|CYPRESS|PUPPETEER|PLAYWRIGHT)_\w*(?:MIRROR|HOST|BASE_URL))$/i;

/** Variables that switch a protection off, with the values that do so. */
const protections: Readonly<Record<string, readonly [value: RegExp, mark: Mark]>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: [/^0$/, 'weakens'],
  PYTHONHTTPSVERIFY: [/^0$/, 'weakens'],
  CURL_CA_BUNDLE: [/^$/, 'weakens'],
  ...alike('GIT_SSL_NO_VERIFY SSLKEYLOGFILE PIP_TRUSTED_HOST GOINSECURE GONOSUMDB GONOSUMCHECK', [/./, 'weakens']),
  GOSUMDB: [/^off$/, 'weakens'],
  COREPACK_ENABLE_UNSAFE_CUSTOM_URLS: [/[^0]/, 'weakens'],
  COREPACK_INTEGRITY_KEYS: [/^0?$/, 'weakens'],
  npm_config_strict_ssl: [/^false$/, 'weakens'],
  HUSKY: [/^0$/, 'skips_checks'],
  ...alike('HUSKY_SKIP_HOOKS SKIP PRE_COMMIT_ALLOW_NO_CONFIG', [/./, 'skips_checks']),
  LEFTHOOK: [/^(?:0|false)$/, 'skips_checks'],
  GIT_ALLOW_PROTOCOL: [/ext/, 'skips_checks'],
};

const SAFE_PROGRAMS =
  /^(?:|cat|less|more|most|head|tee|true|:|vi|vim|nvim|nano|emacs|code|code --wait|ed|delta|bat|bash|zsh|fish|sh|\/bin\/\w+|\/usr\/bin\/\w+|less -\w+|ssh|ssh -[\w ]+|none|echo|firefox|chromium|google-chrome|open|xdg-open|(?:fd|fdfind|rg|find|ag|ls|git ls-files)(?: [\w.*!/'" -]+)?)$/;

/** A tool by its name or its path, with plain options; nothing that a shell would act on, and nothing from where anybody can write. */
export function isPlainTool(text: string): boolean {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  if (!/^[\w\s.+,=/:@%-]*$/.test(text) || rest.some(word => word === '-c')) return false;
  return (
    !/^(?:.*\/)?(?:rm|dd|mv|shred|git|curl|wget|nc|(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|eval|sudo|env|xargs|find)$/.test(
      first,
    ) && ![first, ...rest].some(word => isTemporary(word) || word.startsWith('/dev/'))
  );
}

/** What setting a variable does to later programs: loads code, switches a check off, takes packages from elsewhere, or nothing to speak of. */
export function variableMarks(name: string, text: string | undefined): readonly Mark[] {
  if (isHarmlessSetting(name, text)) return [];
  if (
    /^(?:PS[0-4]|ENV|CLASSPATH|PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB|GIT_DIR|GIT_WORK_TREE|GIT_CONFIG_NOSYSTEM|TERMINFO|LD_LIBRARY_PATH|PYTHONWARNINGS)$/.test(
      name,
    )
  )
    return plainUnlessTemporary(name, text);
  if (LOADING.test(name)) return text === '' || text === '/dev/null' ? [] : ['tampered_environment'];
  if (PROGRAMS.test(name)) return text !== undefined && SAFE_PROGRAMS.test(text) ? [] : ['tampered_environment'];
  if (TOOLS.test(name)) return text === undefined || isPlainTool(text) ? [] : ['tampered_environment'];
  if (SETTINGS.test(name)) return isOwnSetting(text) ? [] : ['tampered_environment'];
  if (REGISTRIES.test(name)) return isOwnRegistry(text) ? [] : ['weakens'];
  if (OPTIONS.some(([which, harm]) => which.test(name) && text !== undefined && harm.test(text))) return ['tampered_environment'];
  const [harm, mark] = (Object.hasOwn(protections, name) ? protections[name] : undefined) ?? [];
  return mark !== undefined && text !== undefined && harm?.test(text) === true ? [mark] : [];
}

function isHarmlessSetting(name: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (name === 'NODE_OPTIONS') return !/(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--env-file)/.test(text);
  if (name === 'GIT_SSH_COMMAND')
    return /^ssh(?: -(?:i|p|o|F) ?[\w./~=-]+)*$/.test(text) && !/ProxyCommand|LocalCommand/i.test(text);
  return (
    /^(?:MAVEN_OPTS|_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)$/.test(name) &&
    !/-javaagent|-agent|OnError|OnOutOfMemory/.test(text)
  );
}

/** Names that are everyday settings unless they hold code or point to where anybody can write. */
function plainUnlessTemporary(name: string, text: string | undefined): readonly Mark[] {
  if (text === undefined) return [];
  if (/[`$]\(|`/.test(text)) return ['tampered_environment'];
  return !name.startsWith('GIT') && text.split(':').some(part => isTemporary(`${part}/x`)) ? ['tampered_environment'] : [];
}

function isOwnSetting(text: string | undefined): boolean {
  if (text === undefined) return false;
  return (
    text === '' || text === '/dev/null' || text.split(':').every(part => !/^[/~]/.test(part) || /^\/(?:etc|usr|opt)\//.test(part))
  );
}

const isOwnRegistry = (text: string | undefined): boolean =>
  text === undefined ||
  text === '' ||
  text
    .split(/[,|\s]+/)
    .every(part => /^(?:|direct|off|defaults|conda-forge|bioconda|pytorch|nvidia)$/.test(part) || isUsualRegistry(part));
