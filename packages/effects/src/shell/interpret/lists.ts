import { baseName } from '../../places/lexical.ts';
import type { OptionTable } from '../../programs/descriptor.ts';
import type { CommandLine } from '../calls/commandLine.ts';
import { readCommandLine, hasOption, valuesOf, OptionIndex } from '../calls/commandLine.ts';
import { emitGivenFiles } from '../calls/emitFile.ts';
import { contentOf } from '../calls/outputs.ts';
import { descend, emitUnknown } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { textOf } from '../words/fileText.ts';
import { HOLE, knownText, literal, patternField, unknownField } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { opaque, unseen } from '../words/stream.ts';
import { joinFields } from './running.ts';

const MOST_ITEMS = 64;

type Split = (text: string) => readonly string[];

const lines: Split = text => text.split('\n').filter(line => line.trim() !== '');

/** Text without the quotes and backslashes of xargs, which are not those of a shell: there are no escapes in double quotes. */
const unquoted = (text: string): string =>
  text.replace(
    /'([^'\n]*)'|"([^"\n]*)"|\\([^])/g,
    (_, ...[single, double, char]: (string | undefined)[]) => single ?? double ?? char ?? '',
  );

const words: Split = text => (text.match(/(?:'[^'\n]*'|"[^"\n]*"|\\[^]|[^\s\0])+/g) ?? []).map(unquoted);

function itemsOf(stream: Stream | undefined, split: Split, frame: Frame): readonly Field[] {
  const text = textOf(stream, frame);
  if (text !== undefined) {
    const items = split(text);
    return items.length > MOST_ITEMS ? [unknownField('standard input', true)] : items.map(item => literal(item));
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
  '-0 --null': 'flag',
  '-e --eof -l --max-lines': { value: 'text', attachedOnly: true },
  '-E -L -n --max-args -P --max-procs -R -s --max-chars --process-slot-var': 'text',
};

const xargs: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(xargsOptions), 'posix');
  emitGivenFiles(line, name, frame);
  const [file] = valuesOf(line, '-a');
  const [given] = ['-I', '-J', '-i'].flatMap(option => valuesOf(line, option));
  const mark = knownText(given) ?? (hasOption(line, '-i') ? '{}' : undefined);
  const items = itemsOf(file === undefined ? frame.stdin : contentOf(file, frame), splitBy(line, mark), frame);
  const command = line.operands.length === 0 ? [literal('echo')] : line.operands;
  const inner = descend(frame, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return opaque();
  if (mark === undefined) return start({ type: 'words', words: [...command, ...items] }, inner);
  return forEach(items, item => start({ type: 'words', words: command.map(word => fill(word, mark, item)) }, inner));
};

/** How xargs takes its input apart: to the letter at a character that it is told, else at white space, or by the line where it replaces a mark. */
function splitBy(line: CommandLine, mark: string | undefined): Split {
  const [delimiter] = valuesOf(line, '-d');
  const by = hasOption(line, '-0') ? '\0' : knownText(delimiter)?.replace(/^\\n$/, '\n').replace(/^\\0$/, '\0');
  if (by !== undefined || delimiter !== undefined) return text => text.split(by ?? /\s/).filter(item => item !== '');
  return mark === undefined ? words : text => lines(text).map(each => unquoted(each.trimStart()));
}

function forEach(items: readonly Field[], run: (item: Field) => Stream): Stream {
  let output: Stream = opaque();
  for (const item of items.slice(0, MOST_ITEMS)) output = run(item);
  if (items.length > MOST_ITEMS) output = run(unknownField('one of many'));
  return items.length === 1 ? output : unseen(output);
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
  '-d --delimiter': 'text',
  '-C --colsep': 'text',
  '--joblog --results --tmpdir --tempdir': 'write',
  '-S --sshlogin --sshloginfile --slf': 'text',
  '--timeout --delay --retries --halt --load --memfree --nice --tagstring --block --recstart --recend': 'text',
};

/** What is before the values, or before the files with them; several of these are combined. */
const IS_SOURCE = /^:::+\+?$/;

/** GNU parallel: the words before `:::` are shell text in which each value is put. */
const parallel: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(args, new OptionIndex(parallelOptions), 'posix');
  emitGivenFiles(line, name, frame);
  const sources = line.operands.filter(({ text }) => IS_SOURCE.test(text));
  const at = line.operands.findIndex(({ text }) => IS_SOURCE.test(text));
  const command = at < 0 ? line.operands : line.operands.slice(0, at);
  const isListed = sources.length === 1 && sources[0]?.text === ':::' && !hasOption(line, '-C');
  const isFed = sources.length === 0 && !hasOption(line, '-C') && !hasOption(line, '-a');
  const values = isListed
    ? line.operands.slice(at + 1)
    : isFed
      ? itemsOf(frame.stdin, lines, frame)
      : [unknownField('a list of arguments')];
  if (command.some(({ text }) => text.includes('{=')))
    emitUnknown(frame, 'Perl code in a replacement', ['inline_code'], undefined, name);
  const outer = hasOption(line, '-S') ? atDistance(frame) : frame;
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
  const marks = new Set(word.text.match(/\{[\d./#%+]*\}/g));
  return [...marks].reduce((filled, mark) => fill(filled, mark, partOf(value, mark)), word);
}

/** The part of a value that a mark means: without its ending (`{.}`), its last part (`{/}`), its folder (`{//}`), a number (`{#}`). */
function partOf(value: Field, mark: string): Field {
  const how = mark.replace(/[\d{}+]/g, '');
  if (/[#%]/.test(how)) return patternField('*');
  const { text } = value;
  if (how === '//') return text.includes(HOLE) ? value : { ...value, text: /^(.*)\/[^/]*$/.exec(text)?.[1] ?? '.' };
  const name = how.startsWith('/') ? baseName(text) : text;
  return { ...value, text: how.endsWith('.') ? name.replace(/(?<=[^/])\.[^./]*$/, '') : name };
}

function atDistance(frame: Frame): Frame {
  return { ...frame, place: 'remote', tags: [...frame.tags, 'remote_execution'], state: { ...forkState(frame.state), cwd: '/' } };
}

/** Wrappers that run a command for each of a list of values. */
export const listWrappers: Readonly<Record<string, Handler>> = { xargs, gxargs: xargs, parallel };
