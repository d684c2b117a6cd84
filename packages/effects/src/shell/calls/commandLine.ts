import type { OptionStyle, Use } from '../../programs/descriptor.ts';
import { HOLE, isKnown } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { isLooking } from './optionIndex.ts';
import type { KnownOption, OptionIndex } from './optionIndex.ts';
import type { GivenOption, CommandLine } from './givenOptions.ts';

/** Tells options from operands, as the program itself would. Stops at the first operand when told so or when the style does. */
export function readCommandLine(
  fields: readonly Field[],
  index: OptionIndex,
  style: OptionStyle,
  stopEarly: boolean = false,
): CommandLine {
  const reader = new Reader(fields, index, style);
  reader.read(stopEarly || style === 'posix');
  return reader;
}

/** Values that switch a flag off: `--dry-run=none`. One that is not known may be any of them. */
const OFF = /^(?:false|none|no|off|0|f|n|never|disabled?|without)$/i;

const isOff = (field: Field): boolean => !isKnown(field) || OFF.test(field.text);

class Reader implements CommandLine {
  readonly given: GivenOption[] = [];
  readonly operands: Field[] = [];
  unlisted: string[] = [];
  readonly loose: Field[] = [];
  readonly behind: { readonly option: string; readonly field: Field }[] = [];
  end: number | undefined;
  readonly #fields: readonly Field[];
  readonly #index: OptionIndex;
  readonly #style: OptionStyle;
  #at = 0;

  constructor(fields: readonly Field[], index: OptionIndex, style: OptionStyle) {
    this.#fields = fields;
    this.#index = index;
    this.#style = style;
  }

  read(stopEarly: boolean): void {
    if (this.#style === 'bundle') this.#bundle();
    while (this.#at < this.#fields.length) {
      const field = this.#fields[this.#at++];
      if (field === undefined) return;
      if (field.text === '--' && this.#style !== 'keyed') {
        this.unlisted.push('--');
        this.end = this.operands.length;
        return this.#rest();
      }
      if (!this.#option(field)) {
        this.operands.push(field);
        if (stopEarly) return this.#rest();
      }
    }
  }

  #rest(): void {
    this.operands.push(...this.#fields.slice(this.#at));
    this.#at = this.#fields.length;
  }

  #option(field: Field): boolean {
    if (this.#style === 'keyed') return this.#keyed(field);
    if (!field.text.startsWith('-') || field.text === '-') return false;
    const known = this.unlisted.length;
    if (field.text.startsWith('--') || this.#style === 'long') this.#long(field);
    else this.#cluster(field);
    const next = this.#fields[this.#at];
    if (this.unlisted.length > known && next !== undefined && !/^-|=/.test(next.text))
      this.behind.push({ option: field.text, field: next });
    return true;
  }

  #keyed(field: Field): boolean {
    const equals = field.text.indexOf('=');
    const option = equals < 0 ? undefined : this.#index.exact(field.text.slice(0, equals + 1));
    if (option === undefined) return false;
    this.#give(option, rest(field, equals + 1));
    return true;
  }

  #long(field: Field): void {
    const equals = field.text.indexOf('=');
    const name = equals < 0 ? field.text : field.text.slice(0, equals);
    const option =
      this.#index.long(name) ?? (this.#style === 'long' && name.startsWith('--') ? this.#index.exact(name.slice(1)) : undefined);
    if (this.#takesBack(name, option, equals < 0 ? undefined : rest(field, equals + 1))) return;
    if (option === undefined) {
      this.unlisted.push(name);
      if (equals >= 0) this.loose.push(rest(field, equals + 1));
      return;
    }
    this.#give(option, equals < 0 ? undefined : rest(field, equals + 1));
  }

  /** A looking option that is switched off, by its value or by `--no-` before its name, was not given. */
  #takesBack(name: string, option: KnownOption | undefined, value: Field | undefined): boolean {
    const positive = /^--no-?(?=[a-z])/.test(name) ? name.replace(/^--no-?/, '') : undefined;
    const denied =
      option !== undefined || positive === undefined
        ? undefined
        : (this.#index.long(`--${positive}`) ?? this.#index.exact(`-${positive}`));
    if (denied?.looks === true) return this.#takeBack(denied);
    if (positive !== undefined && isLooking(`--${positive}`) && !isLooking(name)) {
      this.unlisted = this.unlisted.filter(given => given !== `--${positive}`);
      return false;
    }
    const next = this.#fields[this.#at];
    const isNextOff = value === undefined && next?.text === 'false';
    if (!isNextOff && (value === undefined || !isOff(value))) return false;
    if (option?.looks === true) return this.#takeBack(option);
    if (option !== undefined || !isLooking(name)) return false;
    this.unlisted = this.unlisted.filter(given => given !== name);
    return true;
  }

  #takeBack(option: KnownOption): true {
    this.given.push({ option, values: [], isTakenBack: true });
    return true;
  }

  #cluster(field: Field): void {
    const whole = this.#index.exact(field.text);
    if (whole !== undefined) return this.#give(whole, undefined);
    for (let i = 1; i < field.text.length; i++) {
      const char = field.text.charAt(i);
      const option = char === HOLE ? undefined : this.#index.exact(`-${char}`);
      if (option === undefined) this.unlisted.push(`-${char}`);
      else if (option.spec.value === undefined) this.#give(option, undefined);
      else if (typeof option.spec.attachedOnly === 'string') {
        const taken = new RegExp(`^(?:${option.spec.attachedOnly})`).exec(field.text.slice(i + 1))?.[0] ?? '';
        this.#give(option, taken === '' ? undefined : { ...field, text: taken });
        i += taken.length;
      } else return this.#give(option, i + 1 < field.text.length ? rest(field, i + 1) : undefined);
    }
  }

  /** The first word without a dash: each letter that wants a value takes the next word. */
  #bundle(): void {
    const first = this.#fields[0];
    if (first === undefined || !isKnown(first) || first.text.startsWith('-') || !/^[A-Za-z]+$/.test(first.text)) return;
    this.#at = 1;
    for (const char of first.text) {
      const option = this.#index.exact(`-${char}`);
      if (option === undefined) this.unlisted.push(`-${char}`);
      else this.#give(option, undefined);
    }
  }

  #give(option: KnownOption, attached: Field | undefined): void {
    const { value, attachedOnly, more } = option.spec;
    const values: { use: Use; field: Field; following?: readonly Field[] }[] = [];
    if (value !== undefined) {
      const field = attached ?? (attachedOnly !== undefined && attachedOnly !== false ? undefined : this.#fields[this.#at++]);
      const following = isCommand(value) ? this.#fields.slice(this.#at) : [];
      this.#at += following.length;
      if (field !== undefined) values.push({ use: value, field, following });
    }
    for (const use of more ?? []) {
      const field = this.#fields[this.#at++];
      if (field !== undefined) values.push({ use, field });
    }
    this.given.push({ option, values });
  }
}

const isCommand = (use: Use): boolean => (typeof use === 'string' ? use : use.as) === 'command';

function rest(field: Field, from: number): Field {
  const text = field.text.slice(from);
  return { ...field, text, source: field.source.endsWith(text) ? text : field.source };
}
