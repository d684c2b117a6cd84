/** A word as a descriptor's own `inspect` function sees it. */
export interface Argument {
  /** The word's value after expansion; `undefined` when it is not known. For a glob, the pattern. */
  readonly text: string | undefined;
  /** True when the text is a glob pattern. */
  readonly glob: boolean;
  /** What is known of a word whose value is not: the parts before the first hole and after the last. */
  readonly begins?: string;
  readonly ends?: string;
  /** Where parts of the text came from: `file`, `secret`, `network`, `environment`, `process` (numbers of processes), … */
  readonly origins?: readonly string[];
}

/** A call after its options have been told from its operands. */
export interface Call {
  /** The program's name as found in the table, then the subcommands. */
  readonly path: readonly string[];
  readonly operands: readonly Argument[];
  /** The user's home folder, when it is known. */
  readonly home?: string | undefined;
  /** Options as they are written that no description lists, without their values, and how many of them had one. */
  readonly unlisted?: readonly string[];
  readonly assigned?: number;
  /** The value of a variable of the shell or of the environment; `?` when it is set to what is not known. */
  variable?(name: string): string | undefined;
  /** An earlier part of the command has opened a tunnel: an address of this machine may lead to another one. */
  readonly isTunnelled?: boolean | undefined;
  /** Databases on this machine that earlier parts of the command have made. */
  readonly made?: ReadonlySet<string> | undefined;
  /** Remotes of git by name, with the addresses that earlier parts of the command have given them. */
  readonly remotes?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The file that gets the standard output. */
  readonly printsInto?: string | undefined;
  /** The text on the standard input, when it is known. */
  readonly input?: string | undefined;
  /** Whether the settings that the call is given lead to clusters on this machine. */
  isOwnCluster?(): boolean;
  /** True when the option was given, by its canonical name or the very spelling; `--` when that ended the options. */
  has(option: string): boolean;
  /** The values of the option (canonical name), in order. */
  values(option: string): readonly Argument[];
}
