import type { CommandDescriptor, FixedEffect, OptionTable, PackageSource } from './descriptor.ts';
import { isUsualRegistry } from './registries.ts';
import { ADDRESS, does, effect, harmless, installs, sets } from './shapes.ts';

/** A cache that the next installation fills again. */
export const cache: FixedEffect = effect('delete', 'cache:packages', 'regenerable');

/** Packages come from another index. */
export const foreign: FixedEffect = sets('package:index', 'weakens');

/** Packages from another index, or by their addresses. */
const indexes: readonly PackageSource[] = [
  { is: 'index', of: '-i --extra-index-url' },
  { is: 'links', of: '-f' },
  { is: 'package', of: '-e -r --with --from' },
];

const installOptions: OptionTable = {
  '-r --requirement -c --constraint': 'text',
  '-i --index-url --default-index': 'text',
  '--extra-index-url --index': 'text',
  '-f --find-links': 'text',
  '--trusted-host': { value: 'text', effects: [foreign] },
  '-t --target --root --prefix -d --dest --src': { as: 'write', recursive: true },
  '-e --editable': 'text',
  '--git --python --platform --implementation --abi --global-option --no-binary --only-binary --proxy --cache-dir --extra --group --upgrade-strategy --progress-bar --report':
    'text',
  '-U -q -v -y --user --upgrade --pre --no-deps --break-system-packages --force-reinstall --yes --quiet': 'flag',
};

/** Installs packages. */
export const install = (): CommandDescriptor => ({
  options: installOptions,
  effects: [installs],
  packageSource: [...indexes, { is: 'package' }],
  optionValue: [{ of: '-r', unless: ADDRESS, use: 'read' }],
});

/** `pip config` and the commands like it. */
export const config = (): CommandDescriptor => ({
  inspect: ({ operands }) => {
    const words = operands.map(({ text }) => text ?? '?').join(' ');
    const sets = /(?:^|\s)(?:set\s+)?([\w.-]+)\s+(\S+)$/.exec(words);
    const target = `package_setting:${sets?.[1] ?? '*'}`;
    if (sets === null || /^(?:get|list|debug)/.test(words)) return [];
    if (/index-url|repositories|trusted-host|find-links/.test(words) && !isUsualRegistry(sets[2] ?? ''))
      return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
    return [{ kind: 'configure', target, tags: /http-basic|pypi-token|certificates/.test(words) ? ['weakens'] : [] }];
  },
});

/** Commands of `pip`, and of what stands in for it. */
export const pipCommands: Readonly<Record<string, () => CommandDescriptor>> = {
  'install download wheel sync compile': install,
  'uninstall remove': does(sets('package:environment')),
  config,
  cache: () => ({ subcommands: { 'purge remove': does(cache), 'dir info list': () => ({}) } }),
  ...harmless('list show freeze check search index inspect debug hash help tree'),
};

/** Runs a program of a package. */
export const runner = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '--from --spec': 'text',
    '--with': 'text',
    '--python -p --extra --group --env-file --package --directory --project --pip-args -n --name --prefix --cwd': 'text',
    '-i --index-url --default-index --index': 'text',
    '-m --module': { as: 'command', family: 'python -m' },
  },
  operands: { first: ['command'] },
  packageSource: [...indexes, { is: 'package', to: 1 }],
  optionValue: [{ of: '--from', use: 'program' }],
});
