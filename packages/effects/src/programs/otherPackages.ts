import type { Argument, Call, CommandDescriptor, Family, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { repackedByTask } from './dependencies.ts';
import { elsewhere, isForeignPackage, untrusted } from './registries.ts';
import { credentialFindings } from './credentialWords.ts';
import { does, downloads, effect, harmless, installs, loses, onWord, projectCode, publishes, repacks } from './shapes.ts';
import { sets, sharing, shows, unlessDry } from './shapes.ts';
import { lostByTask } from './testDatabases.ts';
import { scriptsIn, tasksIn } from './taskCalls.ts';
import { goEnvironment, nugetSource } from './toolSettings.ts';

/** The builder and package manager of .NET. */
export const dotnet = (): ProgramDescriptor => ({
  summary: 'builds .NET projects',
  options: {
    '-c --configuration -f --framework -r --runtime -o --output --source -s -k --api-key -v --verbosity -p --project': 'text',
  },
  subcommands: {
    nuget: () => ({
      subcommands: {
        push: does(publishes),
        delete: does(sets('package:registry', 'remote_change')),
        'add update': nugetSource,
        'list locals remove enable disable sign verify why': () => ({}),
      },
    }),
    ef: () => ({
      subcommands: {
        database: () => ({
          subcommands: { drop: does(loses('database:project')), update: () => ({}) },
        }),
        'migrations dbcontext': () => ({}),
      },
    }),
    'add restore tool workload': () => ({
      options: { '-s --source --add-source': 'text', '-v --version -f -p': 'text' },
      effects: [installs],
      inspect: call => call.values('-s').flatMap(elsewhere),
    }),
    'build run test publish clean watch pack': does(projectCode),
    'user-secrets': () => ({
      subcommands: {
        list: does(shows('user')),
        ...harmless('set remove clear init'),
      },
    }),
    ...harmless('new sln list remove format help --info --list-sdks dev-certs vstest msbuild'),
  },
  match: { 'dotnet nuget push x.nupkg': 'network #remote_change', 'dotnet ef database drop': 'delete #destructive' },
  notMatch: { 'dotnet build -c Release': 'unknown', 'dotnet publish -o out': '* #shares' },
});

const registry: FixedEffect = sets('package:registry', 'remote_change');
const cache: FixedEffect = effect('delete', 'cache:build', 'regenerable');
const builds = (): CommandDescriptor => ({ effects: [projectCode] });
const cargo = (): ProgramDescriptor => ({
  summary: 'builds Rust projects',
  options: {
    '--config': 'text',
    '--manifest-path --target-dir -p --package --features --target --profile -j --jobs --bin --example --test --bench --color':
      'text',
    '-C': 'chdir',
  },
  subcommands: {
    'build b check c test t run r bench doc d clippy rustc rustdoc fix nextest miri expand llvm-cov tarpaulin': builds,
    fmt: does(projectCode),
    clean: does(cache),
    publish: unlessDry(publishes),
    'yank owner': does(registry),
    'login logout': does(sets('credential:cargo', 'weakens')),
    'install add update fetch vendor binstall': () => ({
      options: { '--git --index --registry': 'text', '--path --branch --tag --rev --root --version': 'text' },
      effects: [installs],
      inspect: call => call.values('--git').flatMap(elsewhere),
    }),
    'remove rm generate-lockfile': does(repacks),
    watch: () => ({ options: { '-s --shell': 'shell', '-x --exec -w --watch': 'text' } }),
    ...harmless(
      'new init search tree metadata uninstall version help audit deny outdated machete udeps about locate-project pkgid verify-project package report info',
    ),
  },
  inspect: call =>
    call.values('--config').some(({ text }) => /wrapper|runner|linker|registr|source|alias/.test(text ?? 'alias'))
      ? [sets('cargo:config', 'tampered_environment')]
      : [],
  match: {
    'cargo publish': 'network #remote_change',
    'cargo --config \'build.rustc-wrapper="x"\' build': 'configure #tampered_environment',
    "cargo watch -s 'rm a'": 'delete /w/a',
  },
  notMatch: {
    'cargo build --release': 'unknown; * #destructive',
    'cargo test -- --nocapture': 'unknown',
    'cargo publish --dry-run': '* #shares',
    'cargo +nightly fmt': 'unknown',
  },
});

/** Hosts under which Go's own modules and those of the usual projects stand. */
const USUAL_MODULES =
  /^(?:golang\.org|google\.golang\.org|cloud\.google\.com|k8s\.io|sigs\.k8s\.io|go\.uber\.org|gopkg\.in|honnef\.co|mvdan\.cc|gotest\.tools|go\.opentelemetry\.io|modernc\.org|filippo\.io|connectrpc\.com|buf\.build|gorm\.io|entgo\.io|helm\.sh)\//;

/** A module of another host; `go run` runs it at once, whoever wrote it. */
const goModule = (value: Argument, isDependency: boolean): readonly Finding[] => {
  const { text = '' } = value;
  if (!/^[\w-]+(?:\.[\w-]+)+\/[^\s]*$/.test(text) || USUAL_MODULES.test(text) || text.endsWith('.go')) return [];
  const isHosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(text);
  return isDependency && isHosted ? [] : [{ use: { as: 'url', tags: ['untrusted_code'] }, value: text }];
};

const go = (): ProgramDescriptor => ({
  summary: 'builds Go projects',
  spares: {},
  style: 'long',
  options: {
    '-o': 'write',
    '-C': 'chdir',
    '-toolexec -exec -vettool': { as: 'shell', tags: ['runs_code'] },
    '-run -bench -tags -ldflags -gcflags -mod -modfile -count -timeout -p -parallel -coverprofile -cpuprofile -memprofile -buildmode -benchtime -cpu -fuzz -fuzztime -covermode -coverpkg -overlay -asmflags -f':
      'text',
  },
  subcommands: {
    'build test vet bench': builds,
    generate: () => ({ ...builds(), inspect: call => tasksIn('go.mod', call) }),
    run: () => ({ ...builds(), style: 'posix', inspect: ({ operands: [value] }) => (value ? goModule(value, false) : []) }),
    'get install': () => ({ effects: [installs], inspect: ({ operands }) => operands.flatMap(value => goModule(value, true)) }),
    mod: () => ({
      subcommands: {
        'download tidy vendor': does(downloads, repacks),
        edit: does(repacks),
        ...harmless('init verify graph why'),
      },
    }),
    clean: does(cache),
    'fmt fix': does(effect('write', 'tree:.')),
    env: goEnvironment,
    ...harmless('list doc version tool work help bug telemetry'),
  },
  match: {
    "go build -toolexec 'rm a' .": 'delete /w/a #runs_code',
    'go build -o /opt/x .': 'write /opt/x',
    'go env -w GOFLAGS=-toolexec=x': 'configure #tampered_environment',
  },
  notMatch: { 'go test ./... -run X -v': 'unknown; write', 'go env GOPATH': 'configure' },
});

const gem = (): ProgramDescriptor => ({
  summary: 'manages packages of Ruby',
  subcommands: {
    'install update i fetch specific_install': () => ({
      options: {
        '-s --source --clear-sources': 'text',
        '-l --location': 'text',
        '-v --version -i --install-dir -P --platform': 'text',
      },
      effects: [installs],
      inspect: call => [...call.values('-s'), ...call.values('-l')].flatMap(elsewhere),
    }),
    push: unlessDry(publishes),
    'yank owner': does(registry),
    sources: () => ({
      options: {
        '-a --add': { value: 'text', effects: [sets('package:source', 'weakens')] },
        '-l -r -c': 'flag',
      },
    }),
    ...harmless('list search info build uninstall cleanup env which specification help environment outdated'),
  },
  match: { 'gem push x.gem': 'network #shares' },
  notMatch: { 'gem install rails': 'unknown; * #shares' },
});

const bundle = (): ProgramDescriptor => ({
  summary: 'manages the gems of a project',
  subcommands: {
    exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
    'install update add lock': () => ({
      options: { '--git --github --source': 'text', '--group --version --jobs --path --branch --ref': 'text' },
      effects: [installs],
      inspect: call => call.values('--git').flatMap(elsewhere),
    }),
    remove: does(repacks),
    ...harmless('check show info list outdated config init gem open clean cache doctor audit binstubs'),
  },
  match: { 'bundle exec rm a': 'delete /w/a' },
  notMatch: { 'bundle exec rspec': 'unknown; delete' },
});

const composer = (): ProgramDescriptor => ({
  summary: 'manages packages of PHP',
  options: { '-d --working-dir': 'chdir' },
  subcommands: {
    'install i update u require r create-project reinstall self-update selfupdate': does(installs),
    'run run-script test exec': builds,
    global: () => ({
      effects: [installs],
      cases: [onWord('^repositor|^(?:git\\+)?https?:', sets('package:setting', 'weakens'))],
    }),
    config: () => ({
      inspect: ({ operands }) => [
        ...(/^scripts\.(?:pre|post)-/.test(operands[0]?.text ?? '') ? [sets(`script:${operands[0]?.text}`, 'persistence')] : []),
        ...(operands[0]?.text?.startsWith('scripts.') === true
          ? operands.slice(1).map(value => ({ use: { as: 'shell', certainty: 'possible' }, value }) as const)
          : []),
        ...(/repositor|secure-http|disable-tls|auth|token/.test(operands.map(({ text }) => text ?? '?').join(' '))
          ? [sets('package:setting', 'weakens')]
          : []),
      ],
    }),
    remove: does(repacks),
    ...harmless(
      'dump-autoload dumpautoload show outdated validate licenses diagnose status why depends audit search init clear-cache about fund bump check-platform-reqs',
    ),
  },
  inspect: call => scriptsIn(call, 'composer.json'),
  match: { 'composer config secure-http false': 'configure #weakens' },
  notMatch: { 'composer install --no-dev': 'unknown; * #weakens' },
});

const publishing = String.raw`^(?:hex\.publish|publish|publishToMavenCentral|publishAllPublicationsTo\w+|publishPlugins|closeAndRelease\w*|uploadArchives|deploy|deploy:deploy|deploy:deploy-file|release:perform|site:deploy|push|upload|deliver|supply|upload_to_\w+)$`;

/** Maven's exec plugin starts the program that a property names. */
function startedByProperty(call: Call): readonly Finding[] {
  const properties = call.values('-D').map(({ text }) => /^(exec\.[\w.]+)=(.*)$/s.exec(text ?? ''));
  const valueOf = (name: string): string => properties.find(match => match?.[1] === name)?.[2] ?? '';
  const program = valueOf('exec.executable');
  const args = valueOf('exec.args') || valueOf('exec.commandlineArgs');
  return program === '' ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: `${program} ${args}` }];
}

/** An archive or a server that a task installs from. */
const taskSource = (call: Call): readonly Finding[] =>
  call.operands.some(({ text }) => isForeignPackage(text)) && call.operands.some(({ text = '' }) => /install|add|get/.test(text))
    ? [untrusted]
    : call.values('--server').flatMap(elsewhere);

/** `rails runner` runs code, or a file of code. */
function runnerCode({ path: [program], operands: [verb, code] }: Call): readonly Finding[] {
  if (code === undefined || program !== 'rails' || !/^(?:runner|r)$/.test(verb?.text ?? '')) return [];
  const isFile = code.text !== undefined && /^[\w./-]+\.rb$/.test(code.text);
  return [{ use: { as: isFile ? 'execute' : 'code', language: 'ruby' }, value: code }];
}

/** Builders of other languages: tasks by name, some of which publish or drop the database. */
const tasks = (dryRun: string = '--dry-run'): ProgramDescriptor => ({
  summary: 'builds a project by tasks',
  options: {
    '-f --file -b --build-file -p --project-dir -P -c --settings-file --project-cache-dir -pl -I --init-script -s --settings -T':
      'text',
    '-D': 'text',
    '--server': 'text',
    [dryRun]: 'flag',
  },
  effects: [projectCode],
  inspect: call => [
    ...startedByProperty(call),
    ...runnerCode(call),
    ...taskSource(call),
    ...credentialFindings(call),
    ...repackedByTask(call),
    ...(call.has(dryRun.split(' ')[0] ?? '') ? [] : lostByTask(call)),
  ],
  mayRun: true,
  cases: [{ when: { operand: publishing, none: [dryRun.split(' ')[0] ?? ''] }, effects: [publishes] }],
  match: {
    'rails db:drop': 'delete database:project #destructive',
    'mix ecto.reset': 'delete #destructive',
    'RAILS_ENV=test DATABASE_URL=postgres://db.example.com/app rails db:drop': 'delete #destructive',
    'mvn deploy': 'network #shares',
  },
  notMatch: {
    'RAILS_ENV=test rails db:drop db:create': '* #destructive',
    'MIX_ENV=test mix ecto.reset': '* #destructive',
    'mvn clean install -DskipTests': 'unknown; * #shares',
    'rails db:migrate': 'delete',
    'gradle build': 'unknown',
  },
});

/** Package managers and builders of other languages. */
export const otherPackages: Family = {
  cargo,
  go,
  gem,
  ...sharing('bundle bundler', bundle),
  composer,
  dotnet,
  ...sharing(
    'rails mix gradle gradlew mvn mvnw mvnd sbt lein ant artisan swift flutter dart pub stack cabal zig dune opam nimble shards luarocks vcpkg conan pod carthage fastlane xcodebuild',
    () => tasks(),
  ),
  rake: () => tasks('--dry-run -n --prereqs --tasks'),
  ...sharing('rustup ghcup sdk jenv rvm', () => ({ summary: 'picks versions of a language', effects: [downloads] })),
};
