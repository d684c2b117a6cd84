import type { OptionTable } from '../../programs/descriptor.ts';
import { emitFixed } from '../calls/applyCall.ts';
import { holdsLocalData, isLocalData } from '../calls/applyUse.ts';
import { OptionIndex, readCommandLine, valuesOf } from '../calls/commandLine.ts';
import type { CommandLine } from '../calls/commandLine.ts';
import { emitFile, emitGivenFiles } from '../calls/emitFile.ts';
import { judgeInnerPrograms } from '../calls/innerPrograms.ts';
import { networkTarget } from '../calls/network.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, emit, emitUnknown, start, frameChange } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { Handler } from './handler.ts';
import { printEnvironment } from './printing.ts';
import { joinFields } from './running.ts';

const sshOptions: OptionTable = {
  '-R': 'text',
  '-D': 'text',
  '-b -B -c -e -J -L -l -m -O -p -Q -S -w -W': 'text',
  '-E': 'write',
  '-i': 'text',
  '-F': 'text',
  '-I': 'text',
  '-o': 'text',
};

/** Options of ssh that run a command on this machine. Source: ssh_config(5). */
const LOCAL_COMMAND = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand|ProxyUseFdpass)[= ]+(.*)$/is;

/** autossh takes the port that it watches by, and goes into the background itself. */
const autosshOptions: OptionTable = { ...sshOptions, '-M': 'text', '-f': 'flag' };

/** A command for the other machine, and libraries that ssh loads here, by settings rather than words and options. */
const REMOTE_COMMAND = /^RemoteCommand[= ]+(.*)$/is;
const LIBRARY = /^(?:PKCS11Provider|SecurityKeyProvider)[= ]+(?!none\b)/i;

/** Ports of this machine that lead to others, and ports that others reach this machine by, as a setting or an option. */
const LEADS_AWAY = /^(?:-[LD]$|(?:local|dynamic)forward\b)/;
const OPENS = /^(?:-[RD]$|(?:remote|dynamic)forward\b)/;

/** What options and settings of ssh run on this machine: commands, libraries, a file of settings. */
function runLocally(line: CommandLine, name: string, frame: Frame): void {
  for (const { option, values } of line.given) {
    const value = values[0]?.field;
    const command = value === undefined ? undefined : LOCAL_COMMAND.exec(value.text)?.[1];
    if (value !== undefined && (option.name === '-I' || LIBRARY.test(value.text)))
      emitUnknown(frame, 'loads native code', ['runs_code'], value.source, name);
    if (value !== undefined && option.name === '-F' && !/^(?:none|\/dev\/null)$/.test(value.text))
      start({ type: 'file', file: value, program: name, args: [], use: { as: 'execute', language: 'ssh_config' } }, frame);
    if (command === undefined || value === undefined || /^(?:none|no|yes)$/i.test(command)) continue;
    const inner = descend(frame, name);
    if (inner !== undefined)
      start({ type: 'text', text: { ...value, text: command } }, { ...inner, tags: [...inner.tags, 'runs_code'] });
  }
}

/** ssh joins its words to shell text for the other machine. */
const ssh: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(name === 'autossh' ? autosshOptions : sshOptions), 'posix');
  runLocally(line, name, frame);
  emitGivenFiles(line, name, frame);
  judgeInnerPrograms(name, line.loose, frame);
  const [host, ...rest] = line.operands;
  const set = valuesOf(line, '-o').flatMap(value => {
    const text = REMOTE_COMMAND.exec(value.text)?.[1];
    return text === undefined ? [] : [{ ...value, text }];
  });
  const words = rest.length > 0 ? rest : set;
  if (host === undefined) return opaque();
  const given = line.given.flatMap(({ values }) => values.map(({ field }) => field));
  const leaks = (frame.stdin !== undefined && isLocalData(frame.stdin)) || [...given, host, ...words].some(holdsLocalData);
  const forwards = line.given.map(({ option, values }) =>
    option.name === '-o' ? (values[0]?.field.text.trim().toLowerCase() ?? '') : option.spelling,
  );
  frame.run.tunnels ||= forwards.some(text => LEADS_AWAY.test(text));
  if (forwards.some(text => OPENS.test(text)))
    emitFixed(
      { kind: 'network', target: 'network:listen', tags: ['shares', 'weakens'], note: 'opens a way into or out of this machine' },
      name,
      [],
      frame,
    );
  const target = networkTarget(host.text, leaks ? 'upload' : 'both', 'ssh');
  emit(frame, { kind: 'network', target, program: name, tags: leaks ? ['uploads'] : [] });
  const change = frameChange({ as: 'shell', tags: ['remote_execution'] }, { frame, tags: [] });
  const inner = descend(frame, name, { ...change, stdin: undefined });
  if (inner === undefined) return opaque();
  if (words.length === 0) start({ type: 'input', use: { as: 'shell', tags: ['remote_execution'] }, program: name }, frame);
  else start({ type: 'text', text: joinFields(words) }, { ...inner, stdin: frame.stdin });
  return opaque('network');
};

const watchOptions: OptionTable = {
  '-n --interval': 'text',
  '-d --differences': { value: 'text', attachedOnly: true },
  '-q --equexit': 'text',
  '-s': 'text',
};

const watch: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(watchOptions), 'posix');
  const inner = descend(frame, name);
  if (inner !== undefined && line.operands.length > 0) start({ type: 'text', text: joinFields(line.operands) }, inner);
  return opaque();
};

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
const tmux: Handler = ({ name, args, frame }) => {
  const { operands } = readCommandLine(args, new OptionIndex(tmuxOptions), 'posix');
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
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

const innerOptions: OptionTable = {
  '-s -n -t -x -y -F -e -l -p -b -c -w -h -T -N': 'text',
  '-d -P -A -D -E -X -v -R -k -I -O -r -g -a': 'flag',
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
  if (/^send(?:-keys)?$/.test(verb)) {
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
  } else if (NESTING[verb] !== undefined) nested(operands.slice(NESTING[verb]));
  else if (/^source(?:-file)?$/.test(verb))
    for (const file of operands)
      start({ type: 'file', file, program: name, args: [], use: { as: 'execute', language: 'tmux' } }, inner);
  else if (/^kill-(?:server|session|window|pane)$|^kill[wp]$/.test(verb)) {
    const everyOther = rest.some(({ text }) => /^-\w*a/.test(text));
    const session = verb === 'kill-server' || everyOther ? undefined : valueOf(/^-t$/, rest)?.replace(/^=|[:.].*$/gs, '');
    stopSession(name, session, frame);
  }
}

const screen: Handler = ({ name, args, frame }) => {
  const stuff = args.findIndex(({ text }) => text === 'stuff');
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (inner === undefined) return opaque();
  const typed = args[stuff + 1];
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
const at: Handler = ({ name, args, frame }) => {
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

/** Wrappers that make shell text of their words or their input. */
export const joiningWrappers: Readonly<Record<string, Handler>> = {
  ssh,
  autossh: ssh,
  mosh: ssh,
  watch,
  viddy: watch,
  tmux,
  screen,
  at,
  batch: at,
};
