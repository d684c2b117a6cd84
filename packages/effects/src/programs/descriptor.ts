import type { EffectKind, NetworkTarget } from '@licet/core';
import type { Certainty } from '@licet/core/nodes';
import type { Mark } from '../marks.ts';
import type { WordUse } from '../uses.ts';
import type { Argument, Call } from './call.ts';
import type { Decoding } from './decoding.ts';
import type { Endless, Printing } from './output.ts';
import type { TaskFile, TaskPlace } from './taskFile.ts';

export type { Argument, Call } from './call.ts';
export type { TaskFile, TaskPlace } from './taskFile.ts';

/** A use with its details. A plain name is the same as `{ as: name }`. */
export interface DetailedUse {
  readonly as: WordUse;
  readonly tags?: readonly Mark[];
  /** For `write`: what stood in the file is gone, and nothing of it is in what is written. */
  readonly clears?: true;
  /** For `write`: what stood in the file is made again, or stays. */
  readonly keeps?: true;
  /** The path starts in the folder of the call, whatever folder an option changes to: the archive of `tar -C`. */
  readonly beforeChange?: true;
  /** For `update`: some of what is in the file goes, and nothing brings it back but git: `sed -n -i 1,5p`. */
  readonly drops?: true;
  /** Everything below the path is meant too. Options may set it for all operands: see `OptionSpec.recursive`. */
  readonly recursive?: boolean;
  /** Default `certain`. */
  readonly certainty?: Certainty;
  /** For `code`. */
  readonly language?: string;
  /** For `url`: where data goes, and the request method, or the protocol where there is none; left out, the method is unknown. */
  readonly direction?: NetworkTarget['direction'];
  readonly method?: string | ((call: Call) => string | undefined);
  /** For `command`: a pattern of file names that is put for `{}`, or after the last word (`fd -x rm`). */
  readonly appends?: string | ((call: Call) => string);
  /** For `command`: names that mean something of their own here; `python -m` finds the program `python -m timeit` for `timeit`. */
  readonly family?: string;
  /** For `shell`: what the program writes is the command's input. */
  readonly fed?: true;
  /** For `read`: every file in the tree is searched, and secrets among them are said one by one. */
  readonly searches?: Search;
  /** For `command` in a container: the folders of this machine that it sees, and the folder that it starts in. */
  readonly mounts?: readonly Mount[] | ((call: Call) => readonly Mount[]);
  readonly startsIn?: string | ((call: Call) => string | undefined);
  /** For `named`: the effect's kind (default `configure`). */
  readonly effect?: EffectKind;
  /** For `named`: `git_ref`, `git_config`, `service`, `database`, `container`, `process`, `package`, `resource`, … */
  readonly category?: string;
  readonly note?: string;
}

/** A folder of this machine, and its name in a container. */
export type Mount = Readonly<Record<'from' | 'to', string>>;

/** A search through a tree. */
export interface Search {
  /** Patterns, relative to the tree, of what the command line leaves out. */
  readonly except: readonly string[];
  /** It prints names only, and nothing of what is in the files. */
  readonly isQuiet?: boolean;
  /** It passes over what git is told to ignore, or what git does not hold. */
  readonly ignored?: boolean;
  /** It follows links. */
  readonly follows?: boolean;
  readonly untracked?: boolean;
  /** These patterns are relative to the current folder, wherever the tree lies. */
  readonly isFromHere?: boolean;
  /** The words that leave one more file out, with `{name}` or `{path}` (from the current folder) for it. */
  readonly leaveOut?: string;
  /** False when files and folders with a leading dot are passed over. */
  readonly hidden?: boolean;
  /** Secrets are what it is for: they are not met by the way. */
  readonly seeks?: boolean;
}

/** How a word is used. */
export type Use = WordUse | DetailedUse;

/**
 * Which operand has which use. `first` are the leading ones in order, `last` the final one (only when there are at least
 * two operands, or when neither `first` nor `rest` is given), `rest` all others, and `text` what is missing. cp is `{ rest: 'read', last: 'destination' }`.
 */
export interface OperandSpec {
  readonly first?: readonly Use[];
  readonly rest?: Use;
  readonly last?: Use;
  /** Operands when none is given: `['.']` reads as if `.` had been given. */
  readonly defaults?: readonly string[];
}

/** An effect that does not depend on any word: `{ kind: 'network', target: { type: 'network', direction: 'upload' }, tags: ['shares'] }`. */
export interface FixedEffect {
  readonly kind: EffectKind;
  /** The target in short: `network:upload` (`download`, `listen`, `both`), `file:PATH`, `tree:PATH` (`~` is home), else `CATEGORY:NAME`. */
  readonly target?: string;
  /** For the network: the method of the request, when it is known. */
  readonly method?: string;
  readonly tags?: readonly Mark[];
  readonly certainty?: Certainty;
  readonly note?: string;
}

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

/** A condition on a call; all given parts must hold. Option names are canonical. */
export interface Condition {
  readonly any?: readonly string[];
  readonly all?: readonly string[];
  readonly none?: readonly string[];
  /** Source of a regular expression that some operand must match. Keep it linear: no nested repetition. */
  readonly operand?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Something that holds only when its condition does. Of several with `operands` the last one wins; effects and tags add up. */
export interface Case {
  readonly when: Condition;
  readonly operands?: OperandSpec;
  readonly stdin?: Use;
  readonly effects?: readonly FixedEffect[];
  readonly tags?: readonly Mark[];
}

/** What `inspect` returns: an effect, an argument with its use (and what follows a `command`), tasks of the project, or that nothing is lost, whatever the words say. */
export type Finding =
  | FixedEffect
  | { readonly clears: 'loss' }
  | ({ readonly tasks: TaskFile; readonly names: readonly (Argument | string)[] } & TaskPlace)
  | { readonly use: Use; readonly value: Argument | string; readonly following?: readonly Argument[] };

/** The part that programs and subcommands share. */
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
  /** What is written later holds the input, or what was fetched; a download without a name of its own gets the address's last part. */
  readonly keeps?: 'input' | 'download';
  /** The output is the input in another form, so that hidden text is found. */
  readonly decodes?: Decoding;
  /** What it prints; the innermost subcommand that knows it says it. */
  readonly prints?: Printing;
  /** What it does with an input that never ends. Left out, it may stop earlier. */
  readonly endless?: Endless | ((call: Call) => Endless | undefined);
  /** It shows the text in files of any kind, archives among them; what prints `matches`, `sed` or `awk` does so anyway. */
  readonly showsText?: true;
  /** Nobody finds a credential again in what it makes of its input: it is encoded, or kept in another place than the output. */
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
  readonly ownClusters?: (call: Call) => boolean;
  /** What files hold stays there, whatever it writes: always (`{}`), or when this holds: `cp -n`, `mv --backup`. */
  readonly spares?: Condition;
  /** It compiles or runs the sources among its words: those that nobody has reviewed are judged by their text. */
  readonly compiles?: true;
  /** Words without a use of their own may begin a command that runs: what that would do harm is recorded as possible. */
  readonly mayRun?: true;
  /** These flags make a call harmless that has nothing else but subcommands. Default `--help --version`; `[]` switches it off. */
  readonly informational?: readonly string[];
  /** For what data cannot say (sed scripts, refspecs). Pure, total, never throws; adds to the rest, and clears only what it says. */
  readonly inspect?: (call: Call) => readonly Finding[];
}

/**
 * A program: what it does to the world as a function of its command line. Data wherever possible.
 *
 * The engine adds by itself: `execute` of the program with its argument vector, redirections, everything inside
 * substitutions, `catastrophic` for deletes and overwrites of root, home, system folders and devices, `regenerable` for
 * build output, `secret` for well-known credential files. Do not repeat these.
 *
 * Be exact both ways: everyday use gives no `destructive`, `unknown`, `shares`, … effect, and no way to lose, leak or run is missing.
 *
 * `match` and `notMatch` are checked by tests: command → `; `-separated effects that must, or must not, be found when the
 * command runs in `/w` (home `/home/u`). An effect is written `kind target #tag #tag`; target and tags may be left out, kind may
 * be `*`. File targets are absolute (`/w/a`, a glob as written `/w/*.js`, a tree ends in `/**`), network targets are
 * `direction host`, named ones `category:name`.
 */
export interface ProgramDescriptor extends CommandDescriptor {
  /** One lower-case phrase. */
  readonly summary: string;
  readonly match?: Readonly<Record<string, string>>;
  readonly notMatch?: Readonly<Record<string, string>>;
}

/** Programs by basename, without version (`python3.12`) or the `g` of GNU tools. Each is a function, so that only what is met is built. */
export type Family = Readonly<Record<string, () => ProgramDescriptor>>;
