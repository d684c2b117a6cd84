import type { OptionTable } from '../../programs/descriptor.ts';
import { OptionIndex, readCommandLine } from '../calls/commandLine.ts';
import { emitFile } from '../calls/emitFile.ts';
import { contentOf } from '../calls/outputs.ts';
import { knownText, literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import type { Handler } from './handler.ts';
import { joinFields } from './running.ts';

const mostItems = 64;

/** The words that lines of a stream may be. */
function itemsOf(stream: Stream | undefined): readonly Field[] {
  if (stream?.text !== undefined) {
    const words = stream.text.split(/[\s\0]+/).filter(word => word !== '');
    return words.length > mostItems
      ? [unknownField('standard input', true)]
      : words.map(word => literal(word.replace(/^(['"])(.*)\1$/, '$2')));
  }
  if (stream?.paths !== undefined) return stream.paths;
  if (stream?.token === true)
    return [{ ...patternField('*', 'standard input'), origins: stream.origins.filter(origin => origin === 'process') }];
  return [unknownField('standard input', true, stream?.origins ?? [])];
}

const xargsOptions: OptionTable = {
  '-I': 'text',
  '-i --replace': { value: 'text', attachedOnly: true },
  '-J': 'text',
  '-a --arg-file': 'read',
  '-d --delimiter': 'text',
  '-E': 'text',
  '-e --eof': { value: 'text', attachedOnly: true },
  '-L': 'text',
  '-l --max-lines': { value: 'text', attachedOnly: true },
  '-n --max-args': 'text',
  '-P --max-procs': 'text',
  '-R': 'text',
  '-s --max-chars': 'text',
  '--process-slot-var': 'text',
};

const xargs: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(xargsOptions), 'posix');
  const value = (option: string): Field | undefined => line.given.find(given => given.option.name === option)?.values[0]?.field;
  const file = value('-a');
  if (file !== undefined) emitFile(file, { kind: 'read', program: name }, frame);
  const replaces = line.given.some(({ option }) => option.name === '-i');
  const mark = knownText(value('-I') ?? value('-J') ?? value('-i')) ?? (replaces ? '{}' : undefined);
  const given = file === undefined ? frame.stdin : contentOf(file, frame);
  const lines = mark === undefined ? undefined : given?.text?.split('\n').filter(each => each.trim() !== '');
  const items = lines?.map(each => literal(each.trimStart())) ?? itemsOf(given);
  const command = line.operands.length === 0 ? [literal('echo')] : line.operands;
  const inner = descend(frame, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return opaque();
  if (mark === undefined) return start({ type: 'words', words: [...command, ...items] }, inner);
  return forEach(items, item => start({ type: 'words', words: command.map(word => fill(word, mark, item)) }, inner));
};

function forEach(items: readonly Field[], run: (item: Field) => Stream): Stream {
  let output: Stream = opaque();
  for (const item of items.slice(0, mostItems)) output = run(item);
  if (items.length > mostItems) output = run(unknownField('one of many'));
  return items.length === 1 ? output : { origins: output.origins };
}

/** The word with the item in place of the mark. */
export function fill(word: Field, mark: string, item: Field): Field {
  if (mark === '' || !word.text.includes(mark)) return word;
  return { ...item, text: word.text.replaceAll(mark, item.text), many: false, source: word.source };
}

const parallelOptions: OptionTable = {
  '-j --jobs -P --max-procs': 'text',
  '-a --arg-file': 'read',
  '-n --max-args -N -L --max-lines': 'text',
  '-I': 'text',
  '-d --delimiter --colsep -C': 'text',
  '--joblog --results --tmpdir --tempdir': 'write',
  '-S --sshlogin --sshloginfile --slf': 'text',
  '--timeout --delay --retries --halt --load --memfree --nice --tagstring --block --recstart --recend': 'text',
};

/** GNU parallel: the words before `:::` are shell text in which each value is put. */
const parallel: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(parallelOptions), 'posix');
  const at = line.operands.findIndex(({ text }) => /^:::+\+?$/.test(text));
  const command = at < 0 ? line.operands : line.operands.slice(0, at);
  const values = at < 0 ? itemsOf(frame.stdin) : line.operands.slice(at + 1).filter(({ text }) => !/^:::+\+?$/.test(text));
  const remote = line.given.some(({ option }) => option.name === '-S');
  const outer = remote ? atDistance(frame) : frame;
  if (command.length === 0) {
    if (at < 0) start({ type: 'input', use: { as: 'shell' }, program: name }, outer);
    const inner = at < 0 ? undefined : descend(outer, name, { state: forkState(frame.state), stdin: undefined });
    return inner === undefined ? opaque() : forEach(values, value => start({ type: 'text', text: value }, inner));
  }
  const inner = descend(outer, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return opaque();
  const text = joinFields(command);
  const marked = /\{[\d./#%+]*\}/.test(text.text);
  return forEach(values, value => {
    if (command.length > 1 && !marked) return start({ type: 'words', words: [...command, value] }, inner);
    if (command.length > 1) return start({ type: 'words', words: command.map(word => fillAll(word, value)) }, inner);
    return start({ type: 'text', text: marked ? fillAll(text, value) : joinFields([text, value]) }, inner);
  });
};

function fillAll(word: Field, value: Field): Field {
  const mark = /\{[\d./#%+]*\}/.exec(word.text)?.[0];
  return mark === undefined ? word : fill(word, mark, value);
}

function atDistance(frame: Frame): Frame {
  return { ...frame, place: 'remote', tags: [...frame.tags, 'remote_execution'], state: { ...forkState(frame.state), cwd: '/' } };
}

/** Wrappers that run a command for each of a list of values. */
export const listWrappers: Readonly<Record<string, Handler>> = { xargs, gxargs: xargs, parallel };
