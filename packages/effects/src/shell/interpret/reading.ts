import { evaluateSubscript } from '../words/expand.ts';
import { knownText, literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { lookUp } from '../words/variableValues.ts';
import { forkState, isVariableName, MOST_CHOICES } from '../words/shellState.ts';
import type { Variable } from '../words/shellState.ts';
import { emptyStream } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';

/** Most lines that `mapfile` keeps apart. */
const MOST_LINES = 64;

/** The fields of a line; runs of white space count once, other separators each. */
function splitLine(line: string, separators: string): readonly string[] {
  if (separators.trim() === '') return line.trim().split(/\s+/);
  const parts: string[] = [''];
  for (const char of line) {
    if (separators.includes(char)) parts.push('');
    else parts.push((parts.pop() ?? '') + char);
  }
  return parts;
}

const unknownInput = (name: string, stdin: Stream | undefined, many: boolean = false): Field =>
  stdin?.token === true ? patternField('*') : unknownField(`$${name}`, many, stdin?.origins ?? []);

/** A variable that holds one of the values: whichever turn of a loop reads it. */
function oneOf(values: readonly Field[], fallback: Field): Variable {
  const distinct = values.filter((value, i) => values.findIndex(other => other.text === value.text) === i);
  const [first, ...others] = distinct;
  if (first === undefined || distinct.length > MOST_CHOICES) return { fields: [fallback], array: false };
  return { fields: [first], array: false, ...(others.length > 0 ? { others } : {}) };
}

/** What the variable at a position gets from the lines that there are to read. */
function variableAt(i: number, names: readonly string[], lines: readonly string[], frame: Frame): Variable {
  const { stdin } = frame;
  const fallback = unknownInput(names[i] ?? '', stdin);
  if (stdin?.text === undefined) return oneOf(names.length === 1 ? (stdin?.paths ?? []) : [], fallback);
  const separators = knownText(lookUp('IFS', frame).fields[0]) ?? ' \t\n';
  const values = lines.map(line => {
    const parts = splitLine(line, separators);
    if (names.length === 1) return line.trim();
    return i === names.length - 1 ? parts.slice(i).join(' ') : (parts[i] ?? '');
  });
  return oneOf(
    values.map(value => ({ ...literal(value), origins: stdin.origins })),
    fallback,
  );
}

/**
 * `read a b`: the last variable gets the rest of the line. In a loop every line is read in turn, so a variable may have the
 * value of any of them.
 */
const read: Handler = ({ args, frame }) => {
  for (const { text } of args) evaluateSubscript(text, frame);
  const valued = /^-\w*[dinNptu]$/;
  const names = args
    .filter(({ text }, i) => isVariableName(text) && !valued.test(args[i - 1]?.text ?? ''))
    .map(({ text }) => text);
  if (names.length === 0) names.push('REPLY');
  const lines = (frame.stdin?.text ?? '').split('\n').filter((line, i) => i === 0 || line !== '');
  const [first = ''] = names;
  if (args.some(({ text }) => /^-\w*a$/.test(text))) {
    const separators = knownText(lookUp('IFS', frame).fields[0]) ?? ' \t\n';
    const whole = frame.stdin?.text !== undefined && lines.length === 1;
    const fields = whole
      ? splitLine(lines[0] ?? '', separators).map(part => literal(part))
      : [unknownInput(first, frame.stdin, true)];
    frame.state.variables.set(first, { fields, array: true });
    return emptyStream;
  }
  for (const [i, name] of names.entries()) frame.state.variables.set(name, variableAt(i, names, lines, frame));
  return emptyStream;
};

/** Most lines of its input with which a callback is tried. */
const MOST_CALLS = 8;

/** The callback of `mapfile` is run with a number and a line of the input behind its words. */
function callBack(code: Field, lines: readonly Field[], frame: Frame): void {
  const each = lines.length > MOST_CALLS ? [...lines.slice(0, MOST_CALLS), unknownField('one of many lines')] : lines;
  for (const line of each) {
    const state = forkState(frame.state);
    state.variables.set(CALLBACK_LINE, { fields: [{ ...line, many: false }], array: false });
    const text = { ...code, text: `${code.text} 0 "$${CALLBACK_LINE}"` };
    const words = line.glob ? { ...text, text: `${code.text} 0 $${CALLBACK_LINE}` } : text;
    start({ type: 'text', text: words }, { ...frame, state, possible: true });
  }
}

const CALLBACK_LINE = 'LICET_LINE';

const mapfile: Handler = ({ args, frame }) => {
  const name =
    args.findLast(({ text }, i) => isVariableName(text) && !/^-[dnOsuCc]$/.test(args[i - 1]?.text ?? ''))?.text ?? 'MAPFILE';
  const { stdin } = frame;
  const lines = stdin?.text?.replace(/\n$/, '').split('\n');
  const known = lines !== undefined && lines.length <= MOST_LINES ? lines.map(line => literal(line)) : undefined;
  frame.state.variables.set(name, { fields: known ?? stdin?.paths ?? [unknownInput(name, stdin, true)], array: true });
  const callback = args.findIndex(({ text }) => text === '-C');
  const code = args[callback + 1];
  if (callback >= 0 && code !== undefined) callBack(code, frame.state.variables.get(name)?.fields ?? [], frame);
  return emptyStream;
};

/** Builtins that read their input into variables. */
export const readingBuiltins: Readonly<Record<string, Handler>> = { read, mapfile, readarray: mapfile };
