import type { Family, OptionStyle, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';

/** How an interpreter takes code: options with code, options with files, and whether it reads code from its input. */
interface Taking {
  readonly code?: string;
  readonly files?: string;
  readonly style?: OptionStyle;
  /** Options with a value that means nothing to us. */
  readonly plain?: string;
  /** Names of operands that are subcommands, after which code or a file follows. */
  readonly verbs?: string;
}

/** An interpreter whose language nobody scans: code that does more than print is unknown, wherever it comes from. */
const taking = (language: string, { code, files, style = 'posix', plain, verbs }: Taking): ProgramDescriptor => {
  const inline: Use = { as: 'code', language };
  const script: Use = { as: 'execute', language };
  const options: OptionTable = {
    ...(code === undefined ? {} : { [code]: { value: inline, operands: { rest: 'text' } } }),
    ...(files === undefined ? {} : { [files]: { value: script, operands: { rest: 'text' } } }),
    ...(plain === undefined ? {} : { [plain]: 'text' }),
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

const builders: Readonly<Record<string, readonly [language: string, Taking]>> = {
  R: ['r', { code: '-e', files: '-f --file', style: 'gnu' }],
  Rscript: ['r', { code: '-e' }],
  lua: ['lua', { code: '-e', plain: '-l' }],
  luajit: ['lua', { code: '-e', plain: '-l' }],
  julia: ['julia', { code: '-e -E --eval --print', plain: '-L --project -J -t' }],
  tclsh: ['tcl', {}],
  wish: ['tcl', {}],
  expect: ['expect', { code: '-c', files: '-f' }],
  groovy: ['groovy', { code: '-e', plain: '-cp' }],
  osascript: ['applescript', { code: '-e', plain: '-l' }],
  octave: ['octave', { code: '--eval', plain: '-p --path' }],
  matlab: ['matlab', { code: '-r -batch', style: 'long' }],
  maxima: ['maxima', { code: '--batch-string -r', files: '-b --batch' }],
  sage: ['sage', { code: '-c' }],
  elixir: ['elixir', { code: '-e --eval --rpc-eval', files: '-r --require', plain: '--sname --name --cookie -S' }],
  iex: ['elixir', { code: '-e --eval', files: '-r --require' }],
  erl: ['erlang', { code: '-eval', files: '-s -run', style: 'long', plain: '-pa -sname -name -config' }],
  escript: ['erlang', {}],
  scala: ['scala', { code: '-e', style: 'long', plain: '-cp -classpath' }],
  kotlin: ['kotlin', { code: '-e', style: 'long', plain: '-cp -classpath' }],
  jshell: ['java', { files: '--startup', plain: '--class-path --module-path --feedback -R -C' }],
  ocaml: ['ocaml', { code: '-e', plain: '-I' }],
  ghci: ['haskell', { code: '-e' }],
  runghc: ['haskell', {}],
  runhaskell: ['haskell', {}],
  raku: ['raku', { code: '-e', plain: '-I -M' }],
  jruby: ['ruby', { code: '-e', plain: '-r -I' }],
  mruby: ['ruby', { code: '-e', plain: '-r' }],
  irb: ['ruby', { files: '-r' }],
  pry: ['ruby', { code: '-e --exec', files: '-r' }],
  jython: ['python', { code: '-c' }],
  racket: ['racket', { code: '-e --eval', files: '-f --load -t --require', plain: '-l' }],
  guile: ['guile', { code: '-c', files: '-l -s', plain: '-L' }],
  sbcl: ['lisp', { code: '--eval', files: '--load --script', plain: '--core' }],
  clisp: ['lisp', { code: '-x', files: '-i' }],
  ecl: ['lisp', { code: '--eval', files: '--load --shell' }],
  clojure: ['clojure', { code: '-e --eval', plain: '-Sdeps -A -M -X' }],
  clj: ['clojure', { code: '-e --eval', plain: '-Sdeps -A -M -X' }],
  bb: ['clojure', { code: '-e --eval', files: '-f --file', plain: '-cp' }],
  janet: ['janet', { code: '-e' }],
  fennel: ['fennel', { code: '-e --eval' }],
  gjs: ['script', { code: '-c --command' }],
  qjs: ['script', { code: '-e --eval' }],
  jsc: ['script', { code: '-e' }],
  rhino: ['script', { code: '-e' }],
  coffee: ['script', { code: '-e --eval', plain: '-o --output' }],
  swipl: ['prolog', { code: '-g -t', files: '-s -l -f' }],
  gst: ['smalltalk', {}],
  m4: ['m4', { plain: '-D -I' }],
  dc: ['dc', { code: '-e --expression', files: '-f --file' }],
  gnuplot: ['gnuplot', { code: '-e' }],
  wolframscript: ['wolfram', { code: '-code -c', files: '-file -f', style: 'long' }],
  nashorn: ['script', {}],
  crystal: ['crystal', { verbs: 'eval' }],
};

/** Interpreters of the languages that nobody scans. */
export const otherInterpreters: Family = Object.fromEntries(
  Object.entries(builders).map(([name, [language, how]]) => [name, (): ProgramDescriptor => taking(language, how)]),
);
