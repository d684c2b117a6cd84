import { isOneOf } from '../../programs/callPatterns.ts';
import type { Use, OptionSpec, OptionTable, OptionStyle } from '../../programs/descriptor.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown } from '../words/field.ts';

/** Options with which a program only looks: they count when their last word is one of these. */
const LOOKING =
  'dry dryrun dry-run dry_run simulate just-print recon noact no-act check checkonly check-only noop no-op whyrun why-run plan ' +
  'preview preview-only whatif what-if print-only diff pretend help version';

/** Whether an option only looks: `--help`, `--version`. */
export const isLooking = (option: string): boolean =>
  option.startsWith('-') && isOneOf(LOOKING, option.replace(/^--?/, '').toLowerCase());

/** An option found by one of its spellings. */
export interface KnownOption {
  /** The canonical name: the first spelling. */
  readonly name: string;
  /** The spelling that was given: options that mean the same to us may share a key and still differ. */
  readonly spelling: string;
  readonly spec: OptionSpec;
  /** By one of its spellings the program only looks. */
  readonly looks: boolean;
}

/** Options by spelling. */
export class OptionIndex {
  readonly #bySpelling = new Map<string, KnownOption>();

  constructor(...tables: readonly (OptionTable | undefined)[]) {
    for (const table of tables) {
      for (const [key, entry] of Object.entries(table ?? {})) this.#add(key, entry);
    }
  }

  #add(key: string, entry: 'flag' | Use | OptionSpec): void {
    const spellings = key.split(' ');
    const [name = key] = spellings;
    const spec = specOf(entry);
    const looks = (spec.value === undefined || spec.attachedOnly === true) && spellings.some(isLooking);
    for (const spelling of spellings) this.#bySpelling.set(spelling, { name, spelling, spec, looks });
  }

  exact(spelling: string): KnownOption | undefined {
    return this.#bySpelling.get(spelling);
  }

  /** The option that a long name means: exactly, or as the beginning of only one option's names. */
  long(name: string): KnownOption | undefined {
    const exact = this.#bySpelling.get(name);
    if (exact !== undefined) return exact;
    const found = new Map<string, KnownOption>();
    for (const [spelling, option] of this.#bySpelling)
      if (name.length > 2 && spelling.startsWith(name)) found.set(option.name, option);
    return found.size === 1 ? [...found.values()][0] : undefined;
  }
}

function specOf(entry: 'flag' | Use | OptionSpec): OptionSpec {
  if (entry === 'flag') return {};
  return typeof entry === 'string' || 'as' in entry ? { value: entry } : entry;
}

/** An option as given. */
export interface GivenOption {
  readonly option: KnownOption;
  readonly values: readonly { readonly use: Use; readonly field: Field; readonly following?: readonly Field[] }[];
  /** A looking option is switched off: `--no-dry-run`, `--dry-run=none`. */
  readonly isTakenBack?: true;
}

/** A command line taken apart. */
export interface CommandLine {
  readonly given: readonly GivenOption[];
  readonly operands: readonly Field[];
  /** Spellings of options that no table knows, and `--` when it ended the options. */
  readonly unlisted: readonly string[];
  /** How many operands are before `--`, where it ended the options. */
  readonly end?: number | undefined;
  /** Values joined to options that no table knows: `--out=file`. */
  readonly loose: readonly Field[];
  /** Words right behind an option that no table knows: each may be its value. */
  readonly behind: readonly { readonly option: string; readonly field: Field }[];
}

/** One line of the levels of a call, without the looking options that a later word takes back. */
export function joinLines(leading: readonly CommandLine[], last: CommandLine): CommandLine {
  const given = [...leading.flatMap(line => line.given), ...last.given];
  const takenBack = new Map<string, number>();
  given.forEach(({ option, isTakenBack }, at) => isTakenBack && takenBack.set(option.name, at));
  return {
    ...last,
    given: given.filter(({ option }, at) => at > (takenBack.get(option.name) ?? -1)),
    loose: [...leading.flatMap(line => line.loose), ...last.loose],
    behind: [...leading.flatMap(line => line.behind), ...last.behind],
  };
}

/** By its canonical name, or by the very spelling that was given. */
const isCalled = ({ name, spelling }: KnownOption, wanted: string): boolean => name === wanted || spelling === wanted;

/** Whether an option of the table was given, by its canonical name or the very spelling. */
export function hasOption({ given }: CommandLine, name: string): boolean {
  return given.some(({ option }) => isCalled(option, name));
}

/** All values that an option was given, by its canonical name or the very spelling. */
export function valuesOf({ given }: CommandLine, name: string): readonly Field[] {
  return given.filter(({ option }) => isCalled(option, name)).flatMap(({ values }) => values.map(({ field }) => field));
}

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
