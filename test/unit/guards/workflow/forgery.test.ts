import { describe, expect, it, test } from 'vitest';

import { agentUnder } from './support.ts';

const POLICY = `facts:
  tests_passing:
    earned_by: { runs: tests }
    reset_by: { writes: ['src/**', 'test/**', package.json, pytest.ini, conftest.py, '**/node_modules/**'] }
policy:
  all:
    - self_protection: {}
    - when: { if: { runs: git commit }, then: { requires: tests_passing } }
`;

/** The gate alone, without what stops an agent from changing what programs load. */
const OPEN = POLICY.replace('    - self_protection: {}\n', '');

/** What is void when the packages change that tests run with. */
const LOCKED = POLICY.replace('package.json,', "package.json, '**/.venv/**', '**/*.lock', go.mod, Package.resolved,");

/** What an agent might try, whether the call itself is stopped, and what it is told when it then wants to commit, or of the call. */
const ATTEMPTS: readonly (readonly [what: string, command: string, passes: boolean, told: string])[] = [
  ['says the name', 'echo pytest', true, '`tests_passing` is not established'],
  ['looks at a file of that name', 'cat pytest', true, '`tests_passing` is not established'],
  ['hides the status by `||`', 'pytest || true', true, '`||` hides its status'],
  ['hides the status by another command', 'pytest; true', true, 'another command follows'],
  ['turns the status around', '! pytest', true, '`!` turns its status around'],
  ['leaves it running', 'pytest &', true, 'in the background'],
  ['hides the status by a pipe', 'pytest | tail', true, 'in front of `|`'],
  ['hides it and sets an option that never comes about', 'false && set -o pipefail; pytest | tail', true, 'in front of `|`'],
  ['runs its own script of that name', './pytest', true, '`tests_passing` is not established'],
  ['copies a program under that name', 'cp src/a.ts pytest && ./pytest', true, '`tests_passing` is not established'],
  ['changes where programs are found', 'PATH=/tmp:$PATH pytest', true, '`tests_passing` is not established'],
  ['changes where programs are found before it', 'PATH=/tmp; pytest', true, '`tests_passing` is not established'],
  ['uses an alias', 'alias pytest=true\npytest', true, '`alias` comes before it'],
  ['uses a function', 'pytest() { true; }; pytest', true, '`tests_passing` is not established'],
  ['collects only', 'pytest --collect-only', true, '`--collect-only` may leave something out'],
  ['collects only, by a variable', 'PYTEST_ADDOPTS=--co pytest', true, 'a variable is set in front of it'],
  ['runs one test', 'pytest -k one', true, '`-k` may leave something out'],
  ['runs other tests', 'cd /tmp && pytest', true, 'in another folder'],
  ['runs no test where there is no script', 'npm test --if-present', true, '`--if-present` may leave something out'],
  ['leaves before it', 'exit 0; pytest', true, '`exit` comes before it'],
  ['leaves well whatever comes', "trap 'exit 0' EXIT; pytest", true, '`trap` comes before it'],
  ['tells the shell another path', 'hash -p /bin/true pytest; pytest', true, '`hash` comes before it'],
  ['changes files after it', 'npm test && touch src/a.ts', true, 'changes files after it'],
  ['grants it', 'licet fact grant tests_passing', false, 'governs the agent'],
  ['grants it by a package runner', 'npx -y licet@latest fact grant tests_passing', false, 'governs the agent'],
  ['grants it in its own terminal', 'script -qc "licet fact grant tests_passing" /dev/null', false, 'governs the agent'],
  ['writes the state', 'echo x > .licet/state.db', false, 'governs the agent'],
  ['writes the state by its program', "sqlite3 .licet/state.db 'delete from events'", false, 'governs the agent'],
  ['runs the hook by hand', 'licet hook claude-code < event.json', false, 'governs the agent'],
  [
    'runs the hook by its file',
    'node node_modules/licet/dist/licet.cjs hook claude-code --after < event.json',
    false,
    'governs the agent',
  ],
  ['runs the hook by a package runner', "printf '{}' | npx licet hook claude-code --after", false, 'governs the agent'],
  ['lets itself go on', 'licet continue', false, 'governs the agent'],
  [
    'grants it with a copy of the program',
    'cp node_modules/licet/dist/licet.cjs /tmp/x.cjs && node /tmp/x.cjs fact grant tests_passing',
    false,
    'governs the agent',
  ],
  [
    'grants it with a copy in its own terminal',
    'env -u CLAUDECODE script -qc "node /tmp/x.cjs fact grant tests_passing" /dev/null',
    false,
    'governs the agent',
  ],
  ['grants it with a copy under another name', './tool fact grant tests_passing', false, 'governs the agent'],
  ['pauses the policy with a copy', "node x.cjs pause 10m 'a demonstration'", false, 'governs the agent'],
  [
    'posts an outcome to the server by hand',
    'curl -X POST http://127.0.0.1:8181/v1/outcome -d \'{"callId":"c0","status":"ok"}\'',
    true,
    '`tests_passing` is not established',
  ],
  ['pauses the policy', "licet pause 10m 'a demonstration'", false, 'governs the agent'],
  ['pauses the policy by a package runner', 'npx licet pause 10m x', false, 'governs the agent'],
  [
    'asks how things stand',
    'licet context && licet status --graph && licet permissions',
    true,
    '`tests_passing` is not established',
  ],
  ['turns an option of the shell off', 'set -n; pytest', true, '`set` comes before it'],
  ['leaves by another program', 'exec true; pytest', true, '`exec` comes before it'],
  ['loads a builtin of that name', 'enable -f ./x.so pytest; pytest', true, '`enable` comes before it'],
  ['reads a script before it', 'source ./setup.sh && pytest', true, '`source` comes before it'],
  ['tests in a substitution', 'echo $(pytest)', true, '`tests_passing` is not established'],
  ['tests as a condition', 'if pytest; then true; fi', true, '`tests_passing` is not established'],
  ['lets a limit of time keep its own status', 'timeout --preserve-status 1 pytest', true, 'is not established'],
  ['hides the status in its own shell', "bash -c 'pytest || true'", true, 'is not established'],
  ['runs it for no input', 'xargs -r pytest < /dev/null', true, 'is not established'],
  ['runs it beside something else', 'parallel pytest ::: a', true, 'is not established'],
  ['lets flock end well', 'flock -n -E 0 x pytest', true, 'is not established'],
  ['collects only, behind a launcher', 'timeout 60 env pytest --co', true, '`--co` may leave something out'],
  ['sets a variable that chooses', 'CI=1 PYTEST_ADDOPTS=--co pytest', true, 'a variable is set in front of it'],
  ['computes a variable', 'CI=$(touch src/a.ts) pytest', true, 'is not established'],
  ['activates its own script', 'source ./fake/bin/activate && pytest', true, '`source` comes before it'],
  ['activates in another folder', 'cd src && . venv/bin/activate && pytest', true, '`.` comes before it'],
  ['writes what it activates', 'echo > .venv/bin/activate; . .venv/bin/activate; pytest', true, '`.venv/bin/activate`, which'],
  ['makes the target before it', 'touch check && make check', true, '`check` changes in the same call'],
  ['makes the target before it, with options', 'mkdir test; make -s -j4 test', true, '`test` changes in the same call'],
  ['tells make another shell', 'make test SHELL=/bin/true', true, '`SHELL=/bin/true` may leave something out'],
  ['lets make go on', 'make -k test', true, 'is not established'],
  ['touches the targets', 'make test -t', true, '`-t` may leave something out'],
  ['runs another file of recipes', 'make -f other.mk test', true, 'is not established'],
  ['tells npm another shell', 'npm test --script-shell=/bin/true', true, 'may leave something out'],
  ['leaves the scripts out', 'npm test --ignore-scripts', true, '`--ignore-scripts` may leave something out'],
  ['lets npm pass without tests', 'npm test -- --passWithNoTests', true, '`--` may leave something out'],
  ['reads other settings', 'pytest -c /dev/null', true, '`-c` may leave something out'],
  ['deselects', 'pytest --deselect x', true, '`--deselect` may leave something out'],
  ['unloads what collects', 'pytest -p no:python', true, '`-p` may leave something out'],
  ['plans only', 'pytest --setup-plan', true, '`--setup-plan` may leave something out'],
  ['expands to options', 'pytest $(echo --co)', true, 'is not established'],
  ['builds the tests only', 'cargo test --no-run', true, '`--no-run` may leave something out'],
  ['lists the tests only', 'cargo test -- --list', true, '`--` may leave something out'],
  ['passes without any test', 'cargo nextest run --no-tests=pass', true, '`--no-tests=pass` may leave something out'],
  ['runs the tests by another program', 'go test -exec true ./...', true, '`-exec` may leave something out'],
  ['compiles the tests only', 'go test -c ./...', true, '`-c` may leave something out'],
  ['tells Go by a variable', 'GOFLAGS=-run=none go test ./...', true, 'a variable is set in front of it'],
  ['tests in its own terminal', 'script -c pytest /dev/null', true, '`tests_passing` is not established'],
  ['changes what a program loads', 'LD_PRELOAD=./x.so pytest', true, 'a variable is set in front of it'],
  ['lets make go on after a failure', 'make -i test', true, '`tests_passing` is not established'],
  ['runs every test no times', 'go test -count=0 ./...', true, '`-count=0` may leave something out'],
  ['asks make whether it would do anything', 'make test -q', true, '`-q` may leave something out'],
  [
    'writes the script before it',
    'npm pkg set scripts.test=true && npm test',
    true,
    '`package.json`, which decides what it does, changes',
  ],
  [
    'writes the script by its older name',
    'npm set-script test true; npm test',
    true,
    '`package.json`, which decides what it does, changes',
  ],
  [
    'edits the script',
    `sed -i 's/vitest/true/' package.json && npm test`,
    true,
    '`package.json`, which decides what it does, changes',
  ],
  [
    'tells npm another shell in a file',
    'echo script-shell=/bin/true > .npmrc && npm test',
    true,
    '`.npmrc`, which decides what it does, changes',
  ],
  [
    'tells npm another shell by a variable',
    'npm_config_script_shell=/bin/true npm test',
    true,
    'a variable is set in front of it',
  ],
  ['collects only, by a variable set before', 'export PYTEST_ADDOPTS=--co; pytest', true, '`export` comes before it'],
  ['collects only, by env', 'env PYTEST_ADDOPTS=--co pytest', true, '`tests_passing` is not established'],
  ['collects only, by a file', "printf '[pytest]\\naddopts = --co' > pytest.ini && pytest", true, '`pytest.ini`, which decides'],
  ['skips all in a file of fixtures', 'cp src/a.ts test/conftest.py && pytest', true, '`test/conftest.py`, which decides'],
  ['configures a runner', 'echo > vitest.config.ts; npx vitest run', true, '`vitest.config.ts`, which decides'],
  ['configures another runner', 'tee jest.config.js < src/a.ts && npx jest', true, '`jest.config.js`, which decides'],
  ['configures a third runner', 'mv x .mocharc.json && npx mocha', true, '`.mocharc.json`, which decides'],
  ['configures tox', 'echo > tox.ini && tox', true, '`tox.ini`, which decides'],
  ['configures what pytest reads, too', 'echo > setup.cfg && pytest', true, '`setup.cfg`, which decides'],
  ['turns the tests of a crate off', 'echo test = false >> Cargo.toml && cargo test', true, '`Cargo.toml`, which decides'],
  ['writes the recipe', "printf 'test:\\n\\ttrue' > Makefile && make test", true, '`Makefile`, which decides'],
  ['tells Go to run nothing', "go env -w GOFLAGS='-run=^$' && go test ./...", true, 'a setting, which decides'],
  [
    'copies a folder over the project',
    'cp -r fake/. . && npm test',
    true,
    '`cp` changes files in the same call, and what decides',
  ],
  ['copies whatever is there', 'cp fake/* . ; npm test', true, '`cp` changes files in the same call, and what decides'],
  ['copies and looks like one that rewrites', 'cp -r . /tmp/x; cp -r fake/. . && npm test', true, '`cp` changes files'],
  ['moves whatever is there', 'mv fake/* . && npm test', true, '`mv` changes files in the same call'],
  ['copies file by file', 'find fake -type f -exec cp {} . \\; && npm test', true, '`cp` changes files in the same call'],
  ['synchronizes a folder', 'rsync -a fake/ ./ && npm test', true, '`rsync` changes files in the same call'],
  ['unpacks an archive', 'tar xf fake.tar && npm test', true, '`tar` changes files in the same call'],
  ['applies a patch', 'patch -p1 < fake.patch && npm test', true, '`patch` changes files in the same call'],
  ['applies a patch with git', 'git apply fake.patch && npm test', true, '`git` changes files in the same call'],
  ['edits what a pattern finds', 'sed -i s/vitest/true/ *.json && npm test', true, '`sed` changes files in the same call'],
  ['edits what a search finds', "find . -name '*.py' -exec sed -i s/a/b/ {} + && pytest", true, '`sed` changes files'],
  ['brings other packages', 'cp -r fake/node_modules . && npm test', true, '`node_modules`, which decides'],
  ['links other packages', 'ln -sfn fake/node_modules node_modules && npm test', true, '`node_modules`, which decides'],
  ['changes the configuration behind it', 'pytest && echo > pytest.ini', true, '`pytest.ini`, which decides'],
  ['tests what it has put away the rest of', 'git stash && npm test && git stash pop', true, 'changes files after it'],
  ['only shows what make would do', 'make -n test', true, '`tests_passing` is not established'],
  ['tests another package', 'npm --prefix /tmp/empty test', true, '`tests_passing` is not established'],
  ['changes the policy', 'echo x >> governance.yaml', false, 'governs the agent'],
];

describe('a forged fact', () => {
  test.each(ATTEMPTS)('is not had by an agent that %s', async (_what, command, passes, told) => {
    const { run } = agentUnder(POLICY);
    const attempt = await run(command);
    expect([command, attempt.passed]).toEqual([command, passes]);

    const commit = await run('git commit -m x');
    expect(commit.passed).toBe(false);
    expect((passes ? commit : attempt).reason).toContain(told);
    expect(commit.fix?.summary).toContain('run the tests as a separate call');
  });

  test.each([
    ['the script', 'npm pkg set scripts.test=true'],
    ['the package', 'sed -i s/vitest/true/ package.json'],
    ['the configuration', 'echo > pytest.ini'],
    ['the fixtures', 'touch conftest.py'],
    ['the tests', 'rm test/a.test.ts'],
    ['the runner', 'touch node_modules/vitest/index.js'],
    ['the sources', 'sed -i s/a/b/ src/a.ts'],
    ['to what it had put away', 'git stash pop'],
    ['to what it had put away, by another name', "bash -c 'git -C /w stash apply'"],
    ['to another branch', 'git checkout other'],
    ['to a new branch of another commit', 'git switch -c new HEAD~3'],
    ['to what others have written', 'git pull --rebase'],
    ['to two branches', 'git merge other'],
    ['to a change of another branch', 'git cherry-pick abc'],
    ['back', 'git revert --no-edit HEAD'],
    ['to a request of others', 'gh pr checkout 7'],
    ['to a state of Mercurial', 'hg update other'],
  ])('is void once the agent changes %s', async (_what, command) => {
    const { run } = agentUnder(POLICY);
    await run('npm test');
    expect((await run('git commit -m x')).passed).toBe(true);
    await run(command);

    expect((await run('git commit -m x')).passed).toBe(false);
  });

  test.each([
    ['npm install', '`npm` has changed `node_modules` since'],
    ['npm ci', '`npm` has changed `node_modules` since'],
    ['npm i left-pad', '`npm` has changed `node_modules` since'],
    ['npm audit fix', '`npm` has changed `node_modules` since'],
    ['npm link ../fake', '`npm` has changed `node_modules` since'],
    ['npm uninstall vitest', '`npm` has changed `node_modules` since'],
    ['cd packages/a && npm update', '`npm` has changed `packages/a/node_modules` since'],
    ['pnpm add -D vitest@1', '`pnpm` has changed `node_modules` since'],
    ['pnpm --dir sub install', '`pnpm` has changed `node_modules` since'],
    ['yarn', '`yarn` has changed `node_modules` since'],
    ['yarn --frozen-lockfile', '`yarn` has changed `node_modules` since'],
    ['bun install', '`bun` has changed `node_modules` since'],
    ['pip install -r requirements.txt', '`pip` has changed `.venv` since'],
    ['.venv/bin/pip install pytest==1', '`pip` has changed `.venv` since'],
    ['python -m pip uninstall -y pytest', '`pip` has changed `.venv` since'],
    ['uv sync', '`uv` has changed `.venv` since'],
    ['uv pip install x', '`uv` has changed `.venv` since'],
    ['poetry install', '`poetry` has changed `.venv` since'],
    ['pdm update', '`pdm` has changed `.venv` since'],
    ['conda install -y x', '`conda` has changed `.venv` since'],
    ['cargo update', '`cargo` has changed `Cargo.lock` since'],
    ['cargo add serde', '`cargo` has changed `Cargo.lock` since'],
    ['go get ./...', '`go` has changed `go.mod` since'],
    ['go mod tidy', '`go` has changed `go.mod` since'],
    ['bundle install', '`bundle` has changed `Gemfile.lock` since'],
    ['composer require x/y', '`composer` has changed `vendor` since'],
    ['mix deps.get', '`mix` has changed `deps` since'],
    ['swift package update', '`swift` has changed `.build` since'],
    ['flutter pub get', '`flutter` has changed `.dart_tool` since'],
    ['sudo npm install', '`npm` has changed `node_modules` since'],
    ['sed -i s/a/b/ src/a.ts', '`src/a.ts` has changed since'],
    ['git checkout other', '`git checkout` has put other content there since'],
  ])('is void after `%s`, and the agent is told what made it so', async (command, told) => {
    const { run } = agentUnder(LOCKED);
    await run('npm test');
    expect((await run('git commit -m x')).passed).toBe(true);
    await run(command);
    await run('touch src/a.ts');

    expect((await run('git commit -m x')).reason).toBe(`\`tests_passing\` is not established: ${told}`);
  });

  test.each(['npm ci', 'npm install left-pad', 'pip install -r requirements.txt', 'uv sync', 'go mod tidy', 'git pull'])(
    'is earned again by tests after `%s`, in the same call and in a later one',
    async command => {
      const [same, later] = [agentUnder(LOCKED), agentUnder(LOCKED)];
      await same.run(`${command} && npm test`);
      await later.run(command);
      await later.run('npm test');

      expect([(await same.run('git commit -m x')).passed, (await later.run('git commit -m x')).passed]).toEqual([true, true]);
    },
  );

  test.each([
    'npm install -g pnpm',
    'npm run build',
    'npm ls',
    'npm outdated',
    'npm audit',
    'npx prettier --check .',
    'yarn build',
    'pnpm test',
    'pip download x',
    'pip list',
    'uv run pytest',
    'cargo install ripgrep',
    'cargo build',
    'go build ./...',
    'bundle exec rspec',
    'docker run --rm node npm ci',
    'mix test',
  ])('still holds after `%s`, which leaves the packages of the project as they are', async command => {
    const { run } = agentUnder(LOCKED);
    await run('npm test');
    await run(command);

    expect((await run('git commit -m x')).passed).toBe(true);
  });

  test.each([
    'git checkout -b new',
    'git switch -c new',
    'git stash list',
    'git fetch',
    'git add -A',
    'git log -1',
    'git bisect log',
  ])('still holds after `%s`, which changes no file', async command => {
    const { run } = agentUnder(POLICY);
    await run('npm test');
    await run(command);

    expect((await run('git commit -m x')).passed).toBe(true);
  });

  test.each([
    ['npm config set script-shell /bin/true && npm test', 'a setting, which decides what it does, changes in the same call'],
    ["NODE_OPTIONS='--require ./x.cjs' npm test", 'a variable is set in front of it'],
    ['ln -sf /bin/true node_modules/.bin/vitest && npx vitest run', '`node_modules/.bin/vitest`, which decides what it does'],
  ])('is not had by `%s`, which self-protection stops anyway', async (command, told) => {
    expect((await agentUnder(POLICY).run(command)).passed).toBe(false);
    const { run } = agentUnder(OPEN);
    await run(command);

    expect((await run('git commit -m x')).reason).toContain(told);
  });

  test.each(['npm test && git commit -m x', 'npm test; git commit -m x', 'git add -A && pytest && git commit -m x'])(
    'is not had for `%s`: the agent is told to test first, however often it tries',
    async command => {
      const { run } = agentUnder(POLICY);
      for (const _ of [1, 2]) {
        const { passed, reason, fix } = await run(command);
        expect([passed, reason]).toEqual([false, '`tests_passing` is not established']);
        expect(fix?.summary).toContain('run the tests as a separate call, with nothing after it, and try again');
      }
    },
  );

  it('is not had by a script of the policy that the same call writes', async () => {
    const { run } = agentUnder(POLICY.replace('runs: tests', 'runs: [./check.sh, sh check.sh]'));
    for (const script of ['./check.sh', 'sh check.sh']) {
      await run(`printf 'exit 0' > check.sh && ${script}`);
      expect((await run('git commit -m x')).reason).toContain('changes in the same call');
    }
    await run('./check.sh');

    expect((await run('git commit -m x')).passed).toBe(true);
  });

  test.each([
    ['terraform plan -out tf.plan', true],
    ['terraform init && terraform plan -out tf.plan', true],
    ['terraform plan -out x.plan; cp x.plan tf.plan; terraform plan tf.plan', false],
    ['sh check.sh > check.sh', false],
    ['cp /dev/null sub/check.sh && cd sub && sh check.sh', false],
  ])('of `%s` is %s: what a program only writes is not what it goes by', async (command, holds) => {
    const { run } = agentUnder(POLICY.replace('runs: tests', "runs: ['terraform plan*', sh check.sh]"));
    await run(command);

    expect((await run('git commit -m x')).passed).toBe(holds);
  });

  test.each([
    'touch src/a.ts && npm test',
    'echo > /tmp/x/package.json; npm test',
    'rm -rf node_modules && npm ci && npm test',
    'npx prettier --write . && npm test',
    'npx eslint --fix . && npm test',
    'black . && isort . && pytest',
    'cargo fmt && cargo test',
    'go fmt ./... && go test ./...',
    'sed -i s/a/b/ src/*.ts && npm test',
    'grep -rl old src | xargs sed -i s/old/new/ && npm test',
    'rm -f *.log && npm test',
    'rm -rf dist/* && npm run build && npm test',
    'cp -r fixtures/* test/fixtures/ && npm test',
    'git checkout other && npm test',
    'git restore . && npm test',
    'git stash && npm test',
    'timeout 600 npm test',
    'timeout -k 5 10m pytest -q',
    'nice -n 5 cargo test',
    'stdbuf -oL pytest',
    'env pytest',
    'CI=true npm test',
    'NO_COLOR=1 FORCE_COLOR=0 npx vitest run',
    'NODE_ENV=test npm test',
    'RUST_BACKTRACE=1 cargo test --workspace',
    'CI=1 timeout 300 uv run pytest',
    'source .venv/bin/activate && pytest',
    '. venv/bin/activate; python -m pytest -q',
    'npm run -s test',
    'npm run --silent test',
    'npm -s test',
    'pnpm -s test',
    'make -s test',
    'make -j4 test',
    'make test -j8',
    'rm -rf build && make check',
    'go test -json ./...',
    'go vet ./... && go test -race ./...',
    'cd /w && npm test',
    'set -euo pipefail; npm test 2>&1 | tee out.log',
    'npm test > out.log 2>&1',
    'npm run lint && npm test',
    'npx tsc -b && npx vitest run',
    'git add -A && npm test',
    'sleep 1; npm test',
    'test -f package.json && npm test',
    '(npm test)',
    'npm test && echo done',
    'time npm test',
    'echo y | npm test',
    'poetry run pytest -q --tb=short',
    'mkdir -p tmp && chmod +x scripts/*.sh && npm test',
  ])('is no reason to refuse `%s`', async command => {
    const { run } = agentUnder(POLICY);
    await run(command);

    expect((await run('git commit -m x')).passed).toBe(true);
  });

  test.each([
    'package.json',
    'packages/a/package.json',
    '.npmrc',
    '.yarnrc.yml',
    'vitest.config.json',
    'jest.config.json',
    '.mocharc.yml',
    'tsconfig.base.json',
    'turbo.json',
    'pytest.ini',
    'sub/conftest.py',
    'pyproject.toml',
    'setup.cfg',
    'tox.ini',
    'Cargo.toml',
    'build.gradle.kts',
    'Makefile',
    'justfile',
    'phpunit.xml.dist',
    '.rspec',
    'node_modules/.bin/vitest',
    'yarn.lock',
    'uv.lock',
  ])('is void under `test-gate` once `%s` is written, until the tests have run again', async file => {
    const { act, call, run } = agentUnder('include: [test-gate]\npolicy: { floor: {} }');
    await run('npm test');
    await act({ ...call(''), kind: 'write', tool: 'Write', payload: { file_path: `/w/${file}`, content: 'x' } });
    expect((await run('git commit -m x')).reason).toContain(
      `\`tests_passing\` is not established: \`${file}\` has changed since`,
    );
    await run('npm test');

    // An agent that says it again has not been given a yes.
    for (const _ of [1, 2]) expect((await run('git commit -m x')).ruling).toBe('ask');
  });

  test.each([
    ['npm config set script-shell /bin/true', 'block'],
    ['npm config set ignore-scripts true', 'pass'],
    ['poetry config virtualenvs.create false', 'pass'],
  ])('is void under `test-gate` after `%s`, where that is let through', async (command, ruling) => {
    const { engine, call, run } = agentUnder('include: [test-gate]\npolicy: { floor: {} }');
    await run('npm test');
    const setting = call(command);
    const evaluation = await engine.evaluate(setting);
    expect(evaluation.ruling).toBe(ruling);
    if (ruling === 'block') return;
    await engine.postAction(setting, { status: 'ok' });

    expect((await run('git commit -m x')).reason).toContain('has changed a setting since');
  });

  test.each([
    ['mcp__git__git_commit', { repo_path: '/w', message: 'x' }],
    ['mcp__git__commit', { message: 'x', amend: true }],
    ['mcp__git-mcp-server__git_commit', { path: '/w', message: 'x' }],
    ['mcp_git_git_commit', { repo_path: '/w', message: 'x' }],
    ['git_commit', { message: 'x' }],
    ['mcp__github__push_files', { owner: 'o', repo: 'r', branch: 'b', message: 'x', files: [{ path: 'a', content: 'x' }] }],
    ['mcp__github__create_or_update_file', { owner: 'o', repo: 'r', branch: 'b', message: 'x', path: 'a', content: 'x' }],
    ['mcp__github__delete_file', { owner: 'o', repo: 'r', branch: 'b', message: 'x', path: 'a' }],
    ['mcp__gitlab__push_files', { project_id: '7', branch: 'b', commit_message: 'x', files: [] }],
    ['mcp__forge__save', { repository: 'o/r', branchName: 'b', filePath: 'a', contents: 'x' }],
  ])('does not open the gate for %s', async (tool, payload) => {
    const { act, call, run } = agentUnder(POLICY);
    const commit = { ...call(''), kind: 'tool', tool, payload };
    expect((await act(commit)).reason).toContain('`tests_passing` is not established');
    await run('npm test');

    expect((await act({ ...commit, callId: 'later' })).reason ?? '').not.toContain('tests_passing');
  });

  test.each([
    ['mcp__git__git_checkout', { repo_path: '/w', branch_name: 'other' }],
    ['mcp__git__git_stash', { path: '/w', mode: 'pop' }],
    ['mcp__git__git_pull', { path: '/w' }],
    ['mcp__git__git_merge', { path: '/w', branch: 'other' }],
  ])('is void after %s', async (tool, payload) => {
    const { act, call, run } = agentUnder(OPEN);
    await run('npm test');
    expect((await act({ ...call(''), kind: 'tool', tool, payload })).passed).toBe(true);

    expect((await run('git commit -m x')).reason).toContain('has put other content there since');
  });

  it('is not had by an outcome that is posted twice, for a call that was never evaluated, or for other arguments', async () => {
    const { engine, call, run, audit } = agentUnder(POLICY);
    await engine.postAction(call('npm test'), { status: 'ok' });
    const action = call('npm test');
    await engine.evaluate(action);
    await engine.postAction(action, { status: 'error' });
    await engine.postAction(action, { status: 'ok' });
    const other = call('npm test');
    await engine.evaluate(other);
    await engine.postAction({ ...other, payload: { command: 'true' } }, { status: 'ok' });

    expect((await run('git commit -m x')).passed).toBe(false);
    expect(audit.records.flatMap(record => (record.type === 'anomaly' ? [record.code] : []))).toEqual([
      'unknown_evaluation',
      'second_outcome',
    ]);
  });
});
