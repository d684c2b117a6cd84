import type { Use } from '../../programs/descriptor.ts';
import type { Field } from '../words/field.ts';
import type { KnownOption } from './optionIndex.ts';

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
export function joinedLine(leading: readonly CommandLine[], last: CommandLine): CommandLine {
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
