import type { Mark } from '../../marks.ts';
import { isTemporary, isTemporaryFor } from '../../places/temporary.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Variables that make programs load or run something else. Sources: ld.so(8), bash(1), git(1), perlrun(1), the manuals of the others. */
const loading =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|GCONV_PATH|BASH_ENV|ENV|BASH_FUNC_.*|PROMPT_COMMAND|PS[0-4]|SHELLOPTS|BASHOPTS|GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|EXEC_PATH|TEMPLATE_DIR|ASKPASS|CONFIG(?:_\w+)?|DIR|WORK_TREE)|SSH_ASKPASS|SUDO_ASKPASS|PERL5(?:LIB|OPT|DB)|PERLLIB|PYTHON(?:STARTUP|HOME|INSPECT|BREAKPOINT|USERBASE)|RUBYOPT|RUBYLIB|NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|LUA_INIT\w*|CLASSPATH|LESSOPEN|LESSCLOSE|MANOPT|TERMINFO|LOCPATH|NIS_PATH|HOSTALIASES|GLIBC_TUNABLES|MALLOC_CONF|RUSTC_WRAPPER|CC_WRAPPER|npm_config_(?:script_shell|prefix|globalconfig|userconfig))$/i;

/** Variables that name a program which some other program starts. */
const programs =
  /^(?:PAGER|GIT_PAGER|MANPAGER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|BROWSER|SHELL|LESSEDIT|RSYNC_RSH|CVS_RSH|FCEDIT|SVN_SSH|TAR_OPTIONS)$/;

/** Variables that switch a protection off, with the values that do so. */
const protections: Readonly<Record<string, RegExp>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: /^0$/,
  PYTHONHTTPSVERIFY: /^0$/,
  GIT_SSL_NO_VERIFY: /./,
  CURL_CA_BUNDLE: /^$/,
  HUSKY: /^0$/,
  HUSKY_SKIP_HOOKS: /./,
  SKIP: /./,
  LEFTHOOK: /^(?:0|false)$/,
  PRE_COMMIT_ALLOW_NO_CONFIG: /./,
  GIT_ALLOW_PROTOCOL: /ext/,
};

const safePrograms =
  /^(?:|cat|less|more|most|head|tee|true|:|vi|vim|nvim|nano|emacs|code|code --wait|ed|delta|bat|bash|zsh|fish|sh|\/bin\/\w+|\/usr\/bin\/\w+|less -\w+|ssh|ssh -[\w ]+)$/;

/** The marks for setting a variable: it changes what later programs load, it switches a check off, or it has none. */
function variableTags(name: string, value: Field, frame: Frame): readonly Mark[] {
  const text = knownText(value);
  if (name === 'PATH') return isPlainPath(value, frame) ? [] : ['tampered_environment'];
  if (
    name === 'NODE_OPTIONS' &&
    text !== undefined &&
    !/(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--env-file)/.test(text)
  )
    return [];
  if (
    name === 'GIT_SSH_COMMAND' &&
    text !== undefined &&
    /^ssh(?: -(?:i|p|o|F) ?[\w./~=-]+)*$/.test(text) &&
    !/ProxyCommand|LocalCommand/i.test(text)
  )
    return [];
  if (/^(?:MAVEN_OPTS|_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)$/.test(name))
    return text !== undefined && !/-javaagent|-agent|OnError|OnOutOfMemory/.test(text) ? [] : ['tampered_environment'];
  if (
    /^(?:PS[0-4]|ENV|CLASSPATH|PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB|GOFLAGS|GIT_DIR|GIT_WORK_TREE|GIT_CONFIG_NOSYSTEM|TERMINFO|LD_LIBRARY_PATH)$/.test(
      name,
    )
  )
    return inProject(name, text);
  if (loading.test(name)) return text === '' || text === '/dev/null' ? [] : ['tampered_environment'];
  if (programs.test(name)) return text !== undefined && safePrograms.test(text) ? [] : ['tampered_environment'];
  return text === undefined || protections[name]?.test(text) !== true
    ? []
    : [
        name.includes('TLS') || name.includes('SSL') || name.includes('HTTPS') || name === 'CURL_CA_BUNDLE'
          ? 'weakens'
          : 'skips_checks',
      ];
}

/** Names that are everyday settings unless they hold code or point to where anybody can write. */
function inProject(name: string, text: string | undefined): readonly Mark[] {
  if (text === undefined) return [];
  if (/[`$]\(|`/.test(text)) return ['tampered_environment'];
  return !name.startsWith('GIT') && text.split(':').some(part => isTemporary(`${part}/x`)) ? ['tampered_environment'] : [];
}

/** A search path that keeps the old one and puts no folder in front that anybody may have filled. */
function isPlainPath(value: Field, frame: Frame): boolean {
  const text = value.text.replace(/\uF8FE/g, '/unknown');
  const parts = text.split(':');
  const { cwd, env } = frame.run.options;
  const keeps =
    value.source.includes('PATH') || (env?.['PATH'] !== undefined && text.includes(env['PATH'])) || text.includes('/usr/bin');
  const { root = frame.run.options.cwd } = frame.run.options;
  return (
    keeps && parts.every(part => part !== '' && part !== '.' && !isTemporaryFor(root, part) && part !== '/tmp' && part !== cwd)
  );
}

/** Records that a variable is set for later programs, when that matters to them. */
export function emitVariable(name: string, value: Field, program: string | undefined, frame: Frame): void {
  const tags = variableTags(name, value, frame);
  if (tags.length === 0) return;
  const text = knownText(value);
  const target = { type: 'named', category: 'variable', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program, tags });
}
