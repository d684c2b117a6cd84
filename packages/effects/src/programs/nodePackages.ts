import { manifestSetting } from './packageSettings.ts';
import type { CommandDescriptor, Condition, Family, FixedEffect, OptionTable, OptionValue, PackageSource } from './descriptor.ts';
import { patchPackage } from './diffs.ts';
import { setsUp } from './output.ts';
import { always, does, effect, harmless, installs, projectCode, publishes, repacks, sets, sharing, unlessDry } from './shapes.ts';

/** Options that say where packages come from and go to. */
const source = {
  '--registry': 'text',
  '-g --global': 'flag',
  '--prefix -C --dir --cwd': 'text',
  '--workspace -w --filter -F': 'text',
  '--viewer --browser --editor': 'shell',
  '--init-module --onload-script': { as: 'execute', language: 'javascript' },
  '--userconfig --cache --omit --include --otp --tag --access --script-shell --node-options --loglevel --reporter --network-timeout --modules-folder':
    'text',
} as const satisfies OptionTable;

/** Packages that come from elsewhere than the usual registry. */
const fromElsewhere: readonly PackageSource[] = [{ is: 'registry', of: '--registry' }, { is: 'package or repository' }];

/** Packages that come to lie in another folder than this one. */
const installedAt: readonly OptionValue[] = [
  {
    of: '--prefix',
    unless: '^[?]$',
    take: ['/*$', '/node_modules'],
    use: { as: 'write', recursive: true, certainty: 'possible' },
  },
  { value: '/', when: { value: { '--prefix': '^[?]$' } }, use: { as: 'write', recursive: true, certainty: 'possible' } },
];

/** Installs packages, which may run their scripts. */
const install = (): CommandDescriptor => ({
  options: source,
  effects: [installs],
  packageSource: fromElsewhere,
  optionValue: installedAt,
  runs: [{ lifecycle: ['install', 'prepare'] }],
});

const runs = (): CommandDescriptor => ({ style: 'posix', effects: [projectCode], runs: [{ scripts: 'package.json' }] });

/** Runs a program of a package. */
const execute = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-p --package': 'text',
    '--registry': 'text',
    '-c --call --shell-mode': 'shell',
    '-y --yes -q --no --no-install --bun --parallel -r': 'flag',
    '-w --workspace --filter': 'text',
  },
  operands: { first: ['command'] },
  packageSource: [
    { is: 'registry', of: '--registry' },
    { is: 'package or repository', to: 1 },
    { is: 'package or repository', of: '-p' },
  ],
});

const npx = (): CommandDescriptor => ({
  ...execute(),
  informational: ['--help', '--version'],
});

/** A new version goes into the manifest, and into a commit and a tag unless the call says otherwise. Without a word it only prints. */
const version = (): CommandDescriptor => ({
  options: {
    '--new-version --preid -m --message --tag-version-prefix': 'text',
    '--patch --minor --major --prerelease': 'flag',
    '--no-git-tag-version': 'flag',
  },
  runs: [{ scripts: 'package.json' }],
  keyword: [
    { when: { either: [{ first: '^(?:check|apply)$' }, { atMost: 0, none: ['--new-version', '--patch'] }] }, ends: true },
    always(projectCode, effect('write', 'file:package.json')),
    { when: { none: ['--no-git-tag-version'] }, effects: [sets('git_ref:HEAD', 'commits')] },
  ],
});

const registry: FixedEffect = sets('package:registry', 'remote_change');
const loggedIn: FixedEffect = sets('credential:npm', 'weakens');

/** It edits the manifest: `npm pkg set scripts.test=true`. Without a word that is known to ask, it may be any of them. */
const PACKS: Condition = { not: { first: '^(?:get|help)$' } };

const shared: Readonly<Record<string, () => CommandDescriptor>> = {
  'install i ci add update up upgrade install-test it clean-install install-ci-test import fetch rebuild rb': install,
  'run run-script test t tst start stop restart': runs,
  'exec x dlx': execute,
  'create init innit': () => ({
    options: { '--init-module --init.module': { as: 'execute', language: 'javascript' } },
    effects: [installs],
    packageSource: fromElsewhere,
  }),
  'docs repo bugs home issues': () => ({ options: { '--browser': 'shell' } }),
  'help help-search hlep': () => ({ options: { '--viewer': 'shell' } }),
  publish: unlessDry(publishes),
  'owner dist-tag access team org hook author token profile': () => ({
    keyword: [
      {
        when: { first: '^(?:|ls|list|get|view|ls-packages|ls-collaborators|show|help)$' },
        effects: [effect('network', 'network:download')],
        ends: true,
      },
      { when: { verb: '^token$' }, effects: [loggedIn], ends: true },
      always(registry),
    ],
  }),
  'unpublish deprecate star unstar undeprecate tag': does(registry),
  'login adduser add-user logout': does(loggedIn),
  'config c set': () => ({ options: { '--editor': 'shell' }, configKey: [{ of: 'npm' }] }),
  pkg: () => ({
    keyword: [{ when: PACKS, effects: [effect('write', 'file:package.json')] }],
    configKey: [{ of: 'package.json', when: PACKS }],
  }),
  explore: () => ({ style: 'posix', operands: { first: ['text', 'command'] } }),
  'set-script': () => ({
    inspect: ({ operands: [name, value] }) => [
      effect('write', 'file:package.json'),
      ...manifestSetting({ text: `scripts.${name?.text ?? 'install'}=${value?.text ?? ''}`, glob: false }),
    ],
  }),
  npm: () => ({ subcommands: { publish: unlessDry(publishes), 'login logout': does(loggedIn) } }),
  version,
  'uninstall un remove rm r prune dedupe unlink link ln patch-commit': () => ({ options: source, effects: [repacks] }),
  audit: () => ({ keyword: [{ when: { either: [{ any: ['--fix'] }, { first: '^fix$' }] }, effects: [installs] }] }),
  // What is changed in the copy that it makes comes over the package later.
  patch: () => ({
    optionValue: [
      {
        to: 1,
        unless: '^[?]$',
        take: ['^(.+?)(?:@.*)?$', 'node_modules/$1'],
        use: { as: 'write', recursive: true, certainty: 'possible' },
      },
    ],
  }),
  pack: () => ({ options: { '--pack-destination': 'text' }, runs: [{ lifecycle: ['pack', 'prepare'] }] }),
  edit: () => ({ options: { '--editor': 'shell' } }),
  ...harmless(
    'outdated ls list ll la view info show search find-dupes doctor root prefix bin whoami ping explain why fund shrinkwrap query sbom cache store licenses completion versions check dedupe-check setup env get diff node plugin set-version constraints deploy',
  ),
};

const npm = (): CommandDescriptor => ({ options: source, subcommands: shared });

/** Package managers of Node.js and what comes with them, and what publishes releases. */
export const nodePackages: Family = {
  npm,
  cnpm: npm,
  pnpm: () => ({
    options: { ...source, '-r --recursive --parallel --silent': 'flag' },
    subcommands: shared,
    effects: [projectCode],
    runs: [{ scripts: 'package.json', when: { verb: '^$' } }],
  }),
  ...sharing('yarn yarnpkg', () => ({
    options: { '--registry': 'text', '--cwd --otp --tag --access --modules-folder --network-timeout': 'text' },
    subcommands: {
      ...shared,
      global: () => ({ subcommands: { 'add upgrade': install, 'remove list bin dir': () => ({}) } }),
      'workspace workspaces': () => ({ style: 'posix', effects: [projectCode], runs: [{ packages: 'yarn' }] }),
    },
    effects: [projectCode],
    // Without a word it installs what the manifest names.
    keyword: [{ when: { verb: '^$', atMost: 0 }, effects: [installs] }],
    runs: [
      { lifecycle: ['install', 'prepare'], when: { verb: '^$', atMost: 0 } },
      { scripts: 'package.json', when: { verb: '^$', atLeast: 1 } },
    ],
  })),
  bun: () => ({
    options: {
      '-e --eval -p --print': { as: 'code', language: 'javascript' },
      '-r --preload': 'execute',
      '--cwd -c --config --outfile --outdir --target --filter': 'text',
      '--env-file': 'read',
    },
    subcommands: {
      ...shared,
      run: () => ({
        ...runs(),
        operands: { first: [{ as: 'execute', language: 'javascript', certainty: 'possible' }] },
        stdin: { as: 'code', language: 'javascript' },
      }),
      'dev start': runs,
      'test repl': () => ({ style: 'posix', effects: [projectCode] }),
      build: () => ({ options: { '--outfile --outdir': 'write' }, operands: { rest: 'read' } }),
      pm: () => ({ subcommands: { version } }),
    },
    effects: [projectCode],
    operands: { first: [{ as: 'execute', language: 'javascript' }] },
  }),
  ...sharing('npx bunx pnpx', npx),
  ...sharing('rimraf del-cli del trash-cli', () => ({
    options: { '-g --glob -i --interactive -v --verbose': 'flag', '--impl --tmp --max-retries --retry-delay --backoff': 'text' },
    operands: { rest: { as: 'delete', recursive: true } },
  })),
  ...sharing('np release-it semantic-release', () => ({
    options: { '--dry-run -d --dry --no-publish': 'flag' },
    cases: [{ when: { none: ['--dry-run'] }, effects: [publishes] }],
    informational: ['--help', '--version', '-h'],
  })),
  ...sharing('lerna changeset', () => ({
    subcommands: {
      publish: unlessDry(publishes),
      exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
      run: () => ({ runs: [{ packages: 'each word, of all packages' }] }),
    },
  })),
  goreleaser: () => ({
    options: { '--snapshot --skip-publish': 'flag' },
    subcommands: { release: () => ({ cases: [{ when: { none: ['--snapshot'] }, effects: [publishes] }] }) },
  }),
  ...sharing('vsce ovsx', () => ({ subcommands: { publish: does(publishes) } })),
  corepack: () => ({ effects: [installs] }),
  'patch-package': patchPackage,
  nvm: () => ({ prints: setsUp('.') }),
  n: () => ({}),
};
