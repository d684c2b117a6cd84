import type { Family, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { setsUp } from './output.ts';
import { does, downloads, harmless, installs, loses, onWord, projectCode, publishes, repacks } from './shapes.ts';
import { sets, sharing, shows, unlessDry } from './shapes.ts';
import { nugetSource } from './settingWords.ts';
import { tasks } from './jvmBuilds.ts';
import { cache, builds, go } from './goPackages.ts';

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
const cargo = (): ProgramDescriptor => ({
  summary: 'builds Rust projects',
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
    clean: () => ({
      ...does(cache)(),
      options: { '--target-dir': { as: 'delete', recursive: true } },
    }),
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
      packageSource: [{ is: 'code', of: '-s -l' }],
    }),
    push: unlessDry(publishes),
    'yank owner': does(registry),
    sources: () => ({
      options: { '-a --add': { value: 'text', effects: [sets('package:source', 'weakens')] } },
    }),
    ...harmless('list search info build uninstall cleanup env which specification help environment outdated'),
  },
});

const bundle = (): ProgramDescriptor => ({
  summary: 'manages the gems of a project',
  subcommands: {
    exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
    'install update add lock': () => ({
      options: { '--git --github --source': 'text', '--group --version --jobs --path --branch --ref': 'text' },
      effects: [installs],
      packageSource: [{ is: 'code', of: '--git' }],
    }),
    remove: does(repacks),
    ...harmless('check show info list outdated config init gem open clean cache doctor audit binstubs'),
  },
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
      keyword: [
        { when: { words: 'repositor|secure-http|disable-tls|auth|token' }, effects: [sets('package:setting', 'weakens')] },
      ],
      optionValue: [
        { to: 1, fits: '^scripts[.](?:pre|post)-', effects: [sets('script:{0}', 'persistence')] },
        { from: 1, when: { first: '^scripts[.]' }, use: { as: 'shell', certainty: 'possible' } },
      ],
    }),
    remove: does(repacks),
    ...harmless(
      'dump-autoload dumpautoload show outdated validate licenses diagnose status why depends audit search init clear-cache about fund bump check-platform-reqs',
    ),
  },
  runs: [{ scripts: 'composer.json' }],
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
    'rails mix gradle gradlew mvn mvnw mvnd sbt lein ant artisan swift flutter dart pub stack cabal zig dune nimble shards vcpkg conan pod carthage fastlane xcodebuild',
    () => tasks(),
  ),
  opam: () => ({ ...tasks(), prints: setsUp('(?:config )?env') }),
  luarocks: () => ({ ...tasks(), prints: setsUp('path') }),
  rake: () => tasks('--dry-run -n --prereqs --tasks'),
  ...sharing('rustup ghcup sdk jenv rvm', () => ({
    summary: 'picks versions of a language',
    prints: setsUp('(?:init|virtualenv-init|sh-\\w+)'),
    effects: [downloads],
  })),
};
