/** What the success of a program may prove. */
const EVIDENCE_CLASSES = ['tests', 'lints', 'builds', 'formats'] as const;

/** One of the {@link EVIDENCE_CLASSES}. */
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/**
 * A call whose success proves something: the leading words, and the only options and operands that leave the proof whole.
 * What is not listed (`-k name`, `--collect-only`, `--passWithNoTests`, a single file) proves nothing.
 */
interface Proof {
  readonly proves: EvidenceClass;
  readonly words: readonly string[];
  /** Options with any value attached: `--tb` fits `--tb=short`; `-count=1` fits only itself. */
  readonly flags: ReadonlySet<string>;
  readonly operands: RegExp;
}

const NO_OPERAND = /^(?!)/;
const WHOLE = /^(?:\.|\.\/|\.\/\.\.\.|src\/?|tests?\/?|spec\/?)$/;

/** What is proved, the calls that do so, divided by semicolons, their flags, divided by spaces, and what their operands fit. */
type Row = readonly [proves: EvidenceClass, calls: string, flags: string, operands?: RegExp];

const CARGO = '--workspace --all --all-targets --all-features --release --locked --offline --frozen -q --quiet -v --verbose';
const SCRIPT = '-s --silent';
const GRADLE = '-q --quiet --no-daemon --console --stacktrace --info --warning-mode';
const MAVEN = '-q -B --batch-mode -ntp --no-transfer-progress -e';

/** Every call that proves something. Scripts of a package count by their usual names; what they do is the project's matter. */
const PROOFS: readonly Row[] = [
  [
    'tests',
    'pytest; py.test; python -m pytest; python3 -m pytest',
    '-q -qq -v -vv -x -s -l -ra -rA -rf --quiet --verbose --exitfirst --showlocals --tb --durations --color --no-header --maxfail --strict-markers',
    WHOLE,
  ],
  ['tests', 'python -m unittest; python3 -m unittest; python -m unittest discover; python3 -m unittest discover', '-v -q -b -f'],
  ['tests', 'vitest run; vitest --run', '--run --coverage --silent --reporter --no-color --typecheck'],
  ['tests', 'jest', '--ci --coverage --silent --verbose --runInBand -i --colors --no-color --bail'],
  ['tests', 'mocha; ava; node --test; bun test; deno test; playwright test; cypress run', '--parallel --verbose -v --coverage'],
  ['tests', 'npm test; npm t; npm run test; pnpm test; pnpm run test; yarn test; yarn run test; bun run test', SCRIPT],
  ['tests', 'cargo test; cargo nextest run', `${CARGO} --no-fail-fast`],
  ['tests', 'go test', '-v -race -count=1 -cover -timeout -failfast -vet -json', /^\.\/\.\.\.$/],
  [
    'tests',
    'make test; make check; just test; task test; rake test; rake spec; rake; nox; tox; ctest',
    '-s --silent --output-on-failure',
  ],
  ['tests', 'gradle test; gradle check; gradle build', GRADLE],
  ['tests', 'mvn test; mvn verify; mvn package; mvn install', MAVEN],
  ['tests', 'dotnet test', '--nologo -v --verbosity -c --no-restore'],
  [
    'tests',
    'swift test; mix test; rspec; rails test; phpunit; pest; composer test; dart test; flutter test; sbt test; stack test; cabal test; zig build test',
    '--parallel --color --no-color',
  ],
  [
    'lints',
    'eslint; oxlint; biome check; biome lint; stylelint',
    '--max-warnings --format --color --no-color --cache --type-aware --deny-warnings',
    WHOLE,
  ],
  [
    'lints',
    'ruff check; ruff; flake8; pylint; mypy; pyright; rubocop; shellcheck; golangci-lint run; staticcheck',
    '--strict -q --quiet --no-color',
    WHOLE,
  ],
  ['lints', 'go vet', '', /^\.\/\.\.\.$/],
  ['lints', 'cargo clippy', CARGO],
  ['lints', 'npm run lint; pnpm lint; pnpm run lint; yarn lint; yarn run lint; bun run lint; make lint; just lint', SCRIPT],
  ['builds', 'tsc; tsc -b; tsc --build; tsc --noEmit', '-b --build --noEmit --pretty --strict'],
  ['builds', 'cargo build; cargo check', CARGO],
  ['builds', 'go build', '-v -race', /^\.\/\.\.\.$/],
  [
    'builds',
    'npm run build; pnpm build; pnpm run build; yarn build; yarn run build; bun run build; make; make all; make build; just build',
    `${SCRIPT} -j`,
  ],
  [
    'builds',
    'vite build; next build; nuxt build; astro build; webpack; rollup -c; gradle assemble; mvn compile; dotnet build; swift build',
    `${GRADLE} ${MAVEN}`,
  ],
  [
    'formats',
    'prettier --check; oxfmt --check; biome format; black --check; isort --check-only; ruff format --check; cargo fmt --check',
    '--check --check-only -q --quiet --all',
    WHOLE,
  ],
  ['formats', 'npm run format:check; pnpm format:check; pnpm run format:check; yarn format:check', SCRIPT],
];

/** Options of these that only say how much is printed, and how much runs at once, may stand in front of what is to be done. */
const withoutNoise = ([program = '', ...rest]: readonly string[]): readonly string[] =>
  /^(?:make|npm|pnpm|yarn)$/.test(program)
    ? [program, ...rest.filter(word => !/^(?:-s|--silent|--no-print-directory)$|^-j\d+$/.test(word))]
    : [program, ...rest];

/** What kind of program a call is, fit for evidence or not: the longest leading words that are listed. */
export function classOf(argv: readonly string[]): EvidenceClass | undefined {
  return bestProof(argv)?.proves;
}

/**
 * Returns what the success of a call proves, or which word keeps it from proving anything. Undefined for a program that
 * proves nothing by itself; a policy may name it word for word.
 */
export function proofOf(
  argv: readonly string[],
): { readonly proves: EvidenceClass } | { readonly spoiledBy: string } | undefined {
  const found = bestProof(argv);
  if (found === undefined) return undefined;
  const spoiler = withoutNoise(argv)
    .slice(found.words.length)
    .find(word => !fits(word, found));
  return spoiler === undefined ? { proves: found.proves } : { spoiledBy: spoiler };
}

/** Those of a program that were looked for. Every call of every command is looked up: only what is called is made. */
const made = new Map<string, readonly Proof[]>();

function proofsOf(program: string): readonly Proof[] {
  const known = made.get(program);
  if (known !== undefined) return known;
  const found = PROOFS.flatMap(([proves, calls, flags, operands = NO_OPERAND]) =>
    calls.includes(program)
      ? calls
          .split('; ')
          .map(call => ({ proves, words: call.split(' '), flags: new Set(flags.split(' ')), operands }))
          .filter(({ words }) => words[0] === program)
      : [],
  );
  if (found.length > 0) made.set(program, found);
  return found;
}

function bestProof(given: readonly string[]): Proof | undefined {
  const argv = withoutNoise(given);
  const fitting = proofsOf(argv[0] ?? '').filter(({ words }) => words.every((word, index) => argv[index] === word));
  return fitting.reduce<Proof | undefined>(
    (best, each) => (best !== undefined && best.words.length >= each.words.length ? best : each),
    undefined,
  );
}

function fits(word: string, { flags, operands }: Proof): boolean {
  if (!word.startsWith('-')) return operands.test(word);
  const [name = word, value] = word.split('=', 2);
  return flags.has(word) || (flags.has(name) && (value === undefined || /^[\w.,:%-]*$/.test(value)));
}

/** The name under which a policy may speak of calls that put other content into a folder: another branch, what was stashed. */
const CHECKOUTS = 'checkouts';

const PUTS_CONTENT: ReadonlySet<string> = new Set(
  Object.entries({
    git: 'checkout switch pull merge rebase cherry-pick revert am stash bisect read-tree checkout-index subtree',
    'git submodule': 'update',
    'git lfs': 'pull checkout',
    'gh pr': 'checkout co',
    'glab mr': 'checkout',
    hub: 'checkout pull merge am cherry-pick',
    hg: 'update up checkout co merge rebase graft import backout shelve unshelve revert pull',
    sl: 'goto go pull rebase graft unshelve shelve revert',
    svn: 'update up switch sw merge revert patch',
    jj: 'new edit rebase restore squash abandon undo',
    gt: 'checkout co sync restack',
  }).flatMap(([words, calls]) => calls.split(' ').map(call => `${words} ${call}`)),
);

/** What of these only looks, or forgets. */
const KEEPS_CONTENT = /^git (?:stash (?:list|show|drop|clear|create|store)|bisect (?:log|view|visualize|terms))\b/;

const NEW_BRANCH: ReadonlySet<string> = new Set(['-b', '-B', '-c', '-C', '--create', '--force-create', '--orphan']);

/**
 * Names a call that puts other content into its folder than was there, whatever files that are. `names` are those under which a
 * policy may speak of it already. A new branch of what is there changes no file, and files that are named are separate effects.
 */
export function contentOf(names: readonly string[], argv: readonly string[]): readonly string[] {
  if (!names.some(name => PUTS_CONTENT.has(name)) || names.some(name => KEEPS_CONTENT.test(name))) return [];
  const isCheckout = names.includes('git checkout') || names.includes('git switch');
  const rest = argv.slice(argv.findIndex(word => word === 'checkout' || word === 'switch') + 1);
  const startsBranch = rest.some(word => NEW_BRANCH.has(word)) && rest.filter(word => !word.startsWith('-')).length === 1;
  return isCheckout && (startsBranch || rest.includes('--')) ? [] : [CHECKOUTS];
}
