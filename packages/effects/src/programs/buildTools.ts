import type { Argument, Call, Family, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { effect, loads, option, projectCode, sharing } from './shapes.ts';
import { cmakeTools } from './cmake.ts';
import { packageTasks, scriptsOfPackages, tasksIn } from './taskCalls.ts';

const tree: Use = { as: 'write', recursive: true };

/** Rules that come through a pipe are nobody's in the project; a file of rules runs. */
const rulesFrom = (value: Argument): readonly Finding[] =>
  value.text === undefined || /^(?:-|\/dev\/(?:stdin|fd\/.*)|\/proc\/.*)$/.test(value.text)
    ? [effect('unknown', 'text:rules that come through a pipe', 'inline_code')]
    : [{ use: { as: 'execute', language: 'rules' }, value }];

/** `NAME=value` on make's command line replaces what the rules say; make itself runs what stands in `$(shell …)`. */
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

const make = (): ProgramDescriptor => ({
  summary: 'builds by rules',
  options: {
    '-C --directory': 'chdir',
    '-f --file --makefile': 'text',
    '--eval -E': { as: 'shell', tags: ['runs_code'] },
    '-j --jobs -l --load-average': { value: 'text', attachedOnly: true },
    '-I --include-dir -o --old-file -W --what-if': 'text',
    '-n --dry-run --just-print --recon': 'flag',
    '-k -s -B -i -e -q -t -d -p -r -R -w': 'flag',
  },
  effects: [projectCode],
  operands: { rest: 'text' },
  inspect: call => [
    ...call.operands
      .filter(
        ({ text = '' }) =>
          !/^(?:DESTDIR|PREFIX|prefix)=/.test(text) ||
          call.operands.some(({ text: word }) => word?.startsWith('install') === true),
      )
      .flatMap(makeVariable),
    ...call.values('-f').flatMap(value => rulesFrom(value)),
    ...tasksIn('Makefile', call, '-f'),
  ],
  match: {
    "make --eval='rm a'": 'delete /w/a',
    'make SHELL=/tmp/x all': 'environment #tampered_environment',
    'make -f -': 'unknown',
    'make -f /tmp/m': 'read /tmp/m; execute',
  },
  notMatch: { 'make clean all -j8': 'unknown; * #destructive', 'make -C sub test CC=gcc': 'unknown; * #tampered_environment' },
});

const ninja = (): ProgramDescriptor => ({
  summary: 'builds by rules',
  inspect: call => call.values('-f').flatMap(value => rulesFrom(value)),
  options: { '-C': 'chdir', '-f': 'text', '-j -k -l -t -d -w': 'text', '-n -v': 'flag' },
  effects: [projectCode],
  notMatch: { 'ninja -C build': 'unknown' },
});

const compiler = (): ProgramDescriptor => ({
  summary: 'compiles sources',
  compiles: true,
  style: 'long',
  options: {
    '-o -MF -dumpbase --output': 'write',
    '-wrapper': { as: 'shell', tags: ['runs_code'] },
    '-fplugin -load -specs --specs --plugin -plugin': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '-I -B -L -D -U -l -x -include -isystem -iquote -isysroot -arch -framework -target -Xlinker -Xclang -MT -MQ -T -u -z -G --sysroot':
      'text',
  },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  informational: ['--help', '--version', '-v', '-dumpversion', '-dumpmachine'],
  inspect: call =>
    [
      ...call.values('-B').map(({ text }) => text),
      ...(call.unlisted ?? []).flatMap(word => /^-B(.+)/.exec(word)?.[1] ?? []),
    ].flatMap((folder = '/tmp') =>
      /^\/(?:usr|opt|lib\d*)\//.test(folder) ? [] : [loads({ text: `${folder}/as`, glob: false })],
    ),
  match: {
    'gcc -o a.out a.c': 'write /w/a.out; read /w/a.c',
    'gcc -wrapper sh,-c,x a.c': 'execute',
    'gcc -fplugin=./x.so a.c': 'execute #runs_code',
    'gcc -B/tmp/x a.c': 'execute /tmp/x/as',
  },
  notMatch: {
    'g++ -std=c++20 -O2 -B/usr/lib/x -Wall -Iinclude a.cpp -o a -lm': 'unknown; write /w/a.cpp',
    'gcc --version': 'read',
  },
});

/** What an option loads, behind its own name. */
const valueOf = (value: Argument, name: RegExp): readonly Finding[] =>
  value.text === undefined || name.test(value.text) ? [loads({ ...value, text: value.text?.replace(name, '') })] : [];

const outputting = (): ProgramDescriptor => ({
  summary: 'compiles sources',
  compiles: true,
  options: {
    '-o --output --outfile --out --out-file -d --out-dir --outDir --outdir --declarationDir --tsBuildInfoFile --dir --python_out --js_out --go_out --java_out --cpp_out':
      tree,
    '-p --project -c --config -t --target -m --module -L -I --crate-type --edition --cfg --emit -A -W --cap-lints --env --mode --jobs -classpath -cp --presets --plugins --extensions --ignore --format --platform --external --lib --jsx --proto_path':
      'text',
    '-C --codegen': 'text',
    '--plugin': 'text',
  },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  effects: [projectCode],
  inspect: call => [
    ...call.values('-C').flatMap(value => valueOf(value, /^linker=/)),
    ...call.values('--plugin').flatMap(value => valueOf(value, /^(?:[\w-]+=)?/)),
  ],
  match: {
    'rustc a.rs -o /opt/x': 'write',
    'tsc -p . --outDir out': 'write /w/out/**',
    'rustc -Clinker=/tmp/x a.rs': 'read /tmp/x; execute /tmp/x',
    'protoc --plugin=protoc-gen-x=/tmp/x --x_out=. a.proto': 'read /tmp/x; execute /tmp/x',
  },
  notMatch: {
    'tsc --noEmit': 'unknown; write',
    'tsc -b': 'unknown; write',
    'rustc -C linker=clang -C opt-level=3 a.rs': 'unknown',
    'protoc --plugin=./node_modules/.bin/protoc-gen-ts --ts_out=src a.proto': 'unknown',
  },
});

const latex = (): ProgramDescriptor => ({
  summary: 'sets documents',
  style: 'long',
  options: {
    '-output-directory -jobname -o -interaction': 'text',
    '-e': { as: 'code', language: 'perl' },
    '-r': { as: 'execute', language: 'perl' },
    '-latex -pdflatex -lualatex -xelatex': { value: { as: 'shell', tags: ['runs_code'] }, attachedOnly: true },
    '-Z': 'text',
    '-shell-escape --shell-escape -write18 -enable-write18': option(effect('unknown', 'program:shell', 'runs_code')),
  },
  operands: { rest: 'read' },
  inspect: call =>
    call.values('-Z').some(({ text }) => text === undefined || text.startsWith('shell-escape'))
      ? [effect('unknown', 'program:shell', 'runs_code')]
      : [],
  match: {
    'pdflatex --shell-escape x.tex': 'unknown #runs_code',
    'tectonic -Z shell-escape x.tex': 'unknown #runs_code',
    'latexmk -e \'system("rm a")\' x.tex': 'unknown #inline_code',
    "latexmk -pdflatex='rm a' x.tex": 'delete /w/a #runs_code',
  },
  notMatch: { 'pdflatex x.tex': 'unknown', 'latexmk -pdf -pdflatex x.tex': 'unknown' },
});

/** What it writes lies in the folder of the crate. */
const wasmPack = (): ProgramDescriptor => ({
  summary: 'builds packages of WebAssembly',
  options: { '-d --out-dir': 'text', '-t --target -s --scope --out-name': 'text', '--dev --release --profiling': 'flag' },
  effects: [projectCode],
  inspect: call => {
    const [, crate] = call.operands;
    const inCrate = (text: string): string => (text.startsWith('/') ? text : `${crate?.text ?? '.'}/${text}`);
    return call
      .values('-d')
      .map(value => ({ use: { as: 'write', recursive: true }, value: value.text === undefined ? value : inCrate(value.text) }));
  },
  match: { 'wasm-pack build a/b --out-dir ../../../c': 'write /c/**', 'wasm-pack build a/b --out-dir ../c': 'write /w/a/c/**' },
});

const runner = (): ProgramDescriptor => ({
  summary: 'runs tasks, tests or builds of the project',
  options: {
    '-c --config -p --project -f --justfile --root --rootdir --rcfile --base': 'text',
    '--file -w --workspace --filter -t --testNamePattern -k -m -n -e --env --reporter --testPathPattern --maxWorkers --timeout --seed --grep --spec --browser --port --host --mode -j --jobs --cov --tb --maxfail --durations --ignore --deselect --shard --retries --workers --concurrency --parallel --target --targets --exclude --source --include --omit --fail-under':
      'text',
    '-o --output --output-file --outputFile --junitxml --junit-xml --html --basetemp --outDir --outdir --coverageDirectory --result-log --report-dir -o:':
      tree,
    '-C --directory --cwd --dir': 'chdir',
    '-u -i -v -x -s -q -a -b --watch --coverage --run --ci --bail --silent': 'flag',
  },
  effects: [projectCode],
  operands: { rest: 'text' },
  match: { 'pytest --basetemp=/opt/x': 'write /opt/x/**' },
  mayRun: true,
  inspect: call =>
    call
      .values('-c')
      .filter(({ text }) => /^(?:-|\/dev\/(?:stdin|fd\/.*))$|^\/(?:private\/)?(?:tmp|var\/tmp)\//.test(text ?? ''))
      .flatMap(value => rulesFrom(value)),
  notMatch: {
    'pytest -x -k "not slow" tests': 'unknown; write',
    'vitest run --coverage': 'unknown; write',
    'nx graph --file=/tmp/graph.json': 'unknown',
    'just build': 'unknown; * #destructive',
  },
});

const running = (tasks: (call: Call) => readonly Finding[]) => (): ProgramDescriptor => ({
  ...runner(),
  inspect: call => [...(runner().inspect?.(call) ?? []), ...tasks(call)],
});

const coverage = (): ProgramDescriptor => ({
  summary: 'measures which code tests run',
  style: 'posix',
  options: { '--reporter --report-dir --temp-directory --include --exclude -r -o -n -x': 'text' },
  operands: { first: ['command'] },
  cases: [
    {
      when: { operand: '^(?:run|report|html|xml|json|lcov|erase|combine|merge|check-coverage|debug|annotate)$' },
      operands: { rest: 'text' },
      effects: [projectCode],
    },
  ],
  match: { 'nyc rm a': 'delete /w/a' },
  notMatch: { 'coverage run -m pytest': 'unknown; delete', 'c8 vitest run': 'unknown' },
});

const RUNNERS =
  'jest vitest mocha ava tap jasmine karma cypress playwright testcafe nightwatch wdio pytest py.test nose2 tox nox unittest rspec cucumber minitest phpunit pest behat codecept bats ' +
  'invoke inv fab gulp grunt rush moon wireit webpack webpack-cli vite rollup parcel rspack snowpack tsup unbuild microbundle ng vue-cli-service next nuxt nuxi astro gatsby remix svelte-kit react-scripts metro ' +
  'storybook start-storybook build-storybook eleventy hexo hugo jekyll mkdocs sphinx-build docusaurus vitepress typedoc jsdoc doxygen godoc rustdoc javadoc nodemon ts-node-dev electron-builder tauri ' +
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
    'tsc tsgo swc babel esbuild rustc javac kotlinc scalac swiftc gopherjs protoc buf flex bison yacc nasm yasm elm sass node-sass lessc postcss tailwindcss tailwind vue-tsc nim valac ocamlopt ocamlc erlc elixirc dmd ldc2 fpc dtc glslc',
    outputting,
  ),
  ghc: () => ({
    ...outputting(),
    options: { ...outputting().options, '-e': { as: 'code', language: 'haskell' } },
    match: { 'ghc -e \'System.Process.callCommand "x"\'': 'unknown #inline_code' },
    notMatch: { 'ghc -O2 Main.hs -o main': 'unknown' },
  }),
  ctest: () => ({
    ...runner(),
    options: { ...runner().options, '-S --script --script-new-process': { as: 'execute', language: 'rules' } },
    match: { 'ctest -S /tmp/x.cmake': 'read /tmp/x.cmake; execute /tmp/x.cmake' },
    notMatch: { 'ctest --output-on-failure -j8': 'unknown' },
  }),
  electron: () => ({
    ...runner(),
    inspect: ({ operands }) => operands.slice(0, 1).map(value => loads(value)),
    match: { 'electron /tmp/x': 'read /tmp/x; execute /tmp/x' },
    notMatch: { 'electron .': 'unknown', 'electron dist/main.js': 'unknown' },
  }),
  ...sharing('pdflatex xelatex lualatex latex latexmk tectonic bibtex', latex),
  ...sharing(RUNNERS, runner),
  just: running(call => tasksIn('justfile', call, '-c')),
  task: running(call => tasksIn('Taskfile.yml', call)),
  'go-task': running(call => tasksIn('Taskfile.yml', call)),
  ...sharing(
    'npm-run-all npm-run-all2 run-s run-p',
    running(({ operands }) => scriptsOfPackages(operands)),
  ),
  ...sharing('turbo turborepo nx', running(packageTasks)),
  ...sharing('nyc c8 coverage', coverage),
};
