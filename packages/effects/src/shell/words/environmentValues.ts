import { isSecretVariable } from '../../places/secrets.ts';
import { literal, patternField, unknownField } from './field.ts';
import type { Field } from './field.ts';
import type { Frame } from './frame.ts';

/** Parameters whose value is some short word that cannot name a path or an option. */
const TOKENS = new Set(
  '? $ ! # - RANDOM SRANDOM SECONDS LINENO UID EUID PPID BASHPID EPOCHSECONDS EPOCHREALTIME HOSTNAME HOSTTYPE OSTYPE MACHTYPE SHLVL BASH_VERSION COLUMNS LINES USER LOGNAME'.split(
    ' ',
  ),
);

/** What variables that name a folder or a program hold unless somebody changed them. */
const USUAL_VALUES: Readonly<Record<string, string>> = {
  TMPDIR: '/tmp',
  TMP: '/tmp',
  TEMP: '/tmp',
  RUNNER_TEMP: '/tmp',
  XDG_CONFIG_HOME: '~/.config',
  XDG_CACHE_HOME: '~/.cache',
  XDG_DATA_HOME: '~/.local/share',
  NVM_DIR: '~/.nvm',
  CARGO_HOME: '~/.cargo',
  PYENV_ROOT: '~/.pyenv',
  SDKMAN_DIR: '~/.sdkman',
  SHELL: '/bin/sh',
  EDITOR: 'vi',
  VISUAL: 'vi',
  PAGER: 'less',
  MAKE: 'make',
  CC: 'cc',
  CXX: 'c++',
  PYTHON: 'python3',
};

/** The numbers of this shell and of who started it are those of somebody's process. */
function ofProcess(name: string, field: Field): Field {
  if (/^(?:\$|BASHPID)$/.test(name)) return { ...field, origins: ['process', 'own_process'] };
  return name === 'PPID' ? { ...field, origins: ['process'] } : field;
}

/** Credentials of the environment are never put into words: effects are logged. */
export function fromEnvironment(name: string, frame: Frame): Field {
  const { options } = frame.run;
  const known = (text: string | undefined): Field =>
    text === undefined ? unknownField(`$${name}`, false, ['environment']) : literal(text);
  if (frame.place === 'here') {
    if (name === 'PWD') return known(frame.state.cwd);
    if (name === 'HOME') return known(options.home ?? options.env?.['HOME']);
    const value = options.env?.[name];
    if (value !== undefined && !isSecretVariable(name)) return literal(value);
  }
  const usual = USUAL_VALUES[name];
  if (usual !== undefined && (!usual.startsWith('~') || options.home !== undefined))
    return literal(usual.replace('~', options.home ?? ''));
  if (name === 'IFS') return literal(' \t\n');
  if (TOKENS.has(name)) return ofProcess(name, patternField('*', `$${name}`));
  const unset = unknownField(`$${name}`, false, ['environment']);
  return options.env?.[name] === undefined ? { ...unset, likely: '' } : unset;
}
