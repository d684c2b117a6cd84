import { baseName } from '../../places/lexical.ts';
import type { OptionTable } from '../../programs/descriptor.ts';
import { isStandardInput } from '../calls/applyUse.ts';
import { OptionIndex, readCommandLine } from '../calls/commandLine.ts';
import { knownText, literal } from '../words/field.ts';
import { descend, emitUnknown, start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { opaque } from '../words/stream.ts';
import type { Handler } from './handler.ts';

const options: OptionTable = {
  '-c': 'flag',
  '-s': 'flag',
  '-o': 'text',
  '+o': 'text',
  '-O': 'text',
  '+O': 'text',
  '-C --init-command': 'shell',
  '--rcfile --init-file': 'execute',
  '--version --help': 'flag',
  '-n': 'flag',
};

/**
 * A POSIX-like shell: `-c` runs the first operand with the others as parameters, otherwise the first operand is a script file,
 * otherwise the script is the standard input.
 */
const shell: Handler = ({ name, args, frame }) => {
  const fields = args.filter(({ text }) => !/^\+[a-zA-Z]$/.test(text) || text === '+o' || text === '+O');
  const line = readCommandLine(fields, new OptionIndex(options), 'posix');
  const has = (option: string): boolean => line.given.some(given => given.option.name === option);
  if (has('--version')) return opaque();
  const state = forkState(frame.state);
  for (const { option, values } of line.given) {
    const value = values[0]?.field;
    if (value === undefined) continue;
    if (option.name === '--rcfile') start({ type: 'file', file: value, program: name, args: [] }, frame);
    if (option.name === '-C') start({ type: 'text', text: value }, { ...frame, state });
  }
  const [first, ...rest] = line.operands;
  if (has('-c')) {
    if (first === undefined) return opaque();
    state.parameters = rest.slice(1);
    for (const [key, { exported }] of state.functions) if (exported !== true) state.functions.delete(key);
    const inner = descend(frame, `${name} -c`, { state });
    return inner === undefined ? opaque() : start({ type: 'text', text: first }, inner);
  }
  if (first !== undefined && !isStandardInput(first) && !has('-s')) {
    if (!has('-n')) start({ type: 'file', file: first, program: name, args: rest }, frame);
    return opaque('file');
  }
  const parameters = rest;
  start({ type: 'input', use: { as: 'shell' }, program: name }, { ...frame, state: { ...state, parameters } });
  return opaque();
};

/** Shells of other families: their text is not bash, so nothing in it is taken for known. */
const foreign: Handler = ({ name, args, frame }) => {
  if (args.length > 0 && args.every(({ text }) => /^--?v(?:ersion)?$|^--?h(?:elp)?$/i.test(text))) return opaque();
  emitUnknown(
    frame,
    'commands of a shell that is not understood',
    ['inline_code'],
    args
      .map(({ source }) => source)
      .join(' ')
      .slice(0, 200),
    name,
  );
  return opaque();
};

/** busybox and toybox: the applet is the program. */
const applets: Handler = ({ name, args, frame }) => {
  const rest = args.filter((arg, i) => i > 0 || !arg.text.startsWith('--'));
  const inner = rest.length === 0 ? undefined : descend(frame, name);
  return inner === undefined ? opaque() : start({ type: 'words', words: rest }, inner);
};

/** The dynamic linker started by hand runs the program that it is given. */
const linker: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(
    args,
    new OptionIndex({ '--library-path --preload --audit --inhibit-rpath --argv0': 'text' }),
    'posix',
  );
  const preloads = line.given.some(({ option }) => option.name === '--library-path');
  if (preloads) emitUnknown(frame, 'the dynamic linker loads other libraries', ['runs_code'], undefined, name);
  const [first, ...rest] = line.operands;
  const inner = first === undefined ? undefined : descend(frame, name);
  if (first === undefined || inner === undefined) return opaque();
  const program = knownText(first);
  return start(
    { type: 'words', words: [program === undefined ? first : literal(baseName(program), first.source), ...rest] },
    inner,
  );
};

const names = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ksh93', 'mksh', 'ash', 'rbash', 'yash', 'fish', 'csh', 'tcsh'];

/** Shells, and programs that run another program given by name. */
export const shellPrograms: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(names.map(name => [name, shell])),
  pwsh: foreign,
  powershell: foreign,
  'powershell.exe': foreign,
  cmd: foreign,
  'cmd.exe': foreign,
  nu: foreign,
  xonsh: foreign,
  elvish: foreign,
  busybox: applets,
  toybox: applets,
  'ld.so': linker,
  'ld-linux.so.2': linker,
  'ld-linux-x86-64.so.2': linker,
  'ld-linux-aarch64.so.1': linker,
  'ld-linux-armhf.so.3': linker,
  'ld-musl-x86_64.so.1': linker,
  'ld-musl-aarch64.so.1': linker,
};
