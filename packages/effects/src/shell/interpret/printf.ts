import { emitSecretVariables } from '../calls/rules/allVariables.ts';
import { evaluateSubscript } from '../words/expand.ts';
import type { Field, Origin } from '../words/field.ts';
import { isKnown, knownText, literal, mergeOrigins, patternField, unknownField } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { setVariable } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { emptyStream } from '../words/stream.ts';

/** Text with the escapes of `echo -e` and `printf` decoded. */
export function unescape(text: string): string {
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

const fromCode = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '\uFFFD');

/** Where the text comes from that is printed. */
export function printed(fields: readonly Field[], frame: Frame, program: string): readonly Origin[] {
  const isAny = emitSecretVariables(fields, program, frame);
  return fields.reduce<readonly Origin[]>(
    (all, { origins }) => mergeOrigins(all, origins),
    isAny ? ['environment', 'variables'] : [],
  );
}

/** `printf`. */
export const printf: Handler = ({ name, args, frame }) => {
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
export function listOf(words: readonly Field[], origins: readonly Origin[]): Stream {
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
