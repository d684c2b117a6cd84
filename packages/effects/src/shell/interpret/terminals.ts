import type { OptionTable } from '../../programs/descriptor.ts';
import { typesByWords, typesElsewhere } from '../../programs/typing.ts';
import { readCommandLine, OptionIndex, valuesOf } from '../calls/commandLine.ts';
import { emitFile } from '../calls/emitFile.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { printEnvironment } from '../calls/rules/allVariables.ts';
import { emitVariable } from '../calls/rules/settings.ts';
import { descend, emit, emitUnknown } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { joinFields } from './running.ts';

/** Commands of tmux that give their words to a shell. */
const STARTING =
  /^(?:new(?:-session|-window)?|neww|split-window|splitw|respawn-(?:pane|window)|respawn[pw]|run-shell|run|pipe-pane|pipep|display-popup|popup)$/;

/** Commands of tmux whose last words are commands of tmux, with the number of words before them. */
const NESTING: Readonly<Record<string, number>> = {
  'bind-key': 1,
  bind: 1,
  'set-hook': 1,
  'confirm-before': 0,
  confirm: 0,
  'command-prompt': 0,
};

const tmuxOptions: OptionTable = {
  '-f': { as: 'execute', language: 'tmux' },
  '-L -S -T': 'text',
  '-c': 'text',
  '-s -n -t -x -y -F -e -l -p -b -d': 'flag',
};

function valueOf(option: RegExp, args: readonly Field[]): string | undefined {
  const at = args.findIndex(({ text }) => option.test(text));
  return at < 0 ? undefined : knownText(args[at + 1]);
}

/** A session goes away, with all that runs in it. A command that has started it may stop it. */
function stopSession(program: string, session: string | undefined, frame: Frame): void {
  if (session !== undefined && frame.run.sessions.has(`${program} ${session}`)) return;
  const name = session === undefined ? `sessions of ${program}` : `${program} session ${session}`;
  emit(frame, { kind: 'delete', target: { type: 'named', category: 'process', name }, program, tags: ['disrupts'] });
}

/** A file of commands of a multiplexer. */
const runFile = (name: string, file: Field, inner: Frame): unknown =>
  file.text === '/dev/null'
    ? undefined
    : start({ type: 'file', file, program: name, args: [], use: { as: 'execute', language: 'tmux' } }, inner);

/** tmux: the commands between its semicolons, one after the other. */
export const tmux: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(tmuxOptions), 'posix');
  const { operands } = line;
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
  for (const file of valuesOf(line, '-f')) runFile(name, file, inner);
  // In control mode the input holds the commands.
  if (args.slice(0, args.length - operands.length).some(({ text }) => /^-\w*C/.test(text)))
    emitFixed(typesElsewhere, name, [], frame);
  let command: Field[] = [];
  for (const word of [...operands, literal(';')]) {
    if (!word.text.endsWith(';')) command.push(word);
    else {
      if (word.text !== ';') command.push({ ...word, text: word.text.slice(0, -1) });
      runTmux(name, command, frame, inner);
      command = [];
    }
  }
  return operands.some(({ text }) => /^show-?env(?:ironment)?$/.test(text)) ? printEnvironment(name, frame) : opaque();
};

/** Commands of tmux that type into a pane, by any beginning of their names that tmux takes. Source: its manual. */
const TYPES = /^(?:send(?:-\w*)?|paste(?:b|-\w*)?)$/;

/** What types into a pane by an option: output that is piped back, and panes that all get the same keys. */
const TYPES_BY_OPTION = /^pipe\S* (?:\S+ )*-\w*I|^set\S* .*\bsynchronize-panes\b(?! off)/;

const innerOptions: OptionTable = {
  '-s -n -t -x -y -F -e -l -p -b -c -w -h -T -N': 'text',
};

/** Commands in a format: tmux runs `#(command)` and takes what it prints. */
function runFormats(words: readonly Field[], inner: Frame): void {
  for (const { text, ...word } of words)
    for (let at = text.indexOf('#('); at >= 0; at = text.indexOf('#(', at + 2)) {
      const end = closing(text, at + 1);
      start({ type: 'text', text: { ...word, text: text.slice(at + 2, end) } }, inner);
    }
}

/** Where the bracket closes that opens at a position. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Settings of tmux whose value is a command, and settings that give commands other names. Source: its manual. */
const COMMAND_SETTING = /^(?:default-(?:command|shell)|lock-command|copy-command|editor)$/;
const NAMING_SETTING = /^(?:command-alias|user-keys|update-environment)\b/;

/** What tmux runs for a setting, and the file that it writes a buffer to. */
function runSetting(verb: string, words: readonly Field[], name: string, frame: Frame, inner: Frame): void {
  const { operands } = readCommandLine(words, new OptionIndex({ '-t': 'text', '-b': 'text' }), 'posix');
  const [option, ...value] = operands;
  if (/^saveb?(?:-\w*)?$/.test(verb)) {
    if (option !== undefined && option.text !== '-') emitFile(option, { kind: 'write', program: name }, frame);
  } else if (/^(?:set(?:-[eow][\w-]*|w|env)?)$/.test(verb) && option !== undefined) {
    if (COMMAND_SETTING.test(option.text) && value.length > 0) start({ type: 'text', text: joinFields(value) }, inner);
    if (/^setenv|^set-env/.test(verb) && value[0] !== undefined) emitVariable(option.text, value[0], name, frame);
    if (NAMING_SETTING.test(option.text) && value.length > 0)
      emitUnknown(frame, 'gives a command of tmux another name', ['inline_code'], undefined, name);
  }
}

/** One command of tmux: what it starts runs in its own shell; keys that are sent are shell text for the shell that listens. */
function runTmux(name: string, [subcommand, ...rest]: readonly Field[], frame: Frame, inner: Frame): void {
  const verb = knownText(subcommand);
  if (verb === undefined)
    return subcommand && emitUnknown(frame, 'a subcommand known only at run time', ['dynamic'], undefined, name);
  const { operands } = readCommandLine(rest, new OptionIndex(innerOptions), 'posix');
  runFormats(rest, inner);
  runSetting(verb, rest, name, frame, inner);
  const nested = (words: readonly Field[]): void => {
    const text = joinFields(words);
    if (words.length > 0) start({ type: 'text', text: { ...text, text: `${name} ${text.text}` } }, inner);
  };
  if (TYPES.test(verb) || TYPES_BY_OPTION.test([verb, ...rest.map(({ text }) => text)].join(' ')))
    emitFixed(typesElsewhere, name, [], frame);
  if (/^send(?:-k\w*)?$/.test(verb)) {
    const keys = readCommandLine(rest, new OptionIndex({ '-t -N': 'text' }), 'gnu').operands.filter(
      ({ text }) => !/^(?:Enter|C-[a-z]|Escape|Tab|Up|Down|Space|BSpace)$/.test(text),
    );
    start({ type: 'text', text: joinFields(keys) }, inner);
  } else if (STARTING.test(verb)) {
    const session = /^new(?:-session)?$/.test(verb) ? valueOf(/^-\w*s$/, rest) : undefined;
    if (session !== undefined) frame.run.sessions.add(`tmux ${session}`);
    if (operands.length > 0) start({ type: 'text', text: joinFields(operands) }, inner);
  } else if (/^if(?:-shell)?$/.test(verb)) {
    const [condition, ...commands] = operands;
    if (condition !== undefined) start({ type: 'text', text: condition }, inner);
    for (const command of commands) nested([command]);
  } else if (NESTING[verb] !== undefined) {
    if (rest.some(({ text }) => TYPES.test(text))) emitFixed(typesElsewhere, name, [], frame);
    nested(operands.slice(NESTING[verb]));
  } else if (/^source(?:-file)?$/.test(verb)) for (const file of operands) runFile(name, file, inner);
  else if (/^kill-(?:server|session|window|pane)$|^kill[wp]$/.test(verb)) {
    const everyOther = rest.some(({ text }) => /^-\w*a/.test(text));
    const session = verb === 'kill-server' || everyOther ? undefined : valueOf(/^-t$/, rest)?.replace(/^=|[:.].*$/gs, '');
    stopSession(name, session, frame);
  }
}

/** Orders of screen that write a file, and those that run a command. Source: its manual. */
const SCREEN_WRITES = /^(?:writebuf|hardcopy|hardcopydir|bufferfile|logfile|dumptermcap|log)$/;
const SCREEN_RUNS = /^(?:screen|shell|backtick|hardstatus)$/;

/** What an order does that `screen -X` gives to a session. */
function runOrder([verb, ...rest]: readonly Field[], name: string, frame: Frame, inner: Frame): void {
  if (verb === undefined) return;
  const { operands } = readCommandLine(
    rest,
    new OptionIndex({ '-e -t -T': 'text', '-h -fn -f -ln -l -a -M -L': 'flag' }),
    'posix',
  );
  const [file] = operands;
  if (SCREEN_WRITES.test(verb.text) && file !== undefined && !/^(?:on|off)$/.test(file.text))
    emitFile(file, { kind: 'write', program: name }, frame);
  if (!SCREEN_RUNS.test(verb.text)) return;
  const words = verb.text === 'backtick' ? operands.slice(3) : operands;
  if (words.length > 0) start({ type: 'text', text: joinFields(words) }, inner);
}

/** `screen`. */
export const screen: Handler = ({ name, args, frame }) => {
  const stuff = args.findIndex(({ text }) => text === 'stuff');
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
  const typed = args[stuff + 1];
  if (typesByWords(name, args.map(({ text }) => text).join(' '))) emitFixed(typesElsewhere, name, [], frame);
  const session = valueOf(/^-\w*S$/, args);
  const order = args.findIndex(({ text }) => /^-\w*X$/.test(text));
  const orders = order < 0 ? undefined : knownText(args[order + 1]);
  if (order >= 0) runOrder(args.slice(order + 1), name, frame, inner);
  if (orders !== undefined && /^(?:quit|kill)$/.test(orders)) stopSession(name, session, frame);
  if (orders === undefined && session !== undefined) frame.run.sessions.add(`${name} ${session}`);
  if (stuff >= 0 && typed !== undefined)
    return start({ type: 'text', text: { ...typed, text: typed.text.replace(/\\n|\^M|\r/g, '\n') } }, inner);
  const line = readCommandLine(args, new OptionIndex({ '-S -c -e -h -p -s -t -T -X': 'text' }), 'posix');
  return line.operands.length === 0 || args.some(({ text }) => text === '-ls' || text === '-r')
    ? opaque()
    : start({ type: 'words', words: line.operands }, inner);
};

/** `at` and `batch` run shell text from their input later. */
export const at: Handler = ({ name, args, frame }) => {
  if (args.some(({ text }) => /^-[lrdcV]$/.test(text))) return opaque();
  const file = args.findIndex(({ text }) => text === '-f');
  const script = file < 0 ? undefined : args[file + 1];
  if (script !== undefined) {
    emitFile(script, { kind: 'read', program: name }, frame);
    emitUnknown(frame, 'a script that runs later', ['detached'], script.source, name);
  }
  emit(frame, {
    kind: 'configure',
    target: { type: 'named', category: 'schedule', name },
    program: name,
    tags: ['detached', 'persistence'],
  });
  start({ type: 'input', use: { as: 'shell', tags: ['detached'] }, program: name }, frame);
  return opaque();
};
