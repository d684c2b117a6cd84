import { isOneOf } from '../programs/callPatterns.ts';
import type { Calls } from './options.ts';
import { findCall, hasOnly } from './options.ts';

const PYTEST =
  '-q -qq -v -vv -vvv -x -s -l -k -m -n -ra -rA -rf -rs -rx -rN --quiet --verbose --exitfirst --showlocals --tb --durations --color --no-header --no-summary --maxfail --strict-markers --strict-config --lf --ff --nf --last-failed --failed-first --sw --stepwise --co --collect-only --markers --fixtures --cov --cov-report=term --cov-report=term-missing --no-cov --timeout --disable-warnings --capture --import-mode --asyncio-mode --deselect --ignore --setup-show --full-trace --dist --numprocesses --randomly-seed -p=no:cacheprovider --version';

/**
 * Test runners, compilers, linters and checks of formats: they run the project's own code, and nothing else but what a sandbox holds. An option is in a
 * line when it neither names a program, nor writes elsewhere, nor sends anything.
 */
const BUILDS: Calls = {
  vitest:
    '-t -u -w --run --watch=false --no-watch --reporter --coverage --silent --no-color --typecheck --bail --testNamePattern --pool --maxWorkers --minWorkers --retry --project --passWithNoTests --update --no-file-parallelism --changed --shard --hideSkippedTests --sequence.shuffle --globals --environment --testTimeout',
  jest: '-t -i -u -b -w -o --ci --coverage --silent --verbose --runInBand --colors --no-color --bail --testNamePattern --testPathPattern --testPathPatterns --onlyChanged --updateSnapshot --maxWorkers --passWithNoTests --detectOpenHandles --forceExit --listTests --testTimeout --no-cache --watchAll=false --watch=false --no-coverage --selectProjects --findRelatedTests --json --showConfig',
  mocha: '-g -b -t -R --grep --bail --timeout --reporter --recursive --parallel --exit --check-leaks --forbid-only --spec',
  ava: '-m -v -s -t --match --verbose --serial --tap --fail-fast --timeout --update-snapshots',
  'playwright test':
    '-g --grep --project --reporter --workers --headed=false --list --retries --max-failures --update-snapshots --quiet --trace',
  'node --test':
    '--test-name-pattern --test-reporter --test-only --test-concurrency --experimental-test-coverage --enable-source-maps',
  'bun test': '-t --bail --timeout --only --coverage --test-name-pattern --rerun-each',
  'deno test': '--filter --fail-fast --parallel --no-check --quiet --coverage',
  'deno check': '--quiet --all',
  'deno lint': '--quiet --json --compact',
  tsc: '-b -p -w=false --build --project --noEmit --pretty --strict --skipLibCheck --noErrorTruncation --listFiles --listFilesOnly --showConfig --incremental --noUnusedLocals --noUnusedParameters --extendedDiagnostics --diagnostics --emitDeclarationOnly --force --verbose --version --traceResolution --explainFiles',
  'vue-tsc': '-b -p --build --noEmit --project --skipLibCheck',
  'svelte-check': '--tsconfig --output --threshold --fail-on-warnings',
  eslint:
    '--ext --max-warnings --format --color --no-color --cache --quiet --no-error-on-unmatched-pattern --report-unused-disable-directives --ignore-pattern -f --no-warn-ignored --stats --concurrency --fix',
  oxlint: '--type-aware --deny-warnings --quiet --max-warnings --format -f -D -A -W --threads --fix',
  'biome check': '--max-diagnostics --diagnostic-level --colors --changed --staged --no-errors-on-unmatched --reporter --write',
  'biome lint': '--max-diagnostics --diagnostic-level --colors --changed --staged --reporter --write',
  'biome format': '--write --colors --changed --staged --no-errors-on-unmatched',
  'biome ci': '--max-diagnostics --colors --reporter --changed',
  stylelint: '--max-warnings --formatter -f --color --no-color --cache --quiet --fix',
  prettier:
    '--check -c -l --list-different --log-level --no-color --ignore-unknown -u --no-error-on-unmatched-pattern --cache -w --write --loglevel',
  oxfmt: '--check --list-different --no-error-on-unmatched-pattern --write',
  knip: '--production --strict --include --exclude --no-exit-code --reporter --no-progress',
  depcruise: '--output-type -T',
  madge: '--circular --extensions --orphans --leaves --summary',
  publint: '--strict --level',
  'vite build': '--mode --minify --sourcemap --logLevel -m -l',
  'next build': '--debug --profile --no-lint --turbopack',
  'next lint': '--max-warnings --quiet',
  'nuxt build': '',
  'astro build': '',
  'astro check': '',
  'svelte-kit sync': '',
  tsup: '--dts --minify --sourcemap --clean --format',
  rollup: '-c --config --silent',
  webpack: '--mode --progress --stats',
  esbuild:
    '--bundle --minify --sourcemap --format --platform --target --log-level --analyze --metafile=false --packages --loader --external --tree-shaking',
  pytest: PYTEST,
  'python -m pytest': PYTEST,
  'python3 -m pytest': PYTEST,
  'coverage report': '-m -i --skip-covered --skip-empty --show-missing --sort --format --precision --include --omit',
  'python -m unittest': '-v -q -b -f -k -s -p -t --verbose --quiet --buffer --failfast',
  'python3 -m unittest': '-v -q -b -f -k -s -p -t --verbose --quiet --buffer --failfast',
  'python -m compileall': '-q -f',
  'python -m py_compile': '',
  'python3 -m py_compile': '',
  'python -m mypy': '--strict --no-color-output --show-error-codes --pretty --no-error-summary --ignore-missing-imports',
  mypy: '-p -m --strict --no-color-output --show-error-codes --pretty --no-error-summary --ignore-missing-imports --no-incremental --explicit-package-bases --exclude --python-version --platform --warn-unused-ignores --follow-imports --check-untyped-defs --version',
  pyright: '-p --outputjson --stats --verbose --warnings --level --project --version',
  basedpyright: '-p --outputjson --stats --warnings --level',
  'ruff check':
    '-q --quiet --select --ignore --extend-select --no-cache --output-format --statistics --diff --show-files --exit-zero --preview --no-fix --show-settings --target-version --fix',
  'ruff format': '--check --diff -q --quiet --no-cache',
  flake8:
    '--max-line-length --select --ignore --extend-ignore --count --statistics --show-source --max-complexity --exclude --format',
  pylint: '-E -j --disable --enable --errors-only --score --reports --output-format --max-line-length --ignore --jobs',
  black: '--check --diff -q --quiet --color -l --line-length --fast --target-version',
  isort: '--check --check-only --diff -c -q --quiet --profile',
  bandit: '-r -q -ll -lll -ii -f -x -s --severity-level --confidence-level',
  'cargo build':
    '--workspace --all --all-targets --all-features --features --no-default-features --release --locked --offline --frozen -q --quiet -v --verbose -p --package --bin --lib --example --tests --benches -r -j --jobs --message-format --keep-going --timings=false --profile --target --manifest-path',
  'cargo check':
    '--workspace --all --all-targets --all-features --features --no-default-features --release --locked --offline --frozen -q --quiet -v --verbose -p --package --bin --lib --example --tests --benches -r -j --jobs --message-format --keep-going --target --profile --manifest-path',
  'cargo test':
    '--workspace --all --all-targets --all-features --features --no-default-features --release --locked --offline --frozen -q --quiet -v --verbose -p --package --bin --lib --doc --test --example --no-run --no-fail-fast -j --jobs --message-format --profile --target --manifest-path',
  'cargo nextest':
    '--workspace --all-features --features -p --package --release --no-fail-fast --profile --retries -E --lib --test',
  'cargo clippy':
    '--workspace --all --all-targets --all-features --features --no-default-features --release --locked --offline --frozen -q --quiet -p --package --tests --no-deps --message-format --lib --bin -j --manifest-path',
  'cargo fmt': '--check --all -v -q -p',
  'cargo doc': '--no-deps --workspace --all-features --document-private-items -p --offline --locked -q',
  'cargo bench': '--workspace -p --bench --no-run -q',
  'cargo tree':
    '-d -e -i -p -f --depth --edges --invert --duplicates --package --prefix --locked --offline --workspace --no-dedupe --format --all-features --charset',
  'cargo metadata': '--no-deps --format-version --offline --locked -q',
  'go build': '-v -race -x=false -tags -trimpath',
  'go test':
    '-v -race -count -cover -timeout -failfast -vet -json -run -bench -benchmem -benchtime -short -shuffle -tags -parallel -p -list -skip -cpu -coverpkg',
  'go vet': '-json -tags -v',
  'go list': '-m -json -f -deps -test -e -u=false -tags -mod',
  'go doc': '-all -src -u -short',
  gofmt: '-l -d -s -e -w',
  'golangci-lint run':
    '--timeout --fast --new --new-from-rev -v --verbose --no-config --disable-all -E -D --enable --disable --build-tags --concurrency',
  staticcheck: '-checks -f -tests -tags',
  'mvn test': '-q -B -o -e --batch-mode -ntp --no-transfer-progress --offline -pl -am -DskipITs -fae -ff -T',
  'mvn compile': '-q -B -o -e --batch-mode -ntp --no-transfer-progress --offline -pl -am -T',
  'mvn verify': '-q -B -o -e --batch-mode -ntp --no-transfer-progress --offline -pl -am -T',
  'dotnet build': '--nologo -v --verbosity -c --configuration --no-restore --no-incremental -warnaserror',
  'dotnet test': '--nologo -v --verbosity -c --configuration --no-restore --no-build --filter --list-tests --blame=false',
  'swift build': '-c -v --configuration --build-tests',
  'swift test': '-c -v --filter --parallel --skip --list-tests',
  'mix test': '--trace --failed --stale --only --exclude --include --seed --max-failures --color --no-color --slowest --cover',
  'mix compile': '--warnings-as-errors --force --all-warnings',
  'mix format': '--check-formatted --dry-run',
  'mix credo': '--strict --format --all',
  rspec:
    '-f -e -t -fd -fp --format --example --tag --fail-fast --order --seed --color --no-color --only-failures --next-failure --dry-run --profile',
  rubocop:
    '--format --parallel --only --except --display-cop-names -f -P -D --force-exclusion --fail-level --color --no-color -a -A --autocorrect --autocorrect-all',
  'rails test': '-v -n -f -b -d --verbose --name --fail-fast --seed --backtrace',
  phpunit:
    '--filter --testdox --colors --stop-on-failure --stop-on-error --group --exclude-group --no-coverage --testsuite --list-tests --verbose',
  phpstan: '--level --memory-limit --no-progress --error-format -l --xdebug',
  'zig build': '--summary -Doptimize',
  'zig test': '',
  'dart format': '-o --output --set-exit-if-changed',
  'dart test': '-n -r --name --reporter --concurrency',
  'dart analyze': '--fatal-infos --fatal-warnings --format',
  'flutter test': '-n -r --name --reporter --no-pub --plain-name',
  'flutter analyze': '--no-pub --no-fatal-infos',
  ctest: '-j -V -VV -R -E -L --output-on-failure --verbose --parallel --timeout --test-dir --rerun-failed --stop-on-failure -N',
  'cmake --build': '-j -v --parallel --target --config --clean-first',
  ninja: '-j -v -k -n -t -C --quiet',
  shellcheck: '-s -f -e -x=false -S --shell --format --exclude --severity --color',
  shfmt: '-d -l -i -ci -bn -sr -kp -fn -ln -f -w',
  hadolint: '-f -t --format --ignore --no-fail --no-color',
  yamllint: '-f -s -d --format --strict',
  actionlint: '-color -no-color -oneline -verbose',
  markdownlint: '--ignore --disable --enable',
  cspell: '--no-progress --no-summary --words-only --unique',
  'terraform fmt': '-check -diff -recursive -list -no-color',
  'terraform validate': '-json -no-color',
  'terraform version': '-json',
  tflint: '--format --recursive --minimum-failure-severity --no-color',
  'helm lint': '--strict --quiet',
  'helm template': '--set --namespace -n --show-only -s --debug',
  'buf lint': '--error-format',
  'buf build': '--error-format',
  'dotnet format': '--no-restore --verify-no-changes -v --verbosity --include',
  'npm ls': '--depth --all --json --long --omit --parseable -a -l -p --prod',
  'npm explain': '--json',
  'npm pkg get': '',
  'pnpm ls': '--depth --json --long -r --recursive --prod --dev --parseable',
  'pnpm why': '-r --recursive --json --depth',
  'yarn why': '',
  'yarn list': '--depth --pattern',
  'pip list': '--format --local --user --not-required --editable -v',
  'pip show': '-f -v --files',
  'pip check': '',
  'pip freeze': '-l --local --all',
  'uv pip list': '--format',
  'uv pip show': '',
  'uv tree': '--depth --locked --frozen --package',
};

/** Programs that start a tool of the project by its name, with their own options that may be in front of it. */
const LAUNCHERS: Calls = {
  npx: '--no --no-install --offline -q --quiet',
  'npm exec': '--no --offline -q',
  'pnpm exec': '-s --silent',
  pnpm: '-s --silent',
  'yarn exec': '',
  'yarn run': '-s',
  yarn: '-s --silent',
  bunx: '--no-install',
  'bun x': '--no-install',
  'bun run': '--silent',
  'uv run': '-q --quiet --frozen --locked --no-sync --offline --isolated=false',
  'poetry run': '-q --quiet',
  'pdm run': '',
  'hatch run': '',
  'pipenv run': '',
  'bundle exec': '',
  'mise exec': '',
  corepack: '',
};

/** Task runners that take the name of a task of the project. */
const SCRIPTS: Calls = {
  'npm run': '-s --silent --if-present -q --quiet --workspaces=false',
  'npm run-script': '-s --silent',
  'npm test': '-s --silent',
  'npm t': '-s --silent',
  'pnpm run': '-s --silent --if-present',
  'pnpm test': '-s --silent',
  'pnpm t': '-s --silent',
  'yarn run': '-s --silent',
  'yarn test': '-s --silent',
  'bun run': '--silent',
  pnpm: '-s --silent',
  yarn: '-s --silent',
};

/** Names of tasks that no package manager has for a command that does more. */
const TASK =
  /^(?:test|lint|build|typecheck|type-check|types|format|fmt|compile|tsc|e2e|unit|coverage|validate|verify)(?:[:-][\w:.-]+)?$/;

/** A word that leads out of the folder, or has a meaning beyond that of a name or a number. */
const LEADS_AWAY = /^(?:[/~]|.*(?:^|\/)\.\.(?:\/|$)|\w+:\/\/)/;

const wordsOf = (argv: readonly (string | undefined)[]): readonly string[] | undefined =>
  argv.every(word => word !== undefined) ? argv : undefined;

/** Says which entry vouches for a call of a tool that builds, tests or checks the project; undefined where none does. */
export function vouchForBuilding(argv: readonly (string | undefined)[]): string | undefined {
  const found = wordsOf(argv) && findCall(wordsOf(argv) ?? [], BUILDS);
  if (found === undefined) return undefined;
  const { call, rest } = found;
  const own = rest.indexOf('--');
  // Behind `--` are the options of the project's own programs, of tests and lints.
  const words = own < 0 ? rest : rest.slice(0, own);
  const values = words.map(word => (word.startsWith('-') && word.includes('=') ? word.slice(word.indexOf('=') + 1) : word));
  if (values.some(word => LEADS_AWAY.test(word))) return undefined;
  return hasOnly(words, BUILDS[call] ?? '') ? call : undefined;
}

/** The tool that a launcher starts, where a call is one of those with nothing else in front of it. */
export function launchedTool(argv: readonly (string | undefined)[]): { readonly by: string; readonly tool: string } | undefined {
  const words = wordsOf(argv);
  const found = words && findCall(words, LAUNCHERS);
  if (found === undefined) return undefined;
  const { call, rest } = found;
  const at = rest.findIndex(word => !word.startsWith('-'));
  const tool = rest[at];
  if (tool === undefined || !/^[\w.-]+$/.test(tool) || !hasOnly(rest.slice(0, at), LAUNCHERS[call] ?? '')) return undefined;
  return { by: call, tool };
}

/** The script of the project's manifest that a call starts, with what is handed on to it. */
export function startedScript(
  argv: readonly (string | undefined)[],
): { readonly name: string; readonly more: readonly string[] } | undefined {
  const words = wordsOf(argv);
  const found = words && findCall(words, SCRIPTS);
  if (found === undefined) return undefined;
  const { call, rest } = found;
  const isNamed = /(?:test|\bt)$/.test(call);
  const at = rest.findIndex(word => !word.startsWith('-'));
  const front = isNamed ? rest.filter(word => word.startsWith('-') && word !== '--') : rest.slice(0, Math.max(at, 0));
  const name = isNamed ? 'test' : rest[at];
  if (name === undefined || !/^[\w:.-]+$/.test(name) || !hasOnly(isNamed ? [] : front, SCRIPTS[call] ?? '')) return undefined;
  const behind = isNamed ? rest : rest.slice(at + 1);
  // Without `run`, a name may be one of the manager's own commands.
  if ((call === 'pnpm' || call === 'yarn') && !TASK.test(name)) return undefined;
  return { name, more: behind.filter(word => word !== '--' && !(isNamed && isOneOf('-s --silent', word))) };
}
