import type { OptionStyle, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';

/** How an interpreter takes code: options with code, options with files, and whether it reads code from its input. */
export interface Taking {
  readonly code?: string;
  readonly files?: string;
  readonly style?: OptionStyle;
  /** Options with a value that means nothing to us. */
  readonly plain?: string;
  /** The same, where a value can only stand behind `=`. */
  readonly attached?: string;
  /** Names of operands that are subcommands, after which code or a file follows. */
  readonly verbs?: string;
}

/** An interpreter of a language that Licet does not read: code that does more than print is unknown, wherever it comes from. */
export const taking = (language: string, { code, files, style = 'posix', plain, attached, verbs }: Taking): ProgramDescriptor => {
  const inline: Use = { as: 'code', language };
  const script: Use = { as: 'execute', language };
  const options: OptionTable = {
    ...(code === undefined ? {} : { [code]: { value: inline, operands: { rest: 'text' } } }),
    ...(files === undefined ? {} : { [files]: { value: script, operands: { rest: 'text' } } }),
    ...(plain === undefined ? {} : { [plain]: 'text' }),
    ...(attached === undefined ? {} : { [attached]: { value: 'text', attachedOnly: true } }),
  };
  const own = Object.keys(options).map(key => key.split(' ')[0] ?? key);
  return {
    summary: `runs ${language} code`,
    style,
    options,
    operands: { first: [script], rest: 'text' },
    informational: ['--help', '--version', '-V', '-v', '-version', '-h'],
    cases: [{ when: { atMost: 0, none: own }, stdin: inline }],
    ...(verbs === undefined
      ? {}
      : {
          subcommands: {
            [verbs]: () => ({ operands: { first: [inline] } }),
            'run play spec': () => ({ operands: { first: [script], rest: 'text' } }),
          },
        }),
  };
};
