import { absolutePath } from '../../places/lexical.ts';
import type { OptionTable } from '../../programs/descriptor.ts';
import type { CommandLine } from '../calls/commandLine.ts';
import { readCommandLine, hasOption, valuesOf, OptionIndex } from '../calls/commandLine.ts';
import { emitFile } from '../calls/emitFile.ts';
import { printEnvironment } from '../calls/rules/allVariables.ts';
import { descend, emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { opaque } from '../words/stream.ts';
import { emitExported, setShellVariable } from './assignments.ts';
import { quoteFields } from './running.ts';

const envOptions: OptionTable = {
  '-i --ignore-environment -': 'flag',
  '-0 --null -v --debug': 'flag',
  '-u --unset': 'text',
  '-C --chdir': 'chdir',
  '-S --split-string': 'shell',
  '--block-signal --default-signal --ignore-signal': { value: 'text', attachedOnly: true },
};

/** `BASH_FUNC_name%%=() { … }` gives a function to the shells that are started. */
function runExported(value: string, frame: Frame): void {
  const [, body] = /^\s*\(\)\s*(.*)$/s.exec(value) ?? [];
  if (body !== undefined) start({ type: 'text', text: literal(body) }, { ...frame, possible: true });
}

/** Takes `NAME=value` words off the front and sets them for what follows. */
function assignLeading(fields: readonly Field[], frame: Frame): readonly Field[] {
  let at = 0;
  for (; at < fields.length; at++) {
    const field = fields[at];
    const [, name] = /^([^=\uF8FE]+)=/.exec(field?.text ?? '') ?? [];
    if (field === undefined || name === undefined) break;
    if (name.startsWith('BASH_FUNC_')) runExported(field.text.slice(name.length + 1), frame);
    setShellVariable(name, { ...field, text: field.text.slice(name.length + 1) }, frame);
    emitExported(name, frame);
  }
  return fields.slice(at);
}

/** A frame for the command behind a wrapper, with its own state, in the folder that an option names. */
function withState(frame: Frame, line: CommandLine, option: string): Frame {
  const state = forkState(frame.state);
  for (const folder of valuesOf(line, option)) {
    const text = knownText(folder);
    state.cwd = text === undefined ? undefined : absolutePath(text, state.cwd);
  }
  return { ...frame, state };
}

const env: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(envOptions), 'posix');
  const inner = descend(withState(frame, line, '-C'), name);
  if (inner === undefined) return opaque();
  const [text] = valuesOf(line, '-S');
  if (text !== undefined)
    return start({ type: 'text', text: { ...text, text: `env ${text.text} ${quoteFields(line.operands)}` } }, inner);
  const rest = assignLeading(line.operands[0]?.text === '-' ? line.operands.slice(1) : line.operands, inner);
  if (rest.length > 0) return start({ type: 'words', words: rest }, inner);
  return hasOption(line, '-i') ? opaque('environment') : printEnvironment(name, frame);
};

const sudoOptions: OptionTable = {
  '-u --user': 'text',
  '-D --chdir': 'chdir',
  '-g --group -C --close-from -h --host -p --prompt -R --chroot -r --role -t --type': 'text',
  '-T --command-timeout -U --other-user -a --auth-type -c --login-class': 'text',
  '-e --edit': 'flag',
  '-l --list': 'flag',
  '-v --validate': 'flag',
  '-k --reset-timestamp': 'flag',
  '-K --remove-timestamp': 'flag',
  '-V --version': 'flag',
  '--help': 'flag',
  '-s --shell': 'flag',
  '-i --login': 'flag',
};

const LOOKS_ONLY = ['-l', '-v', '-k', '-K', '-V', '--help'];

/** A command that is run with other rights is judged by what it does; a shell with other rights may do anything. */
const gainRights = (frame: Frame, program: string, user: string, opensShell: boolean): void =>
  emit(frame, {
    kind: 'privilege',
    target: { type: 'named', category: 'user', name: user },
    program,
    tags: opensShell ? ['privilege'] : [],
  });

/** sudo and its like: what follows runs with other rights. */
const privileged =
  (options: OptionTable): Handler =>
  ({ name, args, frame }) => {
    const line = readCommandLine(args, new OptionIndex(options), 'posix');
    const has = (option: string): boolean => hasOption(line, option);
    const user = knownText(valuesOf(line, '-u')[0]) ?? 'root';
    if (LOOKS_ONLY.some(has) && line.operands.length === 0) return opaque();
    const opensShell = line.operands.length === 0 || has('-s') || has('-i');
    gainRights(frame, name, user, opensShell);
    const inner = descend(withState(frame, line, '-D'), name);
    if (inner === undefined) return opaque();
    if (has('-e')) {
      for (const file of line.operands) emitFile(file, { kind: 'write', program: name }, inner);
      return opaque();
    }
    const rest = assignLeading(line.operands, inner);
    return rest.length === 0 ? opaque() : start({ type: 'words', words: rest }, inner);
  };

/** su and runuser: the user comes first, the command as shell text. */
const su: Handler = ({ name, args, frame }): Stream => {
  const options: OptionTable = {
    '-c --command --session-command': 'shell',
    '-s --shell': 'text',
    '-g --group -G -w': 'text',
    '-u --user': 'text',
  };
  const line = readCommandLine(args, new OptionIndex(options), 'gnu');
  const operands = line.operands.filter(({ text }) => text !== '-');
  const [owner] = valuesOf(line, '-u');
  const texts = valuesOf(line, '-c');
  const words = owner === undefined ? [] : operands;
  gainRights(frame, name, knownText(owner ?? operands[0]) ?? 'root', texts.length === 0 && words.length === 0);
  const inner = descend({ ...frame, state: forkState(frame.state) }, name);
  if (inner === undefined) return opaque();
  for (const text of texts) start({ type: 'text', text }, inner);
  return texts.length === 0 && words.length > 0 ? start({ type: 'words', words }, inner) : opaque();
};

const sudo = privileged(sudoOptions);
const doas = privileged({ '-u': 'text', '-C -a': 'text', '-s': 'flag', '-n -L': 'flag' });
const userFirst: Handler = ({ name, args, frame }) => sudo({ name, args: args.slice(1), frame });

/** Wrappers that change variables or rights for the command that follows. */
export const environmentWrappers: Readonly<Record<string, Handler>> = {
  env,
  genv: env,
  sudo,
  doas,
  pkexec: privileged({ '--user': 'text', '-u': 'text' }),
  run0: sudo,
  gosu: userFirst,
  'su-exec': userFirst,
  setpriv: privileged({ '--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits': 'text', '-u': 'text' }),
  su,
  runuser: su,
};
