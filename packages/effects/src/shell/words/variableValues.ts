import { alike } from '../../alike.ts';
import { literal, unknownField, patternField } from './field.ts';
import type { Field } from './field.ts';
import type { Frame } from './frame.ts';
import { referredName } from './shellState.ts';
import { isSecretVariable } from '../../places/secrets.ts';
import { TEMPORARY } from '../../places/temporary.ts';

/** Parameters whose value is some short word that cannot name a path or an option. */
const TOKENS =
  /^(?:[?$!#-]|S?RANDOM|SECONDS|LINENO|E?UID|PPID|BASHPID|EPOCH(?:SECONDS|REALTIME)|HOST(?:NAME|TYPE)|OSTYPE|MACHTYPE|SHLVL|BASH_VERSION|COLUMNS|LINES|USER|LOGNAME)$/;

/** What variables that name a folder or a program hold unless somebody changed them. */
const USUAL_VALUES: Readonly<Record<string, string>> = {
  ...alike('TMPDIR TMP TEMP RUNNER_TEMP', TEMPORARY),
  XDG_CONFIG_HOME: '~/.config',
  XDG_CACHE_HOME: '~/.cache',
  XDG_DATA_HOME: '~/.local/share',
  NVM_DIR: '~/.nvm',
  CARGO_HOME: '~/.cargo',
  PYENV_ROOT: '~/.pyenv',
  SDKMAN_DIR: '~/.sdkman',
  SHELL: '/bin/sh',
  ...alike('EDITOR VISUAL', 'vi'),
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
function fromEnvironment(name: string, frame: Frame): Field {
  const { options } = frame.run;
  const unset = unknownField(`$${name}`, false, ['environment']);
  const known = (text: string | undefined): Field => (text === undefined ? unset : literal(text));
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
  if (TOKENS.test(name)) return ofProcess(name, patternField('*', `$${name}`));
  return options.env?.[name] === undefined ? { ...unset, likely: '' } : unset;
}

/** The meaning of a parameter: its values, and whether they stay separate words inside quotes (`"$@"`). */
export interface Values {
  readonly fields: readonly Field[];
  readonly list: boolean;
}

/** One value that is no list. */
export const single = (field: Field): Values => ({ fields: [field], list: false });

/** The values of a parameter by name, as far as they are known. */
export function lookUp(name: string, frame: Frame): Values {
  const { state } = frame;
  if (name === '@' || name === '*')
    return state.parameters ? { fields: state.parameters, list: name === '@' } : single(unknownField(`$${name}`, true));
  if (/^[1-9]\d*$/.test(name)) {
    const at = Number(name) - 1;
    return { fields: state.parameters?.slice(at, at + 1) ?? [{ ...unknownField(`$${name}`), likely: '' }], list: false };
  }
  const variable = state.variables.get(referredName(name, state));
  if (variable !== undefined) return { fields: variable.fields.slice(0, 1), list: false };
  if (name === '0') return single(literal(frame.calls.findLast(call => call.startsWith('/')) ?? 'bash'));
  return single(fromEnvironment(name, frame));
}
