import type { OptionTable } from '../../programs/descriptor.ts';
import { emitFixed } from '../calls/applyCall.ts';
import { holdsLocalData, isLocalData } from '../calls/applyUse.ts';
import { frameChange } from '../calls/frameChange.ts';
import { OptionIndex, readCommandLine } from '../calls/commandLine.ts';
import { emitFile } from '../calls/emitFile.ts';
import { networkTarget } from '../calls/network.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, emit, emitUnknown, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { Handler } from './handler.ts';
import { joinFields } from './running.ts';

const sshOptions: OptionTable = {
  '-R': 'text',
  '-D': 'text',
  '-b -B -c -e -I -J -L -l -m -O -p -Q -S -w -W': 'text',
  '-E': 'write',
  '-F -i': 'text',
  '-o': 'text',
};

/** Options of ssh that run a command on this machine. Source: ssh_config(5). */
const localCommand = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand|ProxyUseFdpass)[= ]+(.*)$/is;

/** autossh takes the port that it watches by, and goes into the background itself. */
const autosshOptions: OptionTable = { ...sshOptions, '-M': 'text', '-f': 'flag' };

/** Ports that are opened by a setting rather than an option. */
const forwards = /^(?:RemoteForward|DynamicForward)[= ]/i;

/** ssh joins its words to shell text for the other machine. */
const ssh: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(name === 'autossh' ? autosshOptions : sshOptions), 'posix');
  for (const { option, values } of line.given) {
    const value = values[0]?.field;
    const command = value === undefined ? undefined : localCommand.exec(value.text)?.[1];
    if (option.name === '-E' && value !== undefined) emitFile(value, { kind: 'write', program: name }, frame);
    if (command === undefined || value === undefined || /^(?:none|no|yes)$/i.test(command)) continue;
    const inner = descend(frame, name);
    if (inner !== undefined)
      start({ type: 'text', text: { ...value, text: command } }, { ...inner, tags: [...inner.tags, 'runs_code'] });
  }
  const [host, ...words] = line.operands;
  if (host === undefined) return opaque();
  const given = line.given.flatMap(({ values }) => values.map(({ field }) => field));
  const leaks = (frame.stdin !== undefined && isLocalData(frame.stdin)) || [...given, host, ...words].some(holdsLocalData);
  if (line.given.some(({ option, values }) => /^-[RD]$/.test(option.name) || forwards.test(values[0]?.field.text ?? '')))
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

const starting =
  /^(?:new(?:-session|-window)?|neww|split-window|splitw|respawn-pane|respawn-window|run-shell|run|if-shell|if|pipe-pane|pipep|display-popup|popup|confirm-before)$/;

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

/** tmux: what it starts runs in a shell of its own; keys that are sent are shell text for whoever is listening. */
const tmux: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(tmuxOptions), 'posix');
  const [subcommand, ...rest] = line.operands;
  const verb = knownText(subcommand);
  const inner = descend(frame, name, { tags: [...frame.tags, 'detached'] });
  if (verb === undefined || inner === undefined) return opaque();
  const valued: OptionTable = { '-s -n -t -x -y -F -e -l -p -b -c -w -h': 'text', '-d -P -A -D -E -X -v -R -N -k -I -O': 'flag' };
  if (/^send(?:-keys)?$/.test(verb)) {
    const keys = readCommandLine(rest, new OptionIndex({ '-t -N': 'text' }), 'gnu').operands.filter(
      ({ text }) => !/^(?:Enter|C-[a-z]|Escape|Tab|Up|Down|Space|BSpace)$/.test(text),
    );
    start({ type: 'text', text: joinFields(keys) }, inner);
  } else if (starting.test(verb)) {
    const { operands } = readCommandLine(rest, new OptionIndex(valued), 'posix');
    const session = /^new(?:-session)?$/.test(verb) ? valueOf(/^-\w*s$/, rest) : undefined;
    if (session !== undefined) frame.run.sessions.add(`tmux ${session}`);
    if (operands.length > 0) start({ type: 'text', text: joinFields(operands) }, inner);
  } else if (/^kill-(?:server|session|window|pane)$|^kill[wp]$/.test(verb)) {
    const everyOther = rest.some(({ text }) => /^-\w*a/.test(text));
    const session = verb === 'kill-server' || everyOther ? undefined : valueOf(/^-t$/, rest)?.replace(/^=|[:.].*$/gs, '');
    stopSession(name, session, frame);
  }
  return opaque();
};

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
