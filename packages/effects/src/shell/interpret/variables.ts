import { absolutePath } from '../../places/lexical.ts';
import { emitFile } from '../calls/emitFile.ts';
import { printEnvironment } from '../calls/rules/allVariables.ts';
import { emit, emitUnknown } from '../words/emit.ts';
import { evaluateNumber, evaluateSubscript } from '../words/expand.ts';
import type { Field } from '../words/field.ts';
import { isKnown, knownText, literal, patternField, unknownField } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { isVariableName, setVariable } from '../words/shellState.ts';
import { emptyStream } from '../words/stream.ts';
import { emitExported, joined, setShellVariable } from './assignments.ts';
import { printVariables } from './printing.ts';

function exportFunction(name: string, exported: boolean, frame: Frame): void {
  const known = frame.state.functions.get(name);
  if (known !== undefined && exported) frame.state.functions.set(name, { ...known, exported });
}

function declareOne(arg: Field, flags: string, frame: Frame): void {
  const equals = arg.text.indexOf('=');
  const written = equals < 0 ? arg.text : arg.text.slice(0, equals);
  const name = written.replace(/\+$/, '');
  if (/^[A-Za-z_]\w*\[/.test(arg.text)) evaluateSubscript(arg.text, frame);
  if (!isKnown(arg)) frame.run.guarded.add(isVariableName(name) ? name : '*');
  if (!isVariableName(name)) return;
  const value = equals < 0 ? undefined : { ...arg, text: arg.text.slice(equals + 1) };
  if (flags.includes('i')) frame.state.integers.add(name);
  if (flags.includes('n') && value !== undefined) {
    evaluateSubscript(value.text, frame);
    frame.state.references.set(name, isKnown(value) ? value.text : '');
  } else if (value !== undefined)
    setShellVariable(name, written === name ? value : joined(frame.state.variables.get(name), value, name), frame);
}

/** `export`, `declare`, `local` and their like: `NAME=value` words set variables. */
const declare: Handler = ({ name, args, frame }) => {
  const flags = args.flatMap(({ text }) => (/^-[a-zA-Z]+$/.test(text) ? [text.slice(1)] : [])).join('');
  const names = args.filter(({ text }) => !/^[-+]/.test(text));
  if (flags.includes('p')) printVariables(names, frame, name);
  for (const arg of names) {
    if (flags.includes('f')) exportFunction(arg.text, name === 'export' || flags.includes('x'), frame);
    else declareOne(arg, flags, frame);
    if (name === 'export' || flags.includes('x')) emitExported(arg.text.replace(/\+?=.*$/s, ''), frame);
  }
  const prints = name !== 'local' && args.every(({ text }) => /^-\w*p\w*$/.test(text));
  return prints ? printEnvironment(name, frame) : emptyStream;
};

const unset: Handler = ({ args, frame }) => {
  for (const { text } of args) {
    evaluateSubscript(text, frame);
    if (text === 'HISTFILE') setShellVariable('HISTFILE', literal(''), frame);
    frame.state.functions.delete(text);
    if (isVariableName(text)) frame.state.variables.set(text, { fields: [], array: false });
  }
  return emptyStream;
};

const set: Handler = ({ name, args, frame }) => {
  const dashes = args.findIndex(({ text }) => text === '--');
  const first = args.findIndex(({ text }) => !/^[-+]/.test(text));
  if (dashes >= 0) frame.state.parameters = args.slice(dashes + 1);
  else if (first >= 0 && !/^[-+]\w*o$/.test(args[first - 1]?.text ?? '')) frame.state.parameters = args.slice(first);
  args.forEach(({ text }, i) => {
    if (/^-\w*u/.test(text) || (/^-\w*o$/.test(text) && args[i + 1]?.text === 'nounset')) frame.run.guarded.add('*');
    const isAll = /^[-+]\w*a/.test(text) || (/^[-+]\w*o$/.test(text) && args[i + 1]?.text === 'allexport');
    if (isAll) frame.state.exportsAll = text.startsWith('-');
  });
  if (args.some(({ text }, i) => text === '+o' && args[i + 1]?.text === 'history'))
    emit(frame, {
      kind: 'configure',
      target: { type: 'named', category: 'setting', name: 'history' },
      program: 'set',
      tags: ['covers_tracks'],
    });
  return args.length === 0 ? printEnvironment(name, frame) : emptyStream;
};

/** `getopts options name` takes the words one after the other: what it finds is any of them. */
const getopts: Handler = ({ args, frame }) => {
  const name = knownText(args[1]);
  if (name !== undefined && isVariableName(name)) setVariable(frame.state, name, patternField('*', `$${name}`));
  setVariable(frame.state, 'OPTARG', unknownField('$OPTARG'));
  return emptyStream;
};

const shift: Handler = ({ args, frame }) => {
  const count = Number(knownText(args[0]) ?? 1);
  frame.state.parameters = Number.isInteger(count) ? frame.state.parameters?.slice(count) : undefined;
  return emptyStream;
};

const assignsUnknown: Handler = ({ args, frame }) => {
  for (const arg of args) {
    const { text } = arg;
    evaluateNumber(arg, frame);
    const [, name] = /^([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/.exec(text) ?? [];
    if (name !== undefined) setVariable(frame.state, name, patternField('*', `$${name}`));
    if (/[$`]\(|`/.test(text)) emitUnknown(frame, 'arithmetic on text that holds code', ['dynamic', 'obfuscated']);
  }
  return emptyStream;
};

const alias: Handler = ({ args, frame }) => {
  for (const { text } of args) {
    const equals = text.indexOf('=');
    if (equals > 0) frame.state.aliases.set(text.slice(0, equals), text.slice(equals + 1));
  }
  return emptyStream;
};

const unalias: Handler = ({ args, frame }) => {
  for (const { text } of args) frame.state.aliases.delete(text);
  return emptyStream;
};

/** `hash -p path name` makes the name mean the path. */
const hash: Handler = ({ args, frame }) => {
  const [option, path, name] = args;
  const target = path === undefined ? undefined : absolutePath(path.text, frame.state.cwd);
  if (option?.text === '-p' && target !== undefined && name !== undefined) {
    frame.state.aliases.set(name.text, target);
    emit(frame, {
      kind: 'environment',
      target: { type: 'named', category: 'command', name: name.text, value: target },
      program: 'hash',
      tags: ['tampered_environment'],
    });
  }
  return emptyStream;
};

/** `enable -f library name` loads native code into the shell. */
const enable: Handler = ({ args, frame }) => {
  const library = args[args.findIndex(({ text }) => /^-\w*f$/.test(text)) + 1];
  if (args.some(({ text }) => /^-\w*f$/.test(text)) && library !== undefined) {
    emitFile(library, { kind: 'read', program: 'enable' }, frame);
    emitUnknown(frame, 'loads native code into the shell', ['runs_code'], library.source, 'enable');
  }
  return emptyStream;
};

/** The file that `history -a FILE` or `-w FILE` writes: lines of the list, which `history -s` adds to. */
const historyFile = (args: readonly Field[]): Field | undefined => {
  const at = args.findIndex(({ text }) => /^-[aw]/.test(text));
  if (at < 0) return undefined;
  const attached = args[at]?.text.slice(2) ?? '';
  return attached === '' ? args[at + 1] : literal(attached);
};

const history: Handler = ({ args, frame }) => {
  const written = historyFile(args);
  if (written !== undefined) emitFile(written, { kind: 'write', program: 'history' }, frame);
  const erases = args.some(({ text }) => /^-\w*[cdw]/.test(text));
  if (erases)
    emit(frame, {
      kind: 'delete',
      target: { type: 'named', category: 'history', name: 'shell' },
      program: 'history',
      tags: ['covers_tracks'],
    });
  return { origins: ['file'] };
};

/** Traps run when everything else has, with the variables of that time. */
const trap: Handler = ({ args, frame }) => {
  const code = args.find(({ text }) => !/^-[lp]?$|^--$/.test(text));
  if (code !== undefined && args.length > 1)
    frame.run.traps.push(() => void start({ type: 'text', text: code }, { ...frame, possible: true }));
  return emptyStream;
};

const bind: Handler = ({ args, frame }) => {
  if (args.some(({ text }) => text.startsWith('-x')))
    emitUnknown(frame, 'binds a command to a key', ['dynamic'], undefined, 'bind');
  return emptyStream;
};

/** Builtins that change what the shell knows. */
export const variableBuiltins: Readonly<Record<string, Handler>> = {
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset,
  set,
  shift,
  getopts,
  let: assignsUnknown,
  alias,
  unalias,
  hash,
  enable,
  history,
  trap,
  bind,
};
