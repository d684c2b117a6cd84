import { repackedByTask } from './dependencies.ts';
import type { Call, CommandDescriptor, Family, Finding, FixedEffect } from './descriptor.ts';
import { setsUp } from './output.ts';
import { elsewhere, isForeignPackage, untrusted } from './registries.ts';
import { goEnvironment, nugetSource } from './settingWords.ts';
import {
  does,
  downloads,
  effect,
  harmless,
  installs,
  loses,
  onWord,
  projectCode,
  publishes,
  repacks,
  sets,
  sharing,
  shows,
  unlessDry,
} from './shapes.ts';
import { lostByTask } from './testDatabases.ts';

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
const tasks = (dryRun: string = '--dry-run'): CommandDescriptor => ({
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
    ...repackedByTask(call),
    ...(call.has(dryRun.split(' ')[0] ?? '') ? [] : lostByTask(call)),
  ],
  verbClass: [{ of: 'credentials' }],
  mayRun: true,
  cases: [{ when: { operand: publishing, none: [dryRun.split(' ')[0] ?? ''] }, effects: [publishes] }],
});

/** A cache that the next build fills again. */
const cache: FixedEffect = effect('delete', 'cache:build', 'regenerable');

const builds = (): CommandDescriptor => ({ effects: [projectCode] });

const go = (): CommandDescriptor => ({
  spares: {},
  style: 'long',
  options: {
    '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace': 'write',
    '-C': 'chdir',
    '-toolexec -exec -vettool': { as: 'shell', tags: ['runs_code'] },
    '-run -bench -tags -ldflags -gcflags -mod -modfile -count -timeout -p -parallel -buildmode -benchtime -cpu -fuzz -fuzztime -covermode -coverpkg -overlay -asmflags -f':
      'text',
  },
  subcommands: {
    'build test vet bench': builds,
    generate: () => ({ ...builds(), runs: [{ tasks: 'go.mod' }] }),
    run: () => ({ ...builds(), runsTree: 'operand', style: 'posix', packageSource: [{ is: 'program of a module', to: 1 }] }),
    'get install': () => ({ effects: [installs], packageSource: [{ is: 'module' }] }),
    mod: () => ({
      subcommands: {
        'download tidy vendor': does(downloads, repacks),
        edit: does(repacks),
      },
    }),
    clean: does(cache),
    'fmt fix': does(effect('write', 'tree:.')),
    env: goEnvironment,
  },
});

/** The builder and package manager of .NET. */
const dotnet = (): CommandDescriptor => ({
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
        database: () => ({ subcommands: { drop: does(loses('database:project')), update: () => ({}) } }),
        'migrations dbcontext': () => ({}),
      },
    }),
    'add restore tool workload': () => ({
      options: { '-s --source --add-source': 'text', '-v --version -f -p': 'text' },
      effects: [installs],
      packageSource: [{ is: 'code', of: '-s' }],
    }),
    'build test publish clean watch pack': does(projectCode),
    run: () => ({ effects: [projectCode], runsTree: 'option' }),
    'user-secrets': () => ({ subcommands: { list: does(shows('user')), ...harmless('set remove clear init') } }),
    ...harmless('new sln list remove format help --info --list-sdks dev-certs vstest msbuild'),
  },
});

const registry: FixedEffect = sets('package:registry', 'remote_change');
/** Package managers and builders of other languages. */
export const otherPackages: Family = {
  cargo: () => ({
    options: {
      '--config': 'text',
      '--manifest-path --target-dir -p --package --features --target --profile -j --jobs --bin --example --test --bench --color':
        'text',
      '-C': 'chdir',
    },
    subcommands: {
      'run r': () => ({ ...builds(), runsTree: 'option' }),
      'build b check c test t bench doc d clippy rustc rustdoc fix nextest miri expand llvm-cov tarpaulin': builds,
      fmt: does(projectCode),
      clean: () => ({ ...does(cache)(), options: { '--target-dir': { as: 'delete', recursive: true } } }),
      publish: unlessDry(publishes),
      'yank owner': does(registry),
      'login logout': does(sets('credential:cargo', 'weakens')),
      'install add update fetch vendor binstall': () => ({
        options: { '--git --index --registry': 'text', '--path --branch --tag --rev --root --version': 'text' },
        effects: [installs],
        packageSource: [{ is: 'code', of: '--git' }],
      }),
      'remove rm generate-lockfile': does(repacks),
      watch: () => ({ options: { '-s --shell': 'shell', '-x --exec -w --watch': 'text' } }),
      ...harmless(
        'new init search tree metadata uninstall version help audit deny outdated machete udeps about locate-project pkgid verify-project package report info',
      ),
    },
    keyword: [
      {
        when: { value: { '--config': 'wrapper|runner|linker|registr|source|alias|^[?]$' } },
        effects: [sets('cargo:config', 'tampered_environment')],
      },
    ],
  }),
  go,
  gem: () => ({
    subcommands: {
      'install update i fetch specific_install': () => ({
        options: {
          '-s --source --clear-sources': 'text',
          '-l --location': 'text',
          '-v --version -i --install-dir -P --platform': 'text',
        },
        effects: [installs],
        packageSource: [{ is: 'code', of: '-s -l' }],
      }),
      push: unlessDry(publishes),
      'yank owner': does(registry),
      sources: () => ({ options: { '-a --add': { value: 'text', effects: [sets('package:source', 'weakens')] } } }),
      ...harmless('list search info build uninstall cleanup env which specification help environment outdated'),
    },
  }),
  ...sharing('bundle bundler', () => ({
    subcommands: {
      exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
      'install update add lock': () => ({
        options: { '--git --github --source': 'text', '--group --version --jobs --path --branch --ref': 'text' },
        effects: [installs],
        packageSource: [{ is: 'code', of: '--git' }],
      }),
      remove: does(repacks),
    },
  })),
  composer: () => ({
    options: { '-d --working-dir': 'chdir' },
    subcommands: {
      'install i update u require r create-project reinstall self-update selfupdate': does(installs),
      'run run-script test exec': builds,
      global: () => ({
        effects: [installs],
        cases: [onWord('^repositor|^(?:git\\+)?https?:', sets('package:setting', 'weakens'))],
      }),
      config: () => ({
        keyword: [
          { when: { words: 'repositor|secure-http|disable-tls|auth|token' }, effects: [sets('package:setting', 'weakens')] },
        ],
        optionValue: [
          { to: 1, fits: '^scripts[.](?:pre|post)-', effects: [sets('script:{0}', 'persistence')] },
          { from: 1, when: { first: '^scripts[.]' }, use: { as: 'shell', certainty: 'possible' } },
        ],
      }),
      remove: does(repacks),
    },
    runs: [{ scripts: 'composer.json' }],
  }),
  dotnet,
  ...sharing(
    'rails mix gradle gradlew mvn mvnw mvnd sbt lein ant artisan swift flutter dart pub stack cabal zig dune nimble shards vcpkg conan pod carthage fastlane xcodebuild',
    () => tasks(),
  ),
  opam: () => ({ ...tasks(), prints: setsUp('(?:config )?env') }),
  luarocks: () => ({ ...tasks(), prints: setsUp('path') }),
  rake: () => tasks('--dry-run -n --prereqs --tasks'),
  ...sharing('rustup ghcup sdk jenv rvm', () => ({
    prints: setsUp('(?:init|virtualenv-init|sh-\\w+)'),
    effects: [downloads],
  })),
};
