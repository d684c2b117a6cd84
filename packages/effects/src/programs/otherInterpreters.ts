import type { CommandDescriptor, Family, OptionStyle, OptionTable, Use } from './descriptor.ts';
import { ADDRESS, projectCode, sharing, tabled } from './shapes.ts';

/** How an interpreter takes code: options with code, options with files, and whether it reads code from its input. */
interface Taking {
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
const taking = (language: string, { code, files, style = 'posix', plain, attached, verbs }: Taking): CommandDescriptor => {
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

/** Interpreters by the names that share their options, with their language. Sources: their manuals. */
const table: Readonly<Record<string, readonly [language: string, Taking]>> = {
  // Lisp and Scheme
  newlisp: ['lisp', { code: '-e', plain: '-d -m -s -t -w' }],
  'abcl ccl ccl64 lx86cl lx86cl64 mkcl cmucl gcl wcl': [
    'lisp',
    { code: '--eval -eval -e', files: '--load -load -l --script', style: 'long' },
  ],
  'gosh gauche': ['scheme', { code: '-e -E', files: '-l -L', plain: '-I -A -u -m -p -f -r' }],
  'csi chicken-csi': [
    'scheme',
    {
      code: '-e -eval -p -print -P -pretty-print',
      files: '-s -script -ss -sx',
      style: 'long',
      plain: '-I -include-path -D -feature -R -require-extension -K -keyword-style',
    },
  ],
  'chibi-scheme chibi': ['scheme', { code: '-e -p', files: '-l', plain: '-I -A -m -x -t -h' }],
  'scheme mit-scheme petite chez chezscheme chez-scheme scheme48 larceny ypsilon ikarus vicare sagittarius loko': [
    'scheme',
    { code: '--eval -e', files: '--load --script --program --quiet-load -load', style: 'long', plain: '--libdirs --band --heap' },
  ],
  'gsi gsi-script gambit bigloo kawa stklos s7 tinyscheme': [
    'scheme',
    { code: '-e -eval -c --eval -p', files: '-f -load -l --load -s', style: 'long' },
  ],
  'picolisp pil pil21 plisp': ['lisp', {}],
  'lfe lfescript': ['lisp', { code: '-eval -e', style: 'long', plain: '-pa -sname -name' }],
  'hy hy3': ['hy', { code: '-c', plain: '-m' }],
  coconut: ['coconut', { code: '-c', plain: '-t --target' }],
  'lumo planck joker nbb glojure let-go': [
    'clojure',
    { code: '-e --eval', files: '-f --file -i --init', plain: '-c -cp --classpath -m' },
  ],
  // Logic
  'gprolog yap scryer-prolog trealla xsb eclipse-clp ciaosh': [
    'prolog',
    { code: '--query-goal --init-goal --entry-goal -g -z -e', files: '--consult-file -l -L -f -b', style: 'long' },
  ],
  // Stacks, arrays, numbers
  'gforth gforth-fast gforth-itc pforth kforth vfxlin': [
    'forth',
    { code: '-e --evaluate', style: 'long', plain: '-p --path -m -d' },
  ],
  'jconsole ijconsole': ['j', { code: '-js', style: 'long' }],
  'apl bqn BQN cbqn ivy ngn-k': ['apl', { code: '-e -p --eval', files: '-f --script' }],
  'scilab scilab-cli scilab-adv-cli': ['scilab', { code: '-e', files: '-f', style: 'long', plain: '-l' }],
  'gap magma M2 Singular fricas axiom': ['algebra', { code: '-c -e -eval', style: 'long', plain: '-l -m -o' }],
  // Scripting
  'pike nickle': ['pike', { code: '-e', files: '-l', plain: '-I -M' }],
  'regina rexx ooRexx brexx': ['rexx', {}],
  'jimsh tcl itclsh tixwish': ['tcl', { code: '-e' }],
  'moonjit texlua texluajit luvit luajittex tarantool resty ravi lune': ['lua', { code: '-e', plain: '-l -I --main-conf' }],
  'perl6 rakudo rakudo-m': ['raku', { code: '-e', plain: '-I -M' }],
  'truffleruby rbx opal artichoke': ['ruby', { code: '-e', plain: '-r -I' }],
  'phpdbg hhvm': ['php', { code: '-r -B -R -E', files: '-f', plain: '-d -c' }],
  littler: ['r', { code: '-e' }],
  // JavaScript outside of Node.js and of browsers
  'cjs quickjs tjs txiki js spidermonkey ringo duk mujs xst d8 v8 jerry': [
    'script',
    { code: '-e --eval -c --command -x', files: '-f --file -I --include', plain: '-m' },
  ],
  // .NET, the JVM and others
  'csharp csharprepl mono-csharp': ['csharp', { code: '-e', plain: '-r -lib' }],
  'groovysh beanshell bsh amm': ['groovy', { code: '-e -c --code', plain: '-cp' }],
  'gomacro yaegi igop': ['go', { code: '-e' }],
  frink: ['frink', { code: '-e', files: '-f', style: 'long' }],
};

/** Imports of a configuration, by path or by variable. Source: the standard of Dhall, imports. */
const IMPORTS = '(?:^|[\\s(=[{,])((?:~|[.]{1,2})?/[\\w.~/-]+)';

/** Dhall has no effects but its imports, which may be of any text. */
const dhall = (): CommandDescriptor => ({
  options: { '--file': 'read', '--output': 'write', '--explain --alpha --plain --ascii': 'flag' },
  operands: { rest: 'text' },
  optionValue: [{ inInput: IMPORTS, use: 'read' }],
});

const builders: Readonly<Record<string, readonly [language: string, Taking]>> = {
  R: ['r', { code: '-e', files: '-f --file', style: 'gnu' }],
  Rscript: ['r', { code: '-e' }],
  lua: ['lua', { code: '-e', plain: '-l' }],
  luajit: ['lua', { code: '-e', plain: '-l' }],
  julia: ['julia', { code: '-e -E --eval --print', plain: '-L -J -t', attached: '--project' }],
  tclsh: ['tcl', {}],
  wish: ['tcl', {}],
  expect: ['expect', { code: '-c', files: '-f' }],
  groovy: ['groovy', { code: '-e', plain: '-cp' }],
  osascript: ['applescript', { code: '-e', plain: '-l' }],
  octave: ['octave', { code: '--eval', plain: '-p --path' }],
  matlab: ['matlab', { code: '-r -batch', style: 'long' }],
  maxima: ['maxima', { code: '--batch-string -r', files: '-b --batch' }],
  sage: ['python', { code: '-c' }],
  freecadcmd: ['python', { code: '-c' }],
  FreeCADCmd: ['python', { code: '-c' }],
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
  gnuplot: ['gnuplot', { code: '-e' }],
  wolframscript: ['wolfram', { code: '-code -c', files: '-file -f', style: 'long' }],
  nashorn: ['script', {}],
  crystal: ['crystal', { verbs: 'eval' }],
};

/** A document whose code runs: reviewed like any other code of the project, unless it was fetched. */
const document: Use = { as: 'execute', language: 'notebook' };

/** Runs the code in documents: those at an address come from elsewhere. */
const running = (): CommandDescriptor => ({
  options: {
    '-p -r -y -f -k --parameters --parameters_raw --parameters_yaml --parameters_file --kernel --language --engine --cwd --log-level --profile -P -M --to -t --output --execute-params --port --host':
      'text',
  },
  effects: [projectCode],
  optionValue: [
    { to: 1, fits: ADDRESS, use: { as: 'url', tags: ['downloaded_code'] } },
    { to: 1, unless: ADDRESS, use: document },
  ],
});

const nbconvert = (): CommandDescriptor => ({
  options: {
    '--to --output --output-dir --template --config --log-level --post --writer': 'text',
    '--execute': 'flag',
    '--inplace': 'flag',
  },
  operands: { rest: 'read' },
  cases: [
    { when: { any: ['--inplace'], none: ['--execute'] }, operands: { rest: 'update' } },
    { when: { any: ['--execute'] }, operands: { rest: document }, effects: [projectCode] },
  ],
});

/** Interpreters of the languages that are not scanned, and programs that run the code in notebooks and reports. */
export const otherInterpreters: Family = {
  ...tabled({ ...table, ...builders }, ([language, how]) => taking(language, how)),
  ...sharing('dhall dhall-to-json dhall-to-yaml dhall-to-yaml-ng dhall-to-toml dhall-to-bash', dhall),
  dc: () => ({ ...taking('dc', { code: '-e --expression', files: '-f --file' }), prints: 'word' }),
  jupyter: () => ({
    subcommands: {
      nbconvert,
      'execute run': () => running(),
      'lab notebook server console kernelspec labextension nbextension serverextension trust troubleshoot nbclassic qtconsole migrate':
        () => ({ options: { '--port --ip --notebook-dir --config': 'text' }, effects: [projectCode] }),
    },
  }),
  'jupyter-nbconvert': () => ({ ...nbconvert() }),
  ...sharing('papermill runipy jupyter-execute jupyter-run', () => ({ ...running() })),
  ...sharing('quarto marimo', () => ({
    subcommands: { 'render preview run edit': () => running() },
  })),
};
