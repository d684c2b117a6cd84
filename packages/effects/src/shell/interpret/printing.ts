import { isSecretPath } from '../../places/secrets.ts';
import { emitPrinted } from '../calls/innerFrame.ts';
import { emitSecretVariables } from '../calls/recorded.ts';
import { evaluateSubscript, expandText } from '../words/expand.ts';
import { isKnown, knownText, literal, mergeOrigins, patternField, unknownField } from '../words/field.ts';
import type { Field, Origin } from '../words/field.ts';
import { emit, emitEnvironment, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { setVariable } from '../words/shellState.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import type { Handler } from './handler.ts';

/** Text with the escapes of `echo -e` and `printf` decoded. */
function unescape(text: string): string {
  const simple: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    b: '\b',
    e: '\x1B',
    f: '\f',
    v: '\v',
    '\\': '\\',
    "'": "'",
    '"': '"',
  };
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|(.))/gs,
    (whole, hex, short, long, octal, char: string | undefined) => {
      const digits: string | undefined = hex ?? short ?? long;
      if (digits !== undefined) return fromCode(Number.parseInt(digits, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8));
      return simple[char ?? ''] ?? whole;
    },
  );
}

function fromCode(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '\uFFFD';
}

function printed(fields: readonly Field[], frame: Frame, program: string): readonly Origin[] {
  const isAny = emitSecretVariables(fields, program, frame);
  return fields.reduce<readonly Origin[]>(
    (all, { origins }) => mergeOrigins(all, origins),
    isAny ? ['environment', 'variables'] : [],
  );
}

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

const printf: Handler = ({ name, args, frame }) => {
  const [option, variable] = args;
  const assigns = option?.text === '-v';
  const [format, ...values] = (assigns ? args.slice(2) : args).filter((field, i) => i > 0 || field.text !== '--');
  const origins = printed([...(format === undefined ? [] : [format]), ...values], frame, name);
  const text = format !== undefined && [format, ...values].every(isKnown) ? formatted(format.text, values) : undefined;
  if (!assigns) return text === undefined ? (patternOf(format, values) ?? { origins }) : { text, origins };
  const target = knownText(variable);
  evaluateSubscript(variable?.text ?? '', frame);
  if (target !== undefined)
    setVariable(
      frame.state,
      target,
      text === undefined ? unknownField(`$${target}`, false, origins) : { ...literal(text), origins },
    );
  return emptyStream;
};

/** Words that are printed one by one, patterns of files among them. */
function listOf(words: readonly Field[], origins: readonly Origin[]): Stream {
  return words.some(field => field.glob) && words.every(field => isKnown(field) || field.glob)
    ? { paths: words, origins }
    : { origins };
}

/** A format of `printf` that puts out each value by itself. */
const EACH = /^%[sq](?: |\\n|\\0|\n)?$/;

/** What `printf` makes of numbers and other plain words that are not known, in a format that is plain too. */
function patternOf(format: Field | undefined, values: readonly Field[]): Stream | undefined {
  if (EACH.test(format?.text ?? '')) return values.some(value => value.glob) ? listOf(values, []) : undefined;
  if (!/^[\w.%-]+$/.test(format?.text ?? '') || !values.every(value => isKnown(value) || value.text === '*')) return undefined;
  const text = formatted(format?.text ?? '', values);
  return text === undefined ? undefined : { paths: [patternField(text)], origins: [] };
}

/** `printf` with strings and escapes; the format is used again while values are left. */
function formatted(format: string, values: readonly Field[]): string | undefined {
  let out = '';
  let at = 0;
  do {
    const start = at;
    let plain = true;
    out += unescape(format).replace(
      /%(%|[-+ #0]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z]))/g,
      (_, whole: string, kind: string | undefined) => {
        if (whole === '%') return '%';
        const value = values[at++]?.text ?? '';
        if (kind === 'b') return unescape(value);
        if (kind === 'c') return value.slice(0, 1);
        plain &&= kind === 's' || kind === 'd' || kind === 'i' || kind === 'q';
        return value;
      },
    );
    if (!plain) return undefined;
    if (at === start) break;
  } while (at < values.length && out.length < 65_536);
  return out;
}

/** Files from which Bun fills its environment by itself. Source: its documentation. */
const LOADED_BY_BUN = ['.env', '.env.local', '.env.development', '.env.production', '.env.test'];

/** The files of secrets that the environment was loaded from, as far as this command tells. */
function loadedFrom(program: string, { state, run }: Frame): readonly string[] {
  const own = program !== 'bun' ? [] : LOADED_BY_BUN.map(name => `${state.cwd ?? '?'}/${name}`);
  const lies = (path: string): boolean =>
    isSecretPath(path, undefined, undefined) && run.options.files?.identity(path) !== undefined;
  return [...(state.loaded === undefined ? [] : [state.loaded]), ...own.filter(lies)];
}

/** A command that prints every variable: credentials may be among them. Those of another machine are of another kind than a workplace's. */
export function printEnvironment(program: string, frame: Frame): Stream {
  if (frame.tags.includes('remote_execution')) {
    emitEnvironment(frame, program);
    return { origins: ['environment', 'variables'] };
  }
  for (const path of loadedFrom(program, frame)) emitPrinted(path, program, frame);
  const target = { type: 'named', category: 'variable', name: '*' } as const;
  emit(frame, { kind: 'read', target, program, possible: true, tags: ['secret', 'among'] });
  return { origins: ['environment', 'variables'] };
}

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
  ':': nothing,
  true: nothing,
  false: nothing,
  test,
  '[': test,
  exit: nothing,
  return: nothing,
  break: nothing,
  continue: nothing,
  wait,
  sleep: nothing,
  times: nothing,
  type: typeOf,
  umask: nothing,
  ulimit: nothing,
  shopt: nothing,
  jobs: nothing,
  fg: nothing,
  bg: nothing,
  disown: nothing,
  compgen,
  complete: compgen,
  compopt: nothing,
  caller: nothing,
  logout: nothing,
  help: nothing,
  dirs: nothing,
  suspend: nothing,
};
