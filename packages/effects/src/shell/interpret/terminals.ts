import type { OptionTable } from '../../programs/descriptor.ts';
import { readCommandLine } from '../calls/commandLine.ts';
import { OptionIndex } from '../calls/optionIndex.ts';
import { emitFile } from '../calls/emitFile.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { typesByWords, typesElsewhere } from '../../programs/typing.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { descend, emit, emitUnknown } from '../words/emit.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { printEnvironment } from './printing.ts';
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

const tmuxOptions: OptionTable = { '-L -S -f -T': 'text', '-c': 'text', '-s -n -t -x -y -F -e -l -p -b -d': 'flag' };

/** The value of an option that stands in a word of its own. */
function valueOf(option: RegExp, args: readonly Field[]): string | undefined {
  const at = args.findIndex(({ text }) => option.test(text));
  return at < 0 ? undefined : knownText(args[at + 1]);
}

/** A session goes away, with all that runs in it. Whoever started it in the same command may stop it. */
function stopSession(program: string, session: string | undefined, frame: Frame): void {
  if (session !== undefined && frame.run.sessions.has(`${program} ${session}`)) return;
  const name = session === undefined ? `sessions of ${program}` : `${program} session ${session}`;
  emit(frame, { kind: 'delete', target: { type: 'named', category: 'process', name }, program, tags: ['disrupts'] });
}

/** tmux: the commands between its semicolons, one after the other. */
export const tmux: Handler = ({ name, args, frame }) => {
  const { operands } = readCommandLine(args, new OptionIndex(tmuxOptions), 'posix');
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
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

/** One command of tmux: what it starts runs in a shell of its own; keys that are sent are shell text for whoever is listening. */
function runTmux(name: string, [subcommand, ...rest]: readonly Field[], frame: Frame, inner: Frame): void {
  const verb = knownText(subcommand);
  if (verb === undefined)
    return subcommand && emitUnknown(frame, 'a subcommand known only at run time', ['dynamic'], undefined, name);
  const { operands } = readCommandLine(rest, new OptionIndex(innerOptions), 'posix');
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
  } else if (/^source(?:-file)?$/.test(verb))
    for (const file of operands)
      start({ type: 'file', file, program: name, args: [], use: { as: 'execute', language: 'tmux' } }, inner);
  else if (/^kill-(?:server|session|window|pane)$|^kill[wp]$/.test(verb)) {
    const everyOther = rest.some(({ text }) => /^-\w*a/.test(text));
    const session = verb === 'kill-server' || everyOther ? undefined : valueOf(/^-t$/, rest)?.replace(/^=|[:.].*$/gs, '');
    stopSession(name, session, frame);
  }
}

/** `screen`. */
export const screen: Handler = ({ name, args, frame }) => {
  const stuff = args.findIndex(({ text }) => text === 'stuff');
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
  const typed = args[stuff + 1];
  if (typesByWords(name, args.map(({ text }) => text).join(' '))) emitFixed(typesElsewhere, name, [], frame);
  const session = valueOf(/^-\w*S$/, args);
  const orders = valueOf(/^-X$/, args);
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
