import { RUNS_LATER } from '../../places/governed.ts';
import { absolutePath } from '../../places/lexical.ts';
import { startsPrograms } from '../../places/startFiles.ts';
import { typesElsewhere } from '../../programs/typing.ts';
import { emitFile, isKept, mayHoldData } from '../calls/emitFile.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { isLoopback, networkTarget } from '../calls/network.ts';
import { emitExhaustion, contentOf } from '../calls/outputs.ts';
import { judgeLater } from '../calls/rules/innerPrograms.ts';
import { emit, emitUnknown, emitEnvironment } from '../words/emit.ts';
import { evaluateSubscript, expandHereDocument, expandOne, expandWord } from '../words/expand.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Command, HereDoc, Redirection } from '../words/parser.ts';
import type { Stream } from '../words/stream.ts';
import { emptyStream, opaque, concat } from '../words/stream.ts';
import { matchesOf } from './runFile.ts';

/** Where a command's input comes from and its output goes, as far as redirections change it. */
interface Redirected {
  readonly stdin: Stream | undefined;
  /** The file that gets the standard output. */
  readonly sink: Field | undefined;
  readonly appends: boolean;
  /** True when the standard output no longer reaches the pipe. */
  readonly diverted: boolean;
}

/** Records what redirections read and write. A command that prints nothing (`empties`) clears the file it writes. */
export function visitRedirections(redirections: readonly Redirection[], frame: Frame, empties: boolean = false): Redirected {
  let result: Redirected = { stdin: frame.stdin, sink: undefined, appends: false, diverted: false };
  for (const redirection of redirections) result = apply(redirection, result, frame, empties);
  return result;
}

function apply(redirection: Redirection, before: Redirected, frame: Frame, empties: boolean): Redirected {
  const fd = redirection.descriptor?.type === 'FileDescriptor' ? redirection.descriptor.value : undefined;
  if (redirection.descriptor?.type === 'FileDescriptorVariable') evaluateSubscript(redirection.descriptor.name, frame);
  if (redirection.type === 'HereDoc')
    return fd === undefined || fd === 0 ? { ...before, stdin: hereDocument(redirection, frame) } : before;
  if (redirection.target === undefined) return before;
  if (redirection.type === 'HereString') {
    const field = expandOne(redirection.target, frame);
    const text = knownText(field);
    return { ...before, stdin: text === undefined ? opaque(...field.origins) : { text: `${text}\n`, origins: field.origins } };
  }
  const { operator } = redirection;
  const fields = expandWord(redirection.target, frame);
  const field = fields[0];
  if (field === undefined) return before;
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(field.text)) return before;
  if (socket(field, frame)) return operator === '<' ? { ...before, stdin: opaque('network') } : { ...before, diverted: true };
  if (fields.length > 1) emitUnknown(frame, 'a redirection to several files', ['dynamic']);
  if (operator.startsWith('<')) emitFile(field, { kind: 'read', program: undefined }, frame);
  if (operator !== '<' && operator !== '<&') {
    const clears = empties && /^(?:>|>\||&>)$/.test(operator) && (mayHoldData(field, frame) || isDatabase(field));
    const replaces = !/>>|<>/.test(operator);
    emitFile(field, { kind: 'write', program: undefined, replaces, tags: clears ? ['destructive'] : [] }, frame);
  }
  if (operator.startsWith('<')) {
    const oneOf = field.glob ? matchesOf(field, frame, true) : undefined;
    const stdin = { ...contentOf(field, frame), ...(oneOf !== undefined && { oneOf }) };
    return fd === undefined || fd === 0 ? { ...before, stdin } : before;
  }
  if (fd !== undefined && fd !== 1) return before;
  return { ...before, sink: field, appends: operator.includes('>>'), diverted: true };
}

/** A file that is never begun by emptying it: a script writes this only to be rid of what is in it. */
const isDatabase = ({ text }: Field): boolean => /\.(?:sqlite3?|db3?|mdb|rdb|aof|duckdb|realm|dump|bak|bson)$/i.test(text);

/** Programs that do not open the files that their words name. */
const PRINTS_ONLY = /^(?:echo|printf|:|true|false|test|\[|touch|ls|date|export|cd|mkdir|basename|dirname|stat|realpath)$/;

/** `jq . a > a`: the shell empties the file before the program, or one before it in the pipe, reads it. */
export function emitSelfOverwrites(commands: readonly Command[], frame: Frame): void {
  const last = commands.at(-1);
  const emptied = [...(last?.prefix ?? []), ...(last?.suffix ?? [])].flatMap(item =>
    item.type === 'Redirect' && /^>\|?$/.test(item.operator) && item.target !== undefined ? [item.target] : [],
  );
  if (emptied.length === 0) return;
  const opened = new Set(commands.flatMap(namesRead));
  for (const target of emptied) {
    if (/[`$]/.test(target.text) || target.text.startsWith('/dev/') || !opened.has(target.text)) continue;
    const field = expandWord(target, frame)[0];
    if (field !== undefined && mayHoldData(field, frame))
      emitFile(field, { kind: 'write', program: undefined, tags: ['destructive'] }, frame);
  }
}

/** The words of a command that may name files which it reads, as they are written. */
function namesRead({ name, prefix, suffix }: Command): readonly string[] {
  if (PRINTS_ONLY.test(name?.text ?? '')) return [];
  return [...prefix, ...suffix].flatMap(item => {
    if (item.type === 'Word') return [item.text];
    return item.type === 'Redirect' && item.operator === '<' && item.target !== undefined ? [item.target.text] : [];
  });
}

function hereDocument(node: HereDoc, frame: Frame): Stream {
  if (node.delimiter?.quoted === true || node.body.parts === undefined) return { text: node.body.text, origins: [] };
  const field = expandHereDocument(node.body.parts, frame);
  const text = knownText(field);
  return text === undefined ? opaque(...field.origins) : { text, origins: field.origins };
}

/** bash opens `/dev/tcp/host/port` itself. */
function socket(field: Field, frame: Frame): boolean {
  const [, protocol, host, port] = /^\/dev\/(tcp|udp)\/([^/]*)\/(.*)$/s.exec(field.text) ?? [];
  if (host === undefined) return false;
  const target = networkTarget(`${host}:${port ?? ''}`, 'both', protocol);
  emit(frame, { kind: 'network', target, tags: isLoopback(target.host) ? [] : ['uploads'], note: 'opens a raw connection' });
  return true;
}

/** Sequences after which a terminal types a title, a setting or its own answer. Source: the control sequences of xterm. */
// oxlint-disable-next-line no-control-regex
const REPORTS = /\u001B\[2[01]t|\u001B\](?:50|5[12]|60|1337);|\u001BP|\u009B2[01]t|\u0005/;

/** Keeps what a command prints into a file under the file's name, and returns what still goes to the pipe. */
export function rememberOutput(output: Stream, redirected: Redirected, frame: Frame): Stream {
  if (!redirected.diverted) return output;
  const text = knownText(redirected.sink);
  if (output.origins.includes('variables') && (redirected.sink === undefined || isKept(redirected.sink)))
    emitEnvironment(frame, undefined);
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  if (output.isEndless === true && path?.startsWith('/dev/') === false) emitExhaustion(undefined, frame);
  // Such a report comes back as keys of the user.
  if (path === '/dev/tty' && REPORTS.test(output.text ?? '')) emitFixed(typesElsewhere, 'the terminal', [], frame);
  if (path !== undefined && !path.startsWith('/dev/')) {
    if (startsPrograms(path, output.text))
      emitFile(literal(path), { kind: 'write', program: undefined, tags: ['persistence'] }, frame);
    if (output.text !== undefined && RUNS_LATER.test(path)) judgeLater(path, literal(output.text, path), frame);
    const earlier = redirected.appends ? frame.run.files.get(path) : undefined;
    frame.run.files.set(path, earlier === undefined ? output : concat(earlier, output));
  }
  return emptyStream;
}
