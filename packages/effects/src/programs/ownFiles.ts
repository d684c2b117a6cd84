import { alike } from '../alike.ts';

/** Files of the project that a program loads by itself, whatever its words say. */
export interface OwnFiles {
  /** Names from the folder of the call, separated by spaces, `{hooks}` for the folder of git's hooks; `*` matches any text within one name. */
  readonly names: string;
  /** The language, where the ending does not say it. */
  readonly language?: string;
  /** They are looked for upwards, as far as the project goes; the nearest count. */
  readonly isUpward?: true;
  /** Which subcommands load them; all, where it is left out. */
  readonly on?: RegExp;
  /** Words with which the program only looks at them. */
  readonly unless?: RegExp;
  /** The file is no program: these are the commands in it, one in the last group of each match, and they run from its folder. */
  readonly commands?: RegExp;
  /** The file is no program: it names sources that run before the program's own, some in each first group. */
  readonly loads?: RegExp;
  /** Only what git does not hold as it is counts: sources of tests, of which a project has thousands. */
  readonly isNew?: true;
}

const CODE = '{js,mjs,cjs,ts,mts,cts}';

/** A configuration that is code: the nearest file of that name with an ending of JavaScript or TypeScript. */
const config = (...bases: readonly string[]): readonly OwnFiles[] => [
  { names: bases.map(base => `${base}.${CODE}`).join(' '), isUpward: true },
];

const testsOfScripts: OwnFiles = {
  names: `*.test.${CODE} test/*.${CODE} tests/*.${CODE} src/*.test.${CODE} __tests__/*.${CODE}`,
  isNew: true,
};

const PYTHON = { language: 'python' } as const;
/** Ruby in which each tool has its own words. */
const RUBY = { language: 'rake' } as const;
const pytest: readonly OwnFiles[] = [
  { names: 'conftest.py tests/conftest.py test/conftest.py src/conftest.py', ...PYTHON },
  { names: 'test_*.py *_test.py tests/test_*.py tests/*_test.py test/test_*.py', ...PYTHON, isNew: true },
];
const setup = (on?: RegExp): readonly OwnFiles[] => [{ names: 'setup.py', ...PYTHON, ...(on && { on }) }];
const gradle: readonly OwnFiles[] = [
  {
    names:
      'settings.gradle settings.gradle.kts build.gradle build.gradle.kts */build.gradle */build.gradle.kts buildSrc/build.gradle buildSrc/build.gradle.kts gradle/*.gradle init.gradle',
    language: 'groovy',
  },
];

/** Commands that tasks of Invoke and Fabric hand to a shell. */
const CALLED_BY_TASKS = /\b\w+\.(?:run|local|sudo)\(\s*f?["']([^"'\n]+)["']/g;

const ONLY_LISTS = /^(?:-l|--list|-n|--dryrun|-g|--graph)$/;

const WORKFLOWS = '.github/workflows/*.{yml,yaml} .gitea/workflows/*.{yml,yaml}';

/** Hooks of git by the subcommands that run them; `{hooks}` is the folder that the repository's settings name. Source: githooks(5). */
const hooks = (on: RegExp, names: string): OwnFiles => ({ on, names: names.replace(/\S+/g, '{hooks}/$&') });

/** By program. Sources: the manuals of the programs. */
const OWN: Readonly<Record<string, readonly OwnFiles[]>> = {
  eslint: config('eslint.config', '.eslintrc'),
  prettier: config('prettier.config', '.prettierrc'),
  stylelint: config('stylelint.config', '.stylelintrc'),
  commitlint: config('commitlint.config', '.commitlintrc'),
  'lint-staged': config('lint-staged.config', '.lintstagedrc'),
  'vite vite-node': config('vite.config'),
  vitest: [...config('vitest.config', 'vite.config', 'vitest.workspace', 'vitest.setup'), testsOfScripts],
  jest: [...config('jest.config', 'jest.setup'), testsOfScripts],
  mocha: [
    ...config('.mocharc'),
    {
      names: '.mocharc.json .mocharc.jsonc .mocharc.yml .mocharc.yaml',
      loads: /["']?\b(?:require|file|import)["']?\s*:\s*(\[[^\]]*\]|(?:\n\s*-.*)+|.*)/g,
    },
    testsOfScripts,
  ],
  'node tsx': [{ ...testsOfScripts, names: `${testsOfScripts.names} test.${CODE}`, on: /^--test(?:-only)?$/ }],
  ninja: [{ names: 'build.ninja', commands: /^[ \t]*command[ \t]*=[ \t]*(.+)$/gm }],
  bun: [{ names: 'bunfig.toml', loads: /^[ \t]*preload\s*=\s*(\[[^\]]*\]|.*)/gm }],
  ava: config('ava.config'),
  'karma ng': config('karma.conf'),
  playwright: config('playwright.config'),
  cypress: config('cypress.config'),
  wdio: config('wdio.conf'),
  nightwatch: config('nightwatch.conf'),
  'webpack webpack-cli webpack-dev-server': config('webpack.config'),
  rspack: config('rspack.config'),
  rollup: config('rollup.config'),
  tsup: config('tsup.config'),
  tsdown: config('tsdown.config'),
  unbuild: config('build.config'),
  rslib: config('rslib.config'),
  rsbuild: config('rsbuild.config'),
  'babel babel-node': config('babel.config', '.babelrc'),
  'postcss tailwindcss': config('postcss.config', 'tailwind.config', '.postcssrc'),
  next: config('next.config', 'postcss.config', 'tailwind.config'),
  'nuxt nuxi': config('nuxt.config'),
  astro: config('astro.config'),
  'svelte-kit svelte-check': config('svelte.config', 'vite.config'),
  'remix react-router': config('remix.config', 'react-router.config', 'vite.config'),
  gatsby: config('gatsby-config', 'gatsby-node'),
  'eleventy @11ty/eleventy': config('.eleventy', 'eleventy.config'),
  docusaurus: config('docusaurus.config'),
  vitepress: config('.vitepress/config', 'docs/.vitepress/config'),
  'storybook start-storybook build-storybook sb': config('.storybook/main', '.storybook/preview'),
  'vue-cli-service': config('vue.config'),
  craco: config('craco.config'),
  'expo metro react-native': config('metro.config', 'app.config'),
  'electron-forge': config('forge.config'),
  'electron-builder': config('electron-builder.config'),
  hardhat: config('hardhat.config'),
  'drizzle-kit': config('drizzle.config'),
  prisma: config('prisma.config'),
  knex: config('knexfile'),
  'graphql-codegen graphql-code-generator': config('codegen'),
  plop: config('plopfile'),
  gulp: config('gulpfile', 'Gulpfile'),
  grunt: config('Gruntfile', 'gruntfile'),
  'semantic-release': config('release.config', '.releaserc'),
  nyc: config('nyc.config'),
  knip: config('knip', 'knip.config'),
  'size-limit': config('.size-limit'),
  pm2: config('ecosystem.config'),
  'serverless sls': config('serverless'),
  sst: config('sst.config'),
  quasar: config('quasar.config'),
  wxt: config('wxt.config'),
  'pytest py.test': pytest,
  nox: [
    { names: 'noxfile.py', ...PYTHON },
    { names: 'noxfile.py', commands: /\b\w+\.run(?:_always|_install)?\(\s*((?:["'][^"'\n]*["'](?:\s*,\s*)?){1,24})/g },
  ],
  'invoke inv': [
    { names: 'tasks.py tasks/__init__.py', ...PYTHON, isUpward: true },
    { names: 'tasks.py tasks/__init__.py', commands: CALLED_BY_TASKS, isUpward: true },
  ],
  fab: [
    { names: 'fabfile.py', ...PYTHON },
    { names: 'fabfile.py', commands: CALLED_BY_TASKS },
  ],
  doit: [{ names: 'dodo.py', ...PYTHON }],
  scons: [{ names: 'SConstruct SConscript', ...PYTHON }],
  waf: [{ names: 'wscript', ...PYTHON }],
  locust: [{ names: 'locustfile.py', ...PYTHON }],
  'gunicorn gunicorn3': [{ names: 'gunicorn.conf.py', ...PYTHON }],
  snakemake: [{ names: 'Snakefile workflow/Snakefile', language: 'snakemake' }],
  git: [
    hooks(/^(?:commit|merge|am|rebase|cherry-pick)$/, 'pre-commit prepare-commit-msg commit-msg post-commit'),
    hooks(/^push$/, 'pre-push'),
    hooks(/^(?:checkout|switch|clone|worktree)$/, 'post-checkout'),
    hooks(/^(?:pull|merge)$/, 'post-merge pre-merge-commit'),
    hooks(/^(?:rebase|pull)$/, 'pre-rebase post-rewrite'),
    hooks(/^am$/, 'applypatch-msg pre-applypatch post-applypatch'),
  ],
  'npm pnpm': [
    {
      names: '.npmrc',
      commands: /^script-shell[ \t]*=[ \t]*(.+)$/gm,
      isUpward: true,
      on: /^(?:run|run-script|test|t|start|stop|restart|install|i|ci|pack|publish)$/,
    },
  ],
  'pip pip3 pipx': setup(/^(?:-e|--editable=?|-e\.|\.)(?:\/?\[.*\]|\/)?$|^\.\/?\[/),
  uv: setup(/^(?:sync|build|-e|\.)$/),
  build: setup(),
  tox: [{ names: 'tox.ini', commands: /^commands(?:_pre|_post)?[ \t]*=[ \t]*((?:.*)(?:\n[ \t]+.*)*)/gm }],
  'pre-commit prek': [
    { names: '.pre-commit-config.yaml', commands: /^[ \t]*(?:- )?entry:[ \t]*(.+)$/gm, on: /^(?:run|try-repo|hook-impl)$/ },
  ],
  lefthook: [{ names: 'lefthook.yml lefthook.yaml .lefthook.yml', commands: /^[ \t]*(?:- )?run:[ \t]*(.+)$/gm, on: /^run$/ }],
  'terraform tofu terragrunt': [
    { names: '*.tf', commands: /\bprogram[ \t]*=[ \t]*\[([^\]]+)\]/g, on: /^(?:plan|apply|destroy|refresh|import|console)$/ },
    {
      names: '*.tf',
      commands: /\bprovisioner[ \t]+"local-exec"[ \t]*\{[^}]*?\bcommand[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"/g,
      on: /^(?:apply|destroy)$/,
    },
  ],
  direnv: [{ names: '.envrc', language: 'shell', isUpward: true, on: /^(?:exec|allow|permit|grant)$/ }],
  act: [
    { names: WORKFLOWS, unless: ONLY_LISTS, commands: /^[ \t]*(?:-[ \t]+)?run:[ \t]*((?![|>])\S.*)$/gm },
    {
      names: WORKFLOWS,
      unless: ONLY_LISTS,
      commands: /^([ \t]*)(?:-[ \t]+)?run:[ \t]*[|>][-+]?[ \t]*\n((?:\1[ \t]+.*(?:\n|$)|[ \t]*\n)+)/gm,
    },
  ],
  cdk: [{ names: 'cdk.json', commands: /"(?:app|build)"\s*:\s*"((?:[^"\\]|\\.)*)"/g }],
  nodemon: [{ names: 'nodemon.json package.json', commands: /"exec"\s*:\s*"((?:[^"\\]|\\.)*)"/g }],
  'rake drake': [{ names: 'Rakefile rakefile Rakefile.rb rakelib/*.rake lib/tasks/*.rake', ...RUBY, isUpward: true }],
  rspec: [{ names: 'spec/spec_helper.rb spec/rails_helper.rb', ...RUBY }],
  fastlane: [{ names: 'fastlane/Fastfile Fastfile', ...RUBY }],
  guard: [{ names: 'Guardfile', ...RUBY }],
  vagrant: [{ names: 'Vagrantfile', ...RUBY }],
  'gradle gradlew': gradle,
  'mvn mvnw mvnd': [{ names: 'pom.xml */pom.xml', language: 'maven' }],
  sbt: [{ names: 'build.sbt project/*.sbt project/*.scala', language: 'scala' }],
  cargo: [
    {
      names: 'build.rs */build.rs crates/*/build.rs',
      language: 'compiled',
      on: /^(?:b|build|c|check|t|test|r|run|d|doc|bench|install|clippy|fix|nextest|package|publish|rustc|miri|tarpaulin)$/,
    },
    { names: 'src/main.rs src/lib.rs src/bin/*.rs', language: 'compiled', on: /^(?:r|run|t|test|bench|nextest)$/ },
    { names: 'src/*.rs src/*/*.rs', language: 'compiled', on: /^(?:b|build|c|check|install|r|run)$/, isNew: true },
    { names: 'tests/*.rs', language: 'compiled', on: /^(?:t|test|nextest)$/, isNew: true },
  ],
  go: [
    { names: '*_test.go', language: 'compiled', on: /^test$/, isNew: true },
    { names: 'main.go cmd/*/main.go', language: 'compiled', on: /^run$/ },
    { names: '*.go */*.go cmd/*/*.go', language: 'compiled', on: /^(?:build|install|run)$/, isNew: true },
  ],
  'dotnet msbuild': [
    { names: '*.csproj *.fsproj Directory.Build.props Directory.Build.targets */*.csproj', language: 'msbuild' },
  ],
  cmake: [{ names: 'CMakeLists.txt', language: 'cmake' }],
  meson: [{ names: 'meson.build', language: 'meson' }],
  'swift xcodebuild': [{ names: 'Package.swift', language: 'compiled' }],
  zig: [{ names: 'build.zig', language: 'compiled' }],
  mix: [{ names: 'mix.exs config/config.exs', language: 'elixir' }],
};

let byName: ReadonlyMap<string, readonly OwnFiles[]> | undefined;

/** Whether a word is one of those that a pattern is about. */
const isIn =
  (pattern: RegExp) =>
  (word: string | undefined): boolean =>
    word !== undefined && pattern.test(word);

/** The files that a program loads by itself when it is called with these words. */
export function ownFilesOf(program: string, words: readonly (string | undefined)[]): readonly OwnFiles[] {
  byName ??= new Map(Object.entries(OWN).flatMap(([names, files]) => Object.entries(alike(names, files))));
  return (byName.get(program) ?? []).filter(
    ({ on, unless }) => (on === undefined || words.some(isIn(on))) && !(unless !== undefined && words.some(isIn(unless))),
  );
}

/** How much of settings is looked at for the sources that they name, in characters. */
const MOST_SETTINGS = 8_192;

/** The sources of JavaScript that settings name. */
export const namedBySettings = (text: string, loads: RegExp): readonly string[] =>
  [...text.slice(0, MOST_SETTINGS).matchAll(loads)].flatMap(([, value = '']) =>
    [...value.matchAll(/[\w@./-]+\.[cm]?[jt]sx?\b/g)].map(([path]) => path),
  );

/** Members of a configuration that name further files which run before or beside the tests. */
const NAMING =
  /["']?\b(?:setupFiles\w*|globalSetup|globalTeardown|testEnvironment|runner|resolver|require|import|plugins?|reporters?|transform)\b["']?\s*:\s*(\[[^\]]{0,1000}\]|\{[^}]{0,1000}\}|["'][^"'\n]{1,300}["'])/g;

/** The files of the project that a configuration names to be loaded: `globalSetup: './setup.js'`. */
export const namedByConfig = (text: string): readonly string[] =>
  [...text.matchAll(NAMING)].flatMap(([, value = '']) =>
    [...value.matchAll(/["'](?:<rootDir>\/)?(\.{0,2}\/?[\w@./-]+)["']/g)].flatMap(([, path = '']) =>
      path.includes('/') ? [path] : [],
    ),
  );
