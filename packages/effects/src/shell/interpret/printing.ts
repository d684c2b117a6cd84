import { alike } from '../../alike.ts';
import { guardVariables } from '../calls/placeFile.ts';
import { printEnvironment } from '../calls/rules/allVariables.ts';
import { evaluateSubscript, expandText } from '../words/expand.ts';
import type { Field } from '../words/field.ts';
import { isKnown, knownText } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import { unescape, printed, printf, listOf } from './printf.ts';

const echo: Handler = ({ name, args, frame }) => {
  const options = args.findIndex(({ text }) => !/^-[neE]+$/.test(text));
  const words = options < 0 ? [] : args.slice(options);
  const flags = args.slice(0, options < 0 ? args.length : options).map(({ text }) => text);
  const origins = printed(words, frame, name);
  if (!words.every(isKnown)) return listOf(words, origins);
  const text = words.map(field => field.text).join(' ');
  const end = flags.some(flag => flag.includes('n')) ? '' : '\n';
  const escaped = flags.some(flag => flag.includes('e')) || /\\x|\\[0-7]{3}/.test(text);
  return { text: (escaped ? unescape(text) : text) + end, origins };
};

/** A command that prints variables by their names. */
export function printVariables(names: readonly Field[], frame: Frame, program: string): void {
  printed(
    names.map(name => ({ ...name, source: `$${name.text}` })),
    frame,
    program,
  );
}

const printenv: Handler = ({ name, args, frame }) => {
  if (args.every(({ text }) => text.startsWith('-'))) return printEnvironment(name, frame);
  printVariables(args, frame, name);
  return { origins: ['environment'] };
};

const nothing = (): Stream => emptyStream;

/** `test -v name`: the name's subscript is evaluated. Anything else only compares. */
const test: Handler = ({ args, frame }) => {
  guardVariables(args, frame);
  args.forEach(({ text }, i) => {
    if (text === '-v') evaluateSubscript(args[i + 1]?.text ?? '', frame);
  });
  return emptyStream;
};

/** `wait -p name`. */
const wait: Handler = ({ args, frame }) => {
  const name = args[args.findIndex(({ text }) => /^-\w*p$/.test(text)) + 1];
  if (args.some(({ text }) => /^-\w*p$/.test(text))) evaluateSubscript(name?.text ?? '', frame);
  return emptyStream;
};

/** `compgen` expands the words of `-W`, and runs the command of `-C` and the function of `-F`. */
const compgen: Handler = ({ args, frame }) => {
  args.forEach((option, i) => {
    const value = args[i + 1];
    if (value === undefined) return;
    if (option.text === '-W') expandText(value, frame);
    if (option.text === '-C') start({ type: 'text', text: value }, frame);
    if (option.text === '-F') start({ type: 'words', words: [value] }, frame);
  });
  return args.some(({ text }) => /^-[ev]$|^(?:export|variable)$/.test(text)) ? opaque('environment') : opaque();
};

/** `type -p name` prints where the program lies. */
const typeOf: Handler = ({ args }) => {
  const name = knownText(args.at(-1));
  const isPath = /^-\w*[pP]/.test(args[0]?.text ?? '') && name !== undefined && /^[\w.+-]+$/.test(name);
  return isPath ? { text: `/usr/bin/${name}\n`, origins: [] } : emptyStream;
};

/** Builtins that print or do nothing at all. */
export const printingBuiltins: Readonly<Record<string, Handler>> = {
  echo,
  printenv,
  printf,
  test,
  '[': test,
  wait,
  type: typeOf,
  compgen,
  complete: compgen,
  ...alike(
    ': true false exit return break continue sleep times umask ulimit shopt jobs fg bg disown compopt caller logout help dirs suspend',
    nothing,
  ),
};
