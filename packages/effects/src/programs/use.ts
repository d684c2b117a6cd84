import type { EffectKind, NetworkTarget } from '@licet/core';
import type { Certainty } from '@licet/core/nodes';
import type { Mark } from '../marks.ts';
import type { WordUse } from '../uses.ts';
import type { Argument, Call } from './call.ts';
import type { TaskFile, TaskPlace } from './taskFile.ts';

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
  /** For `command`: names that have another meaning here; `python -m` finds the program `python -m timeit` for `timeit`. */
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
  /** It skips what git ignores, or what is not in git. */
  readonly ignored?: boolean;
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

/**
 * A condition on a call; all given parts must hold. Option names are canonical, and a text of several divided by blanks means any of them.
 * Expressions are sources without nested repetition; `(?i)` in front of one ignores case. A word that is not known is `?`, one that
 * is missing is empty.
 */
export interface Condition {
  readonly any?: readonly string[];
  readonly all?: readonly string[];
  readonly none?: readonly string[];
  /** Some operand fits; for `operand` one that is known. */
  readonly operand?: string;
  readonly word?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** All operands, joined by blanks. */
  readonly words?: string;
  /** The subcommands and the operands, joined by blanks. */
  readonly line?: string;
  readonly first?: string;
  readonly second?: string;
  /** The name of the program, and its first subcommand. */
  readonly program?: string;
  readonly verb?: string;
  /** Some value of each of these options fits. */
  readonly value?: Readonly<Record<string, string>>;
  /** An option that no description lists. */
  readonly unlisted?: string;
  /** The text on the standard input. */
  readonly input?: string;
  /** It is known that nothing comes in. */
  readonly empty?: true;
  /** The output goes into a file in a temporary folder. */
  readonly printsInto?: 'temporary';
  /** The values of these variables fit. */
  readonly variable?: Readonly<Record<string, string>>;
  /** All values of this option, or all operands for an empty text, are names that no other command has given, and there is one. */
  readonly ownNames?: string;
  /** A word is assigned by an option that no description lists. */
  readonly assigned?: true;
  /** Some operand comes from there. */
  readonly origin?: Origin;
  /** Where the call works, which makes harmless what it loses or changes there: see `rules/address.ts`. */
  readonly reaches?: Reach;
  readonly not?: Condition;
  readonly either?: readonly Condition[];
}

/** A place that a call works on, by its words, the variables and what came before. */
export type Reach = 'test address' | 'test database' | 'named server' | 'own cluster' | 'own ports' | 'this machine' | 'stand-in';

/** Which verbs of a program do what: see `rules/verbClass.ts`. */
export interface VerbClass {
  readonly of: 'cloud' | 'service' | 'losses' | 'credentials';
  readonly when?: Condition;
  /** For `service`: first words of calls that work on this machine only, beside the usual ones. */
  readonly local?: string;
}

/**
 * Where a word comes from: `others` is the number of a process that others may have started, `listed` what a command prints of the processes
 * or containers that are there.
 */
export type Origin = 'others' | 'listed';

/** What of the project a call starts: see `rules/runs.ts`. */
export interface Runs {
  /** The tasks that the operands name in this file, or in those that the option `from` names. */
  readonly tasks?: TaskFile;
  readonly from?: string;
  /** Words in front of the operands; left out, the operands are all. */
  readonly before?: readonly string[];
  /** The option whose values name the tasks, each with all operands behind it. */
  readonly named?: string;
  /** Words of a package manager: the script that the subcommand or the first operand names, or the scripts that run by themselves. */
  readonly scripts?: TaskFile;
  readonly lifecycle?: readonly string[];
  /** Scripts of several packages, in the words of a tool. */
  readonly packages?: 'each word' | 'each word, of all packages' | 'turbo, nx' | 'yarn';
  readonly when?: Condition;
}

/** Where a server of files listens, and what it shows: see `rules/listens.ts`. */
export interface Listens {
  /** The option that names an address. */
  readonly at: string;
  /** It lets everyone in where no address is named. */
  readonly isOpen?: true;
  /** The option that names the folder; `operands` is the first that is no number. */
  readonly folder?: string;
  readonly when?: Condition;
}

/** What words of git name: see `rules/gitRefs.ts`. */
export interface GitRefs {
  readonly is: 'files' | 'files and paths' | 'compared files' | 'repository' | 'remote' | 'pushed to';
  /** For `repository` and `remote`: which operand it is. */
  readonly at?: number;
  readonly when?: Condition;
}

/** Settings that a call gives a program: see `rules/configKey.ts`. */
export interface ConfigKey {
  readonly of: 'git' | 'npm' | 'pip' | 'conda' | 'go' | 'key=value of git' | 'key=value of hg' | 'package.json';
  /** For `key=value`: the options that have them; for `package.json` the operands from the second on. */
  readonly in?: string;
  readonly when?: Condition;
}

/** Where packages come from: see `rules/packageSource.ts`. */
export interface PackageSource {
  readonly is:
    | 'package'
    | 'package or repository'
    | 'module'
    | 'program of a module'
    | 'registry'
    | 'index'
    | 'links'
    | 'formula'
    | 'added source'
    | 'code';
  /** Options by their canonical names; left out, the operands. */
  readonly of?: string;
  readonly from?: number;
  readonly to?: number;
  readonly when?: Condition;
}

/** What the words of a call say. The rows are read in order; one that `ends` is the last that is read when it holds. */
export interface Keyword {
  /** Left out, the row holds for every call. */
  readonly when?: Condition;
  readonly effects?: readonly FixedEffect[];
  /** Nothing is lost, whatever the words say. */
  readonly clears?: 'loss';
  readonly ends?: true;
}

/** What the values of options, or operands, are. */
export interface OptionValue {
  /** Options by their canonical names, divided by blanks. Left out, the operands. */
  readonly of?: string;
  /** Which of the values, counted as in `slice`. */
  readonly from?: number;
  readonly to?: number;
  readonly when?: Condition;
  /** Only values that fit, and not those that fit `unless`. A value that is not known is `?`. */
  readonly fits?: string;
  readonly unless?: string;
  /** What divides a value into several. */
  readonly split?: string;
  readonly origin?: Origin;
  /** Only folders with which a program may rewrite the machine, or read the user's credentials. */
  readonly isHostFolder?: true;
  /** Only names of variables that hold secrets. */
  readonly isSecretVariable?: true;
  /** Only operands that directly follow one that fits. */
  readonly after?: string;
  /** What this expression finds in the text on the standard input, by its first group; `~` is the user's home. */
  readonly inInput?: string;
  /** The names of governed files in what is taken. */
  readonly governedParts?: true;
  /** Only values that are among these too: those of options, or operands. */
  readonly among?: { readonly of?: string; readonly from?: number; readonly to?: number };
  /** Only names that no other command has given: see `rules/origin.ts`; or only all others. */
  readonly isOwnName?: boolean;
  /** A pattern of file names counts too, whatever `fits` says. */
  readonly orGlob?: true;
  /** What is used instead of words of the call, once. */
  readonly value?: string;
  /** What is taken of a known value: an expression, and what is put for what it matches. Of `''` nothing is used. */
  readonly take?: readonly [pattern: string, replacement: string];
  /** Whether what is taken is a pattern of file names. Left out, it is one if the value is. */
  readonly isPattern?: boolean;
  readonly use?: Use;
  /** What happens once for each such value; `{0}` in a target is the value. */
  readonly effects?: readonly FixedEffect[];
}

/** What a rule finds: an effect, an argument with its use (and what follows a `command`), tasks of the project, or that nothing is lost, whatever the words say. */
export type Finding =
  | FixedEffect
  | { readonly clears: 'loss' }
  | ({ readonly tasks: TaskFile; readonly names: readonly (Argument | string)[] } & TaskPlace)
  | { readonly use: Use; readonly value: Argument | string; readonly following?: readonly Argument[] };
