import { taking } from './codeTaking.ts';
import type { Taking } from './codeTaking.ts';
import type { CommandDescriptor, Family, ProgramDescriptor, Use } from './descriptor.ts';
import { rareInterpreters } from './rareInterpreters.ts';
import { ADDRESS, projectCode, sharing } from './shapes.ts';

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

/** A document whose code runs: reviewed like any other code of the project, and nobody's when it was fetched. */
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
    '--allow-errors --clear-output --no-input --stdin --stdout': 'flag',
  },
  operands: { rest: 'read' },
  cases: [
    { when: { any: ['--inplace'], none: ['--execute'] }, operands: { rest: 'update' } },
    { when: { any: ['--execute'] }, operands: { rest: document }, effects: [projectCode] },
  ],
});

const jupyter = (): ProgramDescriptor => ({
  summary: 'works with notebooks',
  subcommands: {
    nbconvert,
    'execute run': () => running(),
    'lab notebook server console kernelspec labextension nbextension serverextension trust troubleshoot nbclassic qtconsole migrate':
      () => ({ options: { '--port --ip --notebook-dir --config': 'text' }, effects: [projectCode] }),
  },
});

/** Endings of source files by their language. */
const ENDINGS: Readonly<Record<string, string>> = {
  compiled:
    'c h cc cpp cxx m mm cu go rs java kt kts scala sc groovy swift cs csx fsx zig nim cr d dart hs ml v f90 pas adb s asm',
  python: 'py pyw',
  javascript: 'js mjs cjs jsx ts mts cts tsx',
  ruby: 'rb',
  perl: 'pl',
  php: 'php',
  lua: 'lua',
  r: 'r',
  julia: 'jl',
  elixir: 'ex exs',
  shell: 'sh bash',
};

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([language, names]) => names.split(' ').map(name => [name, language] as const)),
);

/** The language of a source file by the end of its name; `compiled` for all that a compiler takes. Undefined for other files. */
export function sourceLanguage(path: string): string | undefined {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.get(extension);
}

/** Interpreters of the languages that nobody scans, and programs that run the code in notebooks and reports. */
export const otherInterpreters: Family = {
  ...Object.fromEntries(
    Object.entries(builders).map(([name, [language, how]]) => [name, (): ProgramDescriptor => taking(language, how)]),
  ),
  ...rareInterpreters,
  dc: () => ({ ...taking('dc', { code: '-e --expression', files: '-f --file' }), prints: 'word' }),
  jupyter,
  'jupyter-nbconvert': () => ({ summary: 'converts and runs notebooks', ...nbconvert() }),
  ...sharing('papermill runipy jupyter-execute jupyter-run', () => ({
    summary: 'runs notebooks',
    ...running(),
  })),
  ...sharing('quarto marimo', () => ({
    summary: 'runs the code in reports',
    subcommands: {
      'render preview run edit': () => running(),
      'convert check create export new list use install tools': () => ({}),
    },
  })),
};
