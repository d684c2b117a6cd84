import type { DetailedUse, OptionTable } from '../../programs/descriptor.ts';
import { isLocalData, holdsLocalData } from '../calls/applyUse.ts';
import type { CommandLine } from '../calls/commandLine.ts';
import { readCommandLine, valuesOf, OptionIndex } from '../calls/commandLine.ts';
import { emitGivenFiles } from '../calls/emitFile.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { networkTarget, leadsHere } from '../calls/network.ts';
import { judgeInnerPrograms } from '../calls/rules/innerPrograms.ts';
import { descend, emit, emitUnknown } from '../words/emit.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start, frameChange } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { joinFields } from './running.ts';
import { tmux, screen, at } from './terminals.ts';

const sshOptions: OptionTable = {
  '-b -B -c -e -i -J -L -l -m -O -p -Q -S -w -W -D -R': 'text',
  '-E': 'write',
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
  judgeInnerPrograms({ name, args: line.loose, frame });
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
  const isHere = leadsHere(host, line, frame);
  const use: DetailedUse = { as: 'shell', tags: isHere ? ['runs_code'] : ['remote_execution'] };
  const change = frameChange(use, { frame, tags: [] });
  if (isHere && change.state !== undefined) change.state.cwd = frame.run.options.home;
  const inner = descend(frame, name, { ...change, stdin: undefined });
  if (inner === undefined) return opaque();
  const place = isHere && change.state !== undefined ? { ...frame, state: change.state } : frame;
  if (words.length === 0) start({ type: 'input', use, program: name }, place);
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

/** Wrappers that make shell text of their words or their input. */
export const joiningWrappers: Readonly<Record<string, Handler>> = {
  ssh,
  autossh: ssh,
  slogin: ssh,
  rsh: ssh,
  dbclient: ssh,
  mosh: ssh,
  watch,
  viddy: watch,
  tmux,
  screen,
  at,
  batch: at,
};
