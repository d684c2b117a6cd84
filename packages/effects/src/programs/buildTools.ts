import { compiler, latex, wasmPack } from './compilers.ts';
import type {
  Argument,
  Family,
  Finding,
  FixedEffect,
  OptionTable,
  OptionValue,
  CommandDescriptor,
  Runs,
  Use,
} from './descriptor.ts';
import { effect, loading, projectCode, sharing } from './shapes.ts';

/** A folder that is filled. */
const tree: Use = { as: 'write', recursive: true };

/** Rules that come through a pipe: no one in the project has seen them. */
const pipedRules: FixedEffect = effect('unknown', 'text:rules that come through a pipe', 'inline_code');

const PIPED = '^(?:[?]|-|/dev/(?:stdin|fd/.*)|/proc/.*)$';

/** A file of rules runs. */
const rules: readonly OptionValue[] = [
  { of: '-f', fits: PIPED, effects: [pipedRules] },
  { of: '-f', unless: PIPED, use: { as: 'execute', language: 'rules' } },
];

/** `NAME=value` on make's command line replaces what the rules say; make itself runs what is in `$(shell …)`. */
function makeVariable({ text = '' }: Argument): readonly Finding[] {
  const [, name = '', value = ''] = /^(\.?\w+)(?::{0,3}|[?+!])=(.*)$/s.exec(text) ?? [];
  if (/^(?:DESTDIR|PREFIX|prefix|INSTALL_ROOT|exec_prefix)$/.test(name))
    return [{ use: tree, value: value === '' ? '/' : value }];
  if (name === '') return [];
  if (/\$[({]\s*(?:shell|eval|call)\b|^\w+!=/.test(text)) return [effect('unknown', `text:${name}`, 'inline_code', 'runs_code')];
  const isShell =
    /^(?:SHELL|\.SHELLFLAGS)$/.test(name) &&
    !/^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh$|^-e?u?c$|^-eu?o? ?pipefail -c$/.test(value);
  if (isShell) return [effect('environment', `variable:${name}`, 'tampered_environment')];
  return name === 'SHELL' ? [] : [{ use: 'environment', value: `${name}=${value}` }];
}

/** `make`: it runs what its file says. */
const make = (): CommandDescriptor => ({
  options: {
    '-C --directory': 'chdir',
    '-f --file --makefile': 'text',
    '--eval -E': { as: 'shell', tags: ['runs_code'] },
    '-j --jobs -l --load-average': { value: 'text', attachedOnly: true },
    '-I --include-dir -o --old-file -W --what-if': 'text',
    '-n --dry-run --just-print --recon': 'flag',
  },
  effects: [projectCode],
  operands: { rest: 'text' },
  optionValue: rules,
  runs: [{ tasks: 'Makefile', from: '-f' }],
  inspect: call =>
    call.operands
      .filter(
        ({ text = '' }) =>
          !/^(?:DESTDIR|PREFIX|prefix)=/.test(text) ||
          call.operands.some(({ text: word }) => word?.startsWith('install') === true),
      )
      .flatMap(makeVariable),
});

/** `ninja`: it runs what its file says. */
const ninja = (): CommandDescriptor => ({
  optionValue: rules,
  options: { '-C': 'chdir', '-f': 'text', '-j -k -l -t -d -w': 'text' },
  effects: [projectCode],
});

/** Commands of `cmake -E` that are not called like the program that does the same. */
const cmakeCommands: Family = {
  ...sharing('cmake -E remove,cmake -E remove_directory', () => ({
    options: { '-r -R': { recursive: true } },
    operands: { rest: { as: 'delete', recursive: true } },
  })),
  ...sharing('cmake -E make_directory,cmake -E touch_nocreate', () => ({
    operands: { rest: 'write' },
    spares: {},
  })),
  ...sharing('cmake -E copy,cmake -E copy_if_different,cmake -E copy_directory', () => ({
    operands: { rest: 'read', last: 'destination' },
  })),
  'cmake -E rename': () => ({ operands: { rest: 'move', last: 'destination' } }),
  'cmake -E create_symlink': () => ({ operands: { rest: 'read', last: 'write' } }),
  'cmake -E chdir': () => ({ style: 'posix', operands: { first: ['chdir', 'command'] } }),
  ...sharing('cmake -E echo,cmake -E echo_append,cmake -E capabilities,cmake -E sleep,cmake -E true,cmake -E false', () => ({})),
};

const cmakeTools: Family = {
  cmake: () => ({
    options: {
      '-P': 'execute',
      '-E': { as: 'command', family: 'cmake -E', tags: ['runs_code'] },
      '-B': { as: 'write', recursive: true },
      '--prefix': 'text',
      '-S --build --install --open -C -D -U -G -T -A --preset --target -t --config -j --parallel --component --toolchain --graphviz':
        'text',
    },
    effects: [projectCode],
    // What is staged lies below the folder that the variable names.
    inspect: call => {
      const stage = call.variable?.('DESTDIR')?.replace(/^\?$/, '') ?? '';
      return call.values('--prefix').map(value => ({
        use: { as: 'write', recursive: true },
        value: stage === '' || value.text === undefined ? value : stage + value.text,
      }));
    },
  }),
  ...cmakeCommands,
};

const outputting = (): CommandDescriptor => ({
  compiles: true,
  options: {
    '-o --output --outfile --outFile --out --out-file -d --out-dir --outDir --outdir --declarationDir --tsBuildInfoFile --dir --python_out --js_out --go_out --java_out --cpp_out':
      tree,
    '-p --project -c --config -t --target -m --module -L -I --crate-type --edition --cfg --emit -A -W --cap-lints --env --mode --jobs -classpath -cp --presets --plugins --extensions --ignore --format --platform --external --lib --jsx --proto_path':
      'text',
    '-C --codegen': 'text',
    '--plugin': 'text',
  },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  effects: [projectCode],
  optionValue: [
    ...loading({ of: '-C', fits: '^(?:linker=|[?]$)', take: ['^linker=', ''] }),
    ...loading({ of: '--plugin', take: ['^(?:[\\w-]+=)?', ''] }),
  ],
});

const runner = (): CommandDescriptor => ({
  options: {
    '-c --config -p --project -f --justfile --root --rootdir --rcfile --base': 'text',
    '--file -w --workspace --filter -t --testNamePattern -k -m -n -e --env --reporter --testPathPattern --maxWorkers --timeout --seed --grep --spec --browser --port --host --mode -j --jobs --cov --tb --maxfail --durations --ignore --deselect --shard --retries --workers --concurrency --parallel --target --targets --exclude --source --include --omit --fail-under':
      'text',
    '-o --output --output-file --outputFile --junitxml --junit-xml --html --basetemp --outDir --outdir --coverageDirectory --result-log --report-dir -o:':
      tree,
    '-C --directory --cwd --dir': 'chdir',
    '-u -i -v -s -q -a -b --watch --coverage --run --ci --bail --silent': 'flag',
  },
  effects: [projectCode],
  operands: { rest: 'text' },
  mayRun: true,
  optionValue: [
    { of: '-c', fits: '^(?:-|/dev/(?:stdin|fd/.*))$', effects: [pipedRules] },
    { of: '-c', fits: '^/(?:private/)?(?:tmp|var/tmp)/', use: { as: 'execute', language: 'rules' } },
  ],
});

const running =
  (...runs: readonly Runs[]) =>
  (): CommandDescriptor => ({ ...runner(), runs });

type TaskRuns = Readonly<Required<Pick<Runs, 'tasks' | 'from'>>>;

/** A runner of tasks; `shows` are the options with which it runs none. Sources: `just --help`, `task --help`. */
const tasking =
  ({ tasks, from }: TaskRuns, shows: string, options: OptionTable): (() => CommandDescriptor) =>
  () => ({
    ...runner(),
    options: { ...options, [shows]: 'flag' },
    optionValue: (runner().optionValue ?? []).map(each => ({ ...each, of: from })),
    runs: [{ tasks, from, when: { none: shows.split(' ') } }],
  });

const just = tasking(
  { tasks: 'justfile', from: '-f' },
  '-n --dry-run -l --list -s --show --summary --dump --evaluate --variables --groups --usage -e --edit --fmt --init --man',
  {
    '-f --justfile -c --command': 'text',
    '-d --working-directory': 'chdir',
    '-E --dotenv-path --dotenv-filename --shell --shell-arg --color --command-color --chooser --tempdir --timestamp-format':
      'text',
  },
);

const task = tasking({ tasks: 'Taskfile.yml', from: '-t' }, '-n --dry -l --list -a --list-all --summary --status -i --init', {
  '-t --taskfile -o --output -C --concurrency -I --interval --sort': 'text',
  '-d --dir': 'chdir',
});

/** What sets the commands of an environment of tox. */
const COMMANDS = 'commands\\w*[+]?=';

const RUNNERS =
  'jest vitest mocha ava tap jasmine karma cypress playwright testcafe nightwatch wdio pytest py.test nose2 nox unittest rspec cucumber minitest phpunit pest behat codecept bats ' +
  'invoke inv fab gulp grunt rush moon wireit webpack webpack-cli vite rollup parcel rspack snowpack tsup unbuild microbundle ng vue-cli-service next nuxt nuxi astro gatsby remix svelte-kit react-scripts metro ' +
  'storybook start-storybook build-storybook eleventy hexo hugo jekyll mkdocs sphinx-build docusaurus vitepress typedoc jsdoc doxygen godoc rustdoc javadoc electron-builder tauri ' +
  'bazel bazelisk buck buck2 scons meson waf autoconf automake autoreconf aclocal libtoolize configure premake xmake qmake jake cake earthly act uvicorn gunicorn hypercorn daphne django-admin streamlit ' +
  'knip depcheck madge size-limit publint attw api-extractor dependency-cruiser license-checker ncu npm-check-updates wait-on json-server msw cargo-nextest golangci-lint govulncheck staticcheck ginkgo gotestsum air';

/** Programs that build, test and run a project by its own rules. */
export const buildTools: Family = {
  ...sharing('make gmake bmake remake nmake', make),
  ...cmakeTools,
  'wasm-pack': wasmPack,
  ...sharing('ninja samu', ninja),
  ...sharing('gcc g++ cc c++ clang clang++ gfortran tcc nvcc ld gold lld as gccgo emcc arm-none-eabi-gcc', compiler),
  ...sharing(
    'tsc tsgo swc babel esbuild javac kotlinc scalac swiftc gopherjs protoc buf flex bison yacc nasm yasm elm sass node-sass lessc postcss tailwindcss tailwind vue-tsc nim csc mcs fsc valac ocamlopt ocamlc erlc elixirc dmd ldc2 fpc dtc glslc',
    outputting,
  ),
  rustc: () => ({ ...outputting(), prints: 'word' }),
  ghc: () => ({ ...outputting(), options: { ...outputting().options, '-e': { as: 'code', language: 'haskell' } } }),
  ctest: () => ({
    ...runner(),
    options: { ...runner().options, '-S --script --script-new-process': { as: 'execute', language: 'rules' } },
  }),
  tox: () => ({
    ...runner(),
    options: { ...runner().options, '--override': 'text', '-x': 'text' },
    optionValue: [
      ...(runner().optionValue ?? []),
      { of: '-x --override', fits: COMMANDS, take: [`^[^]*?${COMMANDS}`, ''], use: 'shell' },
    ],
  }),
  electron: () => ({ ...runner(), optionValue: loading({ to: 1 }) }),
  ...sharing('pdflatex xelatex lualatex latex latexmk tectonic bibtex', latex),
  ...sharing(RUNNERS, runner),
  just,
  ...sharing('task go-task', task),
  ...sharing('npm-run-all npm-run-all2 run-s run-p', running({ packages: 'each word' })),
  ...sharing('turbo turborepo nx', running({ packages: 'turbo, nx' })),
  ...sharing('nyc c8 coverage', () => ({
    style: 'posix',
    options: {
      '--data-file --debug-file': 'write',
      '--reporter --report-dir --temp-directory --include --exclude -r -o -n -x': 'text',
    },
    operands: { first: ['command'] },
    cases: [
      {
        when: { operand: '^(?:run|report|html|xml|json|lcov|erase|combine|merge|check-coverage|debug|annotate)$' },
        operands: { rest: 'text' },
        effects: [projectCode],
      },
    ],
  })),
};
