/** What else is known of the value of an argument or an option. */
export interface WordSettings {
  /** Its value where none is given. */
  readonly default?: string;
  /** The option may be given several times, and its value is the list of all. */
  readonly repeats?: true;
  /** The option has to be given. */
  readonly required?: true;
  /** The only values that it takes. Help and completion list them, and any other value is refused before the command runs. */
  readonly choices?: readonly string[];
}

/** An argument: `<file>` is required, `[file]` is not, and `<files...>` and `[files...]` take several. */
export type ArgumentSpec = readonly [name: string, help: string, settings?: WordSettings];

/** An option: `--json`, `-n, --lines <count>`, `--graph [format]`, `--role <roles...>`, or `--no-start`, which is true unless given. */
export type OptionSpec = readonly [flags: string, help: string, settings?: WordSettings];

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

type Long<Flags extends string> = Flags extends `${string}, ${infer Rest}` ? Rest : Flags;

type Key<Flags extends string> =
  Long<Flags> extends `--no-${infer Name}`
    ? Camel<Name>
    : Long<Flags> extends `--${infer Name} ${string}`
      ? Camel<Name>
      : Long<Flags> extends `--${infer Name}`
        ? Camel<Name>
        : never;

type IsSet<Word> = Word extends
  | readonly [`--no-${string}`, ...unknown[]]
  | readonly [string, string, { readonly default: string } | { readonly required: true }]
  ? true
  : false;

/** A text, or one of the choices where there are some. */
type Text<Word> = Word extends readonly [string, string, { readonly choices: readonly (infer Choice)[] }] ? Choice : string;

type OptionValue<Option extends OptionSpec> = Option extends readonly [string, string, { readonly repeats: true }]
  ? readonly string[]
  : Option[0] extends `${string}...${string}`
    ? readonly string[]
    : Option[0] extends `${string}<${string}`
      ? Text<Option>
      : Option[0] extends `${string}[${string}`
        ? Text<Option> | true
        : boolean;

type ArgumentValue<Argument extends ArgumentSpec> = Argument[0] extends `${string}...${string}`
  ? readonly string[]
  : Argument[0] extends `<${string}`
    ? Text<Argument>
    : IsSet<Argument> extends true
      ? Text<Argument>
      : Text<Argument> | undefined;

/** The values of options: those with a default, and those that are required, are always there. */
export type OptionValues<Options extends readonly OptionSpec[]> = {
  readonly [Option in Options[number] as IsSet<Option> extends true ? Key<Option[0]> : never]: OptionValue<Option>;
} & {
  readonly [Option in Options[number] as IsSet<Option> extends true ? never : Key<Option[0]>]?: OptionValue<Option>;
};

/** The values of arguments, in their order. */
export type ArgumentValues<Arguments extends readonly ArgumentSpec[]> = {
  readonly [Place in keyof Arguments]: ArgumentValue<Arguments[Place]>;
};

/** The option of commands that print data for programs. */
export const JSON_OUTPUT = ['--json', 'print JSON'] as const;

/** The option of commands that draw. */
export const OUT = ['--out <file>', 'write it to a file; a PNG goes there or into a pipe'] as const;

/** The option of commands that are about a policy. */
export const POLICY = ['--policy <file>', 'the policy; by default the nearest governance.yaml'] as const;

/** The options of commands that read an audit log. */
export const TRAIL = [
  ['--policy <file>', 'the policy whose audit log it is; by default the nearest governance.yaml'],
  ['--trail <file>', 'the file of an audit log, without any policy; `-` for exported lines on standard input'],
] as const;

/** The option of commands that ask before they change something. */
export const YES = ['--yes', 'do not ask'] as const;

/** The option that says who does what only a person may. */
export const AS = ['--as <name>', 'who does it; by default the user of the operating system'] as const;

/** The option that says why a person does something. */
export const REASON = ['--reason <text>', 'why'] as const;

/** How a drawing leaves the program. */
export interface DrawingOptions {
  /** `svg` and `png` take a text in DOT; every other format is printed as it is. */
  readonly format: string;
  /** The file to write; otherwise it is printed. */
  readonly out?: string | undefined;
}
