import { isOneOf } from './callPatterns.ts';

/** A file of code among the words of a call, by its ending. */
const SOURCE = /\.(?:([cm]?[jt]sx?)|(pyw?))$/;

/** The language of a source that a test runner, a bundler or a watcher loads; undefined for any other file. */
export function loadedLanguage(path: string): 'javascript' | 'python' | undefined {
  const [, script, python] = SOURCE.exec(path) ?? [];
  return script !== undefined ? 'javascript' : python === undefined ? undefined : 'python';
}

/** Programs that run the sources among their operands. */
const RUNS_OPERANDS =
  'mocha nodemon pm2 coverage pytest py.test bun deno vitest jest ava tap tape jasmine playwright node tsx ts-node unittest doctest ipython uv locust streamlit behave';

/** Programs that load the sources that their options name, in the process that they run in. */
const RUNS_VALUES =
  'mocha nodemon bun vitest jest ava tap jasmine playwright eslint prettier stylelint webpack webpack-cli rollup vite rspack esbuild karma gulp wdio cypress nyc c8 ts-node commitlint lint-staged tailwindcss postcss size-limit typedoc semantic-release';

/** Options whose values are code that runs before or beside the program's own. */
const LOADING =
  /^(?:-[crpA]|--(?:config|require|import|loader|preload|setupFiles\w*|globalSetup|globalTeardown|reporter|reporters|runner|testRunner|transform|environment|testEnvironment|plugin|plugins|parser|rulesdir|opts|configFile|file))$/;

/** Whether a word of a call names code that the program loads: an operand, or the value of `option`. */
export const loadsWord = (program: string, option: string | undefined): boolean =>
  option === undefined ? isOneOf(RUNS_OPERANDS, program) : LOADING.test(option) && isOneOf(RUNS_VALUES, program);

/** Programs of Python that load a module by its name: `gunicorn z:app`, `flask --app z`, `celery -A z`, `pytest -p z`. */
const RUNS_MODULES =
  'gunicorn uvicorn hypercorn daphne waitress-serve granian flask celery pytest py.test unittest coverage nosetests runpy dramatiq huey_consumer faust arq rq';

const MODULE_OPTIONS = /^(?:-m|-p|-A|--app|--module|--settings)$/;

/** The file, from the folder of the call, of a module that a word of a call names; undefined where it names none. */
export function loadedModule(program: string, word: string, option: string | undefined): string | undefined {
  if (!isOneOf(RUNS_MODULES, program) || (option !== undefined && !MODULE_OPTIONS.test(option))) return undefined;
  const [, name] = /^([A-Za-z_][\w.]*?)(?::[\w.()]+)?$/.exec(word) ?? [];
  return name?.replaceAll('.', '/');
}

/** Options by which an interpreter loads a library before its program, with the ending that it adds to a name, and its language. */
const LIBRARIES: Readonly<Record<string, readonly [option: string, ending: string, language: string]>> = {
  ruby: ['-r', '.rb', 'ruby'],
  lua: ['-l', '.lua', 'lua'],
  luajit: ['-l', '.lua', 'lua'],
  julia: ['-L', '.jl', 'julia'],
};

/** The files that a word of an interpreter may load as a library, with their language; none for any other word. */
export function libraryFiles(
  program: string,
  word: string,
  before: string | undefined,
): { readonly paths: readonly string[]; readonly language: string } {
  const [option = '', ending = '', language = ''] = Object.hasOwn(LIBRARIES, program) ? (LIBRARIES[program] ?? []) : [];
  const name = before === option ? word : word.startsWith(option) ? word.slice(option.length) : '';
  return { paths: option === '' || name === '' ? [] : [name, `${name}${ending}`], language };
}

/** Whether a program loads sources that its words name at all. */
export const loadsSources = (program: string): boolean =>
  [RUNS_OPERANDS, RUNS_VALUES, RUNS_MODULES].some(names => isOneOf(names, program)) || Object.hasOwn(LIBRARIES, program);
