import type { Mark } from '../marks.ts';
import type { Call } from './call.ts';
import type { Decoding } from './decoding.ts';
import type { Ending, Printing } from './output.ts';
import type {
  Condition,
  Finding,
  FixedEffect,
  Keyword,
  OperandSpec,
  Listens,
  OptionValue,
  PackageSource,
  ConfigKey,
  GitRefs,
  Runs,
  Use,
  VerbClass,
} from './use.ts';

export type { Argument, Call } from './call.ts';
export type { TaskFile, TaskPlace } from './taskFile.ts';
export type * from './use.ts';

/** What an option does. `'flag'` takes no value and means nothing; a `Use` takes one value, used so. */
export interface OptionSpec {
  /** The use of the value; left out for a flag. A `command` takes all words that follow (`fd -x rm`, `xterm -e rm a`). */
  readonly value?: Use;
  /**
   * The value is optional and only ever attached: `-i.bak`, `--color=always`, never the next word. A text is the source of the
   * expression that says how much of a cluster it takes: perl's `-l` takes octal digits, so `-lne` is `-l -n -e`.
   */
  readonly attachedOnly?: boolean | string;
  /** Makes every file use of the operands recursive (`rm -r`, `grep -r`). */
  readonly recursive?: boolean;
  /** Replaces the operands' spec (`sed -i`, `tar -x`). The last such option wins. */
  readonly operands?: OperandSpec;
  /** The option supplies what the first operand would be, so the operands lose their first `first` use (`grep -e`, `sed -e`). */
  readonly suppliesFirst?: boolean;
  /** The value is a folder that receives all operands: the operands' `last` use falls away (`cp -t`, `mv -t`). */
  readonly suppliesLast?: boolean;
  /** How many words the option takes when it is more than one (`jq --arg a v`): the uses after the first. */
  readonly more?: readonly Use[];
  readonly effects?: readonly FixedEffect[];
  /** Added to every effect of this call except `read` and `execute`. */
  readonly tags?: readonly Mark[];
}

/**
 * Options by spelling; a key lists all spellings separated by spaces, the first is the canonical name:
 * `{ '-r -R --recursive': { recursive: true }, '-o --output': 'write', '-v --verbose': 'flag' }`.
 * Options that are not listed are flags without value, so list every option that takes one. `--name=value` always works;
 * unambiguous abbreviations of listed long names are resolved (`--rec`), combined short flags are taken apart (`-rf`,
 * `-ofile`), `--` ends options.
 */
export type OptionTable = Readonly<Record<string, 'flag' | Use | OptionSpec>>;

/**
 * How options look: `gnu` (default) anywhere before `--`; `posix` only before the first operand (wrappers, ssh, docker run);
 * `long` one dash starts a whole word that is never taken apart (find, java, openssl, terraform, go); `keyed` words of the form
 * `key=value`, looked up as `key=` (dd); `bundle` like gnu, but a first word without a dash is a bundle of short flags (tar, ps).
 */
export type OptionStyle = 'gnu' | 'posix' | 'long' | 'keyed' | 'bundle';

/** Something that holds only when its condition does. Of several with `operands` the last one wins; effects and tags add up. */
export interface Case {
  readonly when: Condition;
  readonly operands?: OperandSpec;
  readonly stdin?: Use;
  readonly effects?: readonly FixedEffect[];
  readonly tags?: readonly Mark[];
}

/**
 * A program, or one of its subcommands: what it does to the world as a function of its command line. Data wherever possible.
 *
 * The engine adds by itself: `execute` of the program with its argument vector, redirections, everything inside
 * substitutions, `catastrophic` for deletes and overwrites of root, home, system folders and devices, `regenerable` for
 * build output, `secret` for well-known credential files. Do not repeat these.
 *
 * Be exact both ways: everyday use gives no `destructive`, `unknown`, `shares`, … effect, and no way to lose, leak or run is missing.
 */
export interface CommandDescriptor {
  readonly style?: OptionStyle;
  readonly options?: OptionTable;
  readonly operands?: OperandSpec;
  /** What the standard input is: `shell`, `code`, or `data` when it is sent; left out when it is only looked at. For without operands, use a case `atMost: 0`. */
  readonly stdin?: Use;
  readonly effects?: readonly FixedEffect[];
  /** Added to every effect of this call except `read` and `execute`. */
  readonly tags?: readonly Mark[];
  readonly cases?: readonly Case[];
  /**
   * Subcommands by name; a key may list synonyms separated by spaces. The options above are then the ones before the
   * subcommand; they are also understood after it. Each is a function so that only what is used is compiled.
   */
  readonly subcommands?: Readonly<Record<string, () => CommandDescriptor>>;
  /** A subcommand that is not listed: `harmless` (default) or `unknown`. */
  readonly otherwise?: 'harmless' | 'unknown';
  /** The last operand is a copy of the others, or a link to them when `-s` is given: running it later runs them. */
  readonly copies?: 'copy' | 'link';
  /** What is written later holds the input, or what was fetched; a download without a name gets the address's last part. */
  readonly keeps?: 'input' | 'download';
  /** The output is the input in another form, so that hidden text is found. */
  readonly decodes?: Decoding;
  /** What it prints; the innermost subcommand that knows it says it. */
  readonly prints?: Printing;
  /** What it does with an input that never ends. Left out, it may stop earlier. */
  readonly endless?: Ending;
  /** It shows the text in files of any kind, archives among them; what prints `matches`, `sed` or `awk` does so anyway. */
  readonly showsText?: true;
  /** A credential is not found again in what it makes of its input: it is encoded, or kept in another place than the output. */
  readonly hides?: true;
  /** It packs trees into one file, or unpacks them. */
  readonly archives?: 'packs' | 'unpacks' | 'both';
  /** Where the names of files that it reads are listed: in files, as values of these options, or on its input with these; not with `unless`. */
  readonly listed?: { readonly in?: readonly string[]; readonly onInput?: readonly string[]; readonly unless?: string };
  /** It fetches a tree: from the first address among its operands, or what comes behind its operand `clone`; the next one is the folder. */
  readonly clones?: 'address' | 'name';
  /** It builds and runs a folder as a whole: its first operand, or what an option names; else the current one. */
  readonly runsTree?: 'operand' | 'option';
  /** It keeps clusters on this machine: whether this call puts the settings of one into the file that is meant for them. */
  readonly ownClusters?: Condition;
  /** What files hold stays there, whatever it writes: always (`{}`), or when this holds: `cp -n`, `mv --backup`. */
  readonly spares?: Condition;
  /** It compiles or runs the sources among its words: those that are not reviewed are judged by their text. */
  readonly compiles?: true;
  /** Words without a described use may begin a command that runs: what that would do harm is recorded as possible. */
  readonly mayRun?: true;
  /** These flags make a call harmless that has nothing else but subcommands. Default `--help --version`; `[]` switches it off. */
  readonly informational?: readonly string[];
  readonly keyword?: readonly Keyword[];
  readonly optionValue?: readonly OptionValue[];
  readonly verbClass?: readonly VerbClass[];
  readonly runs?: readonly Runs[];
  readonly listens?: Listens;
  readonly packageSource?: readonly PackageSource[];
  readonly gitRefs?: readonly GitRefs[];
  readonly configKey?: readonly ConfigKey[];
  /** Its operands are files of databases, which it only reads with this option. */
  readonly opensDatabase?: string;
  /** When an option selects a stand-in for its service, it works on that: what is made or sent there stays on this machine. */
  readonly mayStayHere?: true;
  /** For what no rule can say (sed scripts, refspecs). Pure, total, never throws; adds to the rest, and clears only what it says. */
  readonly inspect?: (call: Call) => readonly Finding[];
}

/** Programs by basename, without version (`python3.12`) or the `g` of GNU tools. Each is a function, so that only what is met is built. */
export type Family = Readonly<Record<string, () => CommandDescriptor>>;
